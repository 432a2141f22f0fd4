/* What a program may ask closeranks, and tell it. A program needs none of this to be protected.
 *
 * Link with libcloseranks, or with libcloseranks_stub.a: that one calls the library when it is
 * preloaded, and otherwise answers as for a program in which nobody ever dies. So the same binary
 * runs with and without.
 *
 * All functions return MPI_SUCCESS or an MPI error code, and raise no error handler. `comm` is a
 * communicator of the program. About one that is not protected (of one process, an
 * intercommunicator, any at all where fault tolerance is off) they answer as if nobody were
 * missing. All are local: nothing is sent. They may be called from MPI_Init to MPI_Finalize, by
 * several threads at once unless said otherwise.
 *
 * Ranks are the program's: they never change, whoever dies.
 */
#ifndef CLOSERANKS_H
#define CLOSERANKS_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* *flag: 1 when this program is protected, else 0. */
int closeranks_active(int *flag);

/* *count: how many ranks of `comm` its collectives have lost so far. Between two collectives the
 * same at all survivors, because all of them have made the same repairs. */
int closeranks_missing_count(MPI_Comm comm, int *count);

/* The first `max` of those ranks in ascending order, and *count as above (it may exceed `max`).
 * MPI_ERR_COUNT: `max` is negative. */
int closeranks_missing_ranks(MPI_Comm comm, int max, int ranks[], int *count);

/* *flag: 0 when this process knows that `rank` of `comm` has failed, else 1. Others may not know
 * yet. MPI_ERR_RANK: there is no such rank. */
int closeranks_is_alive(MPI_Comm comm, int rank, int *flag);

/* *generation: how often `comm` was repaired, from 0. The same at all survivors between two
 * collectives; a new value says that ranks may be missing that were there before. */
int closeranks_generation(MPI_Comm comm, int *generation);

/* *count: of how many ranks the result of the latest collective on `comm` is made, on this process:
 * the size of `comm` unless some were missing, and 0 when the root was, and was ignored. What to
 * divide a sum by. */
int closeranks_contributors(MPI_Comm comm, int *count);

/* What a call does when the rank that it needs, or a contribution to its result, is missing
 * (docs/failures.md). */
typedef enum {
    CLOSERANKS_IGNORE, /* nothing, and succeeds */
    CLOSERANKS_ABORT,  /* ends the program */
    CLOSERANKS_ERROR   /* raises the communicator's error handler with MPIX_ERR_PROC_FAILED */
} closeranks_policy;

/* Sets the policy of `function` ("MPI_Recv"; "*": all) on `comm`, and on the communicators that are
 * made from it afterwards. "MPI_Alltoall/contribution" is its policy for results that lack
 * somebody's contribution; CLOSERANKS_IGNORE hands them out as they are. Local: do it at all
 * members. Not beside calls of other threads on `comm`. MPI_ERR_ARG: there is no such function or
 * policy, or the function never needs what the policy is about. */
int closeranks_set_policy(MPI_Comm comm, const char *function, closeranks_policy policy);

/* Is called by the collective that has repaired `comm`, before it returns. It must not communicate.
 */
typedef void closeranks_repaired(MPI_Comm comm, int generation, void *context);

/* Has `callback` called after every repair, with `context`; NULL: nothing any more. The latest one
 * counts. */
int closeranks_on_repair(closeranks_repaired *callback, void *context);

#ifdef __cplusplus
}
#endif

#endif
