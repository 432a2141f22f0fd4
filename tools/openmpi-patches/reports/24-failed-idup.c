// A rank dies while the other one duplicates a communicator in the background. With 24-failed-idup
// not mended, the duplication fails without saying so, and its communicator is of no use; after
// some of them MPI_Finalize frees what was never allocated.
//
//     mpicc -o idup 24-failed-idup.c && mpirun --oversubscribe --with-ft ulfm -n 2 ./idup

#include <mpi.h>

#include <mpi-ext.h>

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank = -1;
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
        sleep(1); // so that rank 0 is within the exchange
        raise(SIGKILL);
    }
    for (int i = 0; i < 3; ++i) {
        int error = MPI_Comm_idup(MPI_COMM_WORLD, &copy, &request);
        if (error == MPI_SUCCESS) error = MPI_Wait(&request, MPI_STATUS_IGNORE);
        printf("%s: MPI_Comm_idup of MPI_COMM_WORLD: error %d\n", error ? "right" : "wrong", error);
        fflush(stdout);
    }
    MPI_Finalize();
    return 0;
}
