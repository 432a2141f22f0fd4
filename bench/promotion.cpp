// What the death of a process costs a replicated run: the longest step of a loop of small
// Allreduces and messages in a ring, beside the usual one. An ordinary MPI program.
//
// usage: bench_promotion [seconds]
//
// Prints one JSON object: the median and the longest step in seconds, and the number of steps.

#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

void step(int rank, int size) {
    long mine = rank;
    long got = -1;
    MPI_Sendrecv(&mine, 1, MPI_LONG, (rank + 1) % size, 0, &got, 1, MPI_LONG,
                 (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Allreduce(MPI_IN_PLACE, &mine, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
}

} // namespace

int main(int argc, char **argv) {
    const double seconds = argc > 1 ? std::atof(argv[1]) : 2;
    MPI_Init(&argc, &argv);
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    std::vector<double> steps;
    const double begin = MPI_Wtime();
    double now = begin;
    for (int goes_on = 1; goes_on;) {
        step(rank, size);
        const double after = MPI_Wtime();
        steps.push_back(after - now);
        now = after;
        goes_on = now - begin < seconds;
        MPI_Bcast(&goes_on, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    double longest = *std::max_element(steps.begin(), steps.end());
    MPI_Allreduce(MPI_IN_PLACE, &longest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    std::nth_element(steps.begin(), steps.begin() + static_cast<long>(steps.size() / 2),
                     steps.end());
    if (rank == 0)
        std::printf("{\"usual\": %.9f, \"longest\": %.9f, \"steps\": %zu}\n",
                    steps[steps.size() / 2], longest, steps.size());
    MPI_Finalize();
    return 0;
}
