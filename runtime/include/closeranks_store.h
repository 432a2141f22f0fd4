/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 * Data that survive the death of the process that had them: checkpoints in the memory of other
 * processes, in files, or both.
 *
 * Link with libcloseranks_store. It stands on MPI and closeranks.h alone: with closeranks it
 * survives deaths, without it is a plain store of checkpoints.
 *
 * A store belongs to a communicator, and a checkpoint to all its living ranks: each gives its
 * members (arrays of MPI types, numbered by the program). After a death survivors go back to the
 * newest checkpoint, and hand the data of the dead to whoever goes on with them. A death at any
 * moment leaves the old checkpoint for all, or the new one for all, never a mix.
 *
 * Functions marked collective are called by all living ranks of the communicator, in the same
 * order as its other collectives. All return MPI_SUCCESS or an error, the same at all ranks for
 * collective ones, and raise no error handler; closeranks_store_explain() says more. To what the
 * functions say of errors come, for all of them, MPI_ERR_ARG: the store is NULL, MPI_ERR_NO_MEM:
 * there is no memory, and MPI_ERR_INTERN: closeranks or the MPI is at fault. Pointers to results
 * must not be NULL. One thread at a time may use a store. Ranks are the program's.
 *
 * Partners in memory, and parity: Plank, Li, Puening, "Diskless Checkpointing" (IEEE TPDS 9(10),
 * 1998); two slots and one agreement: the same, and Fenix 1.0.1, chapter 5. Equal shares of
 * what the dead held: Huebner et al., "ReStore" (FTXS 2022).
 */
#ifndef CLOSERANKS_STORE_H
#define CLOSERANKS_STORE_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A store; NULL: none. */
typedef struct closeranks_store_object *closeranks_store;

/** Instead of a stamp: that of the newest checkpoint. */
#define CLOSERANKS_NEWEST (-1LL)

/** Makes a store. Collective.
 *
 * `where` is made of parts joined by `+`, each with settings after `:`
 *
 *     buddy             a copy in the memory of another process, on another host where there is one
 *     buddy:copies=2    so many copies, each at another process
 *     parity:group=4    parity in groups of four ranks (8 if that is not said), on different hosts
 *                       where there are as many: a third of the memory of a copy, and what one
 *                       rank of a group had is rebuilt
 *     file:dir=PATH     a file for each rank in the directory PATH, which is made if need be
 *     file:dir=PATH:every=10   with each tenth checkpoint only
 *     ...:depth=3       of any: the three newest are kept there, not the newest alone
 *
 * as in "buddy:depth=2+file:dir=/scratch/run7:every=10". What a file store of before has left in
 * PATH is there again, in a job of any size. Of a death within it the first commit tells.
 * @param comm  whose ranks it is for; the store keeps a duplicate
 * @param where  where checkpoints are kept, the same text at all ranks
 * @param[out] store  the store; NULL after an error, and a line on stderr says why
 * @return MPI_SUCCESS; MPI_ERR_ARG: `where` says something else at some rank, or nothing that is
 * known; MPI_ERR_FILE: PATH cannot be used; or what MPI_Comm_dup returns
 * @par Threads
 * Not beside other collectives on `comm`. */
int closeranks_store_create(MPI_Comm comm, const char *where, closeranks_store *store);

/** Goes on with a store on another communicator, in which other processes have taken the places of
 * the dead: for programs that replace lost ranks by themselves, and for fenix.h. (A store on a
 * communicator that closeranks_resume() has made whole needs none of this.) Collective over `comm`.
 *
 * Who had a store is in the same place as before, and has its members still. Who has come gets a
 * store, with what the predecessor had, and copies are made anew. Checkpoints of which somebody's
 * data are lost are given up. After an error it may be called again, with yet another communicator.
 * @param comm  whose ranks it is for from now on, as many as before; the store keeps a duplicate
 * @param where  as at closeranks_store_create()
 * @param[in,out] store  the store; NULL at processes that have none. Nobody has one: it is made, as
 * by closeranks_store_create(). It may be there after an error, too
 * @return MPI_SUCCESS; MPIX_ERR_PROC_FAILED: ranks have died within; MPI_ERR_ARG: `where` differs,
 * or somebody's rank or the number of ranks is not what it was; MPI_ERR_NO_MEM, MPI_ERR_FILE: some
 * rank could not keep what it had to; or what MPI_Comm_dup returns
 * @par Threads
 * Not beside other collectives on `comm`, and one at a time for a store. */
int closeranks_store_move(MPI_Comm comm, const char *where, closeranks_store *store);

/** Says what checkpoints have from now on. Again for an `id` that there is: a new place or size.
 * Local; ranks may have different members.
 * @param store  the store
 * @param id  the number of the member, which the program chooses
 * @param data  where its elements are; the memory has to be there whenever a checkpoint is taken or
 * restored
 * @param count  how many elements of `type`; 0: there is no such member any more
 * @param type  the type of its elements; the store keeps a copy
 * @return MPI_SUCCESS; MPI_ERR_COUNT: `count` is negative; MPI_ERR_TYPE: `type` is
 * MPI_DATATYPE_NULL; MPI_ERR_BUFFER: `data` is NULL, and `type` has no addresses as for MPI_BOTTOM
 * @par Threads
 * One at a time for a store. */
int closeranks_store_member(closeranks_store store, int id, void *data, int count,
                            MPI_Datatype type);

/** Takes a checkpoint of all members of all living ranks, in place of the oldest that is kept, in
 * one step. Collective. Errors leave those that there are as they were, for all.
 *
 * The data of the dead are not given up before the program has seen to them: a death makes one call
 * fail. Whoever dies within, when all others have its part, makes the next one fail.
 * @param store  the store
 * @param stamp  what to call the checkpoint, the same at all ranks: 0 or more, and greater than the
 * newest
 * @return MPI_SUCCESS; MPIX_ERR_PROC_FAILED: ranks have died since the call before, or within this
 * one; MPI_ERR_NO_MEM, MPI_ERR_FILE: some rank could not keep what it had to, nothing else is lost;
 * MPI_ERR_ARG: the stamps differ, or are no greater, or a closeranks_store_size or _save fails
 * @par Threads
 * One at a time for a store. */
int closeranks_store_commit(closeranks_store store, long long stamp);

/** Says how many bytes a member has now, which is not negative.
 * @param context  as given to closeranks_store_member_callbacks()
 * @return how many bytes closeranks_store_save will write; a negative number, or an exception of
 * C++: it fails, and so does the checkpoint, for all */
typedef long long closeranks_store_size(void *context);

/** Writes a member as bytes. It must not communicate.
 * @param[out] bytes  where they go
 * @param size  how many, as closeranks_store_size has just said
 * @param context  as given to closeranks_store_member_callbacks()
 * @return 0; anything else, or an exception of C++: it fails, and so does the checkpoint, for all
 */
typedef int closeranks_store_save(void *bytes, long long size, void *context);

/** Makes a member of bytes. It must not communicate.
 * @param bytes  what closeranks_store_save has written
 * @param size  how many bytes
 * @param context  as given to closeranks_store_member_callbacks()
 * @return 0; anything else, or an exception of C++: it fails, and leaves the member as it was */
typedef int closeranks_store_load(const void *bytes, long long size, void *context);

/** Says that checkpoints have a member which functions of the program turn into bytes and back:
 * for what is no array, such as a tree or a list that grows. Local. closeranks_store_restore_from()
 * and the functions beside it get its bytes, as elements of MPI_BYTE.
 * @param store  the store
 * @param id  the number of the member, which the program chooses
 * @param size  says how many bytes it has; NULL: there is no such member any more
 * @param save  writes it
 * @param load  makes it anew in closeranks_store_restore()
 * @param context  handed to the functions, and not looked at
 * @return MPI_SUCCESS, or MPI_ERR_ARG: `save` or `load` is NULL
 * @par Threads
 * One at a time for a store. */
int closeranks_store_member_callbacks(closeranks_store store, int id, closeranks_store_size *size,
                                      closeranks_store_save *save, closeranks_store_load *load,
                                      void *context);

/** Begins a checkpoint: copies the members of this rank, and has the copies sent while the program
 * goes on. It may change its data then, and use MPI, but no other function of this store before
 * closeranks_store_complete(); a commit or another begin gives this checkpoint up. Collective.
 *
 * Data flow while some call of MPI is under way, as MPI has it. For parity the copies take once
 * more the memory of the data until the end.
 * @param store  the store
 * @param stamp  as at closeranks_store_commit()
 * @return as closeranks_store_commit() where nothing has begun; that some rank has no memory is
 * said by closeranks_store_complete()
 * @par Threads
 * One at a time for a store. */
int closeranks_store_begin(closeranks_store store, long long stamp);

/** Completes the checkpoint that was begun: from here on it counts, for all or for none.
 * Collective.
 * @param store  the store
 * @return as closeranks_store_commit(); MPI_ERR_ARG: none was begun, or ranks have come back since,
 * and it is given up
 * @par Threads
 * One at a time for a store. */
int closeranks_store_complete(closeranks_store store);

/** Which ranks are dead, as the latest commit has found. The same at all. Local.
 * @param store  the store
 * @param max  how many ranks there is room for
 * @param[out] ranks  the first `max` of them in ascending order
 * @param[out] count  how many there are; it may exceed `max`
 * @return MPI_SUCCESS, or MPI_ERR_COUNT: `max` is negative
 * @par Threads
 * One at a time for a store. */
int closeranks_store_missing(closeranks_store store, int max, int ranks[], int *count);

/** Which checkpoint is the newest. Local: a process that has come back learns of it in its first
 * collective call after the resume point, such as a restore.
 * @param store  the store
 * @param[out] stamp  its stamp, or -1: there is none
 * @return MPI_SUCCESS
 * @par Threads
 * One at a time for a store. */
int closeranks_store_newest(closeranks_store store, long long *stamp);

/** Which checkpoints are kept, in memory, in files, or in both. The same at all. Local.
 * @param store  the store
 * @param max  how many stamps there is room for
 * @param[out] stamps  the first `max` of them, the newest first
 * @param[out] count  how many there are; it may exceed `max`
 * @return MPI_SUCCESS, or MPI_ERR_COUNT: `max` is negative
 * @par Threads
 * One at a time for a store. */
int closeranks_store_stamps(closeranks_store store, int max, long long stamps[], int *count);

/** Which members a rank has in a checkpoint, and how large they are. Collective: each rank asks for
 * what it likes. After an error nobody has got anything.
 * @param store  the store
 * @param stamp  of the checkpoint, or CLOSERANKS_NEWEST; the same at all ranks
 * @param rank  whose members, living or dead; MPI_PROC_NULL: nobody's
 * @param max  for how many members there is room
 * @param[out] ids  the numbers of the first `max` of them in ascending order
 * @param[out] bytes  how many bytes each has: elements times MPI_Type_size
 * @param[out] count  how many members there are; it may exceed `max`
 * @return as closeranks_store_restore_from_at(), but for MPI_ERR_TRUNCATE and MPI_ERR_TYPE;
 * MPI_ERR_COUNT: `max` is negative (at this rank alone, which then does not take part)
 * @par Threads
 * One at a time for a store. */
int closeranks_store_sizes(closeranks_store store, long long stamp, int rank, int max, int ids[],
                           long long bytes[], int *count);

/** Forgets all checkpoints that are newer than one, in memory and in files: that one is the newest
 * then. Collective. For a program that goes back further than to the newest, because what it has
 * stored since is wrong: its stamps go on from there.
 * @param store  the store
 * @param newer_than  the stamp of a checkpoint that is kept, the same at all ranks
 * @return MPI_SUCCESS; MPI_ERR_ARG: there is no such checkpoint, or the stamps differ;
 * MPI_ERR_FILE: the files cannot be changed, and nothing is forgotten
 * @par Threads
 * One at a time for a store. */
int closeranks_store_forget(closeranks_store store, long long newer_than);

/** Forgets one checkpoint, in memory and in files. Collective.
 * @param store  the store
 * @param stamp  of the checkpoint, the same at all ranks, or CLOSERANKS_NEWEST
 * @return as closeranks_store_forget()
 * @par Threads
 * One at a time for a store. */
int closeranks_store_drop(closeranks_store store, long long stamp);

/** Reads a member of this rank out of a checkpoint, to any place. Local: it sends nothing.
 * @param store  the store
 * @param stamp  of the checkpoint, or CLOSERANKS_NEWEST
 * @param id  the number of the member
 * @param[out] data  where its elements go; NULL: nowhere, only their number is asked for
 * @param count  for how many elements of `type` there is room
 * @param type  the type of the elements here
 * @param[out] got  how many elements came, or would
 * @return MPI_SUCCESS; MPI_ERR_ARG: there is no such checkpoint, this rank has stored no such
 * member, or it has come back and no collective call of this store has given it anything yet;
 * MPI_ERR_TRUNCATE: it does not fit, or has more elements than an int can count; MPI_ERR_FILE: a
 * file, or the memory, is not what was written; MPI_ERR_COUNT: `count` is negative; MPI_ERR_TYPE:
 * `type` is MPI_DATATYPE_NULL
 * @par Threads
 * One at a time for a store. */
int closeranks_store_read(closeranks_store store, long long stamp, int id, void *data, int count,
                          MPI_Datatype type, int *got);

/** Writes what a checkpoint has of this rank into its members. Collective. What the checkpoint does
 * not have stays as it is. Errors leave all arrays of all ranks as they were. Members by functions
 * stay as they were, too, unless a closeranks_store_load fails at some rank: whatever other ones,
 * there and at other ranks, have loaded until then stays loaded.
 * @param store  the store
 * @param stamp  of the checkpoint, one of closeranks_store_stamps(), the same at all ranks, or
 * CLOSERANKS_NEWEST
 * @return MPI_SUCCESS; MPI_ERR_ARG: there is no such checkpoint; MPI_ERR_TRUNCATE: a member is
 * smaller than what was stored; MPI_ERR_FILE: a file, or the memory, is not what was written;
 * MPIX_ERR_PROC_FAILED: the ranks could not agree. MPI_ERR_ARG also: a closeranks_store_load fails
 * @par Threads
 * One at a time for a store. */
int closeranks_store_restore(closeranks_store store, long long stamp);

/** Gets a member of any rank, living or dead, out of the newest checkpoint. Collective: each rank
 * asks for what it likes. After an error nobody has got anything.
 * @param store  the store
 * @param rank  whose member; MPI_PROC_NULL: nobody's
 * @param id  the number of the member
 * @param[out] data  where its elements go
 * @param count  for how many elements of `type` there is room
 * @param type  the type of the elements here
 * @param[out] got  how many elements came
 * @return MPI_SUCCESS; MPIX_ERR_PROC_FAILED: those who had what some rank has asked for are dead;
 * MPI_ERR_ARG: some rank asks for what was not stored; MPI_ERR_TRUNCATE: for more than fits;
 * MPI_ERR_FILE: a file, or the memory, is not what was written; MPI_ERR_COUNT: `count` is negative,
 * MPI_ERR_BUFFER: `data` is NULL, or MPI_ERR_TYPE: `type` is MPI_DATATYPE_NULL (these at this rank
 * alone, which then does not take part)
 * @par Threads
 * One at a time for a store. */
int closeranks_store_restore_from(closeranks_store store, int rank, int id, void *data, int count,
                                  MPI_Datatype type, int *got);

/** As closeranks_store_restore_from(), out of any checkpoint that is kept.
 * @param store  the store
 * @param stamp  of the checkpoint, or CLOSERANKS_NEWEST; the same at all ranks
 * @param rank  whose member; MPI_PROC_NULL: nobody's
 * @param id  the number of the member
 * @param[out] data  where its elements go
 * @param count  for how many elements of `type` there is room
 * @param type  the type of the elements here
 * @param[out] got  how many elements came
 * @return as closeranks_store_restore_from(); MPI_ERR_ARG also: there is no such checkpoint, or the
 * stamps differ
 * @par Threads
 * One at a time for a store. */
int closeranks_store_restore_from_at(closeranks_store store, long long stamp, int rank, int id,
                                     void *data, int count, MPI_Datatype type, int *got);

/** Deals out a member of one rank to the living ranks in equal shares, in their order. Collective.
 * Who dies within takes its share along; the next commit fails then, and the program deals again.
 * After an error nobody has got anything.
 * @param store  the store
 * @param rank  whose member, living or dead; the same at all ranks
 * @param id  the number of the member; the same at all ranks
 * @param[out] data  where this rank's share goes
 * @param count  for how many elements of `type` there is room
 * @param type  the type of the elements, of the same size at all ranks
 * @param[out] first  the number of the share's first element within the member, from 0
 * @param[out] got  how many elements came
 * @return as closeranks_store_restore_from(); MPI_ERR_ARG also: `rank`, `id` or the size of `type`
 * differ, or `rank` is MPI_PROC_NULL
 * @par Threads
 * One at a time for a store. */
int closeranks_store_restore_spread(closeranks_store store, int rank, int id, void *data, int count,
                                    MPI_Datatype type, long long *first, int *got);

/** As closeranks_store_restore_spread(), out of any checkpoint that is kept.
 * @param store  the store
 * @param stamp  of the checkpoint, or CLOSERANKS_NEWEST; the same at all ranks
 * @param rank  whose member, living or dead; the same at all ranks
 * @param id  the number of the member; the same at all ranks
 * @param[out] data  where this rank's share goes
 * @param count  for how many elements of `type` there is room
 * @param type  the type of the elements, of the same size at all ranks
 * @param[out] first  the number of the share's first element within the member, from 0
 * @param[out] got  how many elements came
 * @return as closeranks_store_restore_spread(); MPI_ERR_ARG also: there is no such checkpoint, or
 * the stamps differ
 * @par Threads
 * One at a time for a store. */
int closeranks_store_restore_spread_at(closeranks_store store, long long stamp, int rank, int id,
                                       void *data, int count, MPI_Datatype type, long long *first,
                                       int *got);

/** How much memory the checkpoints take at this process: its own data, and what it holds for
 * others. Local.
 * @param store  the store
 * @param[out] bytes  how many bytes
 * @return MPI_SUCCESS
 * @par Threads
 * One at a time for a store. */
int closeranks_store_memory(closeranks_store store, long long *bytes);

/** Says more about the latest error, in one sentence. Local.
 * @param store  the store
 * @return the sentence, valid until the next call for this store; "" after a success
 * @par Threads
 * One at a time for a store. */
const char *closeranks_store_explain(closeranks_store store);

/** Ends a store; its files stay. Collective; after MPI_Finalize local, and its memory stays, too.
 * @param[in,out] store  the store, which becomes NULL
 * @return MPI_SUCCESS
 * @par Threads
 * One at a time for a store. */
int closeranks_store_free(closeranks_store *store);

#ifdef __cplusplus
}
#endif

#endif
