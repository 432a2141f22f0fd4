/* replicated STEPS: each rank hands a number around, and prints it at each step; the last line is a
 * sum. */

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int steps = atoi(argv[1]);
    long number = rank;
    for (int step = 0; step < steps; ++step) {
        long next = 0;
        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Irecv(&next, 1, MPI_LONG, (rank + size - 1) % size, 1, MPI_COMM_WORLD, &request);
        MPI_Send(&number, 1, MPI_LONG, (rank + 1) % size, 1, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        number = (next * 3 + step) % 1000003;
        printf("rank %d of %d, step %d: %ld\n", rank, size, step, number);
        if (step % 10 == 0) fprintf(stderr, "rank %d is at step %d\n", rank, step);
    }
    long sum = 0;
    MPI_Allreduce(&number, &sum, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0) printf("sum %ld\n", sum);
    MPI_Finalize();
    return 0;
}
