/* A member is deleted, and another one has its number, when a rank dies: the snapshot of before has
 * the first one, and says nothing of the second.
 *
 *     other_member type|fewer
 *
 * type: the second one has elements of another type. fewer: it has fewer elements. */
#include <fenix.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { group = 3, member = 8, count = 10 };

static void need(int holds, int rank, const char *what) {
    if (holds) return;
    printf("wrong: rank %d: %s\n", rank, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void begin(int rank, MPI_Datatype type) {
    static double first[count];
    Fenix_Data_member_create(group, member, first, count, type);
    Fenix_Data_member_store(group, member, FENIX_DATA_SUBSET_FULL);
    need(Fenix_Data_commit_barrier(group, NULL) == FENIX_SUCCESS, rank, "the snapshot");
    Fenix_Data_member_delete(group, member);
}

int main(int argc, char **argv) {
    static double second[count];
    static int role, error;
    static MPI_Comm comm;
    int policy[3] = {1, 1, 3};
    int rank = -1;
    int size = 0;
    int flag = 0;
    const int has_fewer = argc > 1 && strcmp(argv[1], "fewer") == 0;
    const int length = has_fewer ? count / 2 : count;
    MPI_Init(&argc, &argv);
    Fenix_Init(&role, MPI_COMM_WORLD, &comm, &argc, &argv, 1, 0, MPI_INFO_NULL, &error);
    MPI_Comm_rank(comm, &rank);
    need(Fenix_Data_group_create(group, comm, 0, 1, FENIX_DATA_POLICY_IN_MEMORY_RAID, policy,
                                 NULL) == FENIX_SUCCESS,
         rank, "the group");
    if (role == FENIX_ROLE_INITIAL_RANK) begin(rank, has_fewer ? MPI_DOUBLE : MPI_INT);
    /* Survivors have it, and need not say so again. */
    if (role != FENIX_ROLE_SURVIVOR_RANK)
        Fenix_Data_member_create(group, member, second, length, MPI_DOUBLE);
    if (role == FENIX_ROLE_INITIAL_RANK) {
        if (rank == 1) raise(SIGKILL);
        MPI_Barrier(comm); /* from which the others go back */
        MPI_Barrier(comm);
    }
    need(Fenix_Data_member_attr_get(group, member, FENIX_DATA_MEMBER_ATTRIBUTE_COUNT, &size, &flag,
                                    0) == FENIX_SUCCESS &&
             size == length,
         rank, "how many elements it has");
    need(Fenix_Data_commit_barrier(group, NULL) == FENIX_SUCCESS, rank, "the next snapshot");
    need(Fenix_Data_member_restore(group, member, second, length, FENIX_DATA_SNAPSHOT_LATEST,
                                   NULL) != FENIX_SUCCESS,
         rank, "what was never stored was found");
    for (int i = 0; i < length; ++i)
        second[i] = rank + 0.5 * i;
    Fenix_Data_member_store(group, member, FENIX_DATA_SUBSET_FULL);
    need(Fenix_Data_commit_barrier(group, NULL) == FENIX_SUCCESS, rank, "the last snapshot");
    for (int i = 0; i < length; ++i)
        second[i] = 0;
    need(Fenix_Data_member_restore(group, member, second, length, FENIX_DATA_SNAPSHOT_LATEST,
                                   NULL) == FENIX_SUCCESS,
         rank, "what was stored");
    for (int i = 0; i < length; ++i)
        need(second[i] == rank + 0.5 * i, rank, "its elements");
    Fenix_Finalize();
    if (rank == 0) printf("right\n");
    MPI_Finalize();
    return 0;
}
