/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 * For error handlers of communicators that closeranks does not protect, such as those made by
 * MPIX_Comm_shrink(), if they call MPI or leave by longjmp.
 *
 * Open MPI itself calls these handlers, inside the call that has failed. Their calls of MPI bypass
 * closeranks, as all calls do that the MPI makes itself. A handler that does more than note the
 * error steps out of the call first:
 *
 *     unsigned inside = closeranks_step_out();
 *     ...                          // MPI is protected here, as everywhere
 *     longjmp(begin, 1);           // either: the call is never returned to
 *     closeranks_step_in(inside);  // or: the handler returns into it
 *
 * That is safe in programs without threads, because a call that closeranks passes through has
 * nothing to undo. Handlers of protected communicators need none of this
 * (docs/reference/limits.md, "Callbacks").
 *
 * The functions are in libcloseranks. Declared weak, they are NULL where it is not loaded.
 */
#ifndef CLOSERANKS_STEP_OUT_H
#define CLOSERANKS_STEP_OUT_H

#ifdef __cplusplus
extern "C" {
#endif

/** From now on this thread counts as outside of MPI for closeranks.
 * @return the argument for closeranks_step_in()
 * @par Threads
 * Several at once; it concerns only the calling thread. */
unsigned closeranks_step_out(void);

/** From now on this thread counts as inside the call again in which it was.
 * @param inside  the result of closeranks_step_out()
 * @par Threads
 * Several at once; it concerns only the calling thread. */
void closeranks_step_in(unsigned inside);

#ifdef __cplusplus
}
#endif

#endif
