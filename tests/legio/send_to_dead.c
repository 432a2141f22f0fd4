/* Legio: a send to a dead rank left its request uninitialised. Rank 1 is dead and its policy is
 * to be ignored: every send to it completes, as to MPI_PROC_NULL. */
#include "check.h"

int main(int argc, char **argv) {
    enum { large = 50000 };
    static long values[large];
    start(&argc, &argv);
    MPI_Barrier(MPI_COMM_WORLD);
    if (world_rank == 1) die();
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);

    typedef int (*start_send)(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
    typedef int (*send)(const void *, int, MPI_Datatype, int, int, MPI_Comm);
    const start_send starts[] = {MPI_Isend, MPI_Issend};
    const send sends[] = {MPI_Send, MPI_Ssend};
    for (int i = 0; i < 2; i++) {
        for (int count = 1; count <= large; count += large - 1) {
            MPI_Request request;
            MPI_Status status;
            int flag = 0;
            memset(&request, 0x5a, sizeof request);
            int code = starts[i](values, count, MPI_LONG, 1, 0, MPI_COMM_WORLD, &request);
            CHECK(code == MPI_SUCCESS, "starting a send to the dead gives %d", code);
            code = MPI_Wait(&request, &status);
            CHECK(code == MPI_SUCCESS && request == MPI_REQUEST_NULL, "waiting for it gives %d",
                  code);
            memset(&request, 0x5a, sizeof request);
            starts[i](values, count, MPI_LONG, 1, 0, MPI_COMM_WORLD, &request);
            while (!flag)
                code = MPI_Test(&request, &flag, &status);
            CHECK(code == MPI_SUCCESS && request == MPI_REQUEST_NULL, "testing it gives %d", code);
            code = sends[i](values, count, MPI_LONG, 1, 0, MPI_COMM_WORLD);
            CHECK(code == MPI_SUCCESS, "sending to the dead gives %d", code);
        }
    }
    return finish("send_to_dead");
}
