/* Five sums; what its children find in their environment and have loaded. */
#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    int rank, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int mine = 1 << rank;
    for (int round = 0; round < 5; ++round)
        MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    printf("sum %d\n", sum);
    fflush(stdout);
    if (argc > 1 && system(argv[1]) != 0) MPI_Abort(MPI_COMM_WORLD, 1);
    if (argc > 2 && strcmp(argv[2], "overflows") == 0) {
        volatile int *numbers = malloc(4 * sizeof(int));
        numbers[argc + 1] = 1; /* for a sanitizer to find */
        free((void *)numbers);
    }
    MPI_Finalize();
    return 0;
}
