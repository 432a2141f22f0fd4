/* Nothing is lost: survivors continue with the work of the dead ranks. A program that uses
 * closeranks_store.h, and gives the same result without closeranks.
 *
 * The work is a long list of numbers; a hash of each number is added to a sum. Each rank has a part
 * of the list. Now and then all ranks take a checkpoint of their sums and of the rest of their
 * parts. When ranks have died, the lowest survivor takes over their sums as of the checkpoint, and
 * all survivors share the rest of their lists. So the total is the same, whichever ranks die.
 *
 * usage: share_work [numbers [WHERE]]     WHERE: "buddy", or as closeranks_store_create has it
 */
#include <closeranks.h>
#include <closeranks_store.h>
#include <inttypes.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_ranges = 512, most_ranks = 64, batch = 20000 };
enum { sum_id, ranges_id, adopted_id };

typedef struct {
    int64_t begin, end;
} Range;

/* The checkpoint of a rank. */
static uint64_t sum;
static Range ranges[most_ranges];
static int adopted[most_ranks]; /* dead ranks whose work has been dealt out; the same everywhere */

static int rank, size;
static closeranks_store store;
static long long stamp;

static uint64_t hash(uint64_t n) { /* splitmix64 */
    n += 0x9E3779B97F4A7C15u;
    n = (n ^ (n >> 30)) * 0xBF58476D1CE4E5B9u;
    n = (n ^ (n >> 27)) * 0x94D049BB133111EBu;
    return n ^ (n >> 31);
}

/* Some of the work. Returns how much there was to do. */
static int64_t work(void) {
    int64_t done = 0;
    for (int r = 0; r < most_ranges && done < batch; ++r)
        for (; ranges[r].begin < ranges[r].end && done < batch; ++ranges[r].begin, ++done)
            sum += hash((uint64_t)ranges[r].begin);
    return done;
}

static void add(Range range) {
    for (int r = 0; range.begin < range.end && r < most_ranges; ++r)
        if (ranges[r].begin == ranges[r].end) {
            ranges[r] = range;
            return;
        }
    if (range.begin < range.end) {
        fprintf(stderr, "share_work: rank %d has no place for more work\n", rank);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

static void end_if(int code, const char *what) {
    if (code == MPI_SUCCESS) return;
    fprintf(stderr, "share_work: rank %d cannot %s: %s\n", rank, what,
            closeranks_store_explain(store));
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* The work of a dead rank, as of the newest checkpoint. */
static void adopt(int dead, const int missing[], int count) {
    uint64_t its_sum = 0;
    static Range its_ranges[most_ranges];
    int survivors = size - count, place = rank;
    MPI_Count got = 0;
    for (int i = 0; i < count && missing[i] < rank; ++i)
        --place;
    end_if(closeranks_store_restore_from(store, dead, sum_id, &its_sum, 1, MPI_UINT64_T, &got),
           "get what a dead rank had");
    end_if(closeranks_store_restore_from(store, dead, ranges_id, its_ranges, 2 * most_ranges,
                                         MPI_INT64_T, &got),
           "get what a dead rank had");
    if (place == 0) sum += its_sum;
    for (int r = 0; r < most_ranges; ++r) {
        Range all = its_ranges[r];
        int64_t length = all.end - all.begin;
        add((Range){all.begin + length * place / survivors,
                    all.begin + length * (place + 1) / survivors});
    }
    adopted[dead] = 1;
}

/* The number of dead ranks that have been adopted. */
static int count_adopted(void) {
    int count = 0;
    for (int r = 0; r < size; ++r)
        count += adopted[r];
    return count;
}

/* A checkpoint. If a rank has died, all go back to the checkpoint before, adopt the dead ranks, and
 * try again. */
static void save(void) {
    while (closeranks_store_commit(store, ++stamp) != MPI_SUCCESS) {
        int missing[most_ranks], count;
        end_if(closeranks_store_restore(store, CLOSERANKS_NEWEST), "go back to a checkpoint");
        closeranks_store_missing(store, most_ranks, missing, &count);
        for (int i = 0; i < count; ++i)
            if (!adopted[missing[i]]) adopt(missing[i], missing, count);
    }
}

/* The first checkpoint: all live ranks divide the list. */
static void begin(int64_t numbers) {
    int missing[most_ranks], count, place;
    do {
        closeranks_store_missing(store, most_ranks, missing, &count);
        place = rank;
        for (int i = 0; i < count; ++i) {
            adopted[missing[i]] = 1;
            if (missing[i] < rank) --place;
        }
        ranges[0] =
            (Range){numbers * place / (size - count), numbers * (place + 1) / (size - count)};
    } while (closeranks_store_commit(store, ++stamp) != MPI_SUCCESS);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int64_t numbers = argc > 1 ? atoll(argv[1]) : 40000000;
    if (size > most_ranks) MPI_Abort(MPI_COMM_WORLD, 2);

    end_if(closeranks_store_create(MPI_COMM_WORLD, argc > 2 ? argv[2] : "buddy", &store),
           "make a store");
    closeranks_store_member(store, sum_id, &sum, 1, MPI_UINT64_T);
    closeranks_store_member(store, ranges_id, ranges, 2 * most_ranges, MPI_INT64_T);
    closeranks_store_member(store, adopted_id, adopted, most_ranks, MPI_INT);
    begin(numbers);

    enum { left, total, contributors };
    uint64_t mine[3], all[3];
    do {
        mine[left] = (uint64_t)work();
        save();
        mine[total] = sum;
        mine[contributors] = 1;
        MPI_Allreduce(mine, all, 3, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
        /* The total has the sums of all ranks if each lost rank was adopted before. */
    } while (all[left] != 0 || all[contributors] + (uint64_t)count_adopted() != (uint64_t)size);
    int lowest = size;
    MPI_Allreduce(&rank, &lowest, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (rank == lowest)
        printf("total %016" PRIx64 " of %" PRId64 " numbers\n", all[total], numbers);
    closeranks_store_free(&store);
    MPI_Finalize();
    return 0;
}
