/* SPDX-License-Identifier: BSD-3-Clause
   Generated from spec/api.json by generator/, do not edit. */
/** @file
 * The functions by which a program queries and controls closeranks. A program needs none of them to
 * be protected.
 *
 * Link with libcloseranks, or with libcloseranks_stub.a. The stub calls the library when that is
 * preloaded; otherwise it answers as for a program in which no process ever fails. So the same
 * binary runs with and without closeranks.
 *
 * All functions return MPI_SUCCESS or an MPI error code, and raise no error handler. `comm` is a
 * communicator of the program. For a communicator of one process, and for every communicator where
 * fault tolerance is off, they answer as if no rank were missing. They answer the same for an
 * intercommunicator, because these functions know nothing of intercommunicators. All functions
 * except closeranks_resume() and closeranks_horizon_from_group() are local: they send nothing. They
 * may be called from MPI_Init to MPI_Finalize, unless a function says otherwise. Pointers to
 * results must not be NULL.
 *
 * Ranks are those of the program: they count from 0, and never change, whichever processes fail.
 */
#ifndef CLOSERANKS_H
#define CLOSERANKS_H

#include <closeranks_version.h>

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The version of the library with which the program runs. The version for which it was compiled is
 * CLOSERANKS_VERSION, a number to compare (1.2.3 is 10203), and CLOSERANKS_VERSION_STRING. The
 * function may be called at any time, also before MPI_Init.
 * @param[out] major  the first number
 * @param[out] minor  the second number
 * @param[out] patch  the third number. If no library is loaded, the three numbers are those of the
 * stub; Python returns None
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

/** The level of thread support that holds also when a rank fails. It is that of MPI_Query_thread.
 * But with an Open MPI that tools/setup did not build it is at most MPI_THREAD_SERIALIZED, because
 * a failure may crash several threads in that MPI (docs/developers/failures-background.md).
 * @param[out] level  MPI_THREAD_SINGLE to MPI_THREAD_MULTIPLE
 * @return MPI_SUCCESS
 * @par Threads
 * Several at once. */
int closeranks_query_thread(int *level);

/** The number of ranks that the collectives of a communicator have lost so far. Between two
 * collectives it is the same at all survivors, because all of them have made the same repairs. One
 * exception: in a program whose lost ranks are recovered, an error in place of a result
 * (docs/reference/spares.md) comes without a repair. After it, the number is what this process
 * knows.
 * @param comm  a communicator of the program
 * @param[out] count  the number of ranks
 * @return MPI_SUCCESS
 * @par Threads
 * Several at once. */
int closeranks_missing_count(MPI_Comm comm, int *count);

/** The ranks that the collectives of a communicator have lost so far.
 * @param comm  a communicator of the program
 * @param max  the number of elements of `ranks`
 * @param[out] ranks  the first `max` of the lost ranks in ascending order
 * @param[out] count  the number of lost ranks, as by closeranks_missing_count(); it may exceed
 * `max`
 * @return MPI_SUCCESS, or MPI_ERR_COUNT: `max` is negative
 * @par Threads
 * Several at once. */
int closeranks_missing_ranks(MPI_Comm comm, int max, int ranks[], int *count);

/** Whether this process takes a rank for alive. Other processes may not know of a failure yet.
 * @param comm  a communicator of the program
 * @param rank  a rank of `comm`
 * @param[out] flag  0 when this process knows that `rank` has failed, else 1
 * @return MPI_SUCCESS; MPI_ERR_RANK: there is no such rank; MPI_ERR_COMM: `comm` is MPI_COMM_NULL
 * @par Threads
 * Several at once. */
int closeranks_is_alive(MPI_Comm comm, int rank, int *flag);

/** The repair epoch of a communicator: the number of its repairs since it was made, or was last
 * made again in a recovery. It is the same at all survivors between two collectives. A new value
 * means that ranks may be missing that were there before.
 * @param comm  a communicator of the program
 * @param[out] generation  the number of repairs, from 0
 * @return MPI_SUCCESS
 * @par Threads
 * Several at once. */
int closeranks_generation(MPI_Comm comm, int *generation);

/** The number of ranks that have contributed to the result of the latest collective on this
 * process. A program divides a sum by it to get a mean.
 * @param comm  a communicator of the program
 * @param[out] count  the number of ranks: the size of `comm` unless some were missing, and 0 when
 * the root was missing and was ignored
 * @return MPI_SUCCESS, or MPI_ERR_COMM: `comm` is MPI_COMM_NULL
 * @par Threads
 * Several at once. If other threads call collectives on `comm`, the program has to order these
 * calls to know which collective is the latest. */
int closeranks_contributors(MPI_Comm comm, int *count);

/** The number of collectives that this process has completed, on all communicators that it has now.
 * Two values show whether there were any in between, whichever part of the program has called them.
 * @param[out] count  the number of collectives; 0 where nothing is protected. It becomes smaller
 * when communicators are freed, or made again in a recovery
 * @return MPI_SUCCESS
 * @par Threads
 * Several at once. */
int closeranks_collectives(MPI_Count *count);

/** Sleeps until this process is told of more failures than the caller knows; if it already knows of
 * more, the call returns at once. It is for a thread that has to act on a failure while the program
 * computes. mpirun tells the process, shortly before or after the MPI knows. The call makes no
 * progress in the MPI. Where mpirun tells nothing, it sleeps for the whole time.
 * @param seconds  the longest time to sleep, in seconds; 0 or less: not at all
 * @param[in,out] told  the number of failures that the caller knows, 0 at first. After the call:
 * the number of failures of which this process has been told since the first call. They include
 * failures of spares
 * @return MPI_SUCCESS
 * @par Threads
 * One at a time; another thread may be in the MPI. */
int closeranks_await_failure(double seconds, int *told);

/** Called by the collective that has repaired a communicator, before it returns, and for each other
 * communicator that it has repaired with that one. It must not communicate.
 * @param comm  the program's communicator that was repaired
 * @param generation  the number of its repairs, this one included
 * @param context  as given to closeranks_on_repair() */
typedef void closeranks_repair_function(MPI_Comm comm, int generation, void *context);

/** Sets the function that is called after every repair. It replaces a function that was set before.
 * @param callback  the function; NULL: no function
 * @param context  passed to the function at each call, and not read
 * @return MPI_SUCCESS
 * @par Threads
 * Several at once. The function runs in the thread that has called the collective. So it runs in
 * several threads at once when these repair different communicators. */
int closeranks_on_repair(closeranks_repair_function *callback, void *context);

/** The action of a call when the rank that it needs, or a contribution to its result, is missing
 * (docs/reference/policies.md). */
typedef enum {
    /** the call does nothing, and succeeds */
    CLOSERANKS_POLICY_IGNORE,
    /** the call ends the program */
    CLOSERANKS_POLICY_ABORT,
    /** the call raises the communicator's error handler with MPIX_ERR_PROC_FAILED */
    CLOSERANKS_POLICY_ERROR
} closeranks_policy;

/** Sets the policy of a function on a communicator, and on communicators that are made from it
 * afterwards (docs/reference/policies.md). Local: must be called at all members. On a communicator
 * that is not protected it only checks its arguments. All other policies stay as in the rest of the
 * run, also while there are spares (docs/reference/spares.md).
 * @param comm  a communicator of the program
 * @param function  its name, "MPI_Recv", or "*" for all. "MPI_Alltoall/contribution" is its policy
 * for results that lack contributions; with CLOSERANKS_POLICY_IGNORE the program gets them as they
 * are
 * @param policy  the action
 * @return MPI_SUCCESS, or MPI_ERR_ARG: there is no such function or policy, or the policy does not
 * apply to the function
 * @par Threads
 * Not at the same time as calls of other threads on `comm`. */
int closeranks_set_policy(MPI_Comm comm, const char *function, closeranks_policy policy);

/** The role of a process after the resume point. */
typedef enum {
    /** no rank was recovered: the process continues */
    CLOSERANKS_ROLE_INITIAL,
    /** ranks were recovered: the process goes back to the latest checkpoint */
    CLOSERANKS_ROLE_SURVIVOR,
    /** a replacement process: it has only the data of checkpoints */
    CLOSERANKS_ROLE_RECOVERED
} closeranks_role;

/** The resume point of a program that recovers lost ranks (docs/reference/spares.md): the place
 * from which all processes continue after a loss. Here spares, or processes that are started anew,
 * take the places of lost ranks, as far as there are any.
 *
 * It is collective over MPI_COMM_WORLD. Afterwards the recovered ranks are in MPI_COMM_WORLD, and
 * in all communicators that were made before the first call. A replacement process begins in
 * main(). The communicators, files and windows that it makes on its way here are those of its
 * predecessor, in the same order, and no other process takes part in that. Most other collectives
 * are not allowed on its way (closeranks_returning()). The other processes wait here for the
 * replacement process. If it is lost on its way, another process takes its place, at most five
 * times in a row.
 * @param[out] role  the role of this process
 * @return MPI_SUCCESS
 * @par Threads
 * No other thread may be in the MPI. With MPI_THREAD_MULTIPLE other threads may be there for
 * messages on communicators that were made after the first call (docs/reference/spares.md). */
int closeranks_resume(closeranks_role *role);

/** Called by a closeranks_resume() that has recovered ranks, before it returns. It may communicate,
 * because it is called at all ranks, the recovered ones included.
 * @param role  CLOSERANKS_ROLE_SURVIVOR or CLOSERANKS_ROLE_RECOVERED
 * @param context  as given to closeranks_on_resume() */
typedef void closeranks_resume_function(closeranks_role role, void *context);

/** Adds a function that is called after each recovery. Functions are called in the order in which
 * they were added. They are for parts of a program, or its libraries, that have work to do before
 * the program continues. A function that leaves by an exception or a longjmp prevents the calls of
 * those after it. A replacement process adds its functions on its way to the resume point.
 * @param callback  the function; NULL: removes all functions that were added
 * @param context  passed to the function at each call, and not read
 * @return MPI_SUCCESS
 * @par Threads
 * Not at the same time as other calls of it, or of closeranks_resume(). */
int closeranks_on_resume(closeranks_resume_function *callback, void *context);

/** Whether this process has taken the place of a lost rank and is on its way from MPI_Init to
 * closeranks_resume(). On this way the program may call only some collectives
 * (docs/reference/spares.md).
 * @param[out] flag  1 when it is, else 0
 * @return MPI_SUCCESS
 * @par Threads
 * Several at once. */
int closeranks_returning(int *flag);

/** The ranks of MPI_COMM_WORLD that were recovered by the latest closeranks_resume() which has
 * recovered any.
 * @param max  the number of elements of `ranks`
 * @param[out] ranks  the first `max` of these ranks in ascending order
 * @param[out] count  the number of these ranks; it may exceed `max`
 * @return MPI_SUCCESS, or MPI_ERR_COUNT: `max` is negative
 * @par Threads
 * Several at once, but not at the same time as closeranks_resume(). */
int closeranks_replaced_ranks(int max, int ranks[], int *count);

/** The recovery generation: the number of recoveries in which ranks were recovered.
 * @param[out] count  the number of recoveries; the same at all ranks after a closeranks_resume()
 * @return MPI_SUCCESS
 * @par Threads
 * Several at once, but not at the same time as closeranks_resume(). */
int closeranks_recoveries(int *count);

/** The horizon of a group: its live members. All of them get the same answer, whichever members
 * fail meanwhile. The call is collective over the live members of the group alone. So a part of a
 * program can continue by itself, with MPI_Comm_create_from_group for this group, while the other
 * processes do other work (bench/measured/sessions/README.md).
 *
 * The members agree by uniform consensus with a rotating coordinator (Chandra and Toueg, J. ACM
 * 43(2), 1996). Without a failure that takes three messages for each member, and one from each
 * member to each other member.
 * @param group  processes of MPI_COMM_WORLD, including this one. If the group has other processes,
 * or this program is not protected, all members count as live
 * @param[out] living  the members that were live at the decision, in the order of `group`; the
 * program frees it by MPI_Group_free
 * @return MPI_SUCCESS, or MPI_ERR_GROUP: this process is no member
 * @par Threads
 * Several at once for different groups. */
int closeranks_horizon_from_group(MPI_Group group, MPI_Group *living);

/** Deprecated: CLOSERANKS_POLICY_IGNORE. */
#define CLOSERANKS_IGNORE CLOSERANKS_POLICY_IGNORE
/** Deprecated: CLOSERANKS_POLICY_ABORT. */
#define CLOSERANKS_ABORT CLOSERANKS_POLICY_ABORT
/** Deprecated: CLOSERANKS_POLICY_ERROR. */
#define CLOSERANKS_ERROR CLOSERANKS_POLICY_ERROR
/** Deprecated: CLOSERANKS_ROLE_INITIAL. */
#define CLOSERANKS_INITIAL CLOSERANKS_ROLE_INITIAL
/** Deprecated: CLOSERANKS_ROLE_SURVIVOR. */
#define CLOSERANKS_SURVIVOR CLOSERANKS_ROLE_SURVIVOR
/** Deprecated: CLOSERANKS_ROLE_RECOVERED. */
#define CLOSERANKS_RECOVERED CLOSERANKS_ROLE_RECOVERED
/** Deprecated: closeranks_resume_function. */
typedef closeranks_resume_function closeranks_resumed;
/** Deprecated: closeranks_repair_function. */
typedef closeranks_repair_function closeranks_repaired;
#ifdef __cplusplus
}
#endif

#endif
