/* Members and subsets that do not fit what is stored: an error each, and nothing beside the
 * elements is read or written.
 *
 *     odd_arguments */
#include <fenix.h>

#include <limits.h>
#include <stdio.h>

enum { group = 3, member = 8, count = 10, huge = 1 << 28 };

static int numbers[count];
static double others[count];

static void need(int holds, int rank, const char *what) {
    if (holds) return;
    printf("wrong: rank %d: %s\n", rank, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* A block begins again where no int is large enough any more. */
static void far_blocks(int rank) {
    Fenix_Data_subset far;
    Fenix_Data_subset_create(2, 0, count - 1, INT_MAX, &far);
    need(Fenix_Data_member_store(group, member, far) == FENIX_ERROR_SUBSET_END_OFFSET, rank,
         "blocks at a distance of INT_MAX");
    Fenix_Data_subset_delete(&far);
}

static void merge_to_the_end(int rank) {
    int first[2] = {0, 2};
    int last[2] = {1, INT_MAX};
    Fenix_Data_subset one, other, both;
    Fenix_Data_subset_createv(1, &first[0], &last[0], &one);
    Fenix_Data_subset_createv(1, &first[1], &last[1], &other);
    __fenix_data_subset_merge(&one, &other, &both);
    need(both.num_blocks == 1 && both.start_offsets[0] == 0 && both.end_offsets[0] == INT_MAX, rank,
         "blocks that touch did not become one");
    Fenix_Data_subset_delete(&both);
    Fenix_Data_subset_delete(&other);
    Fenix_Data_subset_delete(&one);
}

static int restore(void *into) {
    return Fenix_Data_member_restore(group, member, into, count, FENIX_DATA_SNAPSHOT_LATEST, NULL);
}

static int restore_from(int rank, void *into) {
    return Fenix_Data_member_restore_from_rank(group, member, into, count,
                                               FENIX_DATA_SNAPSHOT_LATEST, NULL, rank);
}

static void snapshot(int rank) {
    for (int i = 0; i < count; ++i)
        numbers[i] = 100 * rank + i;
    Fenix_Data_member_create(group, member, numbers, count, MPI_INT);
    far_blocks(rank);
    need(Fenix_Data_member_store(group, member, FENIX_DATA_SUBSET_FULL) == FENIX_SUCCESS &&
             Fenix_Data_commit_barrier(group, NULL) == FENIX_SUCCESS,
         rank, "the snapshot");
}

/* Each rank names its own: those that are no rank get nothing, and nobody waits for ever. */
static void from_nobody(int rank) {
    need(restore_from(MPI_PROC_NULL, numbers) == FENIX_ERROR_NODATA_FOUND, rank, "MPI_PROC_NULL");
    need(restore_from(rank == 0 ? MPI_PROC_NULL : 0, numbers) == FENIX_ERROR_NODATA_FOUND, rank,
         "MPI_PROC_NULL at one rank");
    need(restore_from(1000, numbers) == FENIX_ERROR_NODATA_FOUND, rank, "rank 1000");
    need(restore_from(0, numbers) == FENIX_SUCCESS && numbers[count - 1] == count - 1, rank,
         "what rank 0 has stored");
    need(restore(NULL) == FENIX_SUCCESS, rank, "asking alone");
    need(restore(numbers) == FENIX_SUCCESS && numbers[count - 1] == 100 * rank + count - 1, rank,
         "what it has stored itself");
}

/* The snapshot has a member of this number whose elements are smaller. */
static void of_another_type(int rank) {
    Fenix_Data_member_create(group, member, others, count, MPI_DOUBLE);
    need(restore(others) == FENIX_ERROR_INVALID_MEMBERID, rank, "elements of another type");
    need(restore_from(0, others) == FENIX_ERROR_INVALID_MEMBERID, rank,
         "elements of another type at rank 0");
    for (int i = 0; i < count; ++i)
        need(others[i] == 0, rank, "elements of another type were written");
}

static void more_than_an_int(int rank) {
    int size = -1;
    int flag = 1;
    Fenix_Data_member_create(group, member, others, huge, MPI_DOUBLE);
    need(Fenix_Data_member_attr_get(group, member, FENIX_DATA_MEMBER_ATTRIBUTE_SIZE, &size, &flag,
                                    0) == FENIX_ERROR_INVALID_ATTRIBUTE_VALUE &&
             flag == 0,
         rank, "2 GiB as a number of bytes");
    need(Fenix_Data_member_attr_get(group, member, FENIX_DATA_MEMBER_ATTRIBUTE_COUNT, &size, &flag,
                                    0) == FENIX_SUCCESS &&
             flag == 1 && size == huge,
         rank, "their number of elements");
}

/* Every second element, of a datatype that the program frees once the member has been made. */
static void of_a_freed_type(int rank) {
    enum { gappy = 9, pairs = count / 2, many = 16 };
    static int here[count];
    MPI_Datatype pair, second, others_now[many]; /* of which one has its memory */
    MPI_Type_vector(1, 1, 2, MPI_INT, &pair);
    MPI_Type_create_resized(pair, 0, 2 * sizeof(int), &second);
    MPI_Type_commit(&second);
    MPI_Type_free(&pair);
    for (int i = 0; i < count; ++i)
        here[i] = 1000 * rank + i;
    Fenix_Data_member_create(group, gappy, here, pairs, second);
    MPI_Type_free(&second);
    for (int i = 0; i < many; ++i) {
        MPI_Type_contiguous(3, MPI_CHAR, &others_now[i]);
        MPI_Type_commit(&others_now[i]);
    }
    Fenix_Data_member_store(group, gappy, FENIX_DATA_SUBSET_FULL);
    Fenix_Data_commit_barrier(group, NULL);
    for (int i = 0; i < count; ++i)
        here[i] = -1;
    need(Fenix_Data_member_restore(group, gappy, here, pairs, FENIX_DATA_SNAPSHOT_LATEST, NULL) ==
             FENIX_SUCCESS,
         rank, "elements of a datatype that was freed");
    for (int i = 0; i < count; ++i)
        need(here[i] == (i % 2 == 0 ? 1000 * rank + i : -1), rank, "their values");
    for (int i = 0; i < many; ++i)
        MPI_Type_free(&others_now[i]);
}

int main(int argc, char **argv) {
    static int role, error;
    static MPI_Comm comm;
    int policy[3] = {1, 1, 3};
    int rank = -1;
    MPI_Init(&argc, &argv);
    Fenix_Init(&role, MPI_COMM_WORLD, &comm, &argc, &argv, 0, 0, MPI_INFO_NULL, &error);
    MPI_Comm_rank(comm, &rank);
    need(Fenix_Data_group_create(group, comm, 0, 1, FENIX_DATA_POLICY_IN_MEMORY_RAID, policy,
                                 NULL) == FENIX_SUCCESS,
         rank, "the group");
    snapshot(rank);
    merge_to_the_end(rank);
    from_nobody(rank);
    of_another_type(rank);
    more_than_an_int(rank);
    of_a_freed_type(rank);
    Fenix_Finalize();
    if (rank == 0) printf("right\n");
    MPI_Finalize();
    return 0;
}
