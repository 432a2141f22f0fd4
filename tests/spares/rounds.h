/* The common part of programs that continue in rounds. */
#pragma once

#include <closeranks.h>
#include <mpi.h>

/* Returns the round that comes next, which is `round` at those who have been there. */
static int resume(int round) {
    closeranks_role role;
    int missing;
    do {
        closeranks_resume(&role);
        closeranks_missing_count(MPI_COMM_WORLD, &missing);
    } while (missing != 0 && role != CLOSERANKS_ROLE_INITIAL);
    MPI_Allreduce(MPI_IN_PLACE, &round, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    return round;
}
