/* SPDX-License-Identifier: BSD-3-Clause
   Generated from spec/api_store.json by generator/, do not edit. */
/** @file
 * Checkpoints whose data survives the failure of the process that stored it. They are kept in the
 * memory of other processes, in files, or both.
 *
 * Link with libcloseranks_store. It needs only MPI and closeranks.h. With closeranks it survives
 * failures; without closeranks it is a plain store of checkpoints.
 *
 * A store belongs to a communicator, and a checkpoint to all its live ranks: each gives its members
 * (arrays of MPI types, numbered by the program). After a failure the survivors go back to the
 * newest checkpoint, and give the data of the failed ranks to the ranks that continue with it. A
 * failure at any time leaves all ranks with the old checkpoint, or all with the new one, but never
 * a mix.
 *
 * Functions marked collective are called by all live ranks of the communicator, in the same order
 * as its other collectives. All functions return MPI_SUCCESS or an error, and raise no error
 * handler; collective ones return the same at all ranks. closeranks_store_explain() gives details.
 * In addition to the errors listed for each function, all return MPI_ERR_ARG: the store is NULL,
 * MPI_ERR_NO_MEM: there is no memory, and MPI_ERR_INTERN: an internal error of closeranks or the
 * MPI. Pointers to results must not be NULL. One thread at a time may use a store. Ranks are those
 * of the program.
 *
 * Partners in memory, and parity: Plank, Li, Puening, "Diskless Checkpointing" (IEEE TPDS 9(10),
 * 1998); two slots and one agreement: the same, and Fenix 1.0.1, chapter 5. Equal shares of the
 * data of failed ranks: Huebner et al., "ReStore" (FTXS 2022).
 */
#ifndef CLOSERANKS_STORE_H
#define CLOSERANKS_STORE_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Stands for the stamp of the newest checkpoint. */
#define CLOSERANKS_NEWEST (-1LL)

/** Errors that MPI has no class for. The library adds a class and a code for each to those of MPI,
 * in the first call that makes a store or an object of local recovery, or asks for a code. So
 * MPI_Error_string has a sentence for each. */
typedef enum {
    /** ranks have failed */
    CLOSERANKS_ERROR_RANK_LOST,
    /** a file cannot be used, or stored data is damaged */
    CLOSERANKS_ERROR_STORAGE,
    /** a failure takes all ranks back to closeranks_local_start() */
    CLOSERANKS_ERROR_ROLLED_BACK,
    /** ranks are missing, and no process can take their places */
    CLOSERANKS_ERROR_NO_PROCESS,
    /** the program has broken a rule of local recovery */
    CLOSERANKS_ERROR_RULE_BROKEN
} closeranks_error;

/** The code of an error, as functions return it. It is the same at all processes, as long as those
 * make their own calls of MPI_Add_error_class and MPI_Add_error_code in the same order. Local.
 * @param error  the error
 * @return the code; MPI_UNDEFINED before MPI_Init, and for any other error
 * @par Threads
 * Several at once. */
int closeranks_error_code(closeranks_error error);

/** The code of CLOSERANKS_ERROR_RANK_LOST, to compare with. It is no constant of C. */
#define CLOSERANKS_ERR_RANK_LOST closeranks_error_code(CLOSERANKS_ERROR_RANK_LOST)

/** The code of CLOSERANKS_ERROR_STORAGE, to compare with. It is no constant of C. */
#define CLOSERANKS_ERR_STORAGE closeranks_error_code(CLOSERANKS_ERROR_STORAGE)

/** The code of CLOSERANKS_ERROR_ROLLED_BACK, to compare with. It is no constant of C. */
#define CLOSERANKS_ERR_ROLLED_BACK closeranks_error_code(CLOSERANKS_ERROR_ROLLED_BACK)

/** The code of CLOSERANKS_ERROR_NO_PROCESS, to compare with. It is no constant of C. */
#define CLOSERANKS_ERR_NO_PROCESS closeranks_error_code(CLOSERANKS_ERROR_NO_PROCESS)

/** The code of CLOSERANKS_ERROR_RULE_BROKEN, to compare with. It is no constant of C. */
#define CLOSERANKS_ERR_RULE_BROKEN closeranks_error_code(CLOSERANKS_ERROR_RULE_BROKEN)

/** The class to which the code of an error belongs, as MPI_Error_class returns it. Local.
 * @param error  the error
 * @return the class; MPI_UNDEFINED as for closeranks_error_code()
 * @par Threads
 * Several at once. */
int closeranks_error_class(closeranks_error error);

/** A store; NULL: none. */
typedef struct closeranks_store_object *closeranks_store;

/** Makes a store. Collective.
 *
 * `where` consists of parts joined by `+`, each with settings after `:`
 *
 *     buddy             a copy in the memory of another process, on another host where there is one
 *     buddy:copies=2    so many copies, each at another process
 *     parity:group=4    parity in groups of four ranks (8 if that is not said), on different hosts
 *                       where there are as many: a third of the memory of a copy, and the data of
 *                       one failed rank of a group is rebuilt
 *     file:dir=PATH     a file for each rank in the directory PATH, which is made if need be
 *     file:dir=PATH:every=10   with each tenth checkpoint only
 *     ...:depth=3       of any: the three newest are kept there, not the newest alone
 *
 * as in "buddy:depth=2+file:dir=/scratch/run7:every=10". Checkpoints that an earlier store of files
 * has left in PATH are available again, in a job of any size. The first commit reports a failure
 * during this call.
 * @param comm  the ranks of the store, which keeps a duplicate
 * @param where  the place of checkpoints, the same text at all ranks
 * @param[out] store  the store; NULL after an error, and a line on stderr gives the reason
 * @return MPI_SUCCESS; MPI_ERR_ARG: `where` differs between ranks, or cannot be understood;
 * CLOSERANKS_ERR_STORAGE: PATH cannot be used; or an error of MPI_Comm_dup
 * @par Threads
 * Not at the same time as other collectives on `comm`. */
int closeranks_store_create(MPI_Comm comm, const char *where, closeranks_store *store);

/** Adds a member to later checkpoints. For an `id` that exists: gives the member a new place or
 * size. Local; ranks may have different members.
 * @param store  the store
 * @param id  the number of the member, which the program chooses
 * @param data  the address of its elements; the memory must exist whenever a checkpoint is taken or
 * restored
 * @param count  the number of elements of `type`; 0: removes the member
 * @param type  the type of its elements; the store keeps a copy
 * @return MPI_SUCCESS; MPI_ERR_COUNT: `count` is negative; MPI_ERR_TYPE: `type` is
 * MPI_DATATYPE_NULL; MPI_ERR_BUFFER: `data` is NULL, and `type` has no addresses as for MPI_BOTTOM
 * @par Threads
 * One at a time for a store. */
int closeranks_store_member(closeranks_store store, int id, void *data, MPI_Count count,
                            MPI_Datatype type);

/** Returns the present number of bytes of a member, which is not negative.
 * @param context  as given to closeranks_store_member_callbacks()
 * @return the number of bytes that closeranks_store_save_function will write; a negative number, or
 * an exception of C++: an error, and the checkpoint fails at all ranks */
typedef MPI_Count closeranks_store_size_function(void *context);

/** Writes a member as bytes. It must not communicate.
 * @param[out] bytes  the memory for them
 * @param size  the number of bytes, as closeranks_store_size_function has just returned
 * @param context  as given to closeranks_store_member_callbacks()
 * @return 0; any other value, or an exception of C++: an error, and the checkpoint fails at all
 * ranks */
typedef int closeranks_store_save_function(void *bytes, MPI_Count size, void *context);

/** Makes a member from bytes. It must not communicate.
 * @param bytes  the bytes that closeranks_store_save_function has written
 * @param size  the number of bytes
 * @param context  as given to closeranks_store_member_callbacks()
 * @return 0; any other value, or an exception of C++: an error, and the member must be unchanged */
typedef int closeranks_store_load_function(const void *bytes, MPI_Count size, void *context);

/** Adds a member to later checkpoints that functions of the program turn into bytes and back. It is
 * for objects that are no arrays, such as a tree or a list that grows. Local.
 * closeranks_store_restore_from() and similar functions get its bytes, as elements of MPI_BYTE.
 * @param store  the store
 * @param id  the number of the member, which the program chooses
 * @param size  returns its number of bytes; NULL: removes the member
 * @param save  writes it
 * @param load  makes it anew in closeranks_store_restore()
 * @param context  passed to the functions, and not read
 * @return MPI_SUCCESS, or MPI_ERR_ARG: `save` or `load` is NULL
 * @par Threads
 * One at a time for a store. */
int closeranks_store_member_callbacks(closeranks_store store, int id,
                                      closeranks_store_size_function *size,
                                      closeranks_store_save_function *save,
                                      closeranks_store_load_function *load, void *context);

/** Moves a store to another communicator, in which other processes have taken the places of failed
 * ones. It is for programs that replace lost ranks by themselves, and for fenix.h. (A store on a
 * communicator that closeranks_resume() has completed does not need it.) Collective over `comm`.
 *
 * A process that had a store has the same rank as before, and still has its members. A new process
 * gets a store with the data of its predecessor, and copies are made anew. Checkpoints in which
 * data of a rank is lost are given up. After an error it may be called again, with yet another
 * communicator.
 * @param comm  the ranks of the store from now on, as many as before; the store keeps a duplicate
 * @param where  as for closeranks_store_create()
 * @param[in,out] store  the store; NULL at processes that have none. If no process has one, it is
 * made as by closeranks_store_create(). It may exist even after an error
 * @return MPI_SUCCESS; CLOSERANKS_ERR_RANK_LOST: ranks have failed during the call; MPI_ERR_ARG:
 * `where` differs, or a rank or the number of ranks has changed; MPI_ERR_NO_MEM,
 * CLOSERANKS_ERR_STORAGE: some rank could not keep its part; or an error of MPI_Comm_dup
 * @par Threads
 * Not at the same time as other collectives on `comm`, and one at a time for a store. */
int closeranks_store_move(MPI_Comm comm, const char *where, closeranks_store *store);

/** Ends a store; its files stay. Collective. After MPI_Finalize it is local, and its memory stays
 * as well.
 * @param[in,out] store  the store, which becomes NULL
 * @return MPI_SUCCESS
 * @par Threads
 * One at a time for a store. */
int closeranks_store_free(closeranks_store *store);

/** Takes a checkpoint of all members of all live ranks. It replaces the oldest one that is kept, in
 * one step. Collective. After an error all existing checkpoints are unchanged, at all ranks.
 *
 * The store does not give up the data of failed ranks before the program has learnt of the failure:
 * a failure makes one call return an error. If a rank fails during this call, after all other ranks
 * have their parts, the next call returns the error.
 * @param store  the store
 * @param stamp  the number of the checkpoint, the same at all ranks: 0 or more, and greater than
 * the newest
 * @return MPI_SUCCESS; CLOSERANKS_ERR_RANK_LOST: ranks have failed since the call before, or during
 * this one; MPI_ERR_NO_MEM, CLOSERANKS_ERR_STORAGE: some rank could not keep its part, but nothing
 * else is lost; MPI_ERR_ARG: the stamps differ, or are not greater, or a function returns an error
 * @par Threads
 * One at a time for a store. */
int closeranks_store_commit(closeranks_store store, long long stamp);

/** Begins a checkpoint: copies the members of this rank, and has the copies sent while the program
 * continues. The program may then change its data, and use MPI, but must call
 * closeranks_store_complete() before any other function of this store. A commit or another begin
 * gives this checkpoint up. Collective.
 *
 * Data is sent only while some call of MPI is running, by the rules of MPI. For parity the copies
 * need the memory of the data once more until the end.
 * @param store  the store
 * @param stamp  as for closeranks_store_commit()
 * @return as closeranks_store_commit() if nothing has begun; closeranks_store_complete() reports a
 * rank that has no memory
 * @par Threads
 * One at a time for a store. */
int closeranks_store_begin(closeranks_store store, long long stamp);

/** Completes the checkpoint that was begun: from here on it counts, at all ranks or at none.
 * Collective.
 * @param store  the store
 * @return as closeranks_store_commit(); MPI_ERR_ARG: none was begun, or ranks were recovered since,
 * and it is given up
 * @par Threads
 * One at a time for a store. */
int closeranks_store_complete(closeranks_store store);

/** Forgets all checkpoints that are newer than a given one, in memory and in files: that one is the
 * newest then. Collective. For a program that goes back further than to the newest checkpoint,
 * because later ones are wrong: its stamps continue from there.
 * @param store  the store
 * @param newer_than  the stamp of a checkpoint that is kept, the same at all ranks
 * @return MPI_SUCCESS; MPI_ERR_ARG: there is no such checkpoint, or the stamps differ;
 * CLOSERANKS_ERR_STORAGE: the files cannot be changed, and nothing is forgotten
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

/** Writes this rank's data in a checkpoint into its members. Collective. Members that the
 * checkpoint does not have stay unchanged. After an error all arrays of all ranks are unchanged. So
 * are members by functions, unless a closeranks_store_load_function returns an error at some rank.
 * Then members that other functions have loaded until then, there and at other ranks, stay loaded.
 * @param store  the store
 * @param stamp  of the checkpoint, one of closeranks_store_stamps(), the same at all ranks, or
 * CLOSERANKS_NEWEST
 * @return MPI_SUCCESS; MPI_ERR_ARG: there is no such checkpoint, or a
 * closeranks_store_load_function returns an error; MPI_ERR_TRUNCATE: a member is smaller than the
 * stored one; CLOSERANKS_ERR_STORAGE: a file, or the memory, has been damaged since it was written;
 * CLOSERANKS_ERR_RANK_LOST: the ranks could not agree
 * @par Threads
 * One at a time for a store. */
int closeranks_store_restore(closeranks_store store, long long stamp);

/** Reads a member of this rank from a checkpoint into any memory. Local: it sends nothing.
 * @param store  the store
 * @param stamp  of the checkpoint, or CLOSERANKS_NEWEST
 * @param id  the number of the member
 * @param[out] data  the memory for its elements; NULL: only their number is returned
 * @param count  the number of elements of `type` for which there is room
 * @param type  the type of the elements here
 * @param[out] got  the number of elements that were read, or would be
 * @return MPI_SUCCESS; MPI_ERR_ARG: there is no such checkpoint, this rank has stored no such
 * member, or it was recovered and no collective call of this store has given it its data yet;
 * MPI_ERR_TRUNCATE: it does not fit; CLOSERANKS_ERR_STORAGE: a file, or the memory, has been
 * damaged since it was written; MPI_ERR_COUNT: `count` is negative; MPI_ERR_TYPE: `type` is
 * MPI_DATATYPE_NULL
 * @par Threads
 * One at a time for a store. */
int closeranks_store_read(closeranks_store store, long long stamp, int id, void *data,
                          MPI_Count count, MPI_Datatype type, MPI_Count *got);

/** Gets a member of any rank, live or failed, from the newest checkpoint. Collective: each rank may
 * ask for another member. After an error no rank has received anything.
 * @param store  the store
 * @param rank  the rank whose member it is; MPI_PROC_NULL: none
 * @param id  the number of the member
 * @param[out] data  the memory for its elements
 * @param count  the number of elements of `type` for which there is room
 * @param type  the type of the elements here
 * @param[out] got  the number of received elements
 * @return MPI_SUCCESS; CLOSERANKS_ERR_RANK_LOST: all ranks with data that some rank has asked for
 * have failed; MPI_ERR_ARG: some rank asks for a member that was not stored; MPI_ERR_TRUNCATE: some
 * rank has too little room; CLOSERANKS_ERR_STORAGE: a file, or the memory, has been damaged since
 * it was written; MPI_ERR_COUNT: `count` is negative, MPI_ERR_BUFFER: `data` is NULL, or
 * MPI_ERR_TYPE: `type` is MPI_DATATYPE_NULL (these at this rank alone, which then does not take
 * part)
 * @par Threads
 * One at a time for a store. */
int closeranks_store_restore_from(closeranks_store store, int rank, int id, void *data,
                                  MPI_Count count, MPI_Datatype type, MPI_Count *got);

/** As closeranks_store_restore_from(), from any checkpoint that is kept.
 * @param store  the store
 * @param stamp  of the checkpoint, or CLOSERANKS_NEWEST; the same at all ranks
 * @param rank  the rank whose member it is; MPI_PROC_NULL: none
 * @param id  the number of the member
 * @param[out] data  the memory for its elements
 * @param count  the number of elements of `type` for which there is room
 * @param type  the type of the elements here
 * @param[out] got  the number of received elements
 * @return as closeranks_store_restore_from(); MPI_ERR_ARG also: there is no such checkpoint, or the
 * stamps differ
 * @par Threads
 * One at a time for a store. */
int closeranks_store_restore_from_at(closeranks_store store, long long stamp, int rank, int id,
                                     void *data, MPI_Count count, MPI_Datatype type,
                                     MPI_Count *got);

/** Deals out a member of one rank to the live ranks in equal shares, in their order. Collective. If
 * a rank fails during the call its share is lost; the next commit fails then, and the program deals
 * again. After an error no rank has received anything.
 * @param store  the store
 * @param rank  the rank whose member it is, live or failed; the same at all ranks
 * @param id  the number of the member; the same at all ranks
 * @param[out] data  the memory for this rank's share
 * @param count  the number of elements of `type` for which there is room
 * @param type  the type of the elements, of the same size at all ranks
 * @param[out] first  the number of the share's first element within the member, from 0
 * @param[out] got  the number of received elements
 * @return as closeranks_store_restore_from(); MPI_ERR_ARG also: `rank`, `id` or the size of `type`
 * differ, or `rank` is MPI_PROC_NULL
 * @par Threads
 * One at a time for a store. */
int closeranks_store_restore_spread(closeranks_store store, int rank, int id, void *data,
                                    MPI_Count count, MPI_Datatype type, MPI_Count *first,
                                    MPI_Count *got);

/** As closeranks_store_restore_spread(), from any checkpoint that is kept.
 * @param store  the store
 * @param stamp  of the checkpoint, or CLOSERANKS_NEWEST; the same at all ranks
 * @param rank  the rank whose member it is, live or failed; the same at all ranks
 * @param id  the number of the member; the same at all ranks
 * @param[out] data  the memory for this rank's share
 * @param count  the number of elements of `type` for which there is room
 * @param type  the type of the elements, of the same size at all ranks
 * @param[out] first  the number of the share's first element within the member, from 0
 * @param[out] got  the number of received elements
 * @return as closeranks_store_restore_spread(); MPI_ERR_ARG also: there is no such checkpoint, or
 * the stamps differ
 * @par Threads
 * One at a time for a store. */
int closeranks_store_restore_spread_at(closeranks_store store, long long stamp, int rank, int id,
                                       void *data, MPI_Count count, MPI_Datatype type,
                                       MPI_Count *first, MPI_Count *got);

/** The failed ranks, as the latest commit has found. The same at all ranks. Local.
 * @param store  the store
 * @param max  the number of elements of `ranks`
 * @param[out] ranks  the first `max` of them in ascending order
 * @param[out] count  the number of failed ranks; it may exceed `max`
 * @return MPI_SUCCESS, or MPI_ERR_COUNT: `max` is negative
 * @par Threads
 * One at a time for a store. */
int closeranks_store_missing(closeranks_store store, int max, int ranks[], int *count);

/** The newest checkpoint. Local: a replacement process learns of it in its first collective call
 * after the resume point, such as a restore.
 * @param store  the store
 * @param[out] stamp  its stamp, or -1: there is none
 * @return MPI_SUCCESS
 * @par Threads
 * One at a time for a store. */
int closeranks_store_newest(closeranks_store store, long long *stamp);

/** The checkpoints that are kept, in memory, in files, or in both. The same at all ranks. Local.
 * @param store  the store
 * @param max  the number of elements of `stamps`
 * @param[out] stamps  the first `max` of them, the newest first
 * @param[out] count  the number of checkpoints; it may exceed `max`
 * @return MPI_SUCCESS, or MPI_ERR_COUNT: `max` is negative
 * @par Threads
 * One at a time for a store. */
int closeranks_store_stamps(closeranks_store store, int max, long long stamps[], int *count);

/** The members of a rank in a checkpoint, and their sizes. Collective: each rank may ask for
 * another rank. After an error no rank has received anything.
 * @param store  the store
 * @param stamp  of the checkpoint, or CLOSERANKS_NEWEST; the same at all ranks
 * @param rank  the rank whose members they are, live or failed; MPI_PROC_NULL: none
 * @param max  the number of elements of `ids` and `bytes`
 * @param[out] ids  the numbers of the first `max` of them in ascending order
 * @param[out] bytes  the number of bytes of each: elements times MPI_Type_size
 * @param[out] count  the number of members; it may exceed `max`
 * @return as closeranks_store_restore_from_at(), except MPI_ERR_TRUNCATE and MPI_ERR_TYPE;
 * MPI_ERR_COUNT: `max` is negative (at this rank alone, which then does not take part)
 * @par Threads
 * One at a time for a store. */
int closeranks_store_sizes(closeranks_store store, long long stamp, int rank, int max, int ids[],
                           MPI_Count bytes[], int *count);

/** The memory of the checkpoints at this process: its own data, and the data that it holds for
 * other ranks. Local.
 * @param store  the store
 * @param[out] bytes  the number of bytes
 * @return MPI_SUCCESS
 * @par Threads
 * One at a time for a store. */
int closeranks_store_memory(closeranks_store store, MPI_Count *bytes);

/** Describes the latest error in one sentence. Local.
 * @param store  the store
 * @return the sentence, valid until the next call for this store; "" after a success
 * @par Threads
 * One at a time for a store. */
const char *closeranks_store_explain(closeranks_store store);

/** Deprecated: closeranks_store_size_function. */
typedef closeranks_store_size_function closeranks_store_size;
/** Deprecated: closeranks_store_save_function. */
typedef closeranks_store_save_function closeranks_store_save;
/** Deprecated: closeranks_store_load_function. */
typedef closeranks_store_load_function closeranks_store_load;
#ifdef __cplusplus
}
#endif

#endif
