/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 * For error handlers of communicators that closeranks does not protect, such as those made by
 * MPIX_Comm_shrink(), if they call MPI or leave by longjmp.
 *
 * Open MPI itself calls these handlers, inside the call that has failed. What they call there
 * passes by closeranks, as all that the MPI calls itself does. One that has more to do than to note
 * the error steps out of the call first:
 *
 *     unsigned inside = closeranks_step_out();
 *     ...                          // MPI is protected here, as everywhere
 *     longjmp(begin, 1);           // either: the call is never returned to
 *     closeranks_step_in(inside);  // or: the handler returns into it
 *
 * That is sound in programs without threads: a call that closeranks lets through has nothing to
 * undo. Handlers of protected communicators need none of it (docs/explanation/failures.md,
 * "Callbacks").
 *
 * The functions are in libcloseranks. Declared weak, they are NULL where it is not loaded.
 */
#ifndef CLOSERANKS_STEP_OUT_H
#define CLOSERANKS_STEP_OUT_H

#ifdef __cplusplus
extern "C" {
#endif

/** This thread is outside of MPI for closeranks from now on.
 * @return what closeranks_step_in() takes
 * @par Threads
 * Several at once; it is about the calling thread. */
unsigned closeranks_step_out(void);

/** This thread is in the call again in which it was.
 * @param inside  what closeranks_step_out() has returned
 * @par Threads
 * Several at once; it is about the calling thread. */
void closeranks_step_in(unsigned inside);

#ifdef __cplusplus
}
#endif

#endif
