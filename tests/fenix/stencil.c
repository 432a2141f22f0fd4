/* A stencil for Fenix, as programs for it are: its cells are in a data group, and after a death all
 * go back to the latest snapshot.
 *
 *     stencil SPARES STEPS jump|no_jump [copy|parity]
 *
 * Rank 0 prints a number that all bits of all cells are in: the same whoever dies. */
#include <fenix.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { length = 60, group = 3, number = 8, array = 9, every = 4 };

static double cells[length + 2]; /* with those of the neighbours */
static int callbacks;

static void wrong(int rank, const char *what) {
    printf("wrong: rank %d: %s\n", rank, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void note(MPI_Comm comm, int error, void *data) {
    (void)comm;
    (void)error;
    int *const order = data;
    callbacks = callbacks * 10 + *order;
}

static void begin(int rank, int *step) {
    *step = 0;
    for (int i = 0; i < length + 2; ++i)
        cells[i] = (rank * length + i) % 17 * 0.25;
}

/* What there is of the latest snapshot; 0: none. */
static int go_back(int rank, int *step) {
    const int code =
        Fenix_Data_member_restore(group, number, step, 1, FENIX_DATA_SNAPSHOT_LATEST, NULL);
    if (code == FENIX_ERROR_NODATA_FOUND) return 0;
    Fenix_Data_subset found;
    if (code != FENIX_SUCCESS ||
        Fenix_Data_member_restore(group, array, cells, length + 2, FENIX_DATA_SNAPSHOT_LATEST,
                                  &found) != FENIX_WARNING_PARTIAL_RESTORE)
        wrong(rank, "the latest snapshot");
    if (found.num_blocks != 1 || found.start_offsets[0] != 1 || found.end_offsets[0] != length)
        wrong(rank, "what was found");
    Fenix_Data_subset_delete(&found);
    return 1;
}

static int store(int step) {
    Fenix_Data_subset inner;
    Fenix_Request request;
    Fenix_Data_subset_create(1, 1, length, length, &inner);
    Fenix_Data_member_store(group, number, FENIX_DATA_SUBSET_FULL);
    Fenix_Data_member_istorev(group, array, inner, &request);
    Fenix_Data_wait(request);
    Fenix_Data_subset_delete(&inner);
    cells[0] = -step; /* it has been copied */
    return Fenix_Data_commit_barrier(group, NULL);
}

static int advance(int rank, int size, MPI_Comm comm) {
    const int left = (rank + size - 1) % size;
    const int right = (rank + 1) % size;
    int code = MPI_Sendrecv(&cells[length], 1, MPI_DOUBLE, right, 1, &cells[0], 1, MPI_DOUBLE, left,
                            1, comm, MPI_STATUS_IGNORE);
    if (code != MPI_SUCCESS) return code;
    code = MPI_Sendrecv(&cells[1], 1, MPI_DOUBLE, left, 2, &cells[length + 1], 1, MPI_DOUBLE, right,
                        2, comm, MPI_STATUS_IGNORE);
    if (code != MPI_SUCCESS) return code;
    double before = cells[0];
    for (int i = 1; i <= length; ++i) {
        const double here = cells[i];
        cells[i] += 0.3 * (before - 2 * here + cells[i + 1]);
        before = here;
    }
    return MPI_SUCCESS;
}

static uint64_t bits(int rank) {
    uint64_t sum = 0;
    for (int i = 1; i <= length; ++i) {
        uint64_t one = 0;
        memcpy(&one, &cells[i], sizeof one);
        sum += one * (uint64_t)(2 * (rank * length + i) + 1);
    }
    return sum;
}

/* What the program is told has to fit together. */
static void check(int rank, int size, int role, int error, MPI_Comm comm) {
    int mine = -1;
    int all = 0;
    for (int one = FENIX_ROLE_INITIAL_RANK; one <= FENIX_ROLE_SURVIVOR_RANK; ++one) {
        int count = 0;
        Fenix_get_number_of_ranks_with_role(one, &count);
        all += count;
    }
    if (Fenix_get_role(comm, rank, &mine) != FENIX_SUCCESS || mine != role || all != size)
        wrong(rank, "roles");
    int *dead = NULL;
    const int deaths = Fenix_Process_fail_list(&dead);
    if ((deaths == 0) != (role == FENIX_ROLE_INITIAL_RANK)) wrong(rank, "the list of the dead");
    if (error != FENIX_SUCCESS) wrong(rank, "an error of Fenix_Init");
    if (role == FENIX_ROLE_SURVIVOR_RANK && callbacks % 100 != 12) wrong(rank, "callbacks");
}

int main(int argc, char **argv) {
    static int one = 1;
    static int two = 2;
    if (argc < 4) return 2;
    MPI_Init(&argc, &argv);
    MPI_Info info = MPI_INFO_NULL;
    if (strcmp(argv[3], "no_jump") == 0) {
        MPI_Info_create(&info);
        MPI_Info_set(info, "FENIX_RESUME_MODE", "NO_JUMP");
    }
    int policy[3] = {1, 1, 3};
    if (argc > 4 && strcmp(argv[4], "parity") == 0) policy[0] = 5;
    MPI_Barrier(MPI_COMM_WORLD); /* spares take part in what is before */

    static int role;
    static int error;
    static MPI_Comm comm;
    Fenix_Init(&role, MPI_COMM_WORLD, &comm, &argc, &argv, atoi(argv[1]), 0, info, &error);
    if (role != FENIX_ROLE_SURVIVOR_RANK) {
        Fenix_Callback_register(note, &one);
        Fenix_Callback_register(note, &two);
    }
again:;
    int rank = -1;
    int size = 0;
    int step = 0;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    check(rank, size, role, error, comm);
    if (Fenix_Data_group_create(group, comm, 0, 1, FENIX_DATA_POLICY_IN_MEMORY_RAID, policy,
                                NULL) != FENIX_SUCCESS)
        goto again;
    Fenix_Data_member_create(group, number, &step, 1, MPI_INT);
    Fenix_Data_member_create(group, array, cells, length + 2, MPI_DOUBLE);
    if (!go_back(rank, &step)) begin(rank, &step);
    for (const int steps = atoi(argv[2]); step < steps;) {
        if (advance(rank, size, comm) != MPI_SUCCESS) goto again;
        ++step;
        if (step % every == 0 && store(step) != FENIX_SUCCESS) goto again;
    }
    const uint64_t mine = bits(rank);
    uint64_t sum = 0;
    if (MPI_Allreduce(&mine, &sum, 1, MPI_UINT64_T, MPI_SUM, comm) != MPI_SUCCESS) goto again;
    if (Fenix_Finalize() != FENIX_SUCCESS) goto again;
    if (rank == 0) printf("bits %016llx of %d ranks\n", (unsigned long long)sum, size);
    MPI_Finalize();
    return 0;
}
