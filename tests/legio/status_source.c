/* Legio: status.MPI_SOURCE was not translated back after a repair. Rank 0 died; whoever asks for
 * any source learns the sender's rank as the program knows it. */
#include "check.h"

static void judge(const char *call, const MPI_Status *status, long sender) {
    CHECK(status->MPI_SOURCE == (int)sender, "%s: source %d, but rank %ld sent it", call,
          status->MPI_SOURCE, sender);
}

/* Every rank but the last gives its rank to the last, again and again. */
static void collect(MPI_Comm comm) {
    enum { calls = 7 };
    const int collector = world_size - 1;
    const long mine = world_rank;
    if (world_rank != collector) {
        for (int tag = 0; tag < calls; tag++)
            MPI_Send(&mine, 1, MPI_LONG, collector, tag, comm);
        return;
    }
    for (int sender = 1; sender < collector; sender++) {
        long got = -1;
        int index = 0;
        int flag = 0;
        MPI_Request request;
        MPI_Message message;
        MPI_Status status;
        MPI_Recv(&got, 1, MPI_LONG, MPI_ANY_SOURCE, 0, comm, &status);
        judge("MPI_Recv", &status, got);
        MPI_Probe(MPI_ANY_SOURCE, 1, comm, &status);
        const int probed = status.MPI_SOURCE;
        MPI_Recv(&got, 1, MPI_LONG, probed, 1, comm, &status);
        CHECK(got == probed, "MPI_Probe: source %d, but rank %ld sent it", probed, got);
        MPI_Irecv(&got, 1, MPI_LONG, MPI_ANY_SOURCE, 2, comm, &request);
        MPI_Wait(&request, &status);
        judge("MPI_Wait", &status, got);
        MPI_Irecv(&got, 1, MPI_LONG, MPI_ANY_SOURCE, 3, comm, &request);
        MPI_Waitany(1, &request, &index, &status);
        judge("MPI_Waitany", &status, got);
        MPI_Irecv(&got, 1, MPI_LONG, MPI_ANY_SOURCE, 4, comm, &request);
        while (!flag)
            MPI_Test(&request, &flag, &status);
        judge("MPI_Test", &status, got);
        MPI_Mprobe(MPI_ANY_SOURCE, 5, comm, &message, &status);
        const int matched = status.MPI_SOURCE;
        MPI_Mrecv(&got, 1, MPI_LONG, &message, &status);
        judge("MPI_Mrecv", &status, got);
        CHECK(got == matched, "MPI_Mprobe: source %d, but rank %ld sent it", matched, got);
        for (flag = 0; !flag;)
            MPI_Iprobe(MPI_ANY_SOURCE, 6, comm, &flag, &status);
        MPI_Recv(&got, 1, MPI_LONG, status.MPI_SOURCE, 6, comm, &status);
        judge("MPI_Iprobe", &status, got);
    }
}

int main(int argc, char **argv) {
    MPI_Comm before = MPI_COMM_NULL;
    MPI_Comm after = MPI_COMM_NULL;
    start(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &before);
    MPI_Barrier(MPI_COMM_WORLD);
    if (world_rank == 0) die();
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Comm_dup(MPI_COMM_WORLD, &after);
    collect(MPI_COMM_WORLD);
    collect(before);
    collect(after);
    MPI_Comm_free(&before);
    MPI_Comm_free(&after);
    return finish("status_source");
}
