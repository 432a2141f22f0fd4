/* A store that is made within what is done again after a death: a death while it is made is told of
 * by an exception, at the latest by the first checkpoint. Each rank has numbers in it.
 *
 *     made_within
 */
#include <closeranks/resume.hpp>
#include <closeranks/store.hpp>

#include <array>
#include <cstdio>
#include <span>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    closeranks::throw_when_lost(MPI_COMM_WORLD);
    std::array<double, 3> numbers{};
    closeranks::come_back([&](closeranks_role) {
        closeranks::Store store(MPI_COMM_WORLD, "buddy");
        store.member(0, std::span(numbers)); // of a fixed size
        for (int step = 1; step < 4; ++step) {
            numbers = {1.0 * rank, 1.0 * step, 0.5};
            store.commit(step);
        }
        std::array<double, 3> others{};
        store.restore_from((rank + 1) % 4, 0, std::span(others));
        std::printf("rank %d got %g %g %g\n", rank, others[0], others[1], others[2]);
    });
    MPI_Finalize();
    return 0;
}
