// An ordinary MPI program with threads that call MPI, each on a communicator of its own: two that
// take turns, or four at once.
//
// usage: replicas_threads turns|at_once

#include "checks.hpp"
#include "dying.h"

#include <condition_variable>
#include <cstring>
#include <mutex>
#include <thread>
#include <vector>

namespace {

constexpr int steps = 60;

/// Sends a number around the ring, and sums it up.
void step(MPI_Comm comm, int number) {
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    const int left = (rank + size - 1) % size;
    const int mine = number * 100 + rank;
    int got = -1;
    MPI_Sendrecv(&mine, 1, MPI_INT, (rank + 1) % size, number, &got, 1, MPI_INT, left, number, comm,
                 MPI_STATUS_IGNORE);
    int sum = 0;
    MPI_Allreduce(&got, &sum, 1, MPI_INT, MPI_SUM, comm);
    checks::check(got == number * 100 + left, "the message");
    checks::check(sum == size * number * 100 + size * (size - 1) / 2, "the sum");
}

/// Whose turn it is; the threads follow each other.
class Turns {
  public:
    template <typename Work> void in_turn(int thread, const Work &work) {
        std::unique_lock guard(mutex_);
        changed_.wait(guard, [&] { return next_ == thread; });
        work();
        next_ = 1 - thread;
        changed_.notify_all();
    }

  private:
    std::mutex mutex_;
    std::condition_variable changed_;
    int next_ = 0;
};

void run(int thread, MPI_Comm comm, bool with_turns) {
    static Turns turns;
    for (int i = 0; i < steps; ++i) {
        const auto work = [&] {
            come_to(2 * i + thread);
            step(comm, i);
        };
        if (with_turns)
            turns.in_turn(thread, work);
        else
            work();
    }
}

} // namespace

int main(int argc, char **argv) {
    const bool with_turns = argc > 1 && std::strcmp(argv[1], "turns") == 0;
    int level = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    plan_death();
    std::vector<MPI_Comm> comms(with_turns ? 2 : 4);
    for (MPI_Comm &comm : comms)
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    std::vector<std::thread> others;
    for (std::size_t thread = 1; thread < comms.size(); ++thread)
        others.emplace_back(
            [&, thread] { run(static_cast<int>(thread), comms[thread], with_turns); });
    run(0, comms[0], with_turns);
    for (std::thread &other : others)
        other.join();
    for (MPI_Comm &comm : comms)
        MPI_Comm_free(&comm);
    std::printf("%s, done\n", level == MPI_THREAD_SERIALIZED ? "serialized" : "another level");
    tell_time();
    MPI_Finalize();
    return 0;
}
