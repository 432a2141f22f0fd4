// What a message costs when it is logged (docs/reference/local-recovery.md): rank 0 and rank 1 send
// each other messages of a size, by MPI_Sendrecv and by closeranks/local.hpp in turn. Rank 0 prints
// the bytes and microseconds of an exchange by either: medians of the turns, of which each has
// many. It is run by hand, with closeranks:
//
//     closeranks -n 2 bench_local_messages [thread|beside]
//
// `thread`: with one for recoveries; `beside`: with one beside messages (MPI_THREAD_MULTIPLE).
#include <closeranks/local.hpp>

#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <span>
#include <vector>

namespace {

constexpr int turns = 21;

template <typename Exchange> double microseconds_of(int count, Exchange exchange) {
    const double begin = MPI_Wtime();
    for (int i = 0; i < count; ++i)
        exchange();
    return 1e6 * (MPI_Wtime() - begin) / count;
}

double median(std::vector<double> times) {
    std::nth_element(times.begin(), times.begin() + turns / 2, times.end());
    return times[turns / 2];
}

void measure(closeranks::LocalRecovery &local, int rank, std::size_t size, long long &stamp) {
    const int count = size > 100'000 ? 20 : 200;
    const int other = 1 - rank;
    std::vector<char> given(size, 'a');
    std::vector<char> got(size);
    std::vector<double> by_mpi;
    std::vector<double> logged;
    for (int turn = 0; turn < turns; ++turn) {
        {
            const auto held = local.hold(); // nobody dies, so it is no harm
            by_mpi.push_back(microseconds_of(count, [&] {
                const int bytes = static_cast<int>(size);
                MPI_Sendrecv(given.data(), bytes, MPI_BYTE, other, 0, got.data(), bytes, MPI_BYTE,
                             other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            }));
        }
        logged.push_back(microseconds_of(count, [&] {
            local.send(other, 0, std::span(given));
            local.receive(other, 0, std::span(got));
        }));
        local.commit(++stamp);
    }
    if (rank == 0)
        std::printf("%zu bytes: %.2f by MPI_Sendrecv, %.2f logged\n", size, median(by_mpi),
                    median(logged));
}

} // namespace

int main(int argc, char **argv) {
    int level = MPI_THREAD_SERIALIZED;
    if (argc > 1 && argv[1][0] == 'b') level = MPI_THREAD_MULTIPLE;
    MPI_Init_thread(&argc, &argv, level, &level);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    {
        closeranks::LocalRecovery local(MPI_COMM_WORLD, "buddy", std::size_t{1} << 30);
        local.member(0, std::span(&rank, 1));
        if (argc > 1) local.use_thread();
        local.run([&](long long stamp) {
            for (const std::size_t size : {8, 1024, 16'384, 262'144, 4'194'304})
                measure(local, rank, size, stamp);
        });
    }
    MPI_Finalize();
    return 0;
}
