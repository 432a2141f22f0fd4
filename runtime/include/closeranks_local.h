/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 * Local recovery, for programs whose lost ranks come back: a death takes back the rank that died,
 * and nobody else. For phases of messages only (docs/reference/local-recovery.md).
 *
 * Link with libcloseranks_store. It stands on MPI and closeranks.h alone, so that the program runs
 * without closeranks, too.
 *
 * Ranks send and receive by an object, which logs what they send, and takes checkpoints. When a
 * rank dies the others stop in their next call of it until another process has the place, and go on
 * from where they are. The newcomer alone goes back to the newest checkpoint; it
 * gets the messages again that its predecessor had got since, in the same order, and what it sends
 * once more is not delivered twice.
 *
 *     closeranks_local_create(MPI_COMM_WORLD, "buddy", CLOSERANKS_LOCAL_LOG, &local);
 *     closeranks_local_member(local, 0, cells, count, MPI_DOUBLE);
 *     closeranks_local_member(local, 1, &step, 1, MPI_INT);
 *     do {
 *         code = closeranks_local_start(local, &stamp);
 *         if (code == MPI_SUCCESS) code = compute(stamp); // from members, or from the beginning
 *         if (code == MPI_SUCCESS) code = closeranks_local_finish(local);
 *     } while (code == CLOSERANKS_ROLLED_BACK);
 *
 * What a program has to keep to:
 * - What a rank sends follows from its members and from what it has received since the commit, to
 *   the last bit. So receives name their source; there is no MPI_ANY_SOURCE.
 * - From closeranks_local_start() to closeranks_local_finish() ranks communicate by this object
 *   only.
 * - At a commit all messages have been received.
 *
 * Functions marked collective are called by all ranks of the communicator. All return MPI_SUCCESS
 * or an error, and raise no error handler; closeranks_local_explain() says more. To what the
 * functions say of errors come, for all of them: MPI_ERR_ARG: the object is NULL; MPI_ERR_NO_MEM:
 * there is no memory; MPI_ERR_INTERN: closeranks or the MPI is at fault. And for those that are
 * called from closeranks_local_start() to closeranks_local_finish(), both included:
 * - CLOSERANKS_ROLLED_BACK: a death takes all ranks back this time. All go to
 *   closeranks_local_start() again; closeranks_local_start() itself does not return it. Until then
 *   each call returns it at once, and does nothing. So a program may call several, and look at the
 *   code of the last one.
 * - MPI_ERR_OTHER: ranks are missing, and no process can take their places. Each further call
 *   returns it, too; so it is with MPI_ERR_INTERN, and MPI_ERR_NO_MEM but for a commit.
 *
 * A program has one object at a time, which it makes before its first resume point. Pointers to
 * results must not be NULL unless it is said. One thread uses the object, and no other one is in
 * the MPI meanwhile: a recovery is a closeranks_resume(). closeranks_local_use_thread() adds one of
 * its own, beside which the program goes on. Ranks are those of the communicator.
 *
 * Johnson, Zwaenepoel, "Sender-Based Message Logging" (FTCS 1987); Gamell et al., "Local Recovery
 * and Failure Masking for Stencil-based Applications at Extreme Scales" (SC 2015).
 */
#ifndef CLOSERANKS_LOCAL_H
#define CLOSERANKS_LOCAL_H

#include <mpi.h>

#include <mpi-ext.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Messages and checkpoints of the ranks of a communicator; NULL: none. */
typedef struct closeranks_local_object *closeranks_local;

/** A death takes all ranks back, to closeranks_local_start(). */
#define CLOSERANKS_ROLLED_BACK MPIX_ERR_PROC_FAILED

/** How many bytes of messages a log may have, where a program has no other wish: 64 MiB. */
#define CLOSERANKS_LOCAL_LOG (64LL << 20)

/** Makes an object. Collective.
 * @param comm  the ranks, all of MPI_COMM_WORLD; the order may be another one. It keeps duplicates
 * @param where  where checkpoints are kept, as for closeranks_store_create()
 * @param log_bytes  of the messages that a rank has sent since the last commit it keeps so many
 * bytes, heads of 24 bytes included, or CLOSERANKS_LOCAL_LOG. When that is exceeded it keeps none,
 * which is said once on stderr, and a death before the next commit takes all ranks back
 * @param[out] local  the object; NULL after an error, and a line on stderr says why
 * @return MPI_SUCCESS; MPI_ERR_COMM: `comm` lacks ranks of MPI_COMM_WORLD; MPI_ERR_COUNT:
 * `log_bytes` is negative; or what closeranks_store_create() returns
 * @par Threads
 * No other thread may be in the MPI. */
int closeranks_local_create(MPI_Comm comm, const char *where, long long log_bytes,
                            closeranks_local *local);

/** Says what checkpoints have from now on. Again for an `id` that there is: a new place or size.
 * Local; ranks may have different members.
 * @param local  the object
 * @param id  the number of the member, which the program chooses
 * @param data  where its elements are; they keep their place
 * @param count  how many elements of `type`; 0: there is no such member any more
 * @param type  the type of its elements, of which a copy is kept
 * @return MPI_SUCCESS; MPI_ERR_COUNT: `count` is negative; MPI_ERR_TYPE: `type` is
 * MPI_DATATYPE_NULL
 * @par Threads
 * One at a time for an object. */
int closeranks_local_member(closeranks_local local, int id, void *data, int count,
                            MPI_Datatype type);

/** From now on a thread of the object takes part in recoveries. Local; do it at all ranks. With
 * MPI_THREAD_MULTIPLE it does so while the program computes, and while it is in
 * closeranks_local_send(), _receive() or _poll(): these go on between ranks that live, and only
 * what needs all ranks waits for a recovery. With MPI_THREAD_SERIALIZED it does so while the
 * program computes: the others need not wait for the next call of this rank, nor this rank for a
 * recovery that is over by then. The program then makes no calls of MPI while it computes, of no
 * kind, but for those of this object and between closeranks_local_enter_collective() and
 * closeranks_local_leave_collective(). It is so, too, and a line on stderr says it, where a death
 * may crash several threads in the MPI (closeranks_query_thread()).
 * @param local  the object
 * @return MPI_SUCCESS; MPI_ERR_UNSUPPORTED_OPERATION: MPI was initialised with less
 * (MPI_Init_thread())
 * @par Threads
 * No other thread may be in the MPI. */
int closeranks_local_use_thread(closeranks_local local);

/** The resume point: here the work begins, and begins again after CLOSERANKS_ROLLED_BACK. A process
 * that comes back is here alone, while the others are in the middle of their work. Collective.
 * @param local  the object
 * @param[out] stamp  that of the checkpoint that the members are from; -1: there is none, and the
 * program has to set them
 * @return MPI_SUCCESS; MPI_ERR_OTHER: see above; or, when a checkpoint cannot be read, what
 * closeranks_store_restore() returns
 * @par Threads
 * No other thread may be in the MPI. */
int closeranks_local_start(closeranks_local local, long long *stamp);

/** Sends a message. It is copied, and the call does not wait.
 * @param local  the object
 * @param to  a rank; MPI_PROC_NULL: nothing happens
 * @param tag  any number
 * @param data  where its elements are
 * @param count  how many elements of `type`
 * @param type  the type of its elements
 * @return MPI_SUCCESS; CLOSERANKS_ROLLED_BACK, MPI_ERR_OTHER: see above; MPI_ERR_RANK: there is no
 * such rank; MPI_ERR_COUNT: `count` is negative, or the message has 2 GiB or more; MPI_ERR_TYPE:
 * `type` is MPI_DATATYPE_NULL
 * @par Threads
 * No other thread may be in the MPI. */
int closeranks_local_send(closeranks_local local, int to, int tag, const void *data, int count,
                          MPI_Datatype type);

/** Waits for the next message of a rank with a tag: the first of those that were not received yet,
 * in the order in which they were sent.
 * @param local  the object
 * @param from  a rank; MPI_PROC_NULL: nothing comes
 * @param tag  the number that it was sent with
 * @param[out] data  where its elements go
 * @param count  for how many elements of `type` there is room
 * @param type  the type of the elements here
 * @param[out] got  how many elements came, 0 from MPI_PROC_NULL; NULL: that is not asked for
 * @return as closeranks_local_send(); MPI_ERR_TRUNCATE: the message does not fit, and is gone
 * @par Threads
 * No other thread may be in the MPI. */
int closeranks_local_receive(closeranks_local local, int from, int tag, void *data, int count,
                             MPI_Datatype type, int *got);

/** For long computations: lets messages go on, and takes part in a recovery if somebody has died,
 * for which the others wait.
 * @param local  the object
 * @return MPI_SUCCESS; CLOSERANKS_ROLLED_BACK, MPI_ERR_OTHER: see above
 * @par Threads
 * No other thread may be in the MPI. */
int closeranks_local_poll(closeranks_local local);

/** Takes a checkpoint, and forgets the messages of before. A death within it, or before all have
 * come, is recovered from here. Collective.
 * @param local  the object
 * @param stamp  what to call the checkpoint, the same at all ranks: 0 or more, and greater than the
 * newest
 * @return MPI_SUCCESS; CLOSERANKS_ROLLED_BACK, MPI_ERR_OTHER: see above; MPI_ERR_PENDING, at all
 * ranks: messages are under way, which nobody has received; or what closeranks_store_commit()
 * returns
 * @par Threads
 * No other thread may be in the MPI. */
int closeranks_local_commit(closeranks_local local, long long stamp);

/** Collectives of the program come next: from here to closeranks_local_leave_collective() it may
 * call all of MPI. What these calls give a rank is in no log, so that a death from here to the next
 * commit takes all ranks back. Collective.
 * @param local  the object
 * @return MPI_SUCCESS; CLOSERANKS_ROLLED_BACK, MPI_ERR_OTHER: see above. After an error the
 * collectives must not be called: not all ranks would be there
 * @par Threads
 * No other thread may be in the MPI. */
int closeranks_local_enter_collective(closeranks_local local);

/** The collectives have been called. Their results count if this succeeds. Collective.
 * @param local  the object
 * @return MPI_SUCCESS; CLOSERANKS_ROLLED_BACK, MPI_ERR_OTHER: see above
 * @par Threads
 * No other thread may be in the MPI. */
int closeranks_local_leave_collective(closeranks_local local);

/** The end of the work. It waits for all ranks. Collective.
 * @param local  the object
 * @return MPI_SUCCESS: all are through; CLOSERANKS_ROLLED_BACK, MPI_ERR_OTHER: see above
 * @par Threads
 * No other thread may be in the MPI. */
int closeranks_local_finish(closeranks_local local);

/** How many recoveries this rank has lived through without going back. Local.
 * @param local  the object
 * @param[out] count  so many
 * @return MPI_SUCCESS
 * @par Threads
 * One at a time for an object. */
int closeranks_local_recoveries(closeranks_local local, int *count);

/** Says more about the latest error, in one sentence. Local.
 * @param local  the object
 * @return the sentence, valid until the next call for this object; "" after a success
 * @par Threads
 * One at a time for an object. */
const char *closeranks_local_explain(closeranks_local local);

/** Ends an object. Files of its checkpoints stay. Collective.
 * @param[in,out] local  the object, which becomes NULL
 * @return MPI_SUCCESS
 * @par Threads
 * No other thread may be in the MPI. */
int closeranks_local_free(closeranks_local *local);

#ifdef __cplusplus
}
#endif

#endif
