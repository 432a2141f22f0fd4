/* Data that survive the death of the process that had them: checkpoints in the memory of other
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
 * collective ones, and raise no error handler; closeranks_store_explain says more. One thread at a
 * time may use a store. Ranks are the program's.
 *
 * Partners in memory: Plank, Li, Puening, "Diskless Checkpointing" (IEEE TPDS 9(10), 1998), section
 * on mirroring; two slots and one agreement: the same, and Fenix 1.0.1, chapter 5. Equal shares of
 * what the dead held: Huebner et al., "ReStore" (FTXS 2022).
 */
#ifndef CLOSERANKS_STORE_H
#define CLOSERANKS_STORE_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct closeranks_store_object *closeranks_store;

/* Instead of a stamp: the newest one. */
#define CLOSERANKS_NEWEST (-1LL)

/* Makes a store for the ranks of `comm`, of which it keeps a duplicate. Collective.
 *
 * `where`: parts joined by `+`, each with settings after `:`
 *   buddy             a copy in the memory of another process, on another host where there is one
 *   buddy:copies=2    so many copies, each at another process
 *   file:dir=PATH     a file for each rank in the directory PATH, which is made if need be
 *   file:dir=PATH:every=10   with each tenth checkpoint only
 * as in "buddy+file:dir=/scratch/run7:every=10". What a file store of before has left in PATH is
 * there again, in a job of any size.
 *
 * MPI_ERR_ARG: `where` says something else at some rank, or nothing that is known. MPI_ERR_FILE:
 * PATH cannot be used. Then *store is NULL and a line on stderr says why. */
int closeranks_store_create(MPI_Comm comm, const char *where, closeranks_store *store);

/* From now on checkpoints have member `id`: `count` elements of `type` at `data`. Again for an `id`
 * that there is: a new place or size. A count of 0: none. Local; ranks may have different members.
 * The memory has to be there whenever a checkpoint is taken or restored. MPI_ERR_ARG,
 * MPI_ERR_COUNT, MPI_ERR_TYPE. */
int closeranks_store_member(closeranks_store store, int id, void *data, int count,
                            MPI_Datatype type);

/* Takes a checkpoint of all members of all living ranks, and calls it `stamp` (not negative;
 * greater than the stamp before). Collective. It takes the place of the one before in one step.
 * Errors leave that one as it was, for all: MPIX_ERR_PROC_FAILED: ranks have died since the call
 * before, or within this one. So their data are not given up before the program has seen to them: a
 * death makes one call fail. Whoever dies within, when all others have its part, makes the next one
 * fail. MPI_ERR_NO_MEM, MPI_ERR_FILE: some rank could not keep what it had to; nothing else is
 * lost. MPI_ERR_ARG: the stamps differ, or are no greater. */
int closeranks_store_commit(closeranks_store store, long long stamp);

/* The first `max` of the ranks that are dead, as the latest commit has found, in ascending order,
 * and *count, how many there are. The same at all. Local. */
int closeranks_store_missing(closeranks_store store, int max, int ranks[], int *count);

/* *stamp: of the newest checkpoint, or -1: there is none. Local. */
int closeranks_store_newest(closeranks_store store, long long *stamp);

/* Writes what checkpoint `stamp` has of this rank into its members. Collective. What the checkpoint
 * does not have stays as it is. MPI_ERR_ARG: there is no such checkpoint. MPI_ERR_TRUNCATE: a
 * member is smaller than what was stored. MPI_ERR_FILE: a file is not what was written. Errors
 * leave all members of all ranks as they were. */
int closeranks_store_restore(closeranks_store store, long long stamp);

/* Gets member `id` of `rank`, living or dead, out of the newest checkpoint: at most `count`
 * elements of `type`, and *got how many there were. Collective: each rank asks for what it likes;
 * `rank` MPI_PROC_NULL: for nothing. MPIX_ERR_PROC_FAILED: all who had what some rank has asked for
 * are dead. MPI_ERR_ARG: some rank asks for what was not stored. MPI_ERR_TRUNCATE: for more than
 * fits. Then nobody has got anything. */
int closeranks_store_restore_from(closeranks_store store, int rank, int id, void *data, int count,
                                  MPI_Datatype type, int *got);

/* Deals out member `id` of `rank` to the living ranks in equal shares, in their order: this one
 * gets *got elements from element *first on. Collective, with the same `rank` and `id`. Errors as
 * above. Who dies within takes its share along; the next commit fails then, and the program deals
 * again. */
int closeranks_store_restore_spread(closeranks_store store, int rank, int id, void *data, int count,
                                    MPI_Datatype type, long long *first, int *got);

/* *bytes: how much memory the store takes at this process now. Local. */
int closeranks_store_memory(closeranks_store store, long long *bytes);

/* A sentence about the latest error, valid until the next call; "" after a success. Local. */
const char *closeranks_store_explain(closeranks_store store);

/* Ends the store; its files stay. Collective. *store becomes NULL. */
int closeranks_store_free(closeranks_store *store);

#ifdef __cplusplus
}
#endif

#endif
