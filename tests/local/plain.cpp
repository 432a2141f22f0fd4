/* A program that does what it must not within LocalRecovery::run(): it calls a collective that does
 * not go through the object, in step 3.
 *
 *     plain calm          nobody dies
 *     plain after         rank 2 dies before it; the others go through it without rank 2
 *     plain apart         rank 2 dies before it; rank 3 hears of that on its way there
 */
#include <closeranks/local.hpp>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <utility>

namespace {

constexpr int last = 6;
constexpr int forbidden = 3;
constexpr int mortal = 2;

/// The sum of what all have, but not by the object.
int add_up(int value) {
    int sum = 0;
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return sum;
}

/// The others tell the rank that is going to die that they have left the object: a rank that hears
/// of the death within it goes to the recovery, and not to the sum.
void have_all_left_the_object(int rank, int size) {
    constexpr int tag = 3;
    if (rank != mortal) MPI_Send(nullptr, 0, MPI_BYTE, mortal, tag, MPI_COMM_WORLD);
    for (int other = 0; rank == mortal && other < size; ++other)
        if (other != mortal)
            MPI_Recv(nullptr, 0, MPI_BYTE, other, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

void run(std::string_view way) {
    int rank = 0;
    int size = 0;
    int returning = 0;
    int step = 0;
    bool is_first_time = true;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    closeranks_returning(&returning);
    closeranks::LocalRecovery local(MPI_COMM_WORLD, "buddy");
    local.member(0, std::span(&step, 1));
    const auto take_steps = [&](long long stamp) {
        if (stamp < 0) step = 0;
        while (step < last) {
            int got = -1;
            local.send((rank + 1) % size, 0, std::span(&step, 1));
            local.receive((rank + size - 1) % size, 0, std::span(&got, 1));
            if (step == forbidden) {
                if (way == "after" && std::exchange(is_first_time, false) && returning == 0)
                    have_all_left_the_object(rank, size);
                if (way != "calm" && rank == mortal && returning == 0) raise(SIGKILL);
                if (way == "apart" && rank == 3)
                    for (int i = 0; i < 1000; ++i) {
                        local.poll();
                        std::this_thread::sleep_for(std::chrono::milliseconds(1));
                    }
                add_up(step);
            }
            if (++step % 2 == 0) local.commit(step);
        }
    };
    try {
        local.run(take_steps);
        std::printf("rank %d has got through\n", rank);
    } catch (const std::logic_error &error) {
        std::printf("rank %d, step %d: %s\n", rank, step, error.what());
    }
}

} // namespace

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    run(argc > 1 ? argv[1] : "");
    MPI_Finalize();
    return EXIT_SUCCESS;
}
