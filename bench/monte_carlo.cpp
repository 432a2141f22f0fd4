// The probability of a rare event by adaptive importance sampling: a small program full of Bcast
// and Reduce. How often a Gaussian deviate exceeds 4 is estimated from deviates around a centre
// that rank 0 moves after every step: one Bcast and one Reduce for each. Prints JSON.
//
// usage: bench_monte_carlo [steps [samples of each rank in a step]]

#include <mpi.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int steps = argc > 1 ? std::atoi(argv[1]) : 10000;
    const int samples = argc > 2 ? std::atoi(argv[2]) : 1000;

    constexpr double threshold = 4.0;
    std::mt19937_64 random(static_cast<unsigned>(rank) + 1);
    std::normal_distribution<double> gaussian;
    enum { weights, weighted, tallies };
    double all[tallies] = {};
    double centre = 2.0;

    MPI_Barrier(MPI_COMM_WORLD);
    const double begin = MPI_Wtime();
    for (int step = 0; step < steps; ++step) {
        MPI_Bcast(&centre, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        double mine[tallies] = {};
        for (int i = 0; i < samples; ++i) {
            const double x = centre + gaussian(random);
            if (x < threshold) continue;
            const double weight = std::exp(centre * (centre / 2 - x)); // of densities: 0 to centre
            mine[weights] += weight;
            mine[weighted] += weight * x;
        }
        double sum[tallies] = {};
        MPI_Reduce(mine, sum, tallies, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
        for (int i = 0; i < tallies; ++i)
            all[i] += sum[i];
        if (rank == 0 && all[weights] > 0) centre = all[weighted] / all[weights];
    }
    const double seconds = MPI_Wtime() - begin; // at rank 0, which has the last word in every step
    if (rank == 0)
        std::printf("{\"seconds\": %.9f, \"probability\": %.6e, \"exact\": %.6e}\n", seconds,
                    all[weights] / steps / samples / size,
                    std::erfc(threshold / std::sqrt(2.0)) / 2);
    MPI_Finalize();
    return 0;
}
