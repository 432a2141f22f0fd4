// Generated from spec/ by generator/ with templates/replicas/calls.hpp.j2, do not edit.
#pragma once

#include "generated/tables/real_table.hpp"

/// The calls of a replicated program that runtime/replication/ carries out: each has the arguments
/// and the result of its function. Functions that are refused have none.
namespace closeranks::replication::calls {

[[nodiscard]] int abort(MPI_Comm comm, int errorcode);
[[nodiscard]] int accumulate(const void *origin_addr, int origin_count,
                             MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
                             int target_count, MPI_Datatype target_datatype, MPI_Op op,
                             MPI_Win win);
[[nodiscard]] int allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                            void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
[[nodiscard]] int allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                                 void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                                 MPI_Info info, MPI_Request *request);
[[nodiscard]] int allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                             void *recvbuf, const int recvcounts[], const int displs[],
                             MPI_Datatype recvtype, MPI_Comm comm);
[[nodiscard]] int allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                                  void *recvbuf, const int recvcounts[], const int displs[],
                                  MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                                  MPI_Request *request);
[[nodiscard]] int allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
                            MPI_Op op, MPI_Comm comm);
[[nodiscard]] int allreduce_init(const void *sendbuf, void *recvbuf, int count,
                                 MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                 MPI_Request *request);
[[nodiscard]] int alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                           int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
[[nodiscard]] int alltoall_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                                void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                                MPI_Info info, MPI_Request *request);
[[nodiscard]] int alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
                            MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                            const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm);
[[nodiscard]] int alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[],
                                 MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                                 const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                                 MPI_Info info, MPI_Request *request);
[[nodiscard]] int alltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[],
                            const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                            const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm);
[[nodiscard]] int alltoallw_init(const void *sendbuf, const int sendcounts[], const int sdispls[],
                                 const MPI_Datatype sendtypes[], void *recvbuf,
                                 const int recvcounts[], const int rdispls[],
                                 const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info,
                                 MPI_Request *request);
[[nodiscard]] int attr_delete(MPI_Comm comm, int keyval);
[[nodiscard]] int attr_put(MPI_Comm comm, int keyval, void *attribute_val);
[[nodiscard]] int barrier(MPI_Comm comm);
[[nodiscard]] int barrier_init(MPI_Comm comm, MPI_Info info, MPI_Request *request);
[[nodiscard]] int bcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm);
[[nodiscard]] int bcast_init(void *buffer, int count, MPI_Datatype datatype, int root,
                             MPI_Comm comm, MPI_Info info, MPI_Request *request);
[[nodiscard]] int bsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                        MPI_Comm comm);
[[nodiscard]] int bsend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                             MPI_Comm comm, MPI_Request *request);
[[nodiscard]] int cancel(MPI_Request *request);
[[nodiscard]] int cart_coords(MPI_Comm comm, int rank, int maxdims, int coords[]);
[[nodiscard]] int cart_create(MPI_Comm old_comm, int ndims, const int dims[], const int periods[],
                              int reorder, MPI_Comm *comm_cart);
[[nodiscard]] int cart_get(MPI_Comm comm, int maxdims, int dims[], int periods[], int coords[]);
[[nodiscard]] int cart_map(MPI_Comm comm, int ndims, const int dims[], const int periods[],
                           int *newrank);
[[nodiscard]] int cart_rank(MPI_Comm comm, const int coords[], int *rank);
[[nodiscard]] int cart_shift(MPI_Comm comm, int direction, int disp, int *rank_source,
                             int *rank_dest);
[[nodiscard]] int cart_sub(MPI_Comm comm, const int remain_dims[], MPI_Comm *new_comm);
[[nodiscard]] int cartdim_get(MPI_Comm comm, int *ndims);
[[nodiscard]] int comm_compare(MPI_Comm comm1, MPI_Comm comm2, int *result);
[[nodiscard]] int comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm);
[[nodiscard]] int comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *newcomm);
[[nodiscard]] int comm_create_keyval(MPI_Comm_copy_attr_function *comm_copy_attr_fn,
                                     MPI_Comm_delete_attr_function *comm_delete_attr_fn,
                                     int *comm_keyval, void *extra_state);
[[nodiscard]] int comm_delete_attr(MPI_Comm comm, int comm_keyval);
[[nodiscard]] int comm_disconnect(MPI_Comm *comm);
[[nodiscard]] int comm_dup(MPI_Comm comm, MPI_Comm *newcomm);
[[nodiscard]] int comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm);
[[nodiscard]] int comm_free(MPI_Comm *comm);
[[nodiscard]] int comm_group(MPI_Comm comm, MPI_Group *group);
[[nodiscard]] int comm_idup(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request);
[[nodiscard]] int comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm,
                                      MPI_Request *request);
[[nodiscard]] int comm_rank(MPI_Comm comm, int *rank);
[[nodiscard]] int comm_remote_group(MPI_Comm comm, MPI_Group *group);
[[nodiscard]] int comm_remote_size(MPI_Comm comm, int *size);
[[nodiscard]] int comm_set_attr(MPI_Comm comm, int comm_keyval, void *attribute_val);
[[nodiscard]] int comm_size(MPI_Comm comm, int *size);
[[nodiscard]] int comm_split(MPI_Comm comm, int color, int key, MPI_Comm *newcomm);
[[nodiscard]] int comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info,
                                  MPI_Comm *newcomm);
[[nodiscard]] int comm_test_inter(MPI_Comm comm, int *flag);
[[nodiscard]] int compare_and_swap(const void *origin_addr, const void *compare_addr,
                                   void *result_addr, MPI_Datatype datatype, int target_rank,
                                   MPI_Aint target_disp, MPI_Win win);
[[nodiscard]] int dist_graph_create(MPI_Comm comm_old, int n, const int nodes[],
                                    const int degrees[], const int targets[], const int weights[],
                                    MPI_Info info, int reorder, MPI_Comm *newcomm);
[[nodiscard]] int dist_graph_create_adjacent(MPI_Comm comm_old, int indegree, const int sources[],
                                             const int sourceweights[], int outdegree,
                                             const int destinations[], const int destweights[],
                                             MPI_Info info, int reorder, MPI_Comm *comm_dist_graph);
[[nodiscard]] int dist_graph_neighbors(MPI_Comm comm, int maxindegree, int sources[],
                                       int sourceweights[], int maxoutdegree, int destinations[],
                                       int destweights[]);
[[nodiscard]] int dist_graph_neighbors_count(MPI_Comm comm, int *inneighbors, int *outneighbors,
                                             int *weighted);
[[nodiscard]] int exscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
                         MPI_Op op, MPI_Comm comm);
[[nodiscard]] int exscan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
                              MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request);
[[nodiscard]] int fetch_and_op(const void *origin_addr, void *result_addr, MPI_Datatype datatype,
                               int target_rank, MPI_Aint target_disp, MPI_Op op, MPI_Win win);
[[nodiscard]] int file_close(MPI_File *fh);
[[nodiscard]] int file_delete(const char *filename, MPI_Info info);
[[nodiscard]] int file_get_amode(MPI_File fh, int *amode);
[[nodiscard]] int file_get_atomicity(MPI_File fh, int *flag);
[[nodiscard]] int file_get_group(MPI_File fh, MPI_Group *group);
[[nodiscard]] int file_get_position(MPI_File fh, MPI_Offset *offset);
[[nodiscard]] int file_get_position_shared(MPI_File fh, MPI_Offset *offset);
[[nodiscard]] int file_get_size(MPI_File fh, MPI_Offset *size);
[[nodiscard]] int file_iread(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
                             MPI_Request *request);
[[nodiscard]] int file_iread_all(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
                                 MPI_Request *request);
[[nodiscard]] int file_iread_at(MPI_File fh, MPI_Offset offset, void *buf, int count,
                                MPI_Datatype datatype, MPI_Request *request);
[[nodiscard]] int file_iread_at_all(MPI_File fh, MPI_Offset offset, void *buf, int count,
                                    MPI_Datatype datatype, MPI_Request *request);
[[nodiscard]] int file_iwrite(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                              MPI_Request *request);
[[nodiscard]] int file_iwrite_all(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                                  MPI_Request *request);
[[nodiscard]] int file_iwrite_at(MPI_File fh, MPI_Offset offset, const void *buf, int count,
                                 MPI_Datatype datatype, MPI_Request *request);
[[nodiscard]] int file_iwrite_at_all(MPI_File fh, MPI_Offset offset, const void *buf, int count,
                                     MPI_Datatype datatype, MPI_Request *request);
[[nodiscard]] int file_open(MPI_Comm comm, const char *filename, int amode, MPI_Info info,
                            MPI_File *fh);
[[nodiscard]] int file_preallocate(MPI_File fh, MPI_Offset size);
[[nodiscard]] int file_read(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
                            MPI_Status *status);
[[nodiscard]] int file_read_all(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
                                MPI_Status *status);
[[nodiscard]] int file_read_all_begin(MPI_File fh, void *buf, int count, MPI_Datatype datatype);
[[nodiscard]] int file_read_all_end(MPI_File fh, void *buf, MPI_Status *status);
[[nodiscard]] int file_read_at(MPI_File fh, MPI_Offset offset, void *buf, int count,
                               MPI_Datatype datatype, MPI_Status *status);
[[nodiscard]] int file_read_at_all(MPI_File fh, MPI_Offset offset, void *buf, int count,
                                   MPI_Datatype datatype, MPI_Status *status);
[[nodiscard]] int file_read_at_all_begin(MPI_File fh, MPI_Offset offset, void *buf, int count,
                                         MPI_Datatype datatype);
[[nodiscard]] int file_read_at_all_end(MPI_File fh, void *buf, MPI_Status *status);
[[nodiscard]] int file_read_ordered(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
                                    MPI_Status *status);
[[nodiscard]] int file_read_ordered_begin(MPI_File fh, void *buf, int count, MPI_Datatype datatype);
[[nodiscard]] int file_read_ordered_end(MPI_File fh, void *buf, MPI_Status *status);
[[nodiscard]] int file_seek(MPI_File fh, MPI_Offset offset, int whence);
[[nodiscard]] int file_seek_shared(MPI_File fh, MPI_Offset offset, int whence);
[[nodiscard]] int file_set_atomicity(MPI_File fh, int flag);
[[nodiscard]] int file_set_info(MPI_File fh, MPI_Info info);
[[nodiscard]] int file_set_size(MPI_File fh, MPI_Offset size);
[[nodiscard]] int file_set_view(MPI_File fh, MPI_Offset disp, MPI_Datatype etype,
                                MPI_Datatype filetype, const char *datarep, MPI_Info info);
[[nodiscard]] int file_sync(MPI_File fh);
[[nodiscard]] int file_write(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                             MPI_Status *status);
[[nodiscard]] int file_write_all(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                                 MPI_Status *status);
[[nodiscard]] int file_write_all_begin(MPI_File fh, const void *buf, int count,
                                       MPI_Datatype datatype);
[[nodiscard]] int file_write_all_end(MPI_File fh, const void *buf, MPI_Status *status);
[[nodiscard]] int file_write_at(MPI_File fh, MPI_Offset offset, const void *buf, int count,
                                MPI_Datatype datatype, MPI_Status *status);
[[nodiscard]] int file_write_at_all(MPI_File fh, MPI_Offset offset, const void *buf, int count,
                                    MPI_Datatype datatype, MPI_Status *status);
[[nodiscard]] int file_write_at_all_begin(MPI_File fh, MPI_Offset offset, const void *buf,
                                          int count, MPI_Datatype datatype);
[[nodiscard]] int file_write_at_all_end(MPI_File fh, const void *buf, MPI_Status *status);
[[nodiscard]] int file_write_ordered(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                                     MPI_Status *status);
[[nodiscard]] int file_write_ordered_begin(MPI_File fh, const void *buf, int count,
                                           MPI_Datatype datatype);
[[nodiscard]] int file_write_ordered_end(MPI_File fh, const void *buf, MPI_Status *status);
[[nodiscard]] int finalize();
[[nodiscard]] int finalized(int *flag);
[[nodiscard]] int gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                         int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
[[nodiscard]] int gather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                              void *recvbuf, int recvcount, MPI_Datatype recvtype, int root,
                              MPI_Comm comm, MPI_Info info, MPI_Request *request);
[[nodiscard]] int gatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                          const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                          int root, MPI_Comm comm);
[[nodiscard]] int gatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                               void *recvbuf, const int recvcounts[], const int displs[],
                               MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                               MPI_Request *request);
[[nodiscard]] int get(void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
                      int target_rank, MPI_Aint target_disp, int target_count,
                      MPI_Datatype target_datatype, MPI_Win win);
[[nodiscard]] int get_accumulate(const void *origin_addr, int origin_count,
                                 MPI_Datatype origin_datatype, void *result_addr, int result_count,
                                 MPI_Datatype result_datatype, int target_rank,
                                 MPI_Aint target_disp, int target_count,
                                 MPI_Datatype target_datatype, MPI_Op op, MPI_Win win);
[[nodiscard]] int get_processor_name(char *name, int *resultlen);
[[nodiscard]] int graph_create(MPI_Comm comm_old, int nnodes, const int index[], const int edges[],
                               int reorder, MPI_Comm *comm_graph);
[[nodiscard]] int graph_get(MPI_Comm comm, int maxindex, int maxedges, int index[], int edges[]);
[[nodiscard]] int graph_map(MPI_Comm comm, int nnodes, const int index[], const int edges[],
                            int *newrank);
[[nodiscard]] int graph_neighbors(MPI_Comm comm, int rank, int maxneighbors, int neighbors[]);
[[nodiscard]] int graph_neighbors_count(MPI_Comm comm, int rank, int *nneighbors);
[[nodiscard]] int graphdims_get(MPI_Comm comm, int *nnodes, int *nedges);
[[nodiscard]] int group_rank(MPI_Group group, int *rank);
[[nodiscard]] int iallgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                             void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                             MPI_Request *request);
[[nodiscard]] int iallgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                              void *recvbuf, const int recvcounts[], const int displs[],
                              MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);
[[nodiscard]] int iallreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
                             MPI_Op op, MPI_Comm comm, MPI_Request *request);
[[nodiscard]] int ialltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                            void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                            MPI_Request *request);
[[nodiscard]] int ialltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
                             MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                             const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                             MPI_Request *request);
[[nodiscard]] int ialltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[],
                             const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                             const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
                             MPI_Request *request);
[[nodiscard]] int ibarrier(MPI_Comm comm, MPI_Request *request);
[[nodiscard]] int ibcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm,
                         MPI_Request *request);
[[nodiscard]] int ibsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                         MPI_Comm comm, MPI_Request *request);
[[nodiscard]] int iexscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
                          MPI_Op op, MPI_Comm comm, MPI_Request *request);
[[nodiscard]] int igather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                          int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                          MPI_Request *request);
[[nodiscard]] int igatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                           const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                           int root, MPI_Comm comm, MPI_Request *request);
[[nodiscard]] int improbe(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message,
                          MPI_Status *status);
[[nodiscard]] int imrecv(void *buf, int count, MPI_Datatype type, MPI_Message *message,
                         MPI_Request *request);
[[nodiscard]] int ineighbor_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                                      void *recvbuf, int recvcount, MPI_Datatype recvtype,
                                      MPI_Comm comm, MPI_Request *request);
[[nodiscard]] int ineighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                                       void *recvbuf, const int recvcounts[], const int displs[],
                                       MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);
[[nodiscard]] int ineighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                                     void *recvbuf, int recvcount, MPI_Datatype recvtype,
                                     MPI_Comm comm, MPI_Request *request);
[[nodiscard]] int ineighbor_alltoallv(const void *sendbuf, const int sendcounts[],
                                      const int sdispls[], MPI_Datatype sendtype, void *recvbuf,
                                      const int recvcounts[], const int rdispls[],
                                      MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);
[[nodiscard]] int ineighbor_alltoallw(const void *sendbuf, const int sendcounts[],
                                      const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
                                      void *recvbuf, const int recvcounts[],
                                      const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
                                      MPI_Comm comm, MPI_Request *request);
[[nodiscard]] int init(int *argc, char ***argv);
[[nodiscard]] int init_thread(int *argc, char ***argv, int required, int *provided);
[[nodiscard]] int initialized(int *flag);
[[nodiscard]] int intercomm_create(MPI_Comm local_comm, int local_leader, MPI_Comm bridge_comm,
                                   int remote_leader, int tag, MPI_Comm *newintercomm);
[[nodiscard]] int intercomm_merge(MPI_Comm intercomm, int high, MPI_Comm *newintracomm);
[[nodiscard]] int iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status);
[[nodiscard]] int irecv(void *buf, int count, MPI_Datatype datatype, int source, int tag,
                        MPI_Comm comm, MPI_Request *request);
[[nodiscard]] int ireduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
                          MPI_Op op, int root, MPI_Comm comm, MPI_Request *request);
[[nodiscard]] int ireduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[],
                                  MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                                  MPI_Request *request);
[[nodiscard]] int ireduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount,
                                        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                                        MPI_Request *request);
[[nodiscard]] int irsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                         MPI_Comm comm, MPI_Request *request);
[[nodiscard]] int iscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
                        MPI_Op op, MPI_Comm comm, MPI_Request *request);
[[nodiscard]] int iscatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                           int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                           MPI_Request *request);
[[nodiscard]] int iscatterv(const void *sendbuf, const int sendcounts[], const int displs[],
                            MPI_Datatype sendtype, void *recvbuf, int recvcount,
                            MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request);
[[nodiscard]] int isend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                        MPI_Comm comm, MPI_Request *request);
[[nodiscard]] int isendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest,
                            int sendtag, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                            int source, int recvtag, MPI_Comm comm, MPI_Request *request);
[[nodiscard]] int isendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest,
                                    int sendtag, int source, int recvtag, MPI_Comm comm,
                                    MPI_Request *request);
[[nodiscard]] int issend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                         MPI_Comm comm, MPI_Request *request);
[[nodiscard]] int keyval_create(MPI_Copy_function *copy_fn, MPI_Delete_function *delete_fn,
                                int *keyval, void *extra_state);
[[nodiscard]] int mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message,
                         MPI_Status *status);
[[nodiscard]] int mrecv(void *buf, int count, MPI_Datatype type, MPI_Message *message,
                        MPI_Status *status);
[[nodiscard]] int neighbor_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                                     void *recvbuf, int recvcount, MPI_Datatype recvtype,
                                     MPI_Comm comm);
[[nodiscard]] int neighbor_allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                                          void *recvbuf, int recvcount, MPI_Datatype recvtype,
                                          MPI_Comm comm, MPI_Info info, MPI_Request *request);
[[nodiscard]] int neighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                                      void *recvbuf, const int recvcounts[], const int displs[],
                                      MPI_Datatype recvtype, MPI_Comm comm);
[[nodiscard]] int neighbor_allgatherv_init(const void *sendbuf, int sendcount,
                                           MPI_Datatype sendtype, void *recvbuf,
                                           const int recvcounts[], const int displs[],
                                           MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                                           MPI_Request *request);
[[nodiscard]] int neighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                                    void *recvbuf, int recvcount, MPI_Datatype recvtype,
                                    MPI_Comm comm);
[[nodiscard]] int neighbor_alltoall_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                                         void *recvbuf, int recvcount, MPI_Datatype recvtype,
                                         MPI_Comm comm, MPI_Info info, MPI_Request *request);
[[nodiscard]] int neighbor_alltoallv(const void *sendbuf, const int sendcounts[],
                                     const int sdispls[], MPI_Datatype sendtype, void *recvbuf,
                                     const int recvcounts[], const int rdispls[],
                                     MPI_Datatype recvtype, MPI_Comm comm);
[[nodiscard]] int neighbor_alltoallv_init(const void *sendbuf, const int sendcounts[],
                                          const int sdispls[], MPI_Datatype sendtype, void *recvbuf,
                                          const int recvcounts[], const int rdispls[],
                                          MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                                          MPI_Request *request);
[[nodiscard]] int neighbor_alltoallw(const void *sendbuf, const int sendcounts[],
                                     const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
                                     void *recvbuf, const int recvcounts[],
                                     const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
                                     MPI_Comm comm);
[[nodiscard]] int neighbor_alltoallw_init(const void *sendbuf, const int sendcounts[],
                                          const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
                                          void *recvbuf, const int recvcounts[],
                                          const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
                                          MPI_Comm comm, MPI_Info info, MPI_Request *request);
[[nodiscard]] int op_free(MPI_Op *op);
[[nodiscard]] int parrived(MPI_Request request, int partition, int *flag);
[[nodiscard]] int pready(int partitions, MPI_Request request);
[[nodiscard]] int pready_list(int length, Pready_list_partition_list partition_list,
                              MPI_Request request);
[[nodiscard]] int pready_range(int partition_low, int partition_high, MPI_Request request);
[[nodiscard]] int precv_init(void *buf, int partitions, MPI_Count count, MPI_Datatype datatype,
                             int source, int tag, MPI_Comm comm, MPI_Info info,
                             MPI_Request *request);
[[nodiscard]] int probe(int source, int tag, MPI_Comm comm, MPI_Status *status);
[[nodiscard]] int psend_init(const void *buf, int partitions, MPI_Count count,
                             MPI_Datatype datatype, int dest, int tag, MPI_Comm comm, MPI_Info info,
                             MPI_Request *request);
[[nodiscard]] int put(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
                      int target_rank, MPI_Aint target_disp, int target_count,
                      MPI_Datatype target_datatype, MPI_Win win);
[[nodiscard]] int raccumulate(const void *origin_addr, int origin_count,
                              MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
                              int target_count, MPI_Datatype target_datatype, MPI_Op op,
                              MPI_Win win, MPI_Request *request);
[[nodiscard]] int recv(void *buf, int count, MPI_Datatype datatype, int source, int tag,
                       MPI_Comm comm, MPI_Status *status);
[[nodiscard]] int recv_init(void *buf, int count, MPI_Datatype datatype, int source, int tag,
                            MPI_Comm comm, MPI_Request *request);
[[nodiscard]] int reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
                         MPI_Op op, int root, MPI_Comm comm);
[[nodiscard]] int reduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
                              MPI_Op op, int root, MPI_Comm comm, MPI_Info info,
                              MPI_Request *request);
[[nodiscard]] int reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[],
                                 MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
[[nodiscard]] int reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount,
                                       MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
[[nodiscard]] int reduce_scatter_block_init(const void *sendbuf, void *recvbuf, int recvcount,
                                            MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                                            MPI_Info info, MPI_Request *request);
[[nodiscard]] int reduce_scatter_init(const void *sendbuf, void *recvbuf, const int recvcounts[],
                                      MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                                      MPI_Info info, MPI_Request *request);
[[nodiscard]] int request_free(MPI_Request *request);
[[nodiscard]] int request_get_status(MPI_Request request, int *flag, MPI_Status *status);
[[nodiscard]] int rget(void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
                       int target_rank, MPI_Aint target_disp, int target_count,
                       MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request);
[[nodiscard]] int rget_accumulate(const void *origin_addr, int origin_count,
                                  MPI_Datatype origin_datatype, void *result_addr, int result_count,
                                  MPI_Datatype result_datatype, int target_rank,
                                  MPI_Aint target_disp, int target_count,
                                  MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
                                  MPI_Request *request);
[[nodiscard]] int rput(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
                       int target_rank, MPI_Aint target_disp, int target_cout,
                       MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request);
[[nodiscard]] int rsend(const void *ibuf, int count, MPI_Datatype datatype, int dest, int tag,
                        MPI_Comm comm);
[[nodiscard]] int rsend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                             MPI_Comm comm, MPI_Request *request);
[[nodiscard]] int scan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
                       MPI_Op op, MPI_Comm comm);
[[nodiscard]] int scan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
                            MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request);
[[nodiscard]] int scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                          int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
[[nodiscard]] int scatter_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                               void *recvbuf, int recvcount, MPI_Datatype recvtype, int root,
                               MPI_Comm comm, MPI_Info info, MPI_Request *request);
[[nodiscard]] int scatterv(const void *sendbuf, const int sendcounts[], const int displs[],
                           MPI_Datatype sendtype, void *recvbuf, int recvcount,
                           MPI_Datatype recvtype, int root, MPI_Comm comm);
[[nodiscard]] int scatterv_init(const void *sendbuf, const int sendcounts[], const int displs[],
                                MPI_Datatype sendtype, void *recvbuf, int recvcount,
                                MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                                MPI_Request *request);
[[nodiscard]] int send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                       MPI_Comm comm);
[[nodiscard]] int send_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                            MPI_Comm comm, MPI_Request *request);
[[nodiscard]] int sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest,
                           int sendtag, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                           int source, int recvtag, MPI_Comm comm, MPI_Status *status);
[[nodiscard]] int sendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest,
                                   int sendtag, int source, int recvtag, MPI_Comm comm,
                                   MPI_Status *status);
[[nodiscard]] int ssend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                        MPI_Comm comm);
[[nodiscard]] int ssend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                             MPI_Comm comm, MPI_Request *request);
[[nodiscard]] int start(MPI_Request *request);
[[nodiscard]] int startall(int count, MPI_Request array_of_requests[]);
[[nodiscard]] int test(MPI_Request *request, int *flag, MPI_Status *status);
[[nodiscard]] int testall(int count, MPI_Request array_of_requests[], int *flag,
                          MPI_Status array_of_statuses[]);
[[nodiscard]] int testany(int count, MPI_Request array_of_requests[], int *index, int *flag,
                          MPI_Status *status);
[[nodiscard]] int testsome(int incount, MPI_Request array_of_requests[], int *outcount,
                           int array_of_indices[], MPI_Status array_of_statuses[]);
[[nodiscard]] int topo_test(MPI_Comm comm, int *status);
[[nodiscard]] int wait(MPI_Request *request, MPI_Status *status);
[[nodiscard]] int waitall(int count, MPI_Request array_of_requests[],
                          MPI_Status *array_of_statuses);
[[nodiscard]] int waitany(int count, MPI_Request array_of_requests[], int *index,
                          MPI_Status *status);
[[nodiscard]] int waitsome(int incount, MPI_Request array_of_requests[], int *outcount,
                           int array_of_indices[], MPI_Status array_of_statuses[]);
[[nodiscard]] int win_allocate(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm,
                               void *baseptr, MPI_Win *win);
[[nodiscard]] int win_complete(MPI_Win win);
[[nodiscard]] int win_create(void *base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm,
                             MPI_Win *win);
[[nodiscard]] int win_fence(int mpi_assert, MPI_Win win);
[[nodiscard]] int win_flush(int rank, MPI_Win win);
[[nodiscard]] int win_flush_all(MPI_Win win);
[[nodiscard]] int win_flush_local(int rank, MPI_Win win);
[[nodiscard]] int win_flush_local_all(MPI_Win win);
[[nodiscard]] int win_free(MPI_Win *win);
[[nodiscard]] int win_get_group(MPI_Win win, MPI_Group *group);
[[nodiscard]] int win_lock(int lock_type, int rank, int mpi_assert, MPI_Win win);
[[nodiscard]] int win_lock_all(int mpi_assert, MPI_Win win);
[[nodiscard]] int win_post(MPI_Group group, int mpi_assert, MPI_Win win);
[[nodiscard]] int win_shared_query(MPI_Win win, int rank, MPI_Aint *size, int *disp_unit,
                                   void *baseptr);
[[nodiscard]] int win_start(MPI_Group group, int mpi_assert, MPI_Win win);
[[nodiscard]] int win_sync(MPI_Win win);
[[nodiscard]] int win_test(MPI_Win win, int *flag);
[[nodiscard]] int win_unlock(int rank, MPI_Win win);
[[nodiscard]] int win_unlock_all(MPI_Win win);
[[nodiscard]] int win_wait(MPI_Win win);
[[nodiscard]] double wtime();

} // namespace closeranks::replication::calls
