// Ranks duplicate one communicator several times at once, and look now and then whether that is
// done. With 29-several-idups not mended, MPI_Comm_idup fails, waits for ever, or gives duplicates
// that are not those of the other ranks. Other context ids are free at each rank, as in programs
// that make communicators of some ranks. Nobody dies.
//
//     mpicc -o idups 29-several-idups.c && mpirun --oversubscribe -n 5 ./idups

#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>

enum { DUPLICATES = 24, REPEATS = 100, TAKEN = 50, FREE = 20 };

/* Communicators of this rank alone, and so context ids that it has not free, with some between
 * them that it has. */
static void take(MPI_Comm taken[], int rank) {
    for (int i = 0; i < TAKEN; ++i)
        MPI_Comm_dup(MPI_COMM_SELF, &taken[i]);
    for (int i = 0; i < FREE; ++i) {
        MPI_Comm *one = &taken[(rand() + rank) % TAKEN];
        if (*one != MPI_COMM_NULL) MPI_Comm_free(one);
    }
}

static void give_back(MPI_Comm taken[]) {
    for (int i = 0; i < TAKEN; ++i)
        if (taken[i] != MPI_COMM_NULL) MPI_Comm_free(&taken[i]);
}

int main(int argc, char **argv) {
    int rank = -1, size = 0, wrong = 0, all_wrong = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int repeat = 0; repeat < REPEATS; ++repeat) {
        MPI_Comm copies[DUPLICATES];
        MPI_Request requests[DUPLICATES];
        MPI_Comm taken[TAKEN];
        if (rank >= 2) take(taken, rank);
        for (int i = 0; i < DUPLICATES; ++i) {
            int done = 0;
            MPI_Comm_idup(MPI_COMM_WORLD, &copies[i], &requests[i]);
            if ((i + rank) % 3 == 0)
                MPI_Testall(i + 1, requests, &done, MPI_STATUSES_IGNORE); // continues with them
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
        if (rank >= 2) give_back(taken);
    }
    MPI_Reduce(&wrong, &all_wrong, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%s: %d messages came by another duplicate\n", all_wrong == 0 ? "right" : "wrong",
               all_wrong);
    MPI_Finalize();
    return 0;
}
