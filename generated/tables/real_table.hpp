// Generated from spec/mpi.json by generator/ with templates/tables/real_table.hpp.j2, do not edit.
#pragma once

#include <mpi.h>

#include <mpi-ext.h> // needs mpi.h before it

/// Of Open MPI, for what only some releases have.
#define CLOSERANKS_MPI_RELEASE OMPI_MAJOR_VERSION

#if OMPI_OMIT_MPI1_COMPAT_DECLS
// Removed by MPI 3.0 together with the functions that took it; old binaries still call them.
extern "C" {
typedef void(MPI_Handler_function)(MPI_Comm *, int *, ...);
}
#endif

namespace closeranks {

#if OMPI_MAJOR_VERSION <= 5
using Pready_list_partition_list = int *;
#else
using Pready_list_partition_list = const int *;
#endif

#if OMPI_MAJOR_VERSION <= 5
using Session_c2f_session = const MPI_Session;
#else
using Session_c2f_session = MPI_Session;
#endif

/// The MPI's own entry points, a member for each function that we interpose.
struct Real {
    int (*Abort)(MPI_Comm comm, int errorcode);
    int (*Accumulate)(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
                      int target_rank, MPI_Aint target_disp, int target_count,
                      MPI_Datatype target_datatype, MPI_Op op, MPI_Win win);
    int (*Add_error_class)(int *errorclass);
    int (*Add_error_code)(int errorclass, int *errorcode);
    int (*Add_error_string)(int errorcode, const char *string);
    int (*Address)(void *location, MPI_Aint *address);
    int (*Allgather)(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                     int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
    int (*Allgather_init)(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                          int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                          MPI_Request *request);
    int (*Allgatherv)(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                      const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                      MPI_Comm comm);
    int (*Allgatherv_init)(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                           const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                           MPI_Comm comm, MPI_Info info, MPI_Request *request);
    int (*Alloc_mem)(MPI_Aint size, MPI_Info info, void *baseptr);
    int (*Allreduce)(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
                     MPI_Op op, MPI_Comm comm);
    int (*Allreduce_init)(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
                          MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request);
    int (*Alltoall)(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                    int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
    int (*Alltoall_init)(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                         int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                         MPI_Request *request);
    int (*Alltoallv)(const void *sendbuf, const int sendcounts[], const int sdispls[],
                     MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                     const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm);
    int (*Alltoallv_init)(const void *sendbuf, const int sendcounts[], const int sdispls[],
                          MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                          const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                          MPI_Request *request);
    int (*Alltoallw)(const void *sendbuf, const int sendcounts[], const int sdispls[],
                     const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                     const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm);
    int (*Alltoallw_init)(const void *sendbuf, const int sendcounts[], const int sdispls[],
                          const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                          const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
                          MPI_Info info, MPI_Request *request);
    int (*Attr_delete)(MPI_Comm comm, int keyval);
    int (*Attr_get)(MPI_Comm comm, int keyval, void *attribute_val, int *flag);
    int (*Attr_put)(MPI_Comm comm, int keyval, void *attribute_val);
    int (*Barrier)(MPI_Comm comm);
    int (*Barrier_init)(MPI_Comm comm, MPI_Info info, MPI_Request *request);
    int (*Bcast)(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm);
    int (*Bcast_init)(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm,
                      MPI_Info info, MPI_Request *request);
    int (*Bsend)(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                 MPI_Comm comm);
    int (*Bsend_init)(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                      MPI_Comm comm, MPI_Request *request);
    int (*Buffer_attach)(void *buffer, int size);
    int (*Buffer_detach)(void *buffer, int *size);
    int (*Cancel)(MPI_Request *request);
    int (*Cart_coords)(MPI_Comm comm, int rank, int maxdims, int coords[]);
    int (*Cart_create)(MPI_Comm old_comm, int ndims, const int dims[], const int periods[],
                       int reorder, MPI_Comm *comm_cart);
    int (*Cart_get)(MPI_Comm comm, int maxdims, int dims[], int periods[], int coords[]);
    int (*Cart_map)(MPI_Comm comm, int ndims, const int dims[], const int periods[], int *newrank);
    int (*Cart_rank)(MPI_Comm comm, const int coords[], int *rank);
    int (*Cart_shift)(MPI_Comm comm, int direction, int disp, int *rank_source, int *rank_dest);
    int (*Cart_sub)(MPI_Comm comm, const int remain_dims[], MPI_Comm *new_comm);
    int (*Cartdim_get)(MPI_Comm comm, int *ndims);
    int (*Close_port)(const char *port_name);
    int (*Comm_accept)(const char *port_name, MPI_Info info, int root, MPI_Comm comm,
                       MPI_Comm *newcomm);
    int (*Comm_ack_failed)(MPI_Comm comm, int num_to_ack, int *num_acked);
    int (*Comm_agree)(MPI_Comm comm, int *flag);
    int (*Comm_c2f)(MPI_Comm comm);
    int (*Comm_call_errhandler)(MPI_Comm comm, int errorcode);
    int (*Comm_compare)(MPI_Comm comm1, MPI_Comm comm2, int *result);
    int (*Comm_connect)(const char *port_name, MPI_Info info, int root, MPI_Comm comm,
                        MPI_Comm *newcomm);
    int (*Comm_create)(MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm);
    int (*Comm_create_errhandler)(MPI_Comm_errhandler_function *function,
                                  MPI_Errhandler *errhandler);
    int (*Comm_create_from_group)(MPI_Group group, const char *tag, MPI_Info info,
                                  MPI_Errhandler errhandler, MPI_Comm *newcomm);
    int (*Comm_create_group)(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *newcomm);
    int (*Comm_create_keyval)(MPI_Comm_copy_attr_function *comm_copy_attr_fn,
                              MPI_Comm_delete_attr_function *comm_delete_attr_fn, int *comm_keyval,
                              void *extra_state);
    int (*Comm_delete_attr)(MPI_Comm comm, int comm_keyval);
    int (*Comm_disconnect)(MPI_Comm *comm);
    int (*Comm_dup)(MPI_Comm comm, MPI_Comm *newcomm);
    int (*Comm_dup_with_info)(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm);
    MPI_Comm (*Comm_f2c)(int comm);
    int (*Comm_failure_ack)(MPI_Comm comm);
    int (*Comm_failure_get_acked)(MPI_Comm comm, MPI_Group *failedgrp);
    int (*Comm_free)(MPI_Comm *comm);
    int (*Comm_free_keyval)(int *comm_keyval);
    int (*Comm_get_attr)(MPI_Comm comm, int comm_keyval, void *attribute_val, int *flag);
    int (*Comm_get_errhandler)(MPI_Comm comm, MPI_Errhandler *erhandler);
    int (*Comm_get_failed)(MPI_Comm comm, MPI_Group *failedgroup);
    int (*Comm_get_info)(MPI_Comm comm, MPI_Info *info_used);
    int (*Comm_get_name)(MPI_Comm comm, char *comm_name, int *resultlen);
    int (*Comm_get_parent)(MPI_Comm *parent);
    int (*Comm_group)(MPI_Comm comm, MPI_Group *group);
    int (*Comm_iagree)(MPI_Comm comm, int *flag, MPI_Request *request);
    int (*Comm_idup)(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request);
    int (*Comm_idup_with_info)(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm,
                               MPI_Request *request);
    int (*Comm_is_revoked)(MPI_Comm comm, int *flag);
    int (*Comm_join)(int fd, MPI_Comm *intercomm);
    int (*Comm_rank)(MPI_Comm comm, int *rank);
    int (*Comm_remote_group)(MPI_Comm comm, MPI_Group *group);
    int (*Comm_remote_size)(MPI_Comm comm, int *size);
    int (*Comm_revoke)(MPI_Comm comm);
    int (*Comm_set_attr)(MPI_Comm comm, int comm_keyval, void *attribute_val);
    int (*Comm_set_errhandler)(MPI_Comm comm, MPI_Errhandler errhandler);
    int (*Comm_set_info)(MPI_Comm comm, MPI_Info info);
    int (*Comm_set_name)(MPI_Comm comm, const char *comm_name);
    int (*Comm_shrink)(MPI_Comm comm, MPI_Comm *newcomm);
    int (*Comm_size)(MPI_Comm comm, int *size);
    int (*Comm_spawn)(const char *command, char *argv[], int maxprocs, MPI_Info info, int root,
                      MPI_Comm comm, MPI_Comm *intercomm, int array_of_errcodes[]);
    int (*Comm_spawn_multiple)(int count, char *array_of_commands[], char **array_of_argv[],
                               const int array_of_maxprocs[], const MPI_Info array_of_info[],
                               int root, MPI_Comm comm, MPI_Comm *intercomm,
                               int array_of_errcodes[]);
    int (*Comm_split)(MPI_Comm comm, int color, int key, MPI_Comm *newcomm);
    int (*Comm_split_type)(MPI_Comm comm, int split_type, int key, MPI_Info info,
                           MPI_Comm *newcomm);
    int (*Comm_test_inter)(MPI_Comm comm, int *flag);
    int (*Compare_and_swap)(const void *origin_addr, const void *compare_addr, void *result_addr,
                            MPI_Datatype datatype, int target_rank, MPI_Aint target_disp,
                            MPI_Win win);
    int (*Dims_create)(int nnodes, int ndims, int dims[]);
    int (*Dist_graph_create)(MPI_Comm comm_old, int n, const int nodes[], const int degrees[],
                             const int targets[], const int weights[], MPI_Info info, int reorder,
                             MPI_Comm *newcomm);
    int (*Dist_graph_create_adjacent)(MPI_Comm comm_old, int indegree, const int sources[],
                                      const int sourceweights[], int outdegree,
                                      const int destinations[], const int destweights[],
                                      MPI_Info info, int reorder, MPI_Comm *comm_dist_graph);
    int (*Dist_graph_neighbors)(MPI_Comm comm, int maxindegree, int sources[], int sourceweights[],
                                int maxoutdegree, int destinations[], int destweights[]);
    int (*Dist_graph_neighbors_count)(MPI_Comm comm, int *inneighbors, int *outneighbors,
                                      int *weighted);
    int (*Errhandler_c2f)(MPI_Errhandler errhandler);
    int (*Errhandler_create)(MPI_Handler_function *function, MPI_Errhandler *errhandler);
    MPI_Errhandler (*Errhandler_f2c)(int errhandler);
    int (*Errhandler_free)(MPI_Errhandler *errhandler);
    int (*Errhandler_get)(MPI_Comm comm, MPI_Errhandler *errhandler);
    int (*Errhandler_set)(MPI_Comm comm, MPI_Errhandler errhandler);
    int (*Error_class)(int errorcode, int *errorclass);
    int (*Error_string)(int errorcode, char *string, int *resultlen);
    int (*Exscan)(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                  MPI_Comm comm);
    int (*Exscan_init)(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
                       MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request);
    int (*Fetch_and_op)(const void *origin_addr, void *result_addr, MPI_Datatype datatype,
                        int target_rank, MPI_Aint target_disp, MPI_Op op, MPI_Win win);
    int (*File_c2f)(MPI_File file);
    int (*File_call_errhandler)(MPI_File fh, int errorcode);
    int (*File_close)(MPI_File *fh);
    int (*File_create_errhandler)(MPI_File_errhandler_function *function,
                                  MPI_Errhandler *errhandler);
    int (*File_delete)(const char *filename, MPI_Info info);
    MPI_File (*File_f2c)(int file);
    int (*File_get_amode)(MPI_File fh, int *amode);
    int (*File_get_atomicity)(MPI_File fh, int *flag);
    int (*File_get_byte_offset)(MPI_File fh, MPI_Offset offset, MPI_Offset *disp);
    int (*File_get_errhandler)(MPI_File file, MPI_Errhandler *errhandler);
    int (*File_get_group)(MPI_File fh, MPI_Group *group);
    int (*File_get_info)(MPI_File fh, MPI_Info *info_used);
    int (*File_get_position)(MPI_File fh, MPI_Offset *offset);
    int (*File_get_position_shared)(MPI_File fh, MPI_Offset *offset);
    int (*File_get_size)(MPI_File fh, MPI_Offset *size);
    int (*File_get_type_extent)(MPI_File fh, MPI_Datatype datatype, MPI_Aint *extent);
    int (*File_get_view)(MPI_File fh, MPI_Offset *disp, MPI_Datatype *etype, MPI_Datatype *filetype,
                         char *datarep);
    int (*File_iread)(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
                      MPI_Request *request);
    int (*File_iread_all)(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
                          MPI_Request *request);
    int (*File_iread_at)(MPI_File fh, MPI_Offset offset, void *buf, int count,
                         MPI_Datatype datatype, MPI_Request *request);
    int (*File_iread_at_all)(MPI_File fh, MPI_Offset offset, void *buf, int count,
                             MPI_Datatype datatype, MPI_Request *request);
    int (*File_iread_shared)(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
                             MPI_Request *request);
    int (*File_iwrite)(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                       MPI_Request *request);
    int (*File_iwrite_all)(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                           MPI_Request *request);
    int (*File_iwrite_at)(MPI_File fh, MPI_Offset offset, const void *buf, int count,
                          MPI_Datatype datatype, MPI_Request *request);
    int (*File_iwrite_at_all)(MPI_File fh, MPI_Offset offset, const void *buf, int count,
                              MPI_Datatype datatype, MPI_Request *request);
    int (*File_iwrite_shared)(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                              MPI_Request *request);
    int (*File_open)(MPI_Comm comm, const char *filename, int amode, MPI_Info info, MPI_File *fh);
    int (*File_preallocate)(MPI_File fh, MPI_Offset size);
    int (*File_read)(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status);
    int (*File_read_all)(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
                         MPI_Status *status);
    int (*File_read_all_begin)(MPI_File fh, void *buf, int count, MPI_Datatype datatype);
    int (*File_read_all_end)(MPI_File fh, void *buf, MPI_Status *status);
    int (*File_read_at)(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
                        MPI_Status *status);
    int (*File_read_at_all)(MPI_File fh, MPI_Offset offset, void *buf, int count,
                            MPI_Datatype datatype, MPI_Status *status);
    int (*File_read_at_all_begin)(MPI_File fh, MPI_Offset offset, void *buf, int count,
                                  MPI_Datatype datatype);
    int (*File_read_at_all_end)(MPI_File fh, void *buf, MPI_Status *status);
    int (*File_read_ordered)(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
                             MPI_Status *status);
    int (*File_read_ordered_begin)(MPI_File fh, void *buf, int count, MPI_Datatype datatype);
    int (*File_read_ordered_end)(MPI_File fh, void *buf, MPI_Status *status);
    int (*File_read_shared)(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
                            MPI_Status *status);
    int (*File_seek)(MPI_File fh, MPI_Offset offset, int whence);
    int (*File_seek_shared)(MPI_File fh, MPI_Offset offset, int whence);
    int (*File_set_atomicity)(MPI_File fh, int flag);
    int (*File_set_errhandler)(MPI_File file, MPI_Errhandler errhandler);
    int (*File_set_info)(MPI_File fh, MPI_Info info);
    int (*File_set_size)(MPI_File fh, MPI_Offset size);
    int (*File_set_view)(MPI_File fh, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype,
                         const char *datarep, MPI_Info info);
    int (*File_sync)(MPI_File fh);
    int (*File_write)(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                      MPI_Status *status);
    int (*File_write_all)(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                          MPI_Status *status);
    int (*File_write_all_begin)(MPI_File fh, const void *buf, int count, MPI_Datatype datatype);
    int (*File_write_all_end)(MPI_File fh, const void *buf, MPI_Status *status);
    int (*File_write_at)(MPI_File fh, MPI_Offset offset, const void *buf, int count,
                         MPI_Datatype datatype, MPI_Status *status);
    int (*File_write_at_all)(MPI_File fh, MPI_Offset offset, const void *buf, int count,
                             MPI_Datatype datatype, MPI_Status *status);
    int (*File_write_at_all_begin)(MPI_File fh, MPI_Offset offset, const void *buf, int count,
                                   MPI_Datatype datatype);
    int (*File_write_at_all_end)(MPI_File fh, const void *buf, MPI_Status *status);
    int (*File_write_ordered)(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                              MPI_Status *status);
    int (*File_write_ordered_begin)(MPI_File fh, const void *buf, int count, MPI_Datatype datatype);
    int (*File_write_ordered_end)(MPI_File fh, const void *buf, MPI_Status *status);
    int (*File_write_shared)(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                             MPI_Status *status);
    int (*Finalize)();
    int (*Finalized)(int *flag);
    int (*Free_mem)(void *base);
    int (*Gather)(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                  int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
    int (*Gather_init)(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                       int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                       MPI_Request *request);
    int (*Gatherv)(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                   const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                   MPI_Comm comm);
    int (*Gatherv_init)(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                        const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                        MPI_Comm comm, MPI_Info info, MPI_Request *request);
    int (*Get)(void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
               MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win);
    int (*Get_accumulate)(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
                          void *result_addr, int result_count, MPI_Datatype result_datatype,
                          int target_rank, MPI_Aint target_disp, int target_count,
                          MPI_Datatype target_datatype, MPI_Op op, MPI_Win win);
    int (*Get_address)(const void *location, MPI_Aint *address);
    int (*Get_count)(const MPI_Status *status, MPI_Datatype datatype, int *count);
    int (*Get_elements)(const MPI_Status *status, MPI_Datatype datatype, int *count);
    int (*Get_elements_x)(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count);
    int (*Get_library_version)(char *version, int *resultlen);
    int (*Get_processor_name)(char *name, int *resultlen);
    int (*Get_version)(int *version, int *subversion);
    int (*Graph_create)(MPI_Comm comm_old, int nnodes, const int index[], const int edges[],
                        int reorder, MPI_Comm *comm_graph);
    int (*Graph_get)(MPI_Comm comm, int maxindex, int maxedges, int index[], int edges[]);
    int (*Graph_map)(MPI_Comm comm, int nnodes, const int index[], const int edges[], int *newrank);
    int (*Graph_neighbors)(MPI_Comm comm, int rank, int maxneighbors, int neighbors[]);
    int (*Graph_neighbors_count)(MPI_Comm comm, int rank, int *nneighbors);
    int (*Graphdims_get)(MPI_Comm comm, int *nnodes, int *nedges);
    int (*Grequest_complete)(MPI_Request request);
    int (*Grequest_start)(MPI_Grequest_query_function *query_fn,
                          MPI_Grequest_free_function *free_fn,
                          MPI_Grequest_cancel_function *cancel_fn, void *extra_state,
                          MPI_Request *request);
    int (*Group_c2f)(MPI_Group group);
    int (*Group_compare)(MPI_Group group1, MPI_Group group2, int *result);
    int (*Group_difference)(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup);
    int (*Group_excl)(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup);
    MPI_Group (*Group_f2c)(int group);
    int (*Group_free)(MPI_Group *group);
    int (*Group_from_session_pset)(MPI_Session session, const char *pset_name, MPI_Group *newgroup);
    int (*Group_incl)(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup);
    int (*Group_intersection)(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup);
    int (*Group_range_excl)(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup);
    int (*Group_range_incl)(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup);
    int (*Group_rank)(MPI_Group group, int *rank);
    int (*Group_size)(MPI_Group group, int *size);
    int (*Group_translate_ranks)(MPI_Group group1, int n, const int ranks1[], MPI_Group group2,
                                 int ranks2[]);
    int (*Group_union)(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup);
    int (*Iallgather)(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                      int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);
    int (*Iallgatherv)(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                       const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                       MPI_Comm comm, MPI_Request *request);
    int (*Iallreduce)(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
                      MPI_Op op, MPI_Comm comm, MPI_Request *request);
    int (*Ialltoall)(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                     int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);
    int (*Ialltoallv)(const void *sendbuf, const int sendcounts[], const int sdispls[],
                      MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                      const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                      MPI_Request *request);
    int (*Ialltoallw)(const void *sendbuf, const int sendcounts[], const int sdispls[],
                      const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                      const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
                      MPI_Request *request);
    int (*Ibarrier)(MPI_Comm comm, MPI_Request *request);
    int (*Ibcast)(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm,
                  MPI_Request *request);
    int (*Ibsend)(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                  MPI_Comm comm, MPI_Request *request);
    int (*Iexscan)(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                   MPI_Comm comm, MPI_Request *request);
    int (*Igather)(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                   int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                   MPI_Request *request);
    int (*Igatherv)(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                    const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                    MPI_Comm comm, MPI_Request *request);
    int (*Improbe)(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message,
                   MPI_Status *status);
    int (*Imrecv)(void *buf, int count, MPI_Datatype type, MPI_Message *message,
                  MPI_Request *request);
    int (*Ineighbor_allgather)(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                               void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                               MPI_Request *request);
    int (*Ineighbor_allgatherv)(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                                void *recvbuf, const int recvcounts[], const int displs[],
                                MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);
    int (*Ineighbor_alltoall)(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                              void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                              MPI_Request *request);
    int (*Ineighbor_alltoallv)(const void *sendbuf, const int sendcounts[], const int sdispls[],
                               MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                               const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                               MPI_Request *request);
    int (*Ineighbor_alltoallw)(const void *sendbuf, const int sendcounts[],
                               const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
                               void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[],
                               const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request);
    int (*Info_c2f)(MPI_Info info);
    int (*Info_create)(MPI_Info *info);
    int (*Info_create_env)(int argc, char *argv[], MPI_Info *info);
    int (*Info_delete)(MPI_Info info, const char *key);
    int (*Info_dup)(MPI_Info info, MPI_Info *newinfo);
    MPI_Info (*Info_f2c)(int info);
    int (*Info_free)(MPI_Info *info);
    int (*Info_get)(MPI_Info info, const char *key, int valuelen, char *value, int *flag);
    int (*Info_get_nkeys)(MPI_Info info, int *nkeys);
    int (*Info_get_nthkey)(MPI_Info info, int n, char *key);
    int (*Info_get_string)(MPI_Info info, const char *key, int *buflen, char *value, int *flag);
    int (*Info_get_valuelen)(MPI_Info info, const char *key, int *valuelen, int *flag);
    int (*Info_set)(MPI_Info info, const char *key, const char *value);
    int (*Init)(int *argc, char ***argv);
    int (*Init_thread)(int *argc, char ***argv, int required, int *provided);
    int (*Initialized)(int *flag);
    int (*Intercomm_create)(MPI_Comm local_comm, int local_leader, MPI_Comm bridge_comm,
                            int remote_leader, int tag, MPI_Comm *newintercomm);
    int (*Intercomm_create_from_groups)(MPI_Group local_group, int local_leader,
                                        MPI_Group remote_group, int remote_leader, const char *tag,
                                        MPI_Info info, MPI_Errhandler errhandler,
                                        MPI_Comm *newintercomm);
    int (*Intercomm_merge)(MPI_Comm intercomm, int high, MPI_Comm *newintracomm);
    int (*Iprobe)(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status);
    int (*Irecv)(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                 MPI_Request *request);
    int (*Ireduce)(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                   int root, MPI_Comm comm, MPI_Request *request);
    int (*Ireduce_scatter)(const void *sendbuf, void *recvbuf, const int recvcounts[],
                           MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request);
    int (*Ireduce_scatter_block)(const void *sendbuf, void *recvbuf, int recvcount,
                                 MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                                 MPI_Request *request);
    int (*Irsend)(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                  MPI_Comm comm, MPI_Request *request);
    int (*Is_thread_main)(int *flag);
    int (*Iscan)(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                 MPI_Comm comm, MPI_Request *request);
    int (*Iscatter)(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                    int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                    MPI_Request *request);
    int (*Iscatterv)(const void *sendbuf, const int sendcounts[], const int displs[],
                     MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                     int root, MPI_Comm comm, MPI_Request *request);
    int (*Isend)(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                 MPI_Comm comm, MPI_Request *request);
    int (*Isendrecv)(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest,
                     int sendtag, void *recvbuf, int recvcount, MPI_Datatype recvtype, int source,
                     int recvtag, MPI_Comm comm, MPI_Request *request);
    int (*Isendrecv_replace)(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag,
                             int source, int recvtag, MPI_Comm comm, MPI_Request *request);
    int (*Issend)(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                  MPI_Comm comm, MPI_Request *request);
    int (*Keyval_create)(MPI_Copy_function *copy_fn, MPI_Delete_function *delete_fn, int *keyval,
                         void *extra_state);
    int (*Keyval_free)(int *keyval);
    int (*Lookup_name)(const char *service_name, MPI_Info info, char *port_name);
    int (*Message_c2f)(MPI_Message message);
    MPI_Message (*Message_f2c)(int message);
    int (*Mprobe)(int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status);
    int (*Mrecv)(void *buf, int count, MPI_Datatype type, MPI_Message *message, MPI_Status *status);
    int (*Neighbor_allgather)(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                              void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
    int (*Neighbor_allgather_init)(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                                   void *recvbuf, int recvcount, MPI_Datatype recvtype,
                                   MPI_Comm comm, MPI_Info info, MPI_Request *request);
    int (*Neighbor_allgatherv)(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                               void *recvbuf, const int recvcounts[], const int displs[],
                               MPI_Datatype recvtype, MPI_Comm comm);
    int (*Neighbor_allgatherv_init)(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                                    void *recvbuf, const int recvcounts[], const int displs[],
                                    MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                                    MPI_Request *request);
    int (*Neighbor_alltoall)(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                             void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
    int (*Neighbor_alltoall_init)(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                                  void *recvbuf, int recvcount, MPI_Datatype recvtype,
                                  MPI_Comm comm, MPI_Info info, MPI_Request *request);
    int (*Neighbor_alltoallv)(const void *sendbuf, const int sendcounts[], const int sdispls[],
                              MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                              const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm);
    int (*Neighbor_alltoallv_init)(const void *sendbuf, const int sendcounts[], const int sdispls[],
                                   MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                                   const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                                   MPI_Info info, MPI_Request *request);
    int (*Neighbor_alltoallw)(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
                              const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                              const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
                              MPI_Comm comm);
    int (*Neighbor_alltoallw_init)(const void *sendbuf, const int sendcounts[],
                                   const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
                                   void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[],
                                   const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info,
                                   MPI_Request *request);
    int (*Op_c2f)(MPI_Op op);
    int (*Op_commutative)(MPI_Op op, int *commute);
    int (*Op_create)(MPI_User_function *function, int commute, MPI_Op *op);
    MPI_Op (*Op_f2c)(int op);
    int (*Op_free)(MPI_Op *op);
    int (*Open_port)(MPI_Info info, char *port_name);
    int (*Pack)(const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf, int outsize,
                int *position, MPI_Comm comm);
    int (*Pack_external)(const char datarep[], const void *inbuf, int incount,
                         MPI_Datatype datatype, void *outbuf, MPI_Aint outsize, MPI_Aint *position);
    int (*Pack_external_size)(const char datarep[], int incount, MPI_Datatype datatype,
                              MPI_Aint *size);
    int (*Pack_size)(int incount, MPI_Datatype datatype, MPI_Comm comm, int *size);
    int (*Parrived)(MPI_Request request, int partition, int *flag);
    int (*Pcontrol)(const int level, ...);
    int (*Pready)(int partitions, MPI_Request request);
    int (*Pready_list)(int length, Pready_list_partition_list partition_list, MPI_Request request);
    int (*Pready_range)(int partition_low, int partition_high, MPI_Request request);
    int (*Precv_init)(void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int source,
                      int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request);
    int (*Probe)(int source, int tag, MPI_Comm comm, MPI_Status *status);
    int (*Psend_init)(const void *buf, int partitions, MPI_Count count, MPI_Datatype datatype,
                      int dest, int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request);
    int (*Publish_name)(const char *service_name, MPI_Info info, const char *port_name);
    int (*Put)(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
               int target_rank, MPI_Aint target_disp, int target_count,
               MPI_Datatype target_datatype, MPI_Win win);
    int (*Query_thread)(int *provided);
    int (*Raccumulate)(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
                       int target_rank, MPI_Aint target_disp, int target_count,
                       MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request);
    int (*Recv)(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                MPI_Status *status);
    int (*Recv_init)(void *buf, int count, MPI_Datatype datatype, int source, int tag,
                     MPI_Comm comm, MPI_Request *request);
    int (*Reduce)(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                  int root, MPI_Comm comm);
    int (*Reduce_init)(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
                       MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request);
    int (*Reduce_local)(const void *inbuf, void *inoutbuf, int count, MPI_Datatype datatype,
                        MPI_Op op);
    int (*Reduce_scatter)(const void *sendbuf, void *recvbuf, const int recvcounts[],
                          MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
    int (*Reduce_scatter_block)(const void *sendbuf, void *recvbuf, int recvcount,
                                MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
    int (*Reduce_scatter_block_init)(const void *sendbuf, void *recvbuf, int recvcount,
                                     MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                     MPI_Request *request);
    int (*Reduce_scatter_init)(const void *sendbuf, void *recvbuf, const int recvcounts[],
                               MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                               MPI_Request *request);
    int (*Register_datarep)(const char *datarep,
                            MPI_Datarep_conversion_function *read_conversion_fn,
                            MPI_Datarep_conversion_function *write_conversion_fn,
                            MPI_Datarep_extent_function *dtype_file_extent_fn, void *extra_state);
    int (*Request_c2f)(MPI_Request request);
    MPI_Request (*Request_f2c)(int request);
    int (*Request_free)(MPI_Request *request);
    int (*Request_get_status)(MPI_Request request, int *flag, MPI_Status *status);
    int (*Rget)(void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
                MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win,
                MPI_Request *request);
    int (*Rget_accumulate)(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
                           void *result_addr, int result_count, MPI_Datatype result_datatype,
                           int target_rank, MPI_Aint target_disp, int target_count,
                           MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
                           MPI_Request *request);
    int (*Rput)(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
                int target_rank, MPI_Aint target_disp, int target_cout,
                MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request);
    int (*Rsend)(const void *ibuf, int count, MPI_Datatype datatype, int dest, int tag,
                 MPI_Comm comm);
    int (*Rsend_init)(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                      MPI_Comm comm, MPI_Request *request);
    int (*Scan)(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                MPI_Comm comm);
    int (*Scan_init)(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
                     MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request);
    int (*Scatter)(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                   int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
    int (*Scatter_init)(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                        int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                        MPI_Info info, MPI_Request *request);
    int (*Scatterv)(const void *sendbuf, const int sendcounts[], const int displs[],
                    MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                    int root, MPI_Comm comm);
    int (*Scatterv_init)(const void *sendbuf, const int sendcounts[], const int displs[],
                         MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                         int root, MPI_Comm comm, MPI_Info info, MPI_Request *request);
    int (*Send)(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                MPI_Comm comm);
    int (*Send_init)(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                     MPI_Comm comm, MPI_Request *request);
    int (*Sendrecv)(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest,
                    int sendtag, void *recvbuf, int recvcount, MPI_Datatype recvtype, int source,
                    int recvtag, MPI_Comm comm, MPI_Status *status);
    int (*Sendrecv_replace)(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag,
                            int source, int recvtag, MPI_Comm comm, MPI_Status *status);
    int (*Session_c2f)(Session_c2f_session session);
    int (*Session_call_errhandler)(MPI_Session session, int errorcode);
    int (*Session_create_errhandler)(MPI_Session_errhandler_function *session_errhandler_fn,
                                     MPI_Errhandler *errhandler);
    MPI_Session (*Session_f2c)(int session);
    int (*Session_finalize)(MPI_Session *session);
    int (*Session_get_errhandler)(MPI_Session session, MPI_Errhandler *erhandler);
    int (*Session_get_info)(MPI_Session session, MPI_Info *info_used);
    int (*Session_get_nth_pset)(MPI_Session session, MPI_Info info, int n, int *len,
                                char *pset_name);
    int (*Session_get_num_psets)(MPI_Session session, MPI_Info info, int *npset_names);
    int (*Session_get_pset_info)(MPI_Session session, const char *pset_name, MPI_Info *info_used);
    int (*Session_init)(MPI_Info info, MPI_Errhandler errhandler, MPI_Session *session);
    int (*Session_set_errhandler)(MPI_Session session, MPI_Errhandler errhandler);
    int (*Ssend)(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                 MPI_Comm comm);
    int (*Ssend_init)(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                      MPI_Comm comm, MPI_Request *request);
    int (*Start)(MPI_Request *request);
    int (*Startall)(int count, MPI_Request array_of_requests[]);
    int (*Status_c2f)(const MPI_Status *c_status, int *f_status);
    int (*Status_c2f08)(const MPI_Status *c_status, MPI_F08_status *f08_status);
    int (*Status_f082c)(const MPI_F08_status *f08_status, MPI_Status *c_status);
    int (*Status_f082f)(const MPI_F08_status *f08_status, int *f_status);
    int (*Status_f2c)(const int *f_status, MPI_Status *c_status);
    int (*Status_f2f08)(const int *f_status, MPI_F08_status *f08_status);
    int (*Status_set_cancelled)(MPI_Status *status, int flag);
    int (*Status_set_elements)(MPI_Status *status, MPI_Datatype datatype, int count);
    int (*Status_set_elements_x)(MPI_Status *status, MPI_Datatype datatype, MPI_Count count);
    int (*Test)(MPI_Request *request, int *flag, MPI_Status *status);
    int (*Test_cancelled)(const MPI_Status *status, int *flag);
    int (*Testall)(int count, MPI_Request array_of_requests[], int *flag,
                   MPI_Status array_of_statuses[]);
    int (*Testany)(int count, MPI_Request array_of_requests[], int *index, int *flag,
                   MPI_Status *status);
    int (*Testsome)(int incount, MPI_Request array_of_requests[], int *outcount,
                    int array_of_indices[], MPI_Status array_of_statuses[]);
    int (*Topo_test)(MPI_Comm comm, int *status);
    int (*Type_c2f)(MPI_Datatype datatype);
    int (*Type_commit)(MPI_Datatype *type);
    int (*Type_contiguous)(int count, MPI_Datatype oldtype, MPI_Datatype *newtype);
    int (*Type_create_darray)(int size, int rank, int ndims, const int gsize_array[],
                              const int distrib_array[], const int darg_array[],
                              const int psize_array[], int order, MPI_Datatype oldtype,
                              MPI_Datatype *newtype);
    int (*Type_create_f90_complex)(int p, int r, MPI_Datatype *newtype);
    int (*Type_create_f90_integer)(int r, MPI_Datatype *newtype);
    int (*Type_create_f90_real)(int p, int r, MPI_Datatype *newtype);
    int (*Type_create_hindexed)(int count, const int array_of_blocklengths[],
                                const MPI_Aint array_of_displacements[], MPI_Datatype oldtype,
                                MPI_Datatype *newtype);
    int (*Type_create_hindexed_block)(int count, int blocklength,
                                      const MPI_Aint array_of_displacements[], MPI_Datatype oldtype,
                                      MPI_Datatype *newtype);
    int (*Type_create_hvector)(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype,
                               MPI_Datatype *newtype);
    int (*Type_create_indexed_block)(int count, int blocklength, const int array_of_displacements[],
                                     MPI_Datatype oldtype, MPI_Datatype *newtype);
    int (*Type_create_keyval)(MPI_Type_copy_attr_function *type_copy_attr_fn,
                              MPI_Type_delete_attr_function *type_delete_attr_fn, int *type_keyval,
                              void *extra_state);
    int (*Type_create_resized)(MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent,
                               MPI_Datatype *newtype);
    int (*Type_create_struct)(int count, const int array_of_block_lengths[],
                              const MPI_Aint array_of_displacements[],
                              const MPI_Datatype array_of_types[], MPI_Datatype *newtype);
    int (*Type_create_subarray)(int ndims, const int size_array[], const int subsize_array[],
                                const int start_array[], int order, MPI_Datatype oldtype,
                                MPI_Datatype *newtype);
    int (*Type_delete_attr)(MPI_Datatype type, int type_keyval);
    int (*Type_dup)(MPI_Datatype type, MPI_Datatype *newtype);
    int (*Type_extent)(MPI_Datatype type, MPI_Aint *extent);
    MPI_Datatype (*Type_f2c)(int datatype);
    int (*Type_free)(MPI_Datatype *type);
    int (*Type_free_keyval)(int *type_keyval);
    int (*Type_get_attr)(MPI_Datatype type, int type_keyval, void *attribute_val, int *flag);
    int (*Type_get_contents)(MPI_Datatype mtype, int max_integers, int max_addresses,
                             int max_datatypes, int array_of_integers[],
                             MPI_Aint array_of_addresses[], MPI_Datatype array_of_datatypes[]);
    int (*Type_get_envelope)(MPI_Datatype type, int *num_integers, int *num_addresses,
                             int *num_datatypes, int *combiner);
    int (*Type_get_extent)(MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent);
    int (*Type_get_extent_x)(MPI_Datatype type, MPI_Count *lb, MPI_Count *extent);
    int (*Type_get_name)(MPI_Datatype type, char *type_name, int *resultlen);
    int (*Type_get_true_extent)(MPI_Datatype datatype, MPI_Aint *true_lb, MPI_Aint *true_extent);
    int (*Type_get_true_extent_x)(MPI_Datatype datatype, MPI_Count *true_lb,
                                  MPI_Count *true_extent);
    int (*Type_hindexed)(int count, int array_of_blocklengths[], MPI_Aint array_of_displacements[],
                         MPI_Datatype oldtype, MPI_Datatype *newtype);
    int (*Type_hvector)(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype,
                        MPI_Datatype *newtype);
    int (*Type_indexed)(int count, const int array_of_blocklengths[],
                        const int array_of_displacements[], MPI_Datatype oldtype,
                        MPI_Datatype *newtype);
    int (*Type_lb)(MPI_Datatype type, MPI_Aint *lb);
    int (*Type_match_size)(int typeclass, int size, MPI_Datatype *type);
    int (*Type_set_attr)(MPI_Datatype type, int type_keyval, void *attr_val);
    int (*Type_set_name)(MPI_Datatype type, const char *type_name);
    int (*Type_size)(MPI_Datatype type, int *size);
    int (*Type_size_x)(MPI_Datatype type, MPI_Count *size);
    int (*Type_struct)(int count, int array_of_blocklengths[], MPI_Aint array_of_displacements[],
                       MPI_Datatype array_of_types[], MPI_Datatype *newtype);
    int (*Type_ub)(MPI_Datatype mtype, MPI_Aint *ub);
    int (*Type_vector)(int count, int blocklength, int stride, MPI_Datatype oldtype,
                       MPI_Datatype *newtype);
    int (*Unpack)(const void *inbuf, int insize, int *position, void *outbuf, int outcount,
                  MPI_Datatype datatype, MPI_Comm comm);
    int (*Unpack_external)(const char datarep[], const void *inbuf, MPI_Aint insize,
                           MPI_Aint *position, void *outbuf, int outcount, MPI_Datatype datatype);
    int (*Unpublish_name)(const char *service_name, MPI_Info info, const char *port_name);
    int (*Wait)(MPI_Request *request, MPI_Status *status);
    int (*Waitall)(int count, MPI_Request array_of_requests[], MPI_Status *array_of_statuses);
    int (*Waitany)(int count, MPI_Request array_of_requests[], int *index, MPI_Status *status);
    int (*Waitsome)(int incount, MPI_Request array_of_requests[], int *outcount,
                    int array_of_indices[], MPI_Status array_of_statuses[]);
    int (*Win_allocate)(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr,
                        MPI_Win *win);
    int (*Win_allocate_shared)(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm,
                               void *baseptr, MPI_Win *win);
    int (*Win_attach)(MPI_Win win, void *base, MPI_Aint size);
    int (*Win_c2f)(MPI_Win win);
    int (*Win_call_errhandler)(MPI_Win win, int errorcode);
    int (*Win_complete)(MPI_Win win);
    int (*Win_create)(void *base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm,
                      MPI_Win *win);
    int (*Win_create_dynamic)(MPI_Info info, MPI_Comm comm, MPI_Win *win);
    int (*Win_create_errhandler)(MPI_Win_errhandler_function *function, MPI_Errhandler *errhandler);
    int (*Win_create_keyval)(MPI_Win_copy_attr_function *win_copy_attr_fn,
                             MPI_Win_delete_attr_function *win_delete_attr_fn, int *win_keyval,
                             void *extra_state);
    int (*Win_delete_attr)(MPI_Win win, int win_keyval);
    int (*Win_detach)(MPI_Win win, const void *base);
    MPI_Win (*Win_f2c)(int win);
    int (*Win_fence)(int mpi_assert, MPI_Win win);
    int (*Win_flush)(int rank, MPI_Win win);
    int (*Win_flush_all)(MPI_Win win);
    int (*Win_flush_local)(int rank, MPI_Win win);
    int (*Win_flush_local_all)(MPI_Win win);
    int (*Win_free)(MPI_Win *win);
    int (*Win_free_keyval)(int *win_keyval);
    int (*Win_get_attr)(MPI_Win win, int win_keyval, void *attribute_val, int *flag);
    int (*Win_get_errhandler)(MPI_Win win, MPI_Errhandler *errhandler);
    int (*Win_get_group)(MPI_Win win, MPI_Group *group);
    int (*Win_get_info)(MPI_Win win, MPI_Info *info_used);
    int (*Win_get_name)(MPI_Win win, char *win_name, int *resultlen);
    int (*Win_lock)(int lock_type, int rank, int mpi_assert, MPI_Win win);
    int (*Win_lock_all)(int mpi_assert, MPI_Win win);
    int (*Win_post)(MPI_Group group, int mpi_assert, MPI_Win win);
    int (*Win_set_attr)(MPI_Win win, int win_keyval, void *attribute_val);
    int (*Win_set_errhandler)(MPI_Win win, MPI_Errhandler errhandler);
    int (*Win_set_info)(MPI_Win win, MPI_Info info);
    int (*Win_set_name)(MPI_Win win, const char *win_name);
    int (*Win_shared_query)(MPI_Win win, int rank, MPI_Aint *size, int *disp_unit, void *baseptr);
    int (*Win_start)(MPI_Group group, int mpi_assert, MPI_Win win);
    int (*Win_sync)(MPI_Win win);
    int (*Win_test)(MPI_Win win, int *flag);
    int (*Win_unlock)(int rank, MPI_Win win);
    int (*Win_unlock_all)(MPI_Win win);
    int (*Win_wait)(MPI_Win win);
    double (*Wtick)();
    double (*Wtime)();
#if OMPI_MAJOR_VERSION <= 5
    int (*Session_set_info)(MPI_Session session, MPI_Info info);
#endif
#if OMPI_MAJOR_VERSION >= 6
    int (*Abi_get_fortran_booleans)(int logical_size, void *logical_true, void *logical_false,
                                    int *is_set);
    int (*Abi_get_fortran_info)(MPI_Info *info);
    int (*Abi_get_info)(MPI_Info *info);
    int (*Abi_get_version)(int *abi_major, int *abi_minor);
    int (*Abi_set_fortran_booleans)(int logical_size, void *logical_true, void *logical_false);
    int (*Abi_set_fortran_info)(MPI_Info info);
    int (*Accumulate_c)(const void *origin_addr, MPI_Count origin_count,
                        MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
                        MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op,
                        MPI_Win win);
    int (*Allgather_c)(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                       void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
    int (*Allgather_init_c)(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                            void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                            MPI_Comm comm, MPI_Info info, MPI_Request *request);
    int (*Allgatherv_c)(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                        void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                        MPI_Datatype recvtype, MPI_Comm comm);
    int (*Allgatherv_init_c)(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                             void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                             MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                             MPI_Request *request);
    int (*Allreduce_c)(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                       MPI_Op op, MPI_Comm comm);
    int (*Allreduce_init_c)(const void *sendbuf, void *recvbuf, MPI_Count count,
                            MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                            MPI_Request *request);
    int (*Alltoall_c)(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                      void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
    int (*Alltoall_init_c)(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                           void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                           MPI_Info info, MPI_Request *request);
    int (*Alltoallv_c)(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
                       MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
                       const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm);
    int (*Alltoallv_init_c)(const void *sendbuf, const MPI_Count sendcounts[],
                            const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf,
                            const MPI_Count recvcounts[], const MPI_Aint rdispls[],
                            MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                            MPI_Request *request);
    int (*Alltoallw_c)(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
                       const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[],
                       const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm);
    int (*Alltoallw_init_c)(const void *sendbuf, const MPI_Count sendcounts[],
                            const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf,
                            const MPI_Count recvcounts[], const MPI_Aint rdispls[],
                            const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info,
                            MPI_Request *request);
    int (*Bcast_c)(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm);
    int (*Bcast_init_c)(void *buffer, MPI_Count count, MPI_Datatype datatype, int root,
                        MPI_Comm comm, MPI_Info info, MPI_Request *request);
    int (*Bsend_c)(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                   MPI_Comm comm);
    int (*Bsend_init_c)(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                        MPI_Comm comm, MPI_Request *request);
    int (*Buffer_attach_c)(void *buffer, MPI_Count size);
    int (*Buffer_detach_c)(void *buffer, MPI_Count *size);
    int (*Buffer_flush)();
    int (*Buffer_iflush)(MPI_Request *request);
    int (*Comm_attach_buffer)(MPI_Comm comm, void *buffer, int size);
    int (*Comm_attach_buffer_c)(MPI_Comm comm, void *buffer, MPI_Count size);
    int (*Comm_detach_buffer)(MPI_Comm comm, void *buffer_addr, int *size);
    int (*Comm_detach_buffer_c)(MPI_Comm comm, void *buffer_addr, MPI_Count *size);
    int (*Comm_flush_buffer)(MPI_Comm comm);
    MPI_Comm (*Comm_fromint)(int comm);
    int (*Comm_iflush_buffer)(MPI_Comm comm, MPI_Request *request);
    int (*Comm_ishrink)(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request);
    int (*Comm_toint)(MPI_Comm comm);
    MPI_Errhandler (*Errhandler_fromint)(int errhandler);
    int (*Errhandler_toint)(MPI_Errhandler errhandler);
    int (*Exscan_c)(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                    MPI_Op op, MPI_Comm comm);
    int (*Exscan_init_c)(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                         MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request);
    MPI_File (*File_fromint)(int file);
    int (*File_get_type_extent_c)(MPI_File fh, MPI_Datatype datatype, MPI_Count *extent);
    int (*File_iread_all_c)(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                            MPI_Request *request);
    int (*File_iread_at_all_c)(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
                               MPI_Datatype datatype, MPI_Request *request);
    int (*File_iread_at_c)(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
                           MPI_Datatype datatype, MPI_Request *request);
    int (*File_iread_c)(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                        MPI_Request *request);
    int (*File_iread_shared_c)(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                               MPI_Request *request);
    int (*File_iwrite_all_c)(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
                             MPI_Request *request);
    int (*File_iwrite_at_all_c)(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
                                MPI_Datatype datatype, MPI_Request *request);
    int (*File_iwrite_at_c)(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
                            MPI_Datatype datatype, MPI_Request *request);
    int (*File_iwrite_c)(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
                         MPI_Request *request);
    int (*File_iwrite_shared_c)(MPI_File fh, const void *buf, MPI_Count count,
                                MPI_Datatype datatype, MPI_Request *request);
    int (*File_read_all_begin_c)(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype);
    int (*File_read_all_c)(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                           MPI_Status *status);
    int (*File_read_at_all_begin_c)(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
                                    MPI_Datatype datatype);
    int (*File_read_at_all_c)(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
                              MPI_Datatype datatype, MPI_Status *status);
    int (*File_read_at_c)(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
                          MPI_Datatype datatype, MPI_Status *status);
    int (*File_read_c)(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                       MPI_Status *status);
    int (*File_read_ordered_begin_c)(MPI_File fh, void *buf, MPI_Count count,
                                     MPI_Datatype datatype);
    int (*File_read_ordered_c)(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                               MPI_Status *status);
    int (*File_read_shared_c)(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                              MPI_Status *status);
    int (*File_toint)(MPI_File file);
    int (*File_write_all_begin_c)(MPI_File fh, const void *buf, MPI_Count count,
                                  MPI_Datatype datatype);
    int (*File_write_all_c)(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
                            MPI_Status *status);
    int (*File_write_at_all_begin_c)(MPI_File fh, MPI_Offset offset, const void *buf,
                                     MPI_Count count, MPI_Datatype datatype);
    int (*File_write_at_all_c)(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
                               MPI_Datatype datatype, MPI_Status *status);
    int (*File_write_at_c)(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
                           MPI_Datatype datatype, MPI_Status *status);
    int (*File_write_c)(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
                        MPI_Status *status);
    int (*File_write_ordered_begin_c)(MPI_File fh, const void *buf, MPI_Count count,
                                      MPI_Datatype datatype);
    int (*File_write_ordered_c)(MPI_File fh, const void *buf, MPI_Count count,
                                MPI_Datatype datatype, MPI_Status *status);
    int (*File_write_shared_c)(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
                               MPI_Status *status);
    int (*Gather_c)(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
    int (*Gather_init_c)(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                         void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
                         MPI_Comm comm, MPI_Info info, MPI_Request *request);
    int (*Gatherv_c)(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                     const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype,
                     int root, MPI_Comm comm);
    int (*Gatherv_init_c)(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                          void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                          MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                          MPI_Request *request);
    int (*Get_accumulate_c)(const void *origin_addr, MPI_Count origin_count,
                            MPI_Datatype origin_datatype, void *result_addr, MPI_Count result_count,
                            MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
                            MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op,
                            MPI_Win win);
    int (*Get_c)(void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
                 int target_rank, MPI_Aint target_disp, MPI_Count target_count,
                 MPI_Datatype target_datatype, MPI_Win win);
    int (*Get_count_c)(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count);
    int (*Get_elements_c)(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count);
    int (*Get_hw_resource_info)(MPI_Info *hw_info);
    MPI_Group (*Group_fromint)(int group);
    int (*Group_toint)(MPI_Group group);
    int (*Iallgather_c)(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                        void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                        MPI_Request *request);
    int (*Iallgatherv_c)(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                         void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                         MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);
    int (*Iallreduce_c)(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                        MPI_Op op, MPI_Comm comm, MPI_Request *request);
    int (*Ialltoall_c)(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                       void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                       MPI_Request *request);
    int (*Ialltoallv_c)(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
                        MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
                        const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                        MPI_Request *request);
    int (*Ialltoallw_c)(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
                        const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[],
                        const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
                        MPI_Request *request);
    int (*Ibcast_c)(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm,
                    MPI_Request *request);
    int (*Ibsend_c)(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                    MPI_Comm comm, MPI_Request *request);
    int (*Iexscan_c)(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                     MPI_Op op, MPI_Comm comm, MPI_Request *request);
    int (*Igather_c)(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                     MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                     MPI_Request *request);
    int (*Igatherv_c)(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                      void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                      MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request);
    int (*Imrecv_c)(void *buf, MPI_Count count, MPI_Datatype type, MPI_Message *message,
                    MPI_Request *request);
    int (*Ineighbor_allgather_c)(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                                 void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                                 MPI_Comm comm, MPI_Request *request);
    int (*Ineighbor_allgatherv_c)(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                                  void *recvbuf, const MPI_Count recvcounts[],
                                  const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm,
                                  MPI_Request *request);
    int (*Ineighbor_alltoall_c)(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                                void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                                MPI_Comm comm, MPI_Request *request);
    int (*Ineighbor_alltoallv_c)(const void *sendbuf, const MPI_Count sendcounts[],
                                 const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf,
                                 const MPI_Count recvcounts[], const MPI_Aint rdispls[],
                                 MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request);
    int (*Ineighbor_alltoallw_c)(const void *sendbuf, const MPI_Count sendcounts[],
                                 const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
                                 void *recvbuf, const MPI_Count recvcounts[],
                                 const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
                                 MPI_Comm comm, MPI_Request *request);
    MPI_Info (*Info_fromint)(int info);
    int (*Info_toint)(MPI_Info info);
    int (*Irecv_c)(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
                   MPI_Comm comm, MPI_Request *request);
    int (*Ireduce_c)(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                     MPI_Op op, int root, MPI_Comm comm, MPI_Request *request);
    int (*Ireduce_scatter_block_c)(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
                                   MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                                   MPI_Request *request);
    int (*Ireduce_scatter_c)(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
                             MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request);
    int (*Irsend_c)(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                    MPI_Comm comm, MPI_Request *request);
    int (*Iscan_c)(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                   MPI_Op op, MPI_Comm comm, MPI_Request *request);
    int (*Iscatter_c)(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                      void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
                      MPI_Comm comm, MPI_Request *request);
    int (*Iscatterv_c)(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
                       MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                       MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request);
    int (*Isend_c)(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                   MPI_Comm comm, MPI_Request *request);
    int (*Isendrecv_c)(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest,
                       int sendtag, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                       int source, int recvtag, MPI_Comm comm, MPI_Request *request);
    int (*Isendrecv_replace_c)(void *buf, MPI_Count count, MPI_Datatype datatype, int dest,
                               int sendtag, int source, int recvtag, MPI_Comm comm,
                               MPI_Request *request);
    int (*Issend_c)(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                    MPI_Comm comm, MPI_Request *request);
    MPI_Message (*Message_fromint)(int message);
    int (*Message_toint)(MPI_Message message);
    int (*Mrecv_c)(void *buf, MPI_Count count, MPI_Datatype type, MPI_Message *message,
                   MPI_Status *status);
    int (*Neighbor_allgather_c)(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                                void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                                MPI_Comm comm);
    int (*Neighbor_allgather_init_c)(const void *sendbuf, MPI_Count sendcount,
                                     MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                                     MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                                     MPI_Request *request);
    int (*Neighbor_allgatherv_c)(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                                 void *recvbuf, const MPI_Count recvcounts[],
                                 const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm);
    int (*Neighbor_allgatherv_init_c)(const void *sendbuf, MPI_Count sendcount,
                                      MPI_Datatype sendtype, void *recvbuf,
                                      const MPI_Count recvcounts[], const MPI_Aint displs[],
                                      MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                                      MPI_Request *request);
    int (*Neighbor_alltoall_c)(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                               void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                               MPI_Comm comm);
    int (*Neighbor_alltoall_init_c)(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                                    void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                                    MPI_Comm comm, MPI_Info info, MPI_Request *request);
    int (*Neighbor_alltoallv_c)(const void *sendbuf, const MPI_Count sendcounts[],
                                const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf,
                                const MPI_Count recvcounts[], const MPI_Aint rdispls[],
                                MPI_Datatype recvtype, MPI_Comm comm);
    int (*Neighbor_alltoallv_init_c)(const void *sendbuf, const MPI_Count sendcounts[],
                                     const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf,
                                     const MPI_Count recvcounts[], const MPI_Aint rdispls[],
                                     MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                                     MPI_Request *request);
    int (*Neighbor_alltoallw_c)(const void *sendbuf, const MPI_Count sendcounts[],
                                const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
                                void *recvbuf, const MPI_Count recvcounts[],
                                const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
                                MPI_Comm comm);
    int (*Neighbor_alltoallw_init_c)(const void *sendbuf, const MPI_Count sendcounts[],
                                     const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
                                     void *recvbuf, const MPI_Count recvcounts[],
                                     const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
                                     MPI_Comm comm, MPI_Info info, MPI_Request *request);
    int (*Op_create_c)(MPI_User_function_c *function, int commute, MPI_Op *op);
    MPI_Op (*Op_fromint)(int op);
    int (*Op_toint)(MPI_Op op);
    int (*Pack_c)(const void *inbuf, MPI_Count incount, MPI_Datatype datatype, void *outbuf,
                  MPI_Count outsize, MPI_Count *position, MPI_Comm comm);
    int (*Pack_external_c)(const char datarep[], const void *inbuf, MPI_Count incount,
                           MPI_Datatype datatype, void *outbuf, MPI_Count outsize,
                           MPI_Count *position);
    int (*Pack_external_size_c)(const char datarep[], MPI_Count incount, MPI_Datatype datatype,
                                MPI_Count *size);
    int (*Pack_size_c)(MPI_Count incount, MPI_Datatype datatype, MPI_Comm comm, MPI_Count *size);
    int (*Put_c)(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
                 int target_rank, MPI_Aint target_disp, MPI_Count target_count,
                 MPI_Datatype target_datatype, MPI_Win win);
    int (*Raccumulate_c)(const void *origin_addr, MPI_Count origin_count,
                         MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp,
                         MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op,
                         MPI_Win win, MPI_Request *request);
    int (*Recv_c)(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
                  MPI_Comm comm, MPI_Status *status);
    int (*Recv_init_c)(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
                       MPI_Comm comm, MPI_Request *request);
    int (*Reduce_c)(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                    MPI_Op op, int root, MPI_Comm comm);
    int (*Reduce_init_c)(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                         MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request);
    int (*Reduce_local_c)(const void *inbuf, void *inoutbuf, MPI_Count count, MPI_Datatype datatype,
                          MPI_Op op);
    int (*Reduce_scatter_block_c)(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
                                  MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
    int (*Reduce_scatter_block_init_c)(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
                                       MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                                       MPI_Info info, MPI_Request *request);
    int (*Reduce_scatter_c)(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
                            MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
    int (*Reduce_scatter_init_c)(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
                                 MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                 MPI_Request *request);
    int (*Register_datarep_c)(const char *datarep,
                              MPI_Datarep_conversion_function_c *read_conversion_fn,
                              MPI_Datarep_conversion_function_c *write_conversion_fn,
                              MPI_Datarep_extent_function *dtype_file_extent_fn, void *extra_state);
    int (*Remove_error_class)(int errorclass);
    int (*Remove_error_code)(int errorcode);
    int (*Remove_error_string)(int errorcode);
    MPI_Request (*Request_fromint)(int request);
    int (*Request_get_status_all)(int count, const MPI_Request array_of_requests[], int *flag,
                                  MPI_Status array_of_statuses[]);
    int (*Request_get_status_any)(int count, const MPI_Request array_of_requests[], int *index,
                                  int *flag, MPI_Status *status);
    int (*Request_get_status_some)(int incount, const MPI_Request array_of_requests[],
                                   int *outcount, int array_of_indices[],
                                   MPI_Status array_of_statuses[]);
    int (*Request_toint)(MPI_Request request);
    int (*Rget_accumulate_c)(const void *origin_addr, MPI_Count origin_count,
                             MPI_Datatype origin_datatype, void *result_addr,
                             MPI_Count result_count, MPI_Datatype result_datatype, int target_rank,
                             MPI_Aint target_disp, MPI_Count target_count,
                             MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
                             MPI_Request *request);
    int (*Rget_c)(void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
                  int target_rank, MPI_Aint target_disp, MPI_Count target_count,
                  MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request);
    int (*Rput_c)(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
                  int target_rank, MPI_Aint target_disp, MPI_Count target_cout,
                  MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request);
    int (*Rsend_c)(const void *ibuf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                   MPI_Comm comm);
    int (*Rsend_init_c)(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                        MPI_Comm comm, MPI_Request *request);
    int (*Scan_c)(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                  MPI_Op op, MPI_Comm comm);
    int (*Scan_init_c)(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                       MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request);
    int (*Scatter_c)(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                     MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
    int (*Scatter_init_c)(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                          void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
                          MPI_Comm comm, MPI_Info info, MPI_Request *request);
    int (*Scatterv_c)(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
                      MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                      MPI_Datatype recvtype, int root, MPI_Comm comm);
    int (*Scatterv_init_c)(const void *sendbuf, const MPI_Count sendcounts[],
                           const MPI_Aint displs[], MPI_Datatype sendtype, void *recvbuf,
                           MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                           MPI_Info info, MPI_Request *request);
    int (*Send_c)(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                  MPI_Comm comm);
    int (*Send_init_c)(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                       MPI_Comm comm, MPI_Request *request);
    int (*Sendrecv_c)(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest,
                      int sendtag, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                      int source, int recvtag, MPI_Comm comm, MPI_Status *status);
    int (*Sendrecv_replace_c)(void *buf, MPI_Count count, MPI_Datatype datatype, int dest,
                              int sendtag, int source, int recvtag, MPI_Comm comm,
                              MPI_Status *status);
    int (*Session_attach_buffer)(MPI_Session session, void *buffer, int size);
    int (*Session_attach_buffer_c)(MPI_Session session, void *buffer, MPI_Count size);
    int (*Session_detach_buffer)(MPI_Session session, void *buffer_addr, int *size);
    int (*Session_detach_buffer_c)(MPI_Session session, void *buffer_addr, MPI_Count *size);
    int (*Session_flush_buffer)(MPI_Session session);
    MPI_Session (*Session_fromint)(int session);
    int (*Session_iflush_buffer)(MPI_Session session, MPI_Request *request);
    int (*Session_toint)(MPI_Session session);
    int (*Ssend_c)(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                   MPI_Comm comm);
    int (*Ssend_init_c)(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                        MPI_Comm comm, MPI_Request *request);
    int (*Status_get_error)(const MPI_Status *status, int *error);
    int (*Status_get_source)(const MPI_Status *status, int *source);
    int (*Status_get_tag)(const MPI_Status *status, int *tag);
    int (*Status_set_elements_c)(MPI_Status *status, MPI_Datatype datatype, MPI_Count count);
    int (*Status_set_error)(MPI_Status *status, int error);
    int (*Status_set_source)(MPI_Status *status, int source);
    int (*Status_set_tag)(MPI_Status *status, int tag);
    int (*Type_contiguous_c)(MPI_Count count, MPI_Datatype oldtype, MPI_Datatype *newtype);
    int (*Type_create_darray_c)(int size, int rank, int ndims, const MPI_Count gsize_array[],
                                const int distrib_array[], const int darg_array[],
                                const int psize_array[], int order, MPI_Datatype oldtype,
                                MPI_Datatype *newtype);
    int (*Type_create_hindexed_block_c)(MPI_Count count, MPI_Count blocklength,
                                        const MPI_Count array_of_displacements[],
                                        MPI_Datatype oldtype, MPI_Datatype *newtype);
    int (*Type_create_hindexed_c)(MPI_Count count, const MPI_Count array_of_blocklengths[],
                                  const MPI_Count array_of_displacements[], MPI_Datatype oldtype,
                                  MPI_Datatype *newtype);
    int (*Type_create_hvector_c)(MPI_Count count, MPI_Count blocklength, MPI_Count stride,
                                 MPI_Datatype oldtype, MPI_Datatype *newtype);
    int (*Type_create_indexed_block_c)(MPI_Count count, MPI_Count blocklength,
                                       const MPI_Count array_of_displacements[],
                                       MPI_Datatype oldtype, MPI_Datatype *newtype);
    int (*Type_create_resized_c)(MPI_Datatype oldtype, MPI_Count lb, MPI_Count extent,
                                 MPI_Datatype *newtype);
    int (*Type_create_struct_c)(MPI_Count count, const MPI_Count array_of_block_lengths[],
                                const MPI_Count array_of_displacements[],
                                const MPI_Datatype array_of_types[], MPI_Datatype *newtype);
    int (*Type_create_subarray_c)(int ndims, const MPI_Count size_array[],
                                  const MPI_Count subsize_array[], const MPI_Count start_array[],
                                  int order, MPI_Datatype oldtype, MPI_Datatype *newtype);
    MPI_Datatype (*Type_fromint)(int datatype);
    int (*Type_get_contents_c)(MPI_Datatype mtype, MPI_Count max_integers, MPI_Count max_addresses,
                               MPI_Count max_large_counts, MPI_Count max_datatypes,
                               int array_of_integers[], MPI_Aint array_of_addresses[],
                               MPI_Count array_of_large_counts[],
                               MPI_Datatype array_of_datatypes[]);
    int (*Type_get_envelope_c)(MPI_Datatype type, MPI_Count *num_integers, MPI_Count *num_addresses,
                               MPI_Count *num_large_counts, MPI_Count *num_datatypes,
                               int *combiner);
    int (*Type_get_extent_c)(MPI_Datatype type, MPI_Count *lb, MPI_Count *extent);
    int (*Type_get_true_extent_c)(MPI_Datatype datatype, MPI_Count *true_lb,
                                  MPI_Count *true_extent);
    int (*Type_get_value_index)(MPI_Datatype value_type, MPI_Datatype index_type,
                                MPI_Datatype *pair_type);
    int (*Type_indexed_c)(MPI_Count count, const MPI_Count array_of_blocklengths[],
                          const MPI_Count array_of_displacements[], MPI_Datatype oldtype,
                          MPI_Datatype *newtype);
    int (*Type_size_c)(MPI_Datatype type, MPI_Count *size);
    int (*Type_toint)(MPI_Datatype type);
    int (*Type_vector_c)(MPI_Count count, MPI_Count blocklength, MPI_Count stride,
                         MPI_Datatype oldtype, MPI_Datatype *newtype);
    int (*Unpack_c)(const void *inbuf, MPI_Count insize, MPI_Count *position, void *outbuf,
                    MPI_Count outcount, MPI_Datatype datatype, MPI_Comm comm);
    int (*Unpack_external_c)(const char datarep[], const void *inbuf, MPI_Count insize,
                             MPI_Count *position, void *outbuf, MPI_Count outcount,
                             MPI_Datatype datatype);
    int (*Win_allocate_c)(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm,
                          void *baseptr, MPI_Win *win);
    int (*Win_allocate_shared_c)(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm,
                                 void *baseptr, MPI_Win *win);
    int (*Win_create_c)(void *base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm,
                        MPI_Win *win);
    MPI_Win (*Win_fromint)(int win);
    int (*Win_shared_query_c)(MPI_Win win, int rank, MPI_Aint *size, MPI_Aint *disp_unit,
                              void *baseptr);
    int (*Win_toint)(MPI_Win win);
#endif
};

} // namespace closeranks
