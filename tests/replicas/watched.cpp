#include "checks.hpp"
#include "dying.h"

#include <cstdint>

/// Rank 0 watches its own memory, which rank 1 changes now and then under a lock, and sends what it
/// sees in each step. In which step a change comes is another one in each run, but it is the same
/// one in both processes of each rank. TEST_PAUSES="PROCESS#STEP:MICROSECONDS,..." lets a process
/// fall behind.
///
/// It never waits for rank 1 for longer than that takes to receive what was sent.
///
/// usage: replicas_watched [steps [steps between two changes]]

namespace {

constexpr int tag_of_value = 0;
constexpr int tag_of_pace = 1;

bool is_paced(int step) { return step % 8 == 7; }

void pause_at(int step) {
    const char *const process = std::getenv("PMIX_RANK");
    const char *const plan = std::getenv("TEST_PAUSES");
    if (process == nullptr || plan == nullptr) return;
    std::istringstream pauses(plan);
    for (std::string pause; std::getline(pauses, pause, ',');) {
        int of = -1;
        int at = -1;
        int microseconds = 0;
        if (std::sscanf(pause.c_str(), "%d#%d:%d", &of, &at, &microseconds) != 3) std::abort();
        if (of == std::atoi(process) && at == step) usleep(static_cast<unsigned>(microseconds));
    }
}

/// `come_to(steps + n)`: rank 0 has just seen the n-th change, and has not told it yet.
void watch(int steps, const long *memory, MPI_Win win) {
    long last = 0;
    for (int step = 0; step < steps; ++step) {
        come_to(step);
        pause_at(step);
        MPI_Win_sync(win);
        const long value = *static_cast<const volatile long *>(memory);
        if (value != last) {
            std::printf("step %d: %ld\n", step, value);
            come_to(steps + static_cast<int>(value));
            checks::check(value == last + 1, "the changes come one by one");
        }
        last = value;
        MPI_Send(&value, 1, MPI_LONG, 1, tag_of_value, MPI_COMM_WORLD);
        if (is_paced(step))
            MPI_Recv(nullptr, 0, MPI_INT, 1, tag_of_pace, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

void change(int steps, int between, MPI_Win win) {
    long changes = 0;
    long last = 0;
    for (int step = 0; step < steps; ++step) {
        pause_at(step);
        long value = -1;
        MPI_Recv(&value, 1, MPI_LONG, 0, tag_of_value, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (is_paced(step)) MPI_Send(nullptr, 0, MPI_INT, 0, tag_of_pace, MPI_COMM_WORLD);
        if (value != last) std::printf("step %d: %ld\n", step, value);
        last = value;
        if (step % between != between - 1) continue;
        ++changes;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(&changes, 1, MPI_LONG, 0, 0, 1, MPI_LONG, win);
        MPI_Win_unlock(0, win);
    }
}

} // namespace

int main(int argc, char **argv) {
    const int steps = argc > 1 ? std::atoi(argv[1]) : 1000;
    const int between = argc > 2 ? std::atoi(argv[2]) : 100;
    setvbuf(stdout, nullptr, _IOLBF, 0);
    MPI_Init(&argc, &argv);
    plan_death();
    const int rank = checks::rank_in(MPI_COMM_WORLD);
    long *memory = nullptr;
    MPI_Win win = MPI_WIN_NULL;
    MPI_Win_allocate(sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    *memory = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) watch(steps, memory, win);
    if (rank == 1) change(steps, between, win);
    MPI_Win_free(&win);
    tell_time();
    MPI_Finalize();
    std::printf("rank %d: done\n", rank);
    return 0;
}
