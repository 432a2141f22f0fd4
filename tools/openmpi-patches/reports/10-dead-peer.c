// A member of a group dies while the other one makes a communicator of it. With 10-dead-peer not
// mended, the survivor waits for ever.
//
//     mpicc -o peer 10-dead-peer.c && mpirun --with-ft ulfm -n 2 ./peer

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
    MPI_Group all = MPI_GROUP_NULL;
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    const int error = MPI_Comm_create_group(MPI_COMM_WORLD, all, 0, &comm);
    printf("right: MPI_Comm_create_group came back with error %d\n", error);
    MPI_Group_free(&all);
    MPI_Finalize();
    return 0;
}
