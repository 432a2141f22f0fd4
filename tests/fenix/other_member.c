/* A member is deleted, and another one has its number, when a rank dies: the snapshot of before has
 * the first one, and says nothing of the second.
 *
 *     other_member */
#include <fenix.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

enum { group = 3, member = 8, count = 10 };

static void need(int holds, int rank, const char *what) {
    if (holds) return;
    printf("wrong: rank %d: %s\n", rank, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void begin(int rank) {
    static int first[count];
    for (int i = 0; i < count; ++i)
        first[i] = 100 * rank + i;
    Fenix_Data_member_create(group, member, first, count, MPI_INT);
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
    MPI_Init(&argc, &argv);
    Fenix_Init(&role, MPI_COMM_WORLD, &comm, &argc, &argv, 1, 0, MPI_INFO_NULL, &error);
    MPI_Comm_rank(comm, &rank);
    need(Fenix_Data_group_create(group, comm, 0, 1, FENIX_DATA_POLICY_IN_MEMORY_RAID, policy,
                                 NULL) == FENIX_SUCCESS,
         rank, "the group");
    if (role == FENIX_ROLE_INITIAL_RANK) begin(rank);
    Fenix_Data_member_create(group, member, second, count, MPI_DOUBLE);
    if (role == FENIX_ROLE_INITIAL_RANK) {
        if (rank == 1) raise(SIGKILL);
        MPI_Barrier(comm); /* from which the others go back */
        MPI_Barrier(comm);
    }
    need(Fenix_Data_commit_barrier(group, NULL) == FENIX_SUCCESS, rank, "the next snapshot");
    need(Fenix_Data_member_restore(group, member, second, count, FENIX_DATA_SNAPSHOT_LATEST,
                                   NULL) != FENIX_SUCCESS,
         rank, "what was never stored was found");
    for (int i = 0; i < count; ++i)
        second[i] = rank + 0.5 * i;
    Fenix_Data_member_store(group, member, FENIX_DATA_SUBSET_FULL);
    need(Fenix_Data_commit_barrier(group, NULL) == FENIX_SUCCESS, rank, "the last snapshot");
    for (int i = 0; i < count; ++i)
        second[i] = 0;
    need(Fenix_Data_member_restore(group, member, second, count, FENIX_DATA_SNAPSHOT_LATEST,
                                   NULL) == FENIX_SUCCESS,
         rank, "what was stored");
    for (int i = 0; i < count; ++i)
        need(second[i] == rank + 0.5 * i, rank, "its elements");
    Fenix_Finalize();
    if (rank == 0) printf("right\n");
    MPI_Finalize();
    return 0;
}
