/* The program with which `closeranks doctor` checks that a failure is survived here. It knows
 * nothing of closeranks.
 *
 *     closeranks-check-survival [RANK THAT DIES]
 *
 * Computes sums over all ranks. Each rank has a bit of its own, so the sum shows the ranks that
 * took part. In the middle the rank kills itself (SIGKILL). Each rank that gets to the end prints
 * its sums:
 *
 *     rank 1 of 4: sum 15, then 11; from rank 0 came 11
 */

#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

enum { rounds = 10, dies_in = 5 };

int main(int argc, char **argv) {
    const int victim = argc > 1 ? atoi(argv[1]) : -1;
    int rank, size, before = 0, after = 0, from_root = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int bit = 1 << rank;
    for (int round = 0; round < rounds; ++round) {
        if (round == dies_in && rank == victim) raise(SIGKILL);
        MPI_Allreduce(&bit, &after, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        if (round == 0) before = after;
    }
    from_root = rank == 0 ? after : 0;
    MPI_Bcast(&from_root, 1, MPI_INT, 0, MPI_COMM_WORLD);
    printf("rank %d of %d: sum %d, then %d; from rank 0 came %d\n", rank, size, before, after,
           from_root);
    fflush(stdout);
    MPI_Finalize();
    return 0;
}
