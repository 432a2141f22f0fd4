/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 * What a program may ask closeranks, and tell it. A program needs none of this to be protected.
 *
 * Link with libcloseranks, or with libcloseranks_stub.a: that one calls the library when it is
 * preloaded, and otherwise answers as for a program in which nobody ever dies. So the same binary
 * runs with and without.
 *
 * All functions return MPI_SUCCESS or an MPI error code, and raise no error handler. `comm` is a
 * communicator of the program. About one that is not protected (of one process, an
 * intercommunicator, any at all where fault tolerance is off) they answer as if nobody were
 * missing. All but closeranks_resume() and closeranks_horizon_from_group() are local: nothing is
 * sent. They may be called from MPI_Init to MPI_Finalize, if nothing else is said. Pointers to
 * results must not be NULL.
 *
 * Ranks are the program's: they count from 0, and never change, whoever dies.
 */
#ifndef CLOSERANKS_H
#define CLOSERANKS_H

#include <closeranks_version.h>

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The version of the library with which the program runs. That for which it was compiled is
 * CLOSERANKS_VERSION (closeranks_version.h). May be called at any time, also before MPI_Init.
 * @param[out] major  the first number
 * @param[out] minor  the second number
 * @param[out] patch  the third number. Where no library is loaded, all are those of the stub
 * @return MPI_SUCCESS
 * @par Threads
 * Several at once. */
int closeranks_get_version(int *major, int *minor, int *patch);

/** Whether this program is protected.
 * @param[out] flag  1 when it is, else 0
 * @return MPI_SUCCESS
 * @par Threads
 * Several at once. */
int closeranks_active(int *flag);

/** How many ranks the collectives of a communicator have lost so far. Between two collectives the
 * same at all survivors, because all of them have made the same repairs. Only after an error for
 * which nothing was repaired, as lost ranks come back (docs/reference/spares.md), it is what this
 * process knows.
 * @param comm  a communicator of the program
 * @param[out] count  how many ranks
 * @return MPI_SUCCESS
 * @par Threads
 * Several at once. */
int closeranks_missing_count(MPI_Comm comm, int *count);

/** Which ranks the collectives of a communicator have lost so far.
 * @param comm  a communicator of the program
 * @param max  how many ranks there is room for
 * @param[out] ranks  the first `max` of the missing ranks in ascending order
 * @param[out] count  how many are missing, as by closeranks_missing_count(); it may exceed `max`
 * @return MPI_SUCCESS, or MPI_ERR_COUNT: `max` is negative
 * @par Threads
 * Several at once. */
int closeranks_missing_ranks(MPI_Comm comm, int max, int ranks[], int *count);

/** Whether this process takes a rank for alive. Others may not know of a death yet.
 * @param comm  a communicator of the program
 * @param rank  a rank of `comm`
 * @param[out] flag  0 when this process knows that `rank` has failed, else 1
 * @return MPI_SUCCESS; MPI_ERR_RANK: there is no such rank; MPI_ERR_COMM: `comm` is MPI_COMM_NULL
 * @par Threads
 * Several at once. */
int closeranks_is_alive(MPI_Comm comm, int rank, int *flag);

/** How often a communicator was repaired. The same at all survivors between two collectives; a new
 * value says that ranks may be missing that were there before.
 * @param comm  a communicator of the program
 * @param[out] generation  how many repairs, from 0
 * @return MPI_SUCCESS
 * @par Threads
 * Several at once. */
int closeranks_generation(MPI_Comm comm, int *generation);

/** Of how many ranks the result of the latest collective is made, on this process. It is what to
 * divide a sum by.
 * @param comm  a communicator of the program
 * @param[out] count  how many ranks: the size of `comm` unless some were missing, and 0 when the
 * root was, and was ignored
 * @return MPI_SUCCESS, or MPI_ERR_COMM: `comm` is MPI_COMM_NULL
 * @par Threads
 * Several at once. What counts as the latest collective is up to the program where other threads
 * make some on `comm`. */
int closeranks_contributors(MPI_Comm comm, int *count);

/** How many collectives this process has completed, on all communicators that it has now. Two
 * values tell whether there were any in between, whoever has called them.
 * @param[out] count  how many; 0 where nothing is protected. Fewer after communicators were freed,
 * or made again for ranks that have come back
 * @return MPI_SUCCESS
 * @par Threads
 * Several at once. */
int closeranks_collectives(long long *count);

/** Sleeps until this process is told that another one has failed: for a thread that has to do
 * something about it while the program computes. It is told by mpirun, a moment before or after the
 * MPI knows, which makes no progress meanwhile. Where nobody tells, it sleeps as long as it may.
 * @param seconds  so long at most; 0 or less: not at all
 * @param[in,out] told  of how many failures the caller knows, 0 at first; after the call, of how
 * many this process has been told since the first call. Not all are of ranks: spares may fail, too
 * @return MPI_SUCCESS
 * @par Threads
 * One at a time, also beside one that is in the MPI. From MPI_Init to MPI_Finalize. */
int closeranks_await_failure(double seconds, int *told);

/** How many threads may be in the MPI at once when a rank dies. Like MPI_Query_thread, but no more
 * than MPI_THREAD_SERIALIZED where a death may crash several threads in the MPI: in an Open MPI
 * that tools/setup did not build (docs/developers/failures-background.md).
 * @param[out] level  MPI_THREAD_SINGLE to MPI_THREAD_MULTIPLE
 * @return MPI_SUCCESS
 * @par Threads
 * Several at once. From MPI_Init to MPI_Finalize. */
int closeranks_query_thread(int *level);

/** What a call does when the rank that it needs, or a contribution to its result, is missing
 * (docs/reference/policies.md). */
typedef enum {
    CLOSERANKS_IGNORE, /**< nothing, and succeeds */
    CLOSERANKS_ABORT,  /**< ends the program */
    CLOSERANKS_ERROR   /**< raises the communicator's error handler with MPIX_ERR_PROC_FAILED */
} closeranks_policy;

/** Sets the policy of a function on a communicator, and on those that are made from it afterwards.
 * Local: do it at all members. On a communicator that is not protected it only looks at its
 * arguments.
 * @param comm  a communicator of the program
 * @param function  its name, "MPI_Recv", or "*" for all. "MPI_Alltoall/contribution" is its policy
 * for results that lack somebody's contribution; CLOSERANKS_IGNORE hands them out as they are
 * @param policy  what it is to do
 * @return MPI_SUCCESS, or MPI_ERR_ARG: there is no such function or policy, or the function never
 * needs what the policy is about
 * @par Threads
 * Not beside calls of other threads on `comm`. */
int closeranks_set_policy(MPI_Comm comm, const char *function, closeranks_policy policy);

/** What a process has to know at the resume point. */
typedef enum {
    CLOSERANKS_INITIAL,  /**< nobody was brought back: it goes on */
    CLOSERANKS_SURVIVOR, /**< ranks were brought back: it goes back to the latest checkpoint */
    CLOSERANKS_RECOVERED /**< it is one of these: it has nothing but what checkpoints have */
} closeranks_role;

/** The resume point of a program that is run with spares (docs/reference/spares.md): the place from
 * which all go on after a loss. Missing ranks get the processes of spares here, as far as there are
 * any.
 *
 * Collective over MPI_COMM_WORLD. Afterwards the ranks that were brought back are in
 * MPI_COMM_WORLD, and in all communicators that were made before the first call. Their processes
 * begin in main(); the communicators that they make on their way here are those of their
 * predecessors, in the same order, and nobody else takes part in that. They must not call any other
 * collective on their way (closeranks_returning()). The others wait here until they have come, or
 * have been lost; then others take their places, at most five times in a row.
 * @param[out] role  what this process has to know
 * @return MPI_SUCCESS
 * @par Threads
 * No other thread may be in the MPI, but with MPI_THREAD_MULTIPLE for messages on communicators
 * that were made after the first call. */
int closeranks_resume(closeranks_role *role);

/** Is called by a closeranks_resume() that has brought ranks back, before it returns. It may
 * communicate: it is called at all ranks, those included that have come back.
 * @param role  CLOSERANKS_SURVIVOR or CLOSERANKS_RECOVERED
 * @param context  as given to closeranks_on_resume() */
typedef void closeranks_resumed(closeranks_role role, void *context);

/** Has one more function called after each recovery, in the order in which they were given: what
 * parts of a program, or libraries that it uses, have to do before it goes on. One that leaves by
 * an exception or a longjmp keeps those after it from being called. A process that comes back gives
 * its functions on its way to the resume point.
 * @param callback  the function; NULL: none of those that were given any more
 * @param context  handed to it at each call, and not looked at
 * @return MPI_SUCCESS
 * @par Threads
 * Not beside other calls of it, and of closeranks_resume(). */
int closeranks_on_resume(closeranks_resumed *callback, void *context);

/** Whether this process has taken the place of a lost rank and is on its way from MPI_Init to
 * closeranks_resume(), where it takes part in no collective.
 * @param[out] flag  1 when it is, else 0
 * @return MPI_SUCCESS
 * @par Threads
 * Several at once. */
int closeranks_returning(int *flag);

/** Which ranks of MPI_COMM_WORLD the latest closeranks_resume() that has brought some back has
 * brought back.
 * @param max  how many ranks there is room for
 * @param[out] ranks  the first `max` of them in ascending order
 * @param[out] count  how many there are; it may exceed `max`
 * @return MPI_SUCCESS, or MPI_ERR_COUNT: `max` is negative
 * @par Threads
 * Several at once, but not beside closeranks_resume(). */
int closeranks_replaced_ranks(int max, int ranks[], int *count);

/** How often ranks have been brought back.
 * @param[out] count  how often; the same at all ranks after a closeranks_resume()
 * @return MPI_SUCCESS
 * @par Threads
 * Several at once, but not beside closeranks_resume(). */
int closeranks_recoveries(int *count);

/** Which members of a group live: its horizon. All of them get the same answer, whoever dies
 * meanwhile. Collective over the living members of the group, and over nobody else: a part of a
 * program can go on by itself, with MPI_Comm_create_from_group() for this group, while the others
 * do something else.
 *
 * Uniform consensus with a rotating coordinator (Chandra and Toueg, J. ACM 43(2), 1996): three
 * messages for each member without a death, and one from each member to each other.
 * @param group  processes of MPI_COMM_WORLD, this one among them. Where others are among them, or
 * this program is not protected, all count as living.
 * @param[out] living  the members that lived when it was settled, in the order of `group`; to be
 * freed by MPI_Group_free()
 * @return MPI_SUCCESS; MPI_ERR_GROUP: this process is no member
 * @par Threads
 * Several at once for different groups. */
int closeranks_horizon_from_group(MPI_Group group, MPI_Group *living);

/** Its name in the work on Horizon sets. */
#define MPIX_Horizon_from_group closeranks_horizon_from_group

/** Is called by the collective that has repaired a communicator, before it returns. It must not
 * communicate.
 * @param comm  the program's communicator that was repaired
 * @param generation  how often it was, this repair included
 * @param context  as given to closeranks_on_repair() */
typedef void closeranks_repaired(MPI_Comm comm, int generation, void *context);

/** Has a function called after every repair. The latest one that was given counts.
 * @param callback  the function; NULL: none any more
 * @param context  handed to it at each call, and not looked at
 * @return MPI_SUCCESS
 * @par Threads
 * Several at once. The function runs in the thread that has called the collective, so in several
 * at once where these repair different communicators. */
int closeranks_on_repair(closeranks_repaired *callback, void *context);

#ifdef __cplusplus
}
#endif

#endif
