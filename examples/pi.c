/* Monte Carlo pi: an ordinary MPI program. Nothing in it knows that processes can fail.
 *
 * Every rank draws points in the unit square, batch after batch; after each batch rank 0 collects
 * two numbers with one MPI_Reduce: how many points fell into the circle, and how many were drawn.
 * Because both are summed, a lost rank costs only its points: the estimate stays unbiased, with an
 * error that grows as one over the square root of the number of remaining points.
 *
 * usage: pi [batches [points per rank and batch]]
 */
#include <inttypes.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { inside, drawn, tallies };

/* splitmix64: a stream of its own for every seed */
static uint64_t next_random(uint64_t *state) {
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static double uniform(uint64_t *state) { return (double)(next_random(state) >> 11) * 0x1p-53; }

static uint64_t count_inside(uint64_t points, uint64_t *state) {
    uint64_t hits = 0;
    for (uint64_t i = 0; i < points; ++i) {
        double x = uniform(state), y = uniform(state);
        hits += x * x + y * y < 1.0;
    }
    return hits;
}

static void print_result(const uint64_t total[tallies], uint64_t planned) {
    const double pi = acos(-1.0);
    double estimate = 4.0 * (double)total[inside] / (double)total[drawn];
    double sigma = sqrt(pi * (4.0 - pi) / (double)total[drawn]);
    printf("points   %" PRIu64 " of %" PRIu64 " (%.1f %%)\n", total[drawn], planned,
           100.0 * (double)total[drawn] / (double)planned);
    printf("pi       %.8f\n", estimate);
    printf("error    %+.8f (%.2f standard deviations)\n", estimate - pi,
           fabs(estimate - pi) / sigma);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int batches = argc > 1 ? atoi(argv[1]) : 40;
    uint64_t points = argc > 2 ? strtoull(argv[2], NULL, 10) : 1000000;

    uint64_t state = UINT64_C(0x5eed) + ((uint64_t)rank << 40);
    uint64_t total[tallies] = {0, 0};
    for (int batch = 0; batch < batches; ++batch) {
        uint64_t mine[tallies] = {count_inside(points, &state), points};
        uint64_t all[tallies] = {0, 0};
        MPI_Reduce(mine, all, tallies, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
        total[inside] += all[inside];
        total[drawn] += all[drawn];
    }
    if (rank == 0) print_result(total, points * (uint64_t)batches * (uint64_t)size);
    MPI_Finalize();
    return 0;
}
