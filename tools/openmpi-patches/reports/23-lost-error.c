// The first rank of a group dies while the group duplicates an intercommunicator. With
// 23-lost-error not mended, the others never come back from that: they do not notice the error, and
// begin again.
//
//     mpicc -o lost 23-lost-error.c && mpirun --oversubscribe --with-ft ulfm -n 4 ./lost

#include <mpi.h>

#include <mpi-ext.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void die(int number) {
    (void)number;
    raise(SIGKILL);
}

int main(int argc, char **argv) {
    int rank = -1;
    MPI_Comm side, both, copy = MPI_COMM_NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank == 3, rank, &side); // ranks 0 to 2, and rank 3
    MPI_Intercomm_create(side, 0, MPI_COMM_WORLD, rank == 3 ? 0 : 3, 0, &both);
    MPI_Comm_set_errhandler(both, MPI_ERRORS_RETURN);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 3) {
        sleep(4); // so that the others wait for this rank
        MPIX_Comm_revoke(both);
        _Exit(0);
    }
    if (rank == 0) {
        signal(SIGALRM, die);
        alarm(2);
    }
    const int error = MPI_Comm_dup(both, &copy);
    printf("right: MPI_Comm_dup came back at rank %d with error %d\n", rank, error);
    fflush(stdout);
    _Exit(0);
}
