// How far a death reaches: what those lose whom it does not concern. For a second rank 1 measures
// how long its calls take; in the middle of it the last rank dies, if it is told to. Prints JSON.
//
//   farm       rank 0 serves whoever comes (MPI_ANY_SOURCE), rank 1 asks it again and again, and
//              all others compute for longer than that, outside of MPI
//   ensembles  ranks 0 and 1 sum up again and again on a communicator of their own; the others do
//              so on theirs, and pause in between
//
// usage: bench_scope farm|ensembles lives|dies

#include <mpi.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include <unistd.h>

namespace {

constexpr double duration = 1.0;            // seconds
constexpr useconds_t until_death = 500'000; // microseconds
constexpr useconds_t long_task = 2'500'000;
constexpr useconds_t pause_between = 1'000;
constexpr int ask = 1;
constexpr int answer = 2;
constexpr int measured = 3;

/// Seconds.
struct Measured {
    double median = 0;
    double longest = 0;
};

Measured evaluate(std::vector<double> &times) {
    std::sort(times.begin(), times.end());
    return {times[times.size() / 2], times.back()};
}

void report(Measured found) {
    std::printf("{\"median\": %.9f, \"longest\": %.9f}\n", found.median, found.longest);
}

/// Calls `call` until the time is over or it says so, and measures each call.
template <typename Call> Measured repeat(Call call) {
    std::vector<double> times;
    const double begin = MPI_Wtime();
    for (bool more = true; more;) {
        const double before = MPI_Wtime();
        more = call(before - begin < duration);
        times.push_back(MPI_Wtime() - before);
    }
    return evaluate(times);
}

void die_or_live(bool dies) {
    usleep(until_death);
    if (dies) static_cast<void>(std::raise(SIGKILL));
}

/// Until rank 1 has told what it measured.
void serve() {
    for (;;) {
        Measured found;
        MPI_Status status;
        MPI_Recv(&found, 2, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        if (status.MPI_TAG == measured) return report(found);
        MPI_Send(&found, 2, MPI_DOUBLE, status.MPI_SOURCE, answer, MPI_COMM_WORLD);
    }
}

void be_served() {
    Measured found = repeat([](bool more) {
        Measured nothing;
        MPI_Send(&nothing, 2, MPI_DOUBLE, 0, ask, MPI_COMM_WORLD);
        MPI_Recv(&nothing, 2, MPI_DOUBLE, 0, answer, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        return more;
    });
    MPI_Send(&found, 2, MPI_DOUBLE, 0, measured, MPI_COMM_WORLD);
}

void farm(int rank, int size, bool dies) {
    if (rank == 0)
        serve();
    else if (rank == 1)
        be_served();
    else if (rank == size - 1)
        die_or_live(dies);
    else
        usleep(long_task);
}

/// The ensemble continues as long as its first rank wants to.
bool sum_up(MPI_Comm ensemble, bool more) {
    int rank = 0;
    MPI_Comm_rank(ensemble, &rank);
    int going_on = rank == 0 && more ? 1 : 0;
    MPI_Allreduce(MPI_IN_PLACE, &going_on, 1, MPI_INT, MPI_MAX, ensemble);
    return going_on != 0;
}

void ensembles(int rank, int size, bool dies) {
    MPI_Comm ensemble = MPI_COMM_NULL;
    const bool first = rank < 2;
    MPI_Comm_split(MPI_COMM_WORLD, first ? 0 : 1, 0, &ensemble);
    double begin = MPI_Wtime();
    const Measured found = repeat([&](bool more) {
        if (!first) usleep(pause_between);
        if (rank == size - 1 && dies && MPI_Wtime() - begin > 1e-6 * until_death)
            static_cast<void>(std::raise(SIGKILL));
        return sum_up(ensemble, more);
    });
    if (rank == 0) report(found);
    MPI_Comm_free(&ensemble);
}

} // namespace

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const std::string_view scenario = argc > 1 ? argv[1] : "";
    const std::string_view fate = argc > 2 ? argv[2] : "";
    if (size < 4 || (scenario != "farm" && scenario != "ensembles") ||
        (fate != "lives" && fate != "dies")) {
        std::fputs("usage: bench_scope farm|ensembles lives|dies, with 4 ranks or more\n", stderr);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    if (scenario == "farm")
        farm(rank, size, fate == "dies");
    else
        ensembles(rank, size, fate == "dies");
    MPI_Finalize();
    return 0;
}
