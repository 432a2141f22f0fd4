/* A rank that has come back makes on its way to the resume point what the others have made after
 * it: it ends, and the others continue.
 *
 * usage: too_early CALL RANK   (who dies)
 *
 * Two sides, the even ranks and the odd ones, which ranks 0 and 1 lead. Survivors print what they
 * get. */

#include <closeranks.h>
#include <mpi.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static MPI_Group group_of_side(int side, int size) {
    int ranks[16], count = 0;
    MPI_Group all, members;
    for (int rank = side; rank < size; rank += 2)
        ranks[count++] = rank;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, count, ranks, &members);
    MPI_Group_free(&all);
    return members;
}

static MPI_Comm make(const char *call, int rank, int size) {
    const int side = rank % 2;
    MPI_Comm half, made = MPI_COMM_NULL;
    MPI_Group own = group_of_side(side, size), other = group_of_side(1 - side, size);
    if (strcmp(call, "MPI_Intercomm_create") == 0) {
        MPI_Comm_split(MPI_COMM_WORLD, side, rank, &half);
        MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - side, 5, &made);
        MPI_Comm_free(&half);
    } else if (strcmp(call, "MPI_Intercomm_create_from_groups") == 0) {
        MPI_Intercomm_create_from_groups(own, 0, other, 0, "both", MPI_INFO_NULL,
                                         MPI_ERRORS_ARE_FATAL, &made);
    } else {
        MPI_Comm_create_from_group(own, "side", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &made);
    }
    MPI_Group_free(&own);
    MPI_Group_free(&other);
    return made;
}

int main(int argc, char **argv) {
    closeranks_role role;
    int rank, size, returning, sum = -1, all = -1;
    MPI_Comm made = MPI_COMM_NULL;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    closeranks_returning(&returning);
    if (returning) made = make(argv[1], rank, size);
    closeranks_resume(&role);
    if (role == CLOSERANKS_ROLE_INITIAL) {
        made = make(argv[1], rank, size);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == atoi(argv[2])) raise(SIGKILL);
        MPI_Barrier(MPI_COMM_WORLD);
        closeranks_resume(&role);
    }
    MPI_Allreduce(&rank, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, made);
    printf("rank %d: sums %d and %d\n", rank, all, sum);
    MPI_Comm_free(&made);
    MPI_Finalize();
    return 0;
}
