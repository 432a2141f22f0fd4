/* Ranks that die before the others split MPI_COMM_WORLD into pairs: nobody knows of their parts.
 *
 * usage: lost_part RANKS_THAT_DIE   like 1,2
 *
 * All print who is in their pair, and then whether MPI_COMM_WORLD has all ranks again. */
#include "ranks.h"
#include "rounds.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int rank, returning, size, sum = 0, all = 0;
    MPI_Comm pair;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    closeranks_returning(&returning);
    if (!returning && is_among(argv[1], rank)) raise(SIGKILL);
    if (!returning) MPI_Barrier(MPI_COMM_WORLD);
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &pair);
    resume(1);
    MPI_Comm_size(pair, &size);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, pair);
    MPI_Allreduce(&rank, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    printf("rank %d: %d in the pair, %d; %d\n", rank, size, sum, all);
    MPI_Finalize();
    return argc < 2;
}
