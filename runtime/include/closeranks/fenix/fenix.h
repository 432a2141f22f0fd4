/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 * The interface of Fenix 1.0.1 (SAND2016-10522) for programs that were written for it, on top of
 * closeranks and its store. docs/reference/fenix.md has a table of all functions, and the
 * differences.
 *
 * Compile with -I PREFIX/include/closeranks/fenix, link with -lcloseranks_fenix, and run with
 * closeranks. Where the specification and Fenix' own library differ, arguments and names are those
 * of the library, because programs are written for it.
 *
 * All functions return FENIX_SUCCESS, a warning above 0, or an error below 0. Functions marked
 * collective are called by all ranks of the resilient communicator, in the same order. Only one
 * thread may use Fenix, and MPI while ranks may fail.
 */
#ifndef CLOSERANKS_FENIX_H
#define CLOSERANKS_FENIX_H

#include <mpi.h>

#include <setjmp.h>
/* Programs for Fenix rely on what its header includes. */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif

/** @name Results
 * @{ */
#define FENIX_SUCCESS 0                           /**< success */
#define FENIX_ERROR_UNINITIALIZED (-9)            /**< Fenix_Init() was not called */
#define FENIX_ERROR_NOCATEGORY (-10)              /**< not used */
#define FENIX_ERROR_CALLBACK_NOT_REGISTERED (-11) /**< there is no callback */
#define FENIX_ERROR_GROUP_CREATE (-12)            /**< the group cannot be made here */
#define FENIX_ERROR_MEMBER_CREATE (-13)           /**< invalid member */
#define FENIX_ERROR_COMMIT_BARRIER (-133)         /**< no snapshot was made */
#define FENIX_ERROR_INVALID_GROUPID (-14)         /**< no such group */
#define FENIX_ERROR_INVALID_MEMBERID (-15)        /**< no such member */
#define FENIX_ERROR_INVALID_LOGIC_CALL (-155)     /**< too late for that */
#define FENIX_ERROR_INVALID_TIMESTAMP (-16)       /**< no such snapshot */
#define FENIX_ERROR_INVALID_DEPTH (-17)           /**< no such depth */
#define FENIX_ERROR_INVALID_ATTRIBUTE_NAME (-18)  /**< no such attribute */
#define FENIX_ERROR_INVALID_ATTRIBUTE_VALUE (-19) /**< no valid value */
#define FENIX_ERROR_INVALID_POSITION (-20)        /**< there is no entry */
#define FENIX_ERROR_DATA_WAIT (-21)               /**< not used */
#define FENIX_ERROR_SUBSET_NUM_BLOCKS (-22)       /**< no blocks */
#define FENIX_ERROR_SUBSET_START_OFFSET (-23)     /**< a block begins before the data */
#define FENIX_ERROR_SUBSET_END_OFFSET (-24)       /**< a block ends at an invalid place */
#define FENIX_ERROR_SUBSET_STRIDE (-25)           /**< invalid distance of blocks */
#define FENIX_ERROR_NODATA_FOUND (-30)            /**< nothing is stored */
#define FENIX_ERROR_INTERN (-40)                  /**< no memory, or an internal error */
#define FENIX_ERROR_CANCELLED (-50)               /**< a process has failed */
#define FENIX_WARNING_SPARE_RANKS_DEPLETED 100    /**< there are fewer ranks than before */
#define FENIX_WARNING_PARTIAL_RESTORE 101         /**< some elements were never stored */
/** @} */

/** @name Limits and special values
 * @{ */
#define FENIX_GROUP_ID_MAX (1 << 30)                 /**< numbers of groups are below */
#define FENIX_MEMBER_ID_MAX (1 << 30)                /**< numbers of members are below */
#define FENIX_TIME_STAMP_MAX (1 << 30)               /**< time stamps are no larger */
#define FENIX_DATA_GROUP_WORLD_ID FENIX_GROUP_ID_MAX /**< the group of all ranks */
#define FENIX_DATA_MEMBER_ALL (-3)                   /**< all members */
#define FENIX_DATA_MEMBER_ATTRIBUTE_BUFFER 11        /**< its address */
#define FENIX_DATA_MEMBER_ATTRIBUTE_SOURCE_BUFFER                                                  \
    FENIX_DATA_MEMBER_ATTRIBUTE_BUFFER            /**< the same */
#define FENIX_DATA_MEMBER_ATTRIBUTE_COUNT 12      /**< number of its elements */
#define FENIX_DATA_MEMBER_ATTRIBUTE_DATATYPE 13   /**< their type */
#define FENIX_DATA_MEMBER_ATTRIBUTE_SIZE 14       /**< their bytes */
#define FENIX_DATA_SNAPSHOT_LATEST (-1)           /**< the newest */
#define FENIX_DATA_SNAPSHOT_ALL (-2)              /**< all of them */
#define FENIX_DATA_POLICY_IN_MEMORY_RAID 13       /**< a copy, or parity */
#define FENIX_DATA_POLICY_PEER_RANK_SEPARATION 14 /**< a copy */
/** @} */

/** The role of a rank after Fenix_Init(). */
typedef enum {
    FENIX_ROLE_INITIAL_RANK = 0,   /**< no process has failed yet */
    FENIX_ROLE_RECOVERED_RANK = 1, /**< it was a spare before the latest recovery */
    FENIX_ROLE_SURVIVOR_RANK = 2   /**< it was there before the latest recovery */
} Fenix_Rank_role;

/** A pending store operation. */
typedef struct {
    MPI_Request mpi_send_req; /**< MPI_REQUEST_NULL: it has ended */
    MPI_Request mpi_recv_req; /**< as well */
} Fenix_Request;

/** The chosen elements of a member: blocks, each from a first to a last element. Made by
 * Fenix_Data_subset_create() and similar functions. */
typedef struct {
    int num_blocks;     /**< number of blocks */
    int *start_offsets; /**< the first element of each */
    int *end_offsets;   /**< the last element of each */
    int *num_repeats;   /**< repetitions of each, each `stride` elements further */
    int stride;         /**< from a block to its repetition */
    int specifier;      /**< one of FENIX_SUBSET_... */
} Fenix_Data_subset;

/** @name Kinds of subsets, as programs for Fenix' library call them
 * @{ */
#define __FENIX_SUBSET_EMPTY 1        /**< no elements */
#define __FENIX_SUBSET_FULL 2         /**< all elements */
#define __FENIX_SUBSET_CREATE 3       /**< at equal distances */
#define __FENIX_SUBSET_CREATEV 4      /**< any blocks */
#define __FENIX_SUBSET_UNDEFINED (-1) /**< deleted */
/** @} */

extern const Fenix_Data_subset FENIX_DATA_SUBSET_FULL;  /**< all elements */
extern const Fenix_Data_subset FENIX_DATA_SUBSET_EMPTY; /**< none */

/** Makes the resilient communicator, keeps the last ranks of `comm` inside as spares, and is the
 * place to which all ranks return after a failure. Collective over `comm`; a macro, because it
 * calls setjmp.
 * @param role  int *: gets a Fenix_Rank_role
 * @param comm  all ranks with the spares, such as MPI_COMM_WORLD; a communicator that closeranks
 * protects
 * @param newcomm  MPI_Comm *: gets the resilient communicator; it lives as long as Fenix is used
 * @param argc  int *, not read
 * @param argv  char ***, not read
 * @param spare_ranks  the number of the last ranks of `comm` that are spares
 * @param spawn  not 0: processes have to be spawned. That is not supported; a line on stderr says
 * so
 * @param info  FENIX_RESUME_MODE: "Fenix_init" (longjmp to here) or "NO_JUMP" (the call that has
 * found the failure returns its error); FENIX_UNHANDLED_MODE: "SILENT" or not; or MPI_INFO_NULL
 * @param error  int *: gets FENIX_SUCCESS, or FENIX_WARNING_SPARE_RANKS_DEPLETED: there are fewer
 * ranks than before */
#define Fenix_Init(role, comm, newcomm, argc, argv, spare_ranks, spawn, info, error)               \
    do {                                                                                           \
        static jmp_buf closeranks_fenix_here;                                                      \
        closeranks_fenix_begin(role, comm, newcomm, argc, argv, spare_ranks, spawn, info, error,   \
                               &closeranks_fenix_here);                                            \
        (void)setjmp(closeranks_fenix_here);                                                       \
        closeranks_fenix_resumed();                                                                \
    } while (0)

/** The first part of Fenix_Init(), only for that macro.
 * @param[out] role  as for Fenix_Init()
 * @param comm  as for Fenix_Init()
 * @param[out] newcomm  as for Fenix_Init()
 * @param argc  as for Fenix_Init()
 * @param argv  as for Fenix_Init()
 * @param spare_ranks  as for Fenix_Init()
 * @param spawn  as for Fenix_Init()
 * @param info  as for Fenix_Init()
 * @param[out] error  as for Fenix_Init()
 * @param here  the target of the jump */
void closeranks_fenix_begin(int *role, MPI_Comm comm, MPI_Comm *newcomm, int *argc, char ***argv,
                            int spare_ranks, int spawn, MPI_Info info, int *error, jmp_buf *here);

/** The last part of Fenix_Init(), only for that macro: calls the callbacks. */
void closeranks_fenix_resumed(void);

/** Whether Fenix is in use.
 * @param[out] flag  1 between Fenix_Init() and Fenix_Finalize(), else 0
 * @return FENIX_SUCCESS */
int Fenix_Initialized(int *flag);

/** Has a function called at survivors after each recovery, before the program continues. All
 * registered functions are called, in the order of their registration.
 * @param recover  the function; it gets the resilient communicator, the error of the recovery as
 * from Fenix_Init(), and `callback_data`
 * @param callback_data  passed to the function
 * @return FENIX_SUCCESS; FENIX_ERROR_UNINITIALIZED; FENIX_ERROR_CALLBACK_NOT_REGISTERED: `recover`
 * is NULL */
int Fenix_Callback_register(void (*recover)(MPI_Comm, int, void *), void *callback_data);

/** Forgets the callback that was registered last.
 * @return FENIX_SUCCESS; FENIX_ERROR_UNINITIALIZED; FENIX_ERROR_CALLBACK_NOT_REGISTERED: there is
 * none */
int Fenix_Callback_pop(void);

/** Checks for failures, in a program that calls no MPI for a long time.
 * @param do_recovery  not 0: also recovers from them
 * @return MPI_SUCCESS; MPIX_ERR_PROC_FAILED: a process has failed (or had, before a recovery in the
 * mode NO_JUMP); FENIX_ERROR_UNINITIALIZED */
int Fenix_Process_detect_failures(int do_recovery);

/** The number of ranks that have a role.
 * @param role  a Fenix_Rank_role
 * @param[out] number_of_ranks  the number of such ranks of the resilient communicator
 * @return FENIX_SUCCESS; FENIX_ERROR_UNINITIALIZED */
int Fenix_get_number_of_ranks_with_role(int role, int *number_of_ranks);

/** As Fenix_get_number_of_ranks_with_role(), with the arguments of the specification.
 * @param comm  the resilient communicator, or one made from it
 * @param role  a Fenix_Rank_role
 * @param[out] number_of_ranks  the number of such ranks of `comm`
 * @return FENIX_SUCCESS; FENIX_ERROR_UNINITIALIZED */
int Fenix_Get_number_of_ranks_with_role(MPI_Comm comm, int role, int *number_of_ranks);

/** The role of a rank.
 * @param comm  the resilient communicator, or one made from it
 * @param rank  a rank of `comm`
 * @param[out] role  a Fenix_Rank_role
 * @return FENIX_SUCCESS; FENIX_ERROR_UNINITIALIZED; FENIX_ERROR_INVALID_POSITION: no such rank */
int Fenix_get_role(MPI_Comm comm, int rank, int *role);

/** As Fenix_get_role(), with the name of the specification.
 * @param comm  as for Fenix_get_role()
 * @param rank  as for Fenix_get_role()
 * @param[out] role  as for Fenix_get_role()
 * @return as Fenix_get_role() */
int Fenix_Get_role(MPI_Comm comm, int rank, int *role);

/** The ranks that the latest recovery has found failed: of the resilient communicator, and spares,
 * whose numbers begin at its size.
 * @param[out] fail_list  the ranks, in ascending order; they stay until the next recovery
 * @return the number of ranks; FENIX_ERROR_UNINITIALIZED */
int Fenix_Process_fail_list(int **fail_list);

/** Whether a request from before the latest recovery is lost. Then the program must not wait for
 * it.
 * @param request  the request
 * @param[out] status  as from MPI_Test()
 * @return 1: it will never complete; 0: it has completed */
int Fenix_check_cancelled(MPI_Request *request, MPI_Status *status);

/** Ends the use of Fenix; unused spares call MPI_Finalize() and exit. Collective.
 * @return FENIX_SUCCESS; FENIX_ERROR_UNINITIALIZED; FENIX_ERROR_CANCELLED: a process has failed (in
 * the mode NO_JUMP), and the program continues from its latest snapshot */
int Fenix_Finalize(void);

#include "fenix_data.h"

#ifdef __cplusplus
}
#endif

#endif
