// All processes count in each other's memory, each for itself and all together, by every means that
// excludes others, while some of them die. What survivors have counted is there, exactly once.

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

int rank = 0;
int size = 0;
bool failed = false;

// Where a process's memory has what: a number for each rank and means, and one together.
enum Means { accumulated, fetched, swapped, locked, means };
std::size_t index_of(Means by, int origin) {
    return static_cast<std::size_t>(by) * static_cast<std::size_t>(size + 1) +
           static_cast<std::size_t>(origin);
}
MPI_Aint place(Means by, int origin) { return static_cast<MPI_Aint>(index_of(by, origin)); }

void check(int code) {
    if (code == MPI_SUCCESS) return;
    std::printf("wrong: rank %d: a call returned %d\n", rank, code);
    failed = true;
}

void count(Means by, int target, MPI_Win win) {
    constexpr long one = 1;
    constexpr long nothing = -1;
    long before = 0;
    for (const int origin : {rank, size}) { // this rank's number, and that of all together
        const MPI_Aint at = place(by, origin);
        switch (by) {
        case accumulated:
            check(MPI_Accumulate(&one, 1, MPI_LONG, target, at, 1, MPI_LONG, MPI_SUM, win));
            break;
        case fetched:
            check(MPI_Fetch_and_op(&one, &before, MPI_LONG, target, at, MPI_SUM, win));
            break;
        case swapped:
            for (long seen = 0;; seen = before) {
                const long next = seen + 1;
                before = nothing; // it stays, when the target is missing
                check(MPI_Compare_and_swap(&next, &seen, &before, MPI_LONG, target, at, win));
                if (before == seen || before == nothing) break;
            }
            break;
        default:
            check(MPI_Get(&before, 1, MPI_LONG, target, at, 1, MPI_LONG, win));
            check(MPI_Win_flush(target, win));
            before++;
            check(MPI_Put(&before, 1, MPI_LONG, target, at, 1, MPI_LONG, win));
        }
    }
}

/// What survivors have counted is there; of the dead, no more than they could have counted.
void judge(const long *memory, const std::vector<int> &alive, long rounds) {
    for (int by = 0; by < means; by++) {
        long sum = 0;
        for (int origin = 0; origin < size; origin++) {
            const long counted = memory[index_of(static_cast<Means>(by), origin)];
            const bool lives = alive[static_cast<std::size_t>(origin)] != 0;
            if (lives ? counted != rounds : counted > rounds) {
                std::printf("wrong: rank %d: %ld of rank %d by %d\n", rank, counted, origin, by);
                failed = true;
            }
            sum += counted;
        }
        // Whoever has died may have done the one and not the other.
        const long together = memory[index_of(static_cast<Means>(by), size)];
        const auto lost = size - static_cast<long>(std::count(alive.begin(), alive.end(), 1));
        if (together > sum || together < sum - lost) {
            std::printf("wrong: rank %d: %ld together, %ld each, by %d\n", rank, together, sum, by);
            failed = true;
        }
    }
}

} // namespace

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const bool allocates = argc < 2 || argv[1][0] == 'a';
    const long rounds = 300;
    const auto length = static_cast<std::size_t>(means) * static_cast<std::size_t>(size + 1);
    std::vector<long> own(length, 0);
    long *memory = own.data();
    MPI_Win win = MPI_WIN_NULL;
    const auto bytes = static_cast<MPI_Aint>(length * sizeof(long));
    constexpr int unit = sizeof(long);
    if (allocates)
        MPI_Win_allocate(bytes, unit, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    else
        MPI_Win_create(memory, bytes, unit, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    for (std::size_t i = 0; i < length; i++)
        memory[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    for (long round = 0; round < rounds; round++) {
        for (int step = 0; step < size; step++) {
            const int target = (rank + step) % size;
            check(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win));
            count(locked, target, win);
            check(MPI_Win_unlock(target, win));
        }
        check(MPI_Win_lock_all(0, win));
        for (int target = 0; target < size; target++)
            for (const Means by : {accumulated, fetched, swapped})
                count(by, target, win);
        check(MPI_Win_unlock_all(win));
    }

    std::vector<int> alive(static_cast<std::size_t>(size), 0);
    std::vector<int> self(static_cast<std::size_t>(size), 0);
    self[static_cast<std::size_t>(rank)] = 1;
    MPI_Allreduce(self.data(), alive.data(), size, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    judge(memory, alive, rounds);
    if (argc < 3) check(MPI_Win_free(&win)); // else it is there still in MPI_Finalize
    MPI_Finalize();
    if (failed) return 1;
    std::printf("ok: windows_counting\n");
    return 0;
}
