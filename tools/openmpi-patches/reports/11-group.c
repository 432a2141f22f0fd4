// A rank dies, and the two others make a communicator of themselves. With 11-group not mended, rank
// 0, which has heard of the death, is refused, and rank 1, which has not, waits for it for ever.
//
//     mpicc -o group 11-group.c && mpirun --with-ft ulfm -n 3 ./group

#include <mpi.h>

#include <mpi-ext.h>

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    const int members[] = {0, 1};
    int rank = -1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 2) raise(SIGKILL);
    if (rank == 0) { // it waits until it has heard of the death
        int nothing = 0;
        MPI_Recv(&nothing, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Group all = MPI_GROUP_NULL;
    MPI_Group living = MPI_GROUP_NULL;
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 2, members, &living);
    const int error = MPI_Comm_create_group(MPI_COMM_WORLD, living, 0, &comm);
    printf("rank %d: %s, error %d\n", rank, error == MPI_SUCCESS ? "right" : "WRONG", error);
    fflush(stdout);
    if (error == MPI_SUCCESS) MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
