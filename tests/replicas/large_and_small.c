#include "dying.h"

#include <mpi.h>

/* Large messages with small ones right behind them, so that a death comes while a large one is on
 * its way and the small one is there already. Each rank prints a sum over all that it got. */

enum { LARGE = 24 << 20 };

int main(int argc, char **argv) {
    int rank, size;
    unsigned long sum = 14695981039346656037UL;
    const int rounds = argc > 1 ? atoi(argv[1]) : 12;
    setvbuf(stdout, NULL, _IOLBF, 0);
    MPI_Init(&argc, &argv);
    plan_death();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    unsigned char *out = malloc(LARGE), *in = malloc(LARGE);
    const int to = (rank + 1) % size, from = (rank + size - 1) % size;
    for (int round = 0; round < rounds; ++round) {
        int small = round * 100 + rank, got = -1;
        MPI_Request requests[4];
        come_to(round);
        memset(out, rank * 16 + round, LARGE);
        MPI_Irecv(in, LARGE, MPI_BYTE, from, 1, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(&got, 1, MPI_INT, from, 2, MPI_COMM_WORLD, &requests[1]);
        MPI_Isend(out, LARGE, MPI_BYTE, to, 1, MPI_COMM_WORLD, &requests[2]);
        MPI_Isend(&small, 1, MPI_INT, to, 2, MPI_COMM_WORLD, &requests[3]);
        MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
        if (got != round * 100 + from || in[0] != (unsigned char)(from * 16 + round) ||
            memcmp(in, in + 1, LARGE - 1) != 0) {
            printf("wrong: round %d\n", round);
            return 3;
        }
        sum = (sum ^ (unsigned long)(got + in[LARGE - 1])) * 1099511628211UL;
        if (round % 4 == 3) printf("rank %d round %d: %016lx\n", rank, round, sum);
    }
    printf("rank %d ends: %016lx\n", rank, sum);
    tell_time();
    MPI_Finalize();
    printf("rank %d: done\n", rank);
    return 0;
}
