/* Calls among the members of a group before a rank is lost, and after it has come back, when it has
 * made fewer of them than the others. */

#include <closeranks.h>
#include <mpi.h>

#include <signal.h>
#include <stdio.h>

/* Who lives in a group of all ranks, how many get a communicator, and the sum of their ranks. */
static void meet(const char *when, int rank) {
    MPI_Group all, living;
    MPI_Comm comm = MPI_COMM_NULL;
    int count = 0, size = 0, sum = -1;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    closeranks_horizon_from_group(all, &living);
    MPI_Group_size(living, &count);
    MPI_Comm_create_from_group(living, "groups", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
    MPI_Comm_size(comm, &size);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
    printf("rank %d, %s: %d %d %d\n", rank, when, count, size, sum);
    fflush(stdout);
    MPI_Comm_free(&comm);
    MPI_Group_free(&living);
    MPI_Group_free(&all);
}

int main(int argc, char **argv) {
    closeranks_role role;
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    closeranks_resume(&role);
    if (role == CLOSERANKS_ROLE_INITIAL) {
        meet("before", rank);
        if (rank == 1) raise(SIGKILL);
        closeranks_resume(&role);
    }
    meet("after", rank);
    MPI_Finalize();
    return 0;
}
