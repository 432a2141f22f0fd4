/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 * The interface of Fenix 1.0.1 (SAND2016-10522) for programs that were written for it, on
 * closeranks and its store. docs/reference/fenix.md has a table of all functions, and says what
 * differs.
 *
 * Compile with -I PREFIX/include/closeranks/fenix, link with -lcloseranks_fenix, and run with
 * closeranks. Where the specification and Fenix' own library differ, arguments and names are those
 * of the library, for which programs are written.
 *
 * All functions return FENIX_SUCCESS, a warning above 0, or an error below 0. Those marked
 * collective are called by all ranks of the resilient communicator, in the same order. One thread
 * may use Fenix, and MPI while ranks may die.
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
#define FENIX_SUCCESS 0                           /**< it was done */
#define FENIX_ERROR_UNINITIALIZED (-9)            /**< Fenix_Init() was not called */
#define FENIX_ERROR_NOCATEGORY (-10)              /**< not used */
#define FENIX_ERROR_CALLBACK_NOT_REGISTERED (-11) /**< there is no callback */
#define FENIX_ERROR_GROUP_CREATE (-12)            /**< the group cannot be made here */
#define FENIX_ERROR_MEMBER_CREATE (-13)           /**< the member is none */
#define FENIX_ERROR_COMMIT_BARRIER (-133)         /**< no snapshot was made */
#define FENIX_ERROR_INVALID_GROUPID (-14)         /**< no such group */
#define FENIX_ERROR_INVALID_MEMBERID (-15)        /**< no such member */
#define FENIX_ERROR_INVALID_LOGIC_CALL (-155)     /**< too late for that */
#define FENIX_ERROR_INVALID_TIMESTAMP (-16)       /**< no such snapshot */
#define FENIX_ERROR_INVALID_DEPTH (-17)           /**< no such depth */
#define FENIX_ERROR_INVALID_ATTRIBUTE_NAME (-18)  /**< no such attribute */
#define FENIX_ERROR_INVALID_ATTRIBUTE_VALUE (-19) /**< no value for it */
#define FENIX_ERROR_INVALID_POSITION (-20)        /**< nothing is there */
#define FENIX_ERROR_DATA_WAIT (-21)               /**< not used */
#define FENIX_ERROR_SUBSET_NUM_BLOCKS (-22)       /**< no blocks */
#define FENIX_ERROR_SUBSET_START_OFFSET (-23)     /**< a block begins before the data */
#define FENIX_ERROR_SUBSET_END_OFFSET (-24)       /**< a block ends where it must not */
#define FENIX_ERROR_SUBSET_STRIDE (-25)           /**< no distance of blocks */
#define FENIX_ERROR_NODATA_FOUND (-30)            /**< nothing is stored */
#define FENIX_ERROR_INTERN (-40)                  /**< no memory, or a fault here */
#define FENIX_ERROR_CANCELLED (-50)               /**< somebody has died */
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
#define FENIX_DATA_MEMBER_ATTRIBUTE_BUFFER 11        /**< where it is */
#define FENIX_DATA_MEMBER_ATTRIBUTE_SOURCE_BUFFER                                                  \
    FENIX_DATA_MEMBER_ATTRIBUTE_BUFFER            /**< the same */
#define FENIX_DATA_MEMBER_ATTRIBUTE_COUNT 12      /**< how many elements */
#define FENIX_DATA_MEMBER_ATTRIBUTE_DATATYPE 13   /**< their type */
#define FENIX_DATA_MEMBER_ATTRIBUTE_SIZE 14       /**< their bytes */
#define FENIX_DATA_SNAPSHOT_LATEST (-1)           /**< the newest */
#define FENIX_DATA_SNAPSHOT_ALL (-2)              /**< all of them */
#define FENIX_DATA_POLICY_IN_MEMORY_RAID 13       /**< a copy, or parity */
#define FENIX_DATA_POLICY_PEER_RANK_SEPARATION 14 /**< a copy */
/** @} */

/** What a rank has to know after Fenix_Init(). */
typedef enum {
    FENIX_ROLE_INITIAL_RANK = 0,   /**< nobody has died yet */
    FENIX_ROLE_RECOVERED_RANK = 1, /**< it was a spare before the latest recovery */
    FENIX_ROLE_SURVIVOR_RANK = 2   /**< it was there before the latest recovery */
} Fenix_Rank_role;

/** A store operation under way. */
typedef struct {
    MPI_Request mpi_send_req; /**< MPI_REQUEST_NULL: it is over */
    MPI_Request mpi_recv_req; /**< as well */
} Fenix_Request;

/** Which elements of a member: blocks, each from a first to a last element. Made by
 * Fenix_Data_subset_create() and the functions beside it. */
typedef struct {
    int num_blocks;     /**< how many blocks there are */
    int *start_offsets; /**< the first element of each */
    int *end_offsets;   /**< the last element of each */
    int *num_repeats;   /**< how often each is repeated, `stride` elements further every time */
    int stride;         /**< from a block to its repetition */
    int specifier;      /**< one of FENIX_SUBSET_... */
} Fenix_Data_subset;

/** @name Kinds of subsets, as programs for Fenix' library call them
 * @{ */
#define __FENIX_SUBSET_EMPTY 1        /**< nothing */
#define __FENIX_SUBSET_FULL 2         /**< all */
#define __FENIX_SUBSET_CREATE 3       /**< at equal distances */
#define __FENIX_SUBSET_CREATEV 4      /**< any blocks */
#define __FENIX_SUBSET_UNDEFINED (-1) /**< deleted */
/** @} */

extern const Fenix_Data_subset FENIX_DATA_SUBSET_FULL;  /**< all elements */
extern const Fenix_Data_subset FENIX_DATA_SUBSET_EMPTY; /**< none */

/** Makes the resilient communicator, keeps the last ranks of `comm` inside as spares, and is the
 * place to which all come back after a death. Collective over `comm`; a macro, for it calls setjmp.
 * @param role  int *: gets a Fenix_Rank_role
 * @param comm  all ranks with the spares, such as MPI_COMM_WORLD; a communicator that closeranks
 * protects
 * @param newcomm  MPI_Comm *: gets the resilient communicator; it lives as long as Fenix is used
 * @param argc  int *, not looked at
 * @param argv  char ***, not looked at
 * @param spare_ranks  how many of the last ranks of `comm` are spares
 * @param spawn  not 0: processes are to be spawned. That is not there; a line on stderr says so
 * @param info  FENIX_RESUME_MODE: "Fenix_init" (longjmp to here) or "NO_JUMP" (the call that has
 * found the death returns its error); FENIX_UNHANDLED_MODE: "SILENT" or not; or MPI_INFO_NULL
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

/** The first part of Fenix_Init(), for that macro alone.
 * @param[out] role  as there
 * @param comm  as there
 * @param[out] newcomm  as there
 * @param argc  as there
 * @param argv  as there
 * @param spare_ranks  as there
 * @param spawn  as there
 * @param info  as there
 * @param[out] error  as there
 * @param here  where to jump to */
void closeranks_fenix_begin(int *role, MPI_Comm comm, MPI_Comm *newcomm, int *argc, char ***argv,
                            int spare_ranks, int spawn, MPI_Info info, int *error, jmp_buf *here);

/** The last part of Fenix_Init(), for that macro alone: callbacks. */
void closeranks_fenix_resumed(void);

/** Whether Fenix is in use.
 * @param[out] flag  1 between Fenix_Init() and Fenix_Finalize(), else 0
 * @return FENIX_SUCCESS */
int Fenix_Initialized(int *flag);

/** Has a function called at survivors after each recovery, before the program goes on. All that
 * were registered are called, in that order.
 * @param recover  the function; it gets the resilient communicator, the error of the recovery as
 * from Fenix_Init(), and `callback_data`
 * @param callback_data  handed to it
 * @return FENIX_SUCCESS; FENIX_ERROR_UNINITIALIZED; FENIX_ERROR_CALLBACK_NOT_REGISTERED: `recover`
 * is NULL */
int Fenix_Callback_register(void (*recover)(MPI_Comm, int, void *), void *callback_data);

/** Forgets the callback that was registered last.
 * @return FENIX_SUCCESS; FENIX_ERROR_UNINITIALIZED; FENIX_ERROR_CALLBACK_NOT_REGISTERED: there is
 * none */
int Fenix_Callback_pop(void);

/** Looks for deaths, in a program that calls no MPI for a long time.
 * @param do_recovery  not 0: and recovers from them
 * @return MPI_SUCCESS; MPIX_ERR_PROC_FAILED: somebody is dead (or was, after a recovery in the mode
 * NO_JUMP); FENIX_ERROR_UNINITIALIZED */
int Fenix_Process_detect_failures(int do_recovery);

/** How many ranks have a role.
 * @param role  a Fenix_Rank_role
 * @param[out] number_of_ranks  how many ranks of the resilient communicator
 * @return FENIX_SUCCESS; FENIX_ERROR_UNINITIALIZED */
int Fenix_get_number_of_ranks_with_role(int role, int *number_of_ranks);

/** As Fenix_get_number_of_ranks_with_role(), as the specification has it.
 * @param comm  the resilient communicator, or one made from it
 * @param role  a Fenix_Rank_role
 * @param[out] number_of_ranks  how many ranks of `comm`
 * @return FENIX_SUCCESS; FENIX_ERROR_UNINITIALIZED */
int Fenix_Get_number_of_ranks_with_role(MPI_Comm comm, int role, int *number_of_ranks);

/** Which role a rank has.
 * @param comm  the resilient communicator, or one made from it
 * @param rank  a rank of `comm`
 * @param[out] role  a Fenix_Rank_role
 * @return FENIX_SUCCESS; FENIX_ERROR_UNINITIALIZED; FENIX_ERROR_INVALID_POSITION: no such rank */
int Fenix_get_role(MPI_Comm comm, int rank, int *role);

/** As Fenix_get_role(), with the name of the specification.
 * @param comm  as there
 * @param rank  as there
 * @param[out] role  as there
 * @return as there */
int Fenix_Get_role(MPI_Comm comm, int rank, int *role);

/** Which ranks the latest recovery has found dead: of the resilient communicator, and spares, which
 * count on from its size.
 * @param[out] fail_list  the ranks, in ascending order; they stay until the next recovery
 * @return how many; FENIX_ERROR_UNINITIALIZED */
int Fenix_Process_fail_list(int **fail_list);

/** Whether a request of before the latest recovery is lost. It must not be waited for then.
 * @param request  the request
 * @param[out] status  as from MPI_Test()
 * @return 1: it will never complete; 0: it has completed */
int Fenix_check_cancelled(MPI_Request *request, MPI_Status *status);

/** Ends the use of Fenix; spares that were not needed call MPI_Finalize() and exit. Collective.
 * @return FENIX_SUCCESS; FENIX_ERROR_UNINITIALIZED; FENIX_ERROR_CANCELLED: somebody has died (in
 * the mode NO_JUMP), and the program goes on from its latest snapshot */
int Fenix_Finalize(void);

#include "fenix_data.h"

#ifdef __cplusplus
}
#endif

#endif
