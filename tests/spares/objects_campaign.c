/* As objects.c, with deaths at any time (tests/spares/campaign): a round in which somebody has died
 * is done once more, when all are there again. In each other round all ranks have to see what is
 * right.
 *
 * usage: objects_campaign FILE ROUNDS
 *
 * Rank 0 prints the fingerprint: whether they have. */

#include "objects.h"

#include <stdio.h>
#include <stdlib.h>

/* Returns whether somebody has come back, and the round is to be done again: `round`, which is
 * that of those who have been there. */
static int bring_back(int *round) {
    closeranks_role role;
    int missing, news[2] = {0, *round};
    do {
        closeranks_resume(&role);
        closeranks_missing_count(MPI_COMM_WORLD, &missing);
        if (role != CLOSERANKS_ROLE_INITIAL) news[0] = 1;
        if (role == CLOSERANKS_ROLE_INITIAL && missing != 0) MPI_Abort(MPI_COMM_WORLD, 1);
    } while (missing != 0);
    MPI_Allreduce(MPI_IN_PLACE, news, 2, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    *round = news[1];
    return news[0];
}

/* Where the shared pointer is depends on how often rounds were done again. Who has died before half
 * was made is not in it. */
static int is_right(const struct seen *seen, int round) {
    const int of_half = (size + 1 - rank % 2) / 2;
    const int before = 2 * ((rank / 2 + of_half - 1) % of_half) + rank % 2;
    int there;
    MPI_Comm_size(half, &there);
    return seen->put == 100 * round + left && seen->sum == size &&
           (there != of_half || seen->in_half == 1000 * round + before) &&
           seen->got == 10000 * round + right && seen->read == 100000 * round + right;
}

int main(int argc, char **argv) {
    int round = 1, is_wrong = 0, wrong;
    begin(&argc, &argv);
    make(argv[1], MPI_MODE_DELETE_ON_CLOSE, ' ');
    bring_back(&round);
    while (round <= atoi(argv[2])) {
        const struct seen seen = use_all(round);
        if (bring_back(&round)) continue;
        if (!is_right(&seen, round)) {
            printf("round %d rank %d: put %d, sum %d, half %d, got %d, read %d\n", round, rank,
                   seen.put, seen.sum, seen.in_half, seen.got, seen.read);
            is_wrong = 1;
        }
        ++round;
    }
    do
        MPI_Allreduce(&is_wrong, &wrong, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    while (bring_back(&round));
    if (rank == 0) printf("fingerprint %s\n", wrong ? "wrong" : "right");
    fflush(stdout);
    end();
    return 0;
}
