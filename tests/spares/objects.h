/* What objects.c and objects_campaign.c have in common: all ranks use all of some files and
 * windows. */

#include <closeranks.h>
#include <mpi.h>

#include <signal.h>

enum { locked = 1 };

static int rank, size, right, left;
static MPI_File file;
static MPI_Win allocated, created, dynamic;
static MPI_Comm half; /* even or odd ranks */
static int *memory, own[2], attached[1];

/* Who comes back does so alone. */
static void make_and_free(void) {
    int *unused;
    MPI_Win win;
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &unused, &win);
    MPI_Win_fence(0, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
}

/* What each rank makes on its way to the resume point, in whatever process. */
static void make(const char *name, int amode, char fault) {
    if (fault == 'e' && rank == 2) raise(SIGKILL);
    if (fault == 'o') MPI_Comm_dup(MPI_COMM_WORLD, &half);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | amode, MPI_INFO_NULL,
                  &file);
    MPI_File_set_size(file, 0);
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    if (fault == 'w') raise(SIGKILL);
    if (fault == 'p') MPI_File_write_ordered(file, &rank, 1, MPI_INT, MPI_STATUS_IGNORE);
    if (fault == 'k')
        MPI_Comm_dup(MPI_COMM_WORLD, &half);
    else
        MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                     &allocated);
    MPI_Win_create(own, sizeof own, sizeof(int), MPI_INFO_NULL, half, &created);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &dynamic);
    MPI_Win_attach(dynamic, attached, sizeof attached);
    MPI_Win_lock_all(0, dynamic); /* and never unlocked before the end */
    if (fault == 'a') MPI_Put(&rank, 1, MPI_INT, right, 0, 1, MPI_INT, allocated);
    make_and_free();
}

/* Returns what the rank before has put, and how many have added one. */
static void use_allocated(int round, int *put, int *sum) {
    const int value = 100 * round + rank, one = 1;
    memory[2] = 0;
    MPI_Win_fence(0, allocated);
    MPI_Put(&value, 1, MPI_INT, right, 1, 1, MPI_INT, allocated);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, allocated);
    *put = memory[1];
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, locked, 0, allocated);
    MPI_Accumulate(&one, 1, MPI_INT, locked, 2, 1, MPI_INT, MPI_SUM, allocated);
    MPI_Win_unlock(locked, allocated);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, locked, 0, allocated);
    MPI_Get(sum, 1, MPI_INT, locked, 2, 1, MPI_INT, allocated);
    MPI_Win_unlock(locked, allocated);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Returns what the one before of the same half has put. */
static int use_created(int round) {
    int in_half, of_half;
    MPI_Comm_rank(half, &in_half);
    MPI_Comm_size(half, &of_half);
    const int to = (in_half + 1) % of_half, from = (in_half + of_half - 1) % of_half;
    const int value = 1000 * round + rank;
    MPI_Group all, origin, target;
    MPI_Win_get_group(created, &all);
    MPI_Group_incl(all, 1, &from, &origin);
    MPI_Group_incl(all, 1, &to, &target);
    MPI_Win_post(origin, 0, created);
    MPI_Win_start(target, 0, created);
    MPI_Put(&value, 1, MPI_INT, to, 1, 1, MPI_INT, created);
    MPI_Win_complete(created);
    MPI_Win_wait(created);
    MPI_Group_free(&all);
    MPI_Group_free(&origin);
    MPI_Group_free(&target);
    return own[1];
}

/* Returns what the rank after has; all are under one lock from the beginning. */
static int use_dynamic(int round) {
    int got = -1;
    MPI_Aint here, there;
    MPI_Get_address(attached, &here);
    there = here; /* if nobody tells */
    MPI_Sendrecv(&here, 1, MPI_AINT, left, 0, &there, 1, MPI_AINT, right, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    attached[0] = 10000 * round + rank;
    MPI_Win_sync(dynamic);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Get(&got, 1, MPI_INT, right, there, 1, MPI_INT, dynamic);
    MPI_Win_flush(right, dynamic);
    MPI_Barrier(MPI_COMM_WORLD);
    return got;
}

/* Returns what the rank after has written, and where the shared pointer is then. */
static void use_file(int round, int *read, MPI_Offset *at) {
    const int value = 100000 * round + rank;
    MPI_File_write_at_all(file, rank, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_read_at_all(file, right, read, 1, MPI_INT, MPI_STATUS_IGNORE);
    if (round == 1) MPI_File_seek_shared(file, size, MPI_SEEK_SET);
    MPI_File_write_ordered(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_get_position_shared(file, at);
    MPI_Barrier(MPI_COMM_WORLD);
}

struct seen {
    int put, sum, in_half, got, read, at;
};

static struct seen use_all(int round) {
    struct seen seen = {-1, -1, -1, -1, -1, -1};
    MPI_Offset at = -1;
    use_allocated(round, &seen.put, &seen.sum);
    seen.in_half = use_created(round);
    seen.got = use_dynamic(round);
    use_file(round, &seen.read, &at);
    seen.at = (int)at;
    return seen;
}

static void begin(int *argc, char ***argv) {
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    right = (rank + 1) % size;
    left = (rank + size - 1) % size;
}

static void end(void) {
    MPI_Win_unlock_all(dynamic);
    MPI_Win_detach(dynamic, attached);
    MPI_Win_free(&dynamic);
    MPI_Win_free(&created);
    MPI_Win_free(&allocated);
    MPI_File_close(&file);
    MPI_Comm_free(&half);
    MPI_Finalize();
}
