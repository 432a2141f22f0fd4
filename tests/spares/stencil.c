/* A ring of cells, one for each rank, in rounds of messages and collectives. It keeps checkpoints
 * in the memory of a neighbour, and goes back to them when spares have taken the places of lost
 * ranks. What comes out must be what a run without losses has: every rank computes that for itself.
 *
 *     stencil ROUNDS [MARK WHERE [EXTRA]]
 *
 * A rank that has come back dies once more at WHERE (way, resume, restore, end), and only if it can
 * make the file MARK. At "start" whoever is started later ends, without MPI, at "once" the first
 * one dies so; at "leader" that kills rank 0, which has started it, and waits in MPI_Init then; at
 * "replacement" the second one kills the first one.
 * EXTRA: what to do wrong on the way ("bcast"). The variable PAUSE: so many milliseconds pass at
 * each checkpoint.
 */
#include <closeranks.h>

#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { every = 5, most_ranks = 64, tag_copy = 7, tag_restore = 8 };

typedef struct {
    int64_t round;
    uint64_t own;
    uint64_t neighbours; /* the cell of the rank before this one */
} checkpoint;

static int rank, size, idle;
static MPI_Comm copy_of_world, ring, parity, late;
static const char *mark, *where;

static void maybe_die(const char *here) {
    if (where == NULL || strcmp(where, here) != 0) return;
    if (open(mark, O_CREAT | O_EXCL, 0600) >= 0) raise(SIGKILL);
}

/* The first process that comes leaves its number; a later one kills it, once. */
static void leave_number_or_kill(void) {
    char path[4096];
    int number = 0;
    snprintf(path, sizeof path, "%s.number", mark);
    const int file = open(path, O_CREAT | O_EXCL | O_WRONLY, 0600);
    if (file >= 0) {
        dprintf(file, "%d", (int)getpid());
        close(file);
        return;
    }
    FILE *left = fopen(path, "r");
    const int is_known = left != NULL && fscanf(left, "%d", &number) == 1;
    if (left != NULL) fclose(left);
    if (is_known && open(mark, O_CREAT | O_EXCL, 0600) >= 0) kill(number, SIGKILL);
}

static int may_start(void) {
    const char *exported = getenv("EXPORTED");
    const int is_later = getenv("OMPI_PARENT_PORT") != NULL;
    if (where == NULL) return 1;
    if (strcmp(where, "sleep") == 0 && is_later) sleep(100);
    if (strcmp(where, "start") == 0) return !is_later;
    if (is_later) maybe_die("once");
    const char *process = getenv("PMIX_RANK");
    const int is_leader = !is_later && process != NULL && strcmp(process, "0") == 0;
    if (strcmp(where, "leader") == 0 && (is_later || is_leader)) leave_number_or_kill();
    if (strcmp(where, "replacement") == 0 && is_later) leave_number_or_kill();
    return strcmp(where, "exported") != 0 || (exported != NULL && strcmp(exported, mark) == 0);
}

static void fail(const char *what) {
    printf("rank %d: %s is wrong\n", rank, what);
    fflush(stdout);
    MPI_Abort(MPI_COMM_WORLD, 3);
}

static uint64_t first(int of) { return 1000003ULL * (uint64_t)of + 17; }

static uint64_t next(uint64_t left, uint64_t own, uint64_t right, uint64_t sum) {
    return own * 3 + left * 5 + right * 7 + sum;
}

/* What the cells of one parity contribute to the sum that its ranks take. */
static uint64_t sum_of(const uint64_t cells[], int of) {
    uint64_t sum = 0;
    for (int i = of % 2; i < size; i += 2)
        sum += cells[i] ^ (uint64_t)i;
    return sum;
}

static uint64_t expected(int rounds) {
    uint64_t cells[most_ranks], fresh[most_ranks];
    for (int i = 0; i < size; ++i)
        cells[i] = first(i);
    for (int round = 0; round < rounds; ++round) {
        for (int i = 0; i < size; ++i)
            fresh[i] = next(cells[(i + size - 1) % size], cells[i], cells[(i + 1) % size],
                            sum_of(cells, i));
        memcpy(cells, fresh, sizeof cells);
    }
    return cells[rank];
}

static uint64_t step(uint64_t own) {
    uint64_t left = 0, right = 0, sum = 0, mine = own ^ (uint64_t)rank;
    int before, after;
    MPI_Cart_shift(ring, 0, 1, &before, &after);
    MPI_Sendrecv(&own, 1, MPI_UINT64_T, after, 1, &left, 1, MPI_UINT64_T, before, 1, ring,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv(&own, 1, MPI_UINT64_T, before, 2, &right, 1, MPI_UINT64_T, after, 2, ring,
                 MPI_STATUS_IGNORE);
    MPI_Allreduce(&mine, &sum, 1, MPI_UINT64_T, MPI_SUM, parity);
    return next(left, own, right, sum);
}

/* Returns how many ranks are missing; then the checkpoint does not count. */
static int take_checkpoint(checkpoint *kept, int64_t round, uint64_t own) {
    const int after = (rank + 1) % size, before = (rank + size - 1) % size;
    checkpoint fresh = {round, own, 0};
    int missing = 0;
    usleep((useconds_t)idle * 1000);
    MPI_Sendrecv(&own, 1, MPI_UINT64_T, after, tag_copy, &fresh.neighbours, 1, MPI_UINT64_T, before,
                 tag_copy, copy_of_world, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    closeranks_missing_count(MPI_COMM_WORLD, &missing);
    if (missing == 0) *kept = fresh;
    return missing;
}

static int is_in(int one, const int some[], int count) {
    for (int i = 0; i < count; ++i)
        if (some[i] == one) return 1;
    return 0;
}

/* Those who came back get their cells from the rank after them, and the copy that they are to keep
 * from the rank before. */
static void restore(checkpoint *kept, closeranks_role role) {
    int back[most_ranks], count = 0;
    const int after = (rank + 1) % size, before = (rank + size - 1) % size;
    closeranks_replaced_ranks(most_ranks, back, &count);
    if (is_in(rank, back, count) != (role == CLOSERANKS_ROLE_RECOVERED)) fail("who came back");
    MPI_Allreduce(MPI_IN_PLACE, &kept->round, 1, MPI_INT64_T, MPI_MAX, MPI_COMM_WORLD);
    maybe_die(role == CLOSERANKS_ROLE_RECOVERED ? "restore" : "");
    if (is_in(before, back, count))
        MPI_Send(&kept->neighbours, 1, MPI_UINT64_T, before, tag_restore, copy_of_world);
    if (role == CLOSERANKS_ROLE_RECOVERED)
        MPI_Recv(&kept->own, 1, MPI_UINT64_T, after, tag_restore, copy_of_world, MPI_STATUS_IGNORE);
    if (is_in(after, back, count))
        MPI_Send(&kept->own, 1, MPI_UINT64_T, after, tag_restore, copy_of_world);
    if (role == CLOSERANKS_ROLE_RECOVERED)
        MPI_Recv(&kept->neighbours, 1, MPI_UINT64_T, before, tag_restore, copy_of_world,
                 MPI_STATUS_IGNORE);
}

/* What a communicator is like, whoever made it and whenever. The sums lack who has died meanwhile.
 */
static void check_communicators(uint64_t *wrong_sums) {
    const int before = (rank + size - 1) % size, after = (rank + 1) % size;
    int ranks = 0, own = 0, kind = 0, coordinate = -1, beside[2] = {-1, -1};
    MPI_Comm_size(ring, &ranks);
    MPI_Comm_rank(ring, &own);
    MPI_Topo_test(ring, &kind);
    MPI_Cart_coords(ring, own, 1, &coordinate);
    if (ranks != size || own != rank || kind != MPI_CART || coordinate != rank) fail("the ring");
    MPI_Neighbor_allgather(&rank, 1, MPI_INT, beside, 1, MPI_INT, ring);
    *wrong_sums += beside[0] != before || beside[1] != after;
    MPI_Comm_size(parity, &ranks);
    MPI_Comm_rank(parity, &own);
    if (ranks != (size + 1 - rank % 2) / 2 || own != rank / 2) fail("the parity");
    if (rank < 2 ? late == MPI_COMM_NULL : late != MPI_COMM_NULL) fail("the first two");
    if (late != MPI_COMM_NULL) {
        int sum = 0;
        MPI_Comm_size(late, &ranks);
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, late);
        if (ranks != 2) fail("the size of the first two");
        *wrong_sums += sum != 1;
    }
}

static void make_communicators(void) {
    int periodic = 1;
    MPI_Comm unused;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy_of_world);
    MPI_Cart_create(copy_of_world, 1, &size, &periodic, 0, &ring);
    MPI_Comm_dup(ring, &unused);
    MPI_Comm_free(&unused);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &parity);
    MPI_Comm_split(copy_of_world, rank < 2 ? 0 : MPI_UNDEFINED, -rank, &late);
}

/* Communicators that are made after every recovery, by all. */
static void check_fresh_communicators(uint64_t *wrong_sums) {
    const int remains = 1;
    MPI_Comm fresh;
    int sum = 0, kind = 0;
    MPI_Comm_dup(copy_of_world, &fresh);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, fresh);
    *wrong_sums += sum != size * (size - 1) / 2;
    MPI_Comm_free(&fresh);
    MPI_Comm_dup(ring, &fresh);
    MPI_Topo_test(fresh, &kind);
    if (kind != MPI_CART) fail("the copy of the ring");
    MPI_Comm_free(&fresh);
    MPI_Cart_sub(ring, &remains, &fresh);
    MPI_Topo_test(fresh, &kind);
    if (kind != MPI_CART) fail("a part of the ring");
    MPI_Comm_free(&fresh);
}

int main(int argc, char **argv) {
    const int rounds = atoi(argv[1]);
    closeranks_role role = CLOSERANKS_ROLE_INITIAL;
    int returning = 0, times_back = 0, missing = 0;
    checkpoint kept = {-1, 0, 0};
    if (getenv("PAUSE") != NULL) idle = atoi(getenv("PAUSE"));
    if (argc > 3) {
        mark = argv[2];
        where = argv[3];
    }
    if (!may_start()) return 3;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    closeranks_returning(&returning);
    make_communicators();
    if (returning) maybe_die("way");
    if (returning && argc > 4) MPI_Bcast(&missing, 1, MPI_INT, 0, MPI_COMM_WORLD);
    do {
        closeranks_resume(&role);
        if (role == CLOSERANKS_ROLE_RECOVERED) maybe_die("resume");
        closeranks_missing_count(MPI_COMM_WORLD, &missing);
        if (role != CLOSERANKS_ROLE_INITIAL) {
            ++times_back;
            restore(&kept, role);
        }
        if (missing != 0) break;
        uint64_t wrong_sums = 0;
        check_communicators(&wrong_sums);
        check_fresh_communicators(&wrong_sums);
        MPI_Barrier(MPI_COMM_WORLD);
        closeranks_missing_count(MPI_COMM_WORLD, &missing);
        if (missing != 0) continue;
        if (wrong_sums != 0) fail("a sum");
        if (kept.round < 0) kept = (checkpoint){0, first(rank), first((rank + size - 1) % size)};
        uint64_t own = kept.own;
        for (int64_t round = kept.round; round < rounds && missing == 0;) {
            own = step(own);
            if (++round % every == 0 || round == rounds)
                missing = take_checkpoint(&kept, round, own);
        }
    } while (missing != 0);
    if (missing != 0)
        printf("rank %d continues without %d\n", rank, missing);
    else if (kept.own != expected(rounds))
        fail("the last value");
    else
        printf("rank %d of %d is right, %d times back, %s\n", rank, size, times_back,
               returning ? "recovered" : "from the beginning");
    fflush(stdout);
    if (returning) maybe_die("end");
    MPI_Comm_free(&parity);
    MPI_Comm_free(&ring);
    MPI_Finalize();
    return 0;
}
