// Threads of every process add to the same numbers of one window, while a process dies.

#include <mpi.h>

#include <cstdio>
#include <thread>
#include <vector>

int main(int argc, char **argv) {
    int provided = MPI_THREAD_SINGLE;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (provided != MPI_THREAD_MULTIPLE) {
        std::puts("ok: windows_threads"); // there is nothing to see
        MPI_Finalize();
        return 0;
    }
    constexpr int threads = 3;
    constexpr long times = 400;
    const auto length = static_cast<std::size_t>(size) + 1;
    long *memory = nullptr;
    MPI_Win win = MPI_WIN_NULL;
    MPI_Win_allocate(static_cast<MPI_Aint>(length * sizeof(long)), sizeof(long), MPI_INFO_NULL,
                     MPI_COMM_WORLD, &memory, &win);
    for (std::size_t i = 0; i < length; i++)
        memory[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    std::vector<std::thread> all;
    for (int number = 0; number < threads; number++)
        all.emplace_back([&] {
            const long one = 1;
            long before = 0;
            for (long i = 0; i < times; i++)
                for (int target = 0; target < size; target++) {
                    MPI_Accumulate(&one, 1, MPI_LONG, target, rank, 1, MPI_LONG, MPI_SUM, win);
                    MPI_Fetch_and_op(&one, &before, MPI_LONG, target, size, MPI_SUM, win);
                    MPI_Win_flush(target, win);
                }
        });
    for (std::thread &thread : all)
        thread.join();
    MPI_Win_unlock_all(win);

    std::vector<int> self(static_cast<std::size_t>(size), 0);
    std::vector<int> alive(static_cast<std::size_t>(size), 0);
    self[static_cast<std::size_t>(rank)] = 1;
    MPI_Allreduce(self.data(), alive.data(), size, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    bool failed = false;
    long sum = 0;
    long dead = 0;
    for (int other = 0; other < size; other++) {
        const long counted = memory[other];
        sum += counted;
        if (alive[static_cast<std::size_t>(other)] == 0) {
            dead++;
            failed |= counted > threads * times;
        } else {
            failed |= counted != threads * times;
        }
    }
    // Each thread of the dead may have done the one and not the other.
    failed |= memory[size] > sum || memory[size] < sum - dead * threads;
    if (failed) std::printf("wrong: rank %d: %ld together, %ld each\n", rank, memory[size], sum);
    MPI_Win_free(&win);
    MPI_Finalize();
    if (!failed) std::puts("ok: windows_threads");
    return failed ? 1 : 0;
}
