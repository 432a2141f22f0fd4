// A rank dies while the other one makes a communicator. With 05-turn not mended, every later
// creation of the survivor waits for ever, even one of itself alone.
//
//     mpicc -o turn 05-turn.c && mpirun --with-ft ulfm -n 2 ./turn

#include <mpi.h>

#include <mpi-ext.h>

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank = -1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
        sleep(1); // so that rank 0 is within the exchange
        raise(SIGKILL);
    }
    MPI_Comm comm = MPI_COMM_NULL;
    const int error = MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    printf("MPI_Comm_dup of MPI_COMM_WORLD: error %d\n", error);
    fflush(stdout);
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    printf("right: MPI_Comm_dup of MPI_COMM_SELF came back\n");
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
