/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 * Data groups of Fenix: a part of fenix.h, which includes it.
 *
 * A group is a store (closeranks_store.h) on the ranks of the resilient communicator. Data that
 * Fenix_Data_member_store() copies is in no snapshot before the next commit. A snapshot has all
 * data that was stored until then, at any time. A commit counts for all ranks or for none.
 */
#ifndef CLOSERANKS_FENIX_DATA_H
#define CLOSERANKS_FENIX_DATA_H

/** Makes a group. After a recovery: moves it to the repaired communicator and gives recovered ranks
 * the data of their predecessors in it. Collective.
 * @param group_id  0 or more, and less than FENIX_GROUP_ID_MAX. If the group exists, the other
 * arguments do not matter
 * @param comm  the resilient communicator, or one of the same ranks in the same order
 * @param start_time_stamp  of the first snapshot
 * @param depth  the number of snapshots that are kept besides the newest; -1: all
 * @param policy_name  FENIX_DATA_POLICY_IN_MEMORY_RAID, or FENIX_DATA_POLICY_PEER_RANK_SEPARATION
 * @param policy_value  const int *: for the former the mode (1: a copy at another rank; 5: parity),
 * a separation, which is not read, and for parity the size of groups; NULL: a copy
 * @param[out] flag  FENIX_SUCCESS, or the error that is returned; may be NULL
 * @return FENIX_SUCCESS; FENIX_ERROR_UNINITIALIZED; FENIX_ERROR_INVALID_GROUPID;
 * FENIX_ERROR_INVALID_TIMESTAMP; FENIX_ERROR_INVALID_DEPTH; FENIX_ERROR_GROUP_CREATE: other ranks,
 * an unknown policy, or the earlier snapshots cannot be moved here (a line on stderr gives the
 * reason) */
int Fenix_Data_group_create(int group_id, MPI_Comm comm, int start_time_stamp, int depth,
                            int policy_name, void *policy_value, int *flag);

/** Ends a group and forgets its snapshots. Collective.
 * @param group_id  the group
 * @return FENIX_SUCCESS; FENIX_ERROR_UNINITIALIZED; FENIX_ERROR_INVALID_GROUPID */
int Fenix_Data_group_delete(int group_id);

/** Adds a member to a group. Local, at all ranks.
 * @param group_id  the group
 * @param member_id  0 or more, and less than FENIX_MEMBER_ID_MAX; an existing member gets the new
 * place, size and type
 * @param buffer  the address of its elements
 * @param count  the number of elements; may differ between ranks
 * @param datatype  their type
 * @return FENIX_SUCCESS; FENIX_ERROR_UNINITIALIZED; FENIX_ERROR_INVALID_GROUPID;
 * FENIX_ERROR_INVALID_MEMBERID; FENIX_ERROR_MEMBER_CREATE: `count` is negative, or there is no type
 */
int Fenix_Data_member_create(int group_id, int member_id, void *buffer, int count,
                             MPI_Datatype datatype);

/** Removes a member from a group, at any time. Local, at all ranks.
 * @param group_id  the group
 * @param member_id  the member
 * @return FENIX_SUCCESS; FENIX_ERROR_UNINITIALIZED; FENIX_ERROR_INVALID_GROUPID;
 * FENIX_ERROR_INVALID_MEMBERID */
int Fenix_Data_member_delete(int group_id, int member_id);

/** The policy by which the data of a group is kept.
 * @param group_id  the group
 * @param[out] policy_name  as for Fenix_Data_group_create()
 * @param[out] policy_value  int[3]: mode, separation and size of groups
 * @param[out] flag  1
 * @return FENIX_SUCCESS; FENIX_ERROR_UNINITIALIZED; FENIX_ERROR_INVALID_GROUPID */
int Fenix_Data_group_get_redundancy_policy(int group_id, int *policy_name, void *policy_value,
                                           int *flag);

/** Changes the policy by which the data of a group is kept. Collective; before the first commit.
 * @param group_id  the group
 * @param policy_name  as for Fenix_Data_group_create()
 * @param policy_value  as for Fenix_Data_group_create()
 * @param[out] flag  1: it was set, else 0
 * @return FENIX_SUCCESS; FENIX_ERROR_UNINITIALIZED; FENIX_ERROR_INVALID_GROUPID;
 * FENIX_ERROR_INVALID_LOGIC_CALL: a commit was made before; FENIX_ERROR_GROUP_CREATE: there is no
 * such policy */
int Fenix_Data_group_set_redundancy_policy(int group_id, int policy_name, void *policy_value,
                                           int *flag);

/** Waits for a store operation. Local.
 * @param request  of Fenix_Data_member_istore()
 * @return FENIX_SUCCESS */
int Fenix_Data_wait(Fenix_Request request);

/** Whether a store operation has ended. Local.
 * @param request  of Fenix_Data_member_istore()
 * @param[out] flag  1
 * @return FENIX_SUCCESS */
int Fenix_Data_test(Fenix_Request request, int *flag);

/** Copies elements of a member for the next commit. Local, at all ranks. The program may change the
 * elements afterwards.
 * @param group_id  the group
 * @param member_id  the member, or FENIX_DATA_MEMBER_ALL
 * @param subset_specifier  the elements
 * @return FENIX_SUCCESS; FENIX_ERROR_UNINITIALIZED; FENIX_ERROR_INVALID_GROUPID;
 * FENIX_ERROR_INVALID_MEMBERID; FENIX_ERROR_SUBSET_START_OFFSET, FENIX_ERROR_SUBSET_END_OFFSET: the
 * subset has elements that the member does not have; FENIX_ERROR_INTERN: there is no memory */
int Fenix_Data_member_store(int group_id, int member_id, Fenix_Data_subset subset_specifier);

/** As Fenix_Data_member_store(); in both functions the subsets of ranks may differ.
 * @param group_id  as for Fenix_Data_member_store()
 * @param member_id  as for Fenix_Data_member_store()
 * @param subset_specifier  as for Fenix_Data_member_store()
 * @return as Fenix_Data_member_store() */
int Fenix_Data_member_storev(int group_id, int member_id, Fenix_Data_subset subset_specifier);

/** As Fenix_Data_member_store(). The copy is made at once, and the commit sends it.
 * @param group_id  as for Fenix_Data_member_store()
 * @param member_id  as for Fenix_Data_member_store()
 * @param subset_specifier  as for Fenix_Data_member_store()
 * @param[out] request  for Fenix_Data_wait()
 * @return as Fenix_Data_member_store() */
int Fenix_Data_member_istore(int group_id, int member_id, Fenix_Data_subset subset_specifier,
                             Fenix_Request *request);

/** As Fenix_Data_member_istore().
 * @param group_id  as for Fenix_Data_member_istore()
 * @param member_id  as for Fenix_Data_member_istore()
 * @param subset_specifier  as for Fenix_Data_member_istore()
 * @param[out] request  as for Fenix_Data_member_istore()
 * @return as Fenix_Data_member_istore() */
int Fenix_Data_member_istorev(int group_id, int member_id, Fenix_Data_subset subset_specifier,
                              Fenix_Request *request);

/** Makes a snapshot of all stored data, at all ranks or at none. Collective. After a failure during
 * the call, or since the call before, it recovers instead.
 * @param group_id  the group
 * @param[out] time_stamp  its time stamp; may be NULL
 * @return FENIX_SUCCESS; FENIX_ERROR_UNINITIALIZED; FENIX_ERROR_INVALID_GROUPID;
 * FENIX_ERROR_COMMIT_BARRIER: it was not made, because a process has failed (in the mode NO_JUMP)
 * or has no memory (a line on stderr gives the size that is needed) */
int Fenix_Data_commit(int group_id, int *time_stamp);

/** The same as Fenix_Data_commit(), which is already consistent over all ranks.
 * @param group_id  as for Fenix_Data_commit()
 * @param[out] time_stamp  as for Fenix_Data_commit()
 * @return as Fenix_Data_commit() */
int Fenix_Data_commit_barrier(int group_id, int *time_stamp);

/** Waits for all ranks; there are no inconsistent snapshots to remove. Collective.
 * @param group_id  the group
 * @return FENIX_SUCCESS; FENIX_ERROR_UNINITIALIZED; FENIX_ERROR_INVALID_GROUPID;
 * FENIX_ERROR_CANCELLED: a process has failed (in the mode NO_JUMP) */
int Fenix_Data_barrier(int group_id);

/** Gets the data of a member that this rank, or its predecessor, has stored. Local, at all ranks.
 * @param group_id  the group
 * @param member_id  the member
 * @param[out] target_buffer  the memory for the elements; NULL: none
 * @param max_count  the number of elements for which there is room
 * @param time_stamp  selects the newest snapshot that is not newer than this, or
 * FENIX_DATA_SNAPSHOT_LATEST
 * @param[out] found_data  the elements that exist, to be deleted by the program; may be NULL
 * @return FENIX_SUCCESS; FENIX_WARNING_PARTIAL_RESTORE: some elements were never stored, and stay
 * unchanged; FENIX_ERROR_NODATA_FOUND: there is no such snapshot, or more than `max_count`
 * elements; FENIX_ERROR_INVALID_MEMBERID: the snapshot has no such member;
 * FENIX_ERROR_UNINITIALIZED; FENIX_ERROR_INVALID_GROUPID */
int Fenix_Data_member_restore(int group_id, int member_id, void *target_buffer, int max_count,
                              int time_stamp, Fenix_Data_subset *found_data);

/** The same as Fenix_Data_member_restore(), which is local already.
 * @param group_id  as for Fenix_Data_member_restore()
 * @param member_id  as for Fenix_Data_member_restore()
 * @param[out] target_buffer  as for Fenix_Data_member_restore()
 * @param max_count  as for Fenix_Data_member_restore()
 * @param time_stamp  as for Fenix_Data_member_restore()
 * @param[out] found_data  as for Fenix_Data_member_restore()
 * @return as Fenix_Data_member_restore() */
int Fenix_Data_member_lrestore(int group_id, int member_id, void *target_buffer, int max_count,
                               int time_stamp, Fenix_Data_subset *found_data);

/** Gets the data of a member that another rank has stored. Collective.
 * @param group_id  as for Fenix_Data_member_restore()
 * @param member_id  as for Fenix_Data_member_restore()
 * @param[out] data  as `target_buffer` there, and not NULL
 * @param max_count  as for Fenix_Data_member_restore()
 * @param time_stamp  as for Fenix_Data_member_restore()
 * @param[out] found_data  as for Fenix_Data_member_restore()
 * @param source_rank  the other rank, in the communicator of the group; it may differ between ranks
 * @return as Fenix_Data_member_restore(); FENIX_ERROR_NODATA_FOUND also: some rank asks for data
 * that does not exist, or is lost; FENIX_ERROR_CANCELLED: a process has failed (in the mode
 * NO_JUMP) */
int Fenix_Data_member_restore_from_rank(int group_id, int member_id, void *data, int max_count,
                                        int time_stamp, Fenix_Data_subset *found_data,
                                        int source_rank);

/** Makes a subset of blocks at equal distances.
 * @param num_blocks  the number of blocks
 * @param start_offset  the first element of the first block
 * @param end_offset  the last element of the first block
 * @param stride  from the beginning of a block to that of the next
 * @param[out] subset_specifier  the subset, to be deleted by the program
 * @return FENIX_SUCCESS; FENIX_ERROR_SUBSET_NUM_BLOCKS: none; FENIX_ERROR_SUBSET_START_OFFSET:
 * below 0; FENIX_ERROR_SUBSET_END_OFFSET: before the start; FENIX_ERROR_SUBSET_STRIDE: not above 0
 */
int Fenix_Data_subset_create(int num_blocks, int start_offset, int end_offset, int stride,
                             Fenix_Data_subset *subset_specifier);

/** Makes a subset of any blocks.
 * @param num_blocks  the number of blocks
 * @param array_start_offsets  the first element of each
 * @param array_end_offsets  the last element of each
 * @param[out] subset_specifier  the subset, to be deleted by the program
 * @return as Fenix_Data_subset_create() */
int Fenix_Data_subset_createv(int num_blocks, int *array_start_offsets, int *array_end_offsets,
                              Fenix_Data_subset *subset_specifier);

/** Deletes a subset, but no data.
 * @param[in,out] subset_specifier  the subset, which is empty afterwards
 * @return FENIX_SUCCESS */
int Fenix_Data_subset_delete(Fenix_Data_subset *subset_specifier);

/** The number of members of a group. Local.
 * @param group_id  the group
 * @param[out] number_of_members  the number of members
 * @return FENIX_SUCCESS; FENIX_ERROR_UNINITIALIZED; FENIX_ERROR_INVALID_GROUPID */
int Fenix_Data_group_get_number_of_members(int group_id, int *number_of_members);

/** The member at a position in the order in which members were added. Local.
 * @param group_id  the group
 * @param[out] member_id  the member
 * @param position  0: the member that was added first
 * @return FENIX_SUCCESS; FENIX_ERROR_UNINITIALIZED; FENIX_ERROR_INVALID_GROUPID;
 * FENIX_ERROR_INVALID_POSITION */
int Fenix_Data_group_get_member_at_position(int group_id, int *member_id, int position);

/** The number of snapshots of a group. Local.
 * @param group_id  the group
 * @param[out] number_of_snapshots  the number of snapshots; the same at all ranks
 * @return FENIX_SUCCESS; FENIX_ERROR_UNINITIALIZED; FENIX_ERROR_INVALID_GROUPID */
int Fenix_Data_group_get_number_of_snapshots(int group_id, int *number_of_snapshots);

/** The time stamp of a snapshot of a group. Local.
 * @param group_id  the group
 * @param position  0: the newest
 * @param[out] time_stamp  its time stamp
 * @return FENIX_SUCCESS; FENIX_ERROR_UNINITIALIZED; FENIX_ERROR_INVALID_GROUPID;
 * FENIX_ERROR_INVALID_POSITION */
int Fenix_Data_group_get_snapshot_at_position(int group_id, int position, int *time_stamp);

/** Queries an attribute of a member. COUNT and SIZE: collective.
 * @param group_id  the group
 * @param member_id  the member
 * @param attributename  FENIX_DATA_MEMBER_ATTRIBUTE_BUFFER, COUNT, DATATYPE, or SIZE: the bytes of
 * all its elements
 * @param[out] attributevalue  void **, int *, MPI_Datatype *, int *
 * @param[out] flag  1: the value was returned, else 0
 * @param source_rank  the rank whose member it is, for COUNT and SIZE
 * @return FENIX_SUCCESS; FENIX_ERROR_UNINITIALIZED; FENIX_ERROR_INVALID_GROUPID;
 * FENIX_ERROR_INVALID_MEMBERID; FENIX_ERROR_INVALID_ATTRIBUTE_NAME; FENIX_ERROR_INVALID_POSITION:
 * no such rank; FENIX_ERROR_INVALID_ATTRIBUTE_VALUE: SIZE does not fit into an int;
 * FENIX_ERROR_CANCELLED: a process has failed (in the mode NO_JUMP) */
int Fenix_Data_member_attr_get(int group_id, int member_id, int attributename, void *attributevalue,
                               int *flag, int source_rank);

/** Changes an attribute of a member. Local.
 * @param group_id  the group
 * @param member_id  the member
 * @param attribute_name  FENIX_DATA_MEMBER_ATTRIBUTE_BUFFER, COUNT or DATATYPE; the latter two only
 * until the member is stored
 * @param attribute_value  the new address; or int *, or MPI_Datatype *
 * @param[out] flag  1: it was changed, else 0
 * @return FENIX_SUCCESS; FENIX_ERROR_UNINITIALIZED; FENIX_ERROR_INVALID_GROUPID;
 * FENIX_ERROR_INVALID_MEMBERID; FENIX_ERROR_INVALID_ATTRIBUTE_NAME;
 * FENIX_ERROR_INVALID_ATTRIBUTE_VALUE */
int Fenix_Data_member_attr_set(int group_id, int member_id, int attribute_name,
                               void *attribute_value, int *flag);

/** Removes a snapshot. Collective.
 * @param group_id  the group
 * @param time_stamp  its time stamp, FENIX_DATA_SNAPSHOT_LATEST, or FENIX_DATA_SNAPSHOT_ALL
 * @return FENIX_SUCCESS; FENIX_ERROR_UNINITIALIZED; FENIX_ERROR_INVALID_GROUPID;
 * FENIX_ERROR_INVALID_TIMESTAMP: there is no such snapshot; FENIX_ERROR_CANCELLED: a process has
 * failed (in the mode NO_JUMP) */
int Fenix_Data_snapshot_delete(int group_id, int time_stamp);

/** Called by Fenix' own tests of subsets: joins all elements of two subsets, each once, in the
 * order in which they are named first. Keeps the stride if both have the same.
 * @param first_subset  the first subset
 * @param second_subset  the second subset
 * @param[out] output  a new subset */
void __fenix_data_subset_merge(Fenix_Data_subset *first_subset, Fenix_Data_subset *second_subset,
                               Fenix_Data_subset *output);

/** As Fenix_Data_subset_delete(), for Fenix' own tests.
 * @param[in,out] subset  as for Fenix_Data_subset_delete()
 * @return as Fenix_Data_subset_delete() */
int __fenix_data_subset_free(Fenix_Data_subset *subset);

#endif
