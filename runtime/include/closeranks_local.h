/* SPDX-License-Identifier: BSD-3-Clause
   Generated from spec/api_local.json by generator/, do not edit. */
/** @file
 * Local recovery, for programs that recover lost ranks: only the failed rank goes back to a
 * checkpoint. For phases of messages only (docs/reference/local-recovery.md).
 *
 * Link with libcloseranks_store. It needs only MPI and closeranks.h, so the program runs without
 * closeranks as well.
 *
 * Ranks send and receive by an object, which logs their sent messages, and takes checkpoints. When
 * a rank fails, the other ranks stop in their next call of the object until a replacement process
 * has the place, and then continue where they are. Only the replacement process goes back to the
 * newest checkpoint. It receives the messages again that its predecessor had received since, in the
 * same order. Messages that it sends once more are not delivered twice.
 *
 *     closeranks_local_create(MPI_COMM_WORLD, "buddy", CLOSERANKS_LOCAL_LOG, &local);
 *     closeranks_local_member(local, 0, cells, count, MPI_DOUBLE);
 *     closeranks_local_member(local, 1, &step, 1, MPI_INT);
 *     do {
 *         code = closeranks_local_start(local, &stamp);
 *         if (code == MPI_SUCCESS) code = compute(stamp); // from members, or from the beginning
 *         if (code == MPI_SUCCESS) code = closeranks_local_finish(local);
 *     } while (code == CLOSERANKS_ERR_ROLLED_BACK);
 *
 * Rules for the program:
 * - The messages of a rank must follow from its members and from the messages that it has received
 *   since the commit, to the last bit. So receives name their source; there is no MPI_ANY_SOURCE.
 * - From closeranks_local_start() to closeranks_local_finish() ranks communicate only by this
 *   object.
 * - At a commit all messages have been received.
 *
 * Functions marked collective are called by all ranks of the communicator. All functions return
 * MPI_SUCCESS or an error, and raise no error handler; closeranks_local_explain() gives details. In
 * addition to the errors listed for each function, all return MPI_ERR_ARG: the object is NULL;
 * MPI_ERR_NO_MEM: there is no memory; MPI_ERR_INTERN: an internal error of closeranks or the MPI.
 * Functions that are called from closeranks_local_start() to closeranks_local_finish(), both
 * included, also return:
 * - CLOSERANKS_ERR_ROLLED_BACK: a failure takes all ranks back this time. All ranks call
 *   closeranks_local_start() again; closeranks_local_start() itself does not return this code.
 *   Until then each call returns it at once, and does nothing. So a program may make several calls,
 *   and check the code of the last one.
 * - CLOSERANKS_ERR_NO_PROCESS: ranks are missing, and no process can take their places. Each
 *   further call returns it as well. The same holds for MPI_ERR_INTERN, and for MPI_ERR_NO_MEM
 *   except from a commit.
 *
 * A program has one object at a time, which it makes before its first resume point. Pointers to
 * results must not be NULL unless a function says otherwise. One thread uses the object, and no
 * other thread may be in the MPI meanwhile, because a recovery calls closeranks_resume().
 * closeranks_local_use_thread() adds a thread of the object, which works while the program
 * continues. Ranks are those of the communicator.
 *
 * Johnson, Zwaenepoel, "Sender-Based Message Logging" (FTCS 1987); Gamell et al., "Local Recovery
 * and Failure Masking for Stencil-based Applications at Extreme Scales" (SC 2015).
 */
#ifndef CLOSERANKS_LOCAL_H
#define CLOSERANKS_LOCAL_H

#include <closeranks_store.h>

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The default limit of a log, in bytes of messages: 64 MiB. */
#define CLOSERANKS_LOCAL_LOG 67108864LL

/** Messages and checkpoints of the ranks of a communicator; NULL: none. */
typedef struct closeranks_local_object *closeranks_local;

/** Makes an object. Collective.
 * @param comm  all ranks of MPI_COMM_WORLD, in any order; the object keeps duplicates
 * @param where  the place of checkpoints, as for closeranks_store_create()
 * @param log_bytes  limit of the log: bytes of the messages that this rank has sent since the
 * latest commit, including heads of 24 bytes; or CLOSERANKS_LOCAL_LOG. When the limit is exceeded,
 * the log is dropped, which is reported once on stderr, and a failure before the next commit takes
 * all ranks back
 * @param[out] local  the object; NULL after an error, and a line on stderr gives the reason
 * @return MPI_SUCCESS; MPI_ERR_COMM: `comm` lacks ranks of MPI_COMM_WORLD; MPI_ERR_COUNT:
 * `log_bytes` is negative; or an error of closeranks_store_create()
 * @par Threads
 * No other thread may be in the MPI. */
int closeranks_local_create(MPI_Comm comm, const char *where, MPI_Count log_bytes,
                            closeranks_local *local);

/** Adds a member to later checkpoints. For an `id` that exists: gives the member a new place or
 * size. Local; ranks may have different members.
 * @param local  the object
 * @param id  the number of the member, which the program chooses
 * @param data  the address of its elements, which must not move
 * @param count  the number of elements of `type`; 0: removes the member
 * @param type  the type of its elements; the object keeps a copy
 * @return MPI_SUCCESS; MPI_ERR_COUNT: `count` is negative; MPI_ERR_TYPE: `type` is
 * MPI_DATATYPE_NULL
 * @par Threads
 * One at a time for an object. */
int closeranks_local_member(closeranks_local local, int id, void *data, MPI_Count count,
                            MPI_Datatype type);

/** From now on a thread of the object takes part in recoveries. Local; must be called at all ranks.
 *
 * With MPI_THREAD_MULTIPLE it does so while the program computes, and while the program is in
 * closeranks_local_send(), _receive() or _poll(). These calls continue between live ranks, and only
 * operations that need all ranks wait for a recovery.
 *
 * With MPI_THREAD_SERIALIZED it does so while the program computes. The other ranks then need not
 * wait for the next call of this rank, and this rank need not wait for a recovery that has ended by
 * then. While it computes, the program makes no calls of MPI of any kind, except those of this
 * object and those between closeranks_local_enter_collective() and
 * closeranks_local_leave_collective(). The same applies where a failure may crash several threads
 * in the MPI (closeranks_query_thread()); a line on stderr says so.
 * @param local  the object
 * @return MPI_SUCCESS, or MPI_ERR_UNSUPPORTED_OPERATION: MPI was initialised with a lower level
 * (MPI_Init_thread())
 * @par Threads
 * No other thread may be in the MPI. */
int closeranks_local_use_thread(closeranks_local local);

/** Ends an object. Files of its checkpoints stay. Collective.
 * @param[in,out] local  the object, which becomes NULL
 * @return MPI_SUCCESS
 * @par Threads
 * No other thread may be in the MPI. */
int closeranks_local_free(closeranks_local *local);

/** The resume point: here the work begins, and begins again after CLOSERANKS_ERR_ROLLED_BACK. A
 * replacement process calls it alone, while the other ranks are in the middle of their work.
 * Collective.
 * @param local  the object
 * @param[out] stamp  the stamp of the checkpoint from which the members are; -1: there is none, and
 * the program has to set them
 * @return MPI_SUCCESS; CLOSERANKS_ERR_NO_PROCESS: see above; or, when a checkpoint cannot be read,
 * an error of closeranks_store_restore()
 * @par Threads
 * No other thread may be in the MPI. */
int closeranks_local_start(closeranks_local local, long long *stamp);

/** Sends a message. The message is copied, and the call does not wait.
 * @param local  the object
 * @param to  a rank; MPI_PROC_NULL: nothing happens
 * @param tag  any number
 * @param data  the address of its elements
 * @param count  the number of elements of `type`
 * @param type  the type of its elements
 * @return MPI_SUCCESS; CLOSERANKS_ERR_ROLLED_BACK, CLOSERANKS_ERR_NO_PROCESS: see above;
 * MPI_ERR_RANK: there is no such rank; MPI_ERR_COUNT: `count` is negative, or the message has 2 GiB
 * or more; MPI_ERR_TYPE: `type` is MPI_DATATYPE_NULL
 * @par Threads
 * No other thread may be in the MPI. */
int closeranks_local_send(closeranks_local local, int to, int tag, const void *data,
                          MPI_Count count, MPI_Datatype type);

/** Waits for the next message of a rank with a tag: the first message that was not received yet, in
 * the order of sending.
 * @param local  the object
 * @param from  a rank; MPI_PROC_NULL: nothing is received
 * @param tag  the tag with which it was sent
 * @param[out] data  the memory for its elements
 * @param count  the number of elements of `type` for which there is room
 * @param type  the type of the elements here
 * @param[out] got  the number of received elements, 0 from MPI_PROC_NULL; NULL: it is not returned
 * @return as closeranks_local_send(); MPI_ERR_TRUNCATE: the message does not fit, and is lost
 * @par Threads
 * No other thread may be in the MPI. */
int closeranks_local_receive(closeranks_local local, int from, int tag, void *data, MPI_Count count,
                             MPI_Datatype type, MPI_Count *got);

/** For long computations: lets messages progress, and takes part in a recovery if a rank has
 * failed, because the other ranks wait for it.
 * @param local  the object
 * @return MPI_SUCCESS; CLOSERANKS_ERR_ROLLED_BACK, CLOSERANKS_ERR_NO_PROCESS: see above
 * @par Threads
 * No other thread may be in the MPI. */
int closeranks_local_poll(closeranks_local local);

/** Takes a checkpoint, and forgets earlier messages. A failure during the call, or before all ranks
 * have come to it, is recovered from here. Collective.
 * @param local  the object
 * @param stamp  the number of the checkpoint, the same at all ranks: 0 or more, and greater than
 * the newest
 * @return MPI_SUCCESS; CLOSERANKS_ERR_ROLLED_BACK, CLOSERANKS_ERR_NO_PROCESS: see above;
 * CLOSERANKS_ERR_RULE_BROKEN, at all ranks: there are messages that no rank has received; or an
 * error of closeranks_store_commit()
 * @par Threads
 * No other thread may be in the MPI. */
int closeranks_local_commit(closeranks_local local, long long stamp);

/** The program calls collectives next: from here to closeranks_local_leave_collective() it may call
 * all of MPI. No log has the results of these calls, so a failure from here to the next commit
 * takes all ranks back. Collective.
 * @param local  the object
 * @return MPI_SUCCESS; CLOSERANKS_ERR_ROLLED_BACK, CLOSERANKS_ERR_NO_PROCESS: see above. After an
 * error the collectives must not be called, because not all ranks would come
 * @par Threads
 * No other thread may be in the MPI. */
int closeranks_local_enter_collective(closeranks_local local);

/** The collectives have been called. Their results count if this succeeds. Collective.
 * @param local  the object
 * @return MPI_SUCCESS; CLOSERANKS_ERR_ROLLED_BACK, CLOSERANKS_ERR_NO_PROCESS: see above
 * @par Threads
 * No other thread may be in the MPI. */
int closeranks_local_leave_collective(closeranks_local local);

/** Ends the work. Waits for all ranks. Collective.
 * @param local  the object
 * @return MPI_SUCCESS: all ranks have finished; CLOSERANKS_ERR_ROLLED_BACK,
 * CLOSERANKS_ERR_NO_PROCESS: see above
 * @par Threads
 * No other thread may be in the MPI. */
int closeranks_local_finish(closeranks_local local);

/** The number of recoveries during which this rank did not go back. Local.
 * @param local  the object
 * @param[out] count  the number of recoveries
 * @return MPI_SUCCESS
 * @par Threads
 * One at a time for an object. */
int closeranks_local_recoveries(closeranks_local local, int *count);

/** Describes the latest error in one sentence. Local.
 * @param local  the object
 * @return the sentence, valid until the next call for this object; "" after a success
 * @par Threads
 * One at a time for an object. */
const char *closeranks_local_explain(closeranks_local local);

/** Deprecated: CLOSERANKS_ERR_ROLLED_BACK. */
#define CLOSERANKS_ROLLED_BACK CLOSERANKS_ERR_ROLLED_BACK

#ifdef __cplusplus
}
#endif

#endif
