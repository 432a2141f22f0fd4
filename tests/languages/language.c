/* The same program in every language: a broadcast, a sum and a ring, six times; rank 1 dies in the
 * third sum. In C. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int rank, size, wrong = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int round = 1; round <= 6; round++) {
        int value = rank == 0 ? 100 * round : -1;
        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
        if (value != 100 * round) wrong++;

        int mine = 1 << rank, sum = 0;
        MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        int all = (1 << size) - 1;
        if (sum != (round < 3 ? all : all - 2)) wrong++;

        int left = (rank + size - 1) % size, right = (rank + 1) % size, got = -1;
        MPI_Status status;
        MPI_Sendrecv(&rank, 1, MPI_INT, right, round, &got, 1, MPI_INT, left, round, MPI_COMM_WORLD,
                     &status);
        if (got != (left == 1 && round >= 3 ? -1 : left)) wrong++;
        if (status.MPI_SOURCE != (got < 0 ? MPI_PROC_NULL : left)) wrong++;
    }
    MPI_Finalize();
    if (wrong)
        printf("wrong: %d values\n", wrong);
    else
        printf("ok: language\n");
    return wrong != 0;
}
