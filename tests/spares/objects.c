/* Files and windows that are made before the resume point come back with the rank. In each round
 * all use all of them, and print what they get; then the rank whose turn it is dies, and holds a
 * lock that others want.
 *
 * usage: objects FILE VICTIM_OF_ROUND_1 VICTIM_OF_ROUND_2 [way|order|kind|pointer|access|early]
 *
 * way: the first process that comes back dies between its file and its windows.
 * order: who comes back makes a communicator before the file.
 * kind: who comes back duplicates the communicator that the others have split.
 * pointer: who comes back writes at the shared pointer before the resume point.
 * access: who comes back puts into the memory of another rank before the resume point.
 * early: rank 2 dies before it makes anything, and comes back at the first resume point. */

#include "objects.h"
#include "rounds.h"

#include <stdio.h>
#include <stdlib.h>

enum { rounds = 3 };

int main(int argc, char **argv) {
    int recoveries;
    begin(&argc, &argv);
    closeranks_recoveries(&recoveries);
    const char fault = argc > 4 ? argv[4][0] : ' ';
    make(argv[1], MPI_MODE_EXCL, recoveries == (fault != 'e') ? fault : ' ');
    for (int round = resume(1); round <= rounds; round = resume(round + 1)) {
        const struct seen seen = use_all(round);
        printf("round %d rank %d: put %d, sum %d, half %d, got %d, read %d, at %d\n", round, rank,
               seen.put, seen.sum, seen.in_half, seen.got, seen.read, seen.at);
        fflush(stdout);
        if (round < rounds && rank == atoi(argv[1 + round])) {
            MPI_Win_lock(MPI_LOCK_EXCLUSIVE, locked, 0, allocated);
            raise(SIGKILL);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    end();
    return 0;
}
