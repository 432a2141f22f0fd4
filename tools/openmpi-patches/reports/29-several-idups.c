// Ranks duplicate one communicator several times at once, and look now and then whether that is
// done. With 29-several-idups not mended, MPI_Comm_idup fails, waits for ever, or gives duplicates
// that are not those of the other ranks. Nobody dies.
//
//     mpicc -o idups 29-several-idups.c && mpirun --oversubscribe -n 4 ./idups

#include <mpi.h>

#include <stdio.h>

enum { DUPLICATES = 24, REPEATS = 100 };

int main(int argc, char **argv) {
    int rank = -1, size = 0, wrong = 0, all_wrong = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int repeat = 0; repeat < REPEATS; ++repeat) {
        MPI_Comm copies[DUPLICATES];
        MPI_Request requests[DUPLICATES];
        for (int i = 0; i < DUPLICATES; ++i) {
            int done = 0;
            MPI_Comm_idup(MPI_COMM_WORLD, &copies[i], &requests[i]);
            if ((i + rank) % 3 == 0)
                MPI_Testall(i + 1, requests, &done, MPI_STATUSES_IGNORE); // goes on with them
        }
        MPI_Waitall(DUPLICATES, requests, MPI_STATUSES_IGNORE);
        for (int i = 0; i < DUPLICATES; ++i) {
            const int next = (rank + 1) % size, last = (rank + size - 1) % size;
            int got = -1;
            MPI_Sendrecv(&i, 1, MPI_INT, next, 0, &got, 1, MPI_INT, last, 0, copies[i],
                         MPI_STATUS_IGNORE);
            wrong += got != i;
        }
        for (int i = 0; i < DUPLICATES; ++i)
            MPI_Comm_free(&copies[i]);
    }
    MPI_Reduce(&wrong, &all_wrong, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%s: %d messages came by another duplicate\n", all_wrong == 0 ? "right" : "wrong",
               all_wrong);
    MPI_Finalize();
    return 0;
}
