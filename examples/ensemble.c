/* An ensemble of simulations: an ordinary MPI program. Nothing in it knows of closeranks.
 *
 * The ranks are divided into groups, and each group runs one simulation: walkers on a line, which
 * are driven by their common mean. In every step the ranks of a group sum up three numbers. One of
 * them says how many ranks have contributed. If that is less than the size of the group, a rank of
 * it is lost. The group then gives up its simulation; the other groups share nothing with it, and
 * continue.
 *
 * At the end all ranks exchange their results. The lowest live rank prints them: the results of the
 * other groups are printed, whichever ranks die.
 *
 * usage: ensemble [ranks in a group [steps [walkers of a rank]]]
 */
#include <math.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { positions, squares, ranks, sums };

/* splitmix64 */
static double uniform(uint64_t *state) {
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

/* The variance of the walkers at the end, or NaN if the group has lost a rank. */
static double simulate(MPI_Comm group, int number, int steps, int walkers) {
    int rank, size;
    MPI_Comm_rank(group, &rank);
    MPI_Comm_size(group, &size);
    uint64_t state = ((uint64_t)number << 40) + ((uint64_t)rank << 20);
    double *place = calloc((size_t)walkers, sizeof *place);
    double mean = 0, variance = 0;
    for (int step = 0; step < steps && !isnan(variance); ++step) {
        double mine[sums] = {0, 0, 1}, all[sums];
        for (int i = 0; i < walkers; ++i) {
            place[i] += uniform(&state) - 0.5 - 0.01 * (place[i] - mean);
            mine[positions] += place[i];
            mine[squares] += place[i] * place[i];
        }
        MPI_Allreduce(mine, all, sums, MPI_DOUBLE, MPI_SUM, group);
        mean = all[positions] / ((double)walkers * size);
        variance = all[squares] / ((double)walkers * size) - mean * mean;
        if (all[ranks] < size) variance = NAN;
    }
    free(place);
    return variance;
}

static void print_results(const double result[], int size, int width) {
    int complete = 0;
    for (int rank = 0; rank < size; rank += width) {
        double variance = NAN; /* that of any rank of the group */
        for (int i = rank; i < rank + width && i < size; ++i)
            if (!isnan(result[i])) variance = result[i];
        printf("simulation %d %.9f\n", rank / width, variance);
        complete += !isnan(variance);
    }
    printf("complete %d of %d\n", complete, (size + width - 1) / width);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int width = argc > 1 ? atoi(argv[1]) : 2;
    int steps = argc > 2 ? atoi(argv[2]) : 200;
    int walkers = argc > 3 ? atoi(argv[3]) : 1000;

    MPI_Comm group;
    MPI_Comm_split(MPI_COMM_WORLD, rank / width, rank, &group);
    double mine[2] = {simulate(group, rank / width, steps, walkers), 1};

    /* Places without a writer keep these values: not a number, and absent. */
    double *told = malloc(2 * (size_t)size * sizeof *told),
           *result = malloc((size_t)size * sizeof *result);
    for (int i = 0; i < 2 * size; ++i)
        told[i] = 0;
    MPI_Allgather(mine, 2, MPI_DOUBLE, told, 2, MPI_DOUBLE, MPI_COMM_WORLD);
    int lowest = 0;
    while (told[2 * lowest + 1] == 0)
        ++lowest;
    for (int i = 0; i < size; ++i)
        result[i] = told[2 * i + 1] == 0 ? NAN : told[2 * i];
    if (rank == lowest) print_results(result, size, width);

    free(told), free(result);
    MPI_Comm_free(&group);
    MPI_Finalize();
    return 0;
}
