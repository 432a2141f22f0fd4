/* Spawns three processes, of which number 1 kills itself, and all others add up. */
#define _GNU_SOURCE
#include <mpi.h>
#include <signal.h>
#include <stdio.h>

int main(int argc, char **argv) {
    MPI_Comm parents, all;
    int rank, one = 1, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_get_parent(&parents);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int is_child = parents != MPI_COMM_NULL;
    if (!is_child)
        MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 3, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &parents,
                       MPI_ERRCODES_IGNORE);
    MPI_Intercomm_merge(parents, is_child, &all);
    for (int round = 0; round < 4; ++round) {
        if (round == 2 && is_child && rank == 1) raise(SIGKILL);
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, all);
    }
    if (rank == 0) printf("sum %d\n", sum);
    MPI_Finalize();
    return 0;
}
