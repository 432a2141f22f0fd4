// Generated from spec/ by generator/ with templates/replicas/wrappers.cpp.j2, do not edit. In
// replicated runs 241 functions are carried out by runtime/replication/, and 157 refused.

// Old binaries still call functions that MPI deprecated or removed.
#define OMPI_OMIT_MPI1_COMPAT_DECLS 0
#define OMPI_WANT_MPI_INTERFACE_WARNING 0

#include "generated/replicas/calls.hpp"
#include "runtime/replication/call.hpp"
#include "runtime/replication/refusal.hpp"
#include "runtime/support/alias.hpp"
#include "runtime/support/real.hpp"

using namespace closeranks;
using namespace closeranks::replication;

extern "C" {

int MPI_Abort(MPI_Comm comm, int errorcode) {
    const Call call(Function::Abort, CLOSERANKS_CALLER);
    if (call.passes()) return real.Abort(comm, errorcode);
    return calls::abort(comm, errorcode);
}
CLOSERANKS_ALIAS(MPI_Abort);

int MPI_Accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
                   int target_rank, MPI_Aint target_disp, int target_count,
                   MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    const Call call(Function::Accumulate, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Accumulate(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                               target_count, target_datatype, op, win);
    return calls::accumulate(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                             target_count, target_datatype, op, win);
}
CLOSERANKS_ALIAS(MPI_Accumulate);

int MPI_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                  int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    const Call call(Function::Allgather, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    return calls::allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
CLOSERANKS_ALIAS(MPI_Allgather);

int MPI_Allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                       int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                       MPI_Request *request) {
    const Call call(Function::Allgather_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
                                   info, request);
    return calls::allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
                                 info, request);
}
CLOSERANKS_ALIAS(MPI_Allgather_init);

int MPI_Allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                   const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                   MPI_Comm comm) {
    const Call call(Function::Allgatherv, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
                               comm);
    return calls::allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
                             comm);
}
CLOSERANKS_ALIAS(MPI_Allgatherv);

int MPI_Allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                        const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                        MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    const Call call(Function::Allgatherv_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                                    recvtype, comm, info, request);
    return calls::allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                                  recvtype, comm, info, request);
}
CLOSERANKS_ALIAS(MPI_Allgatherv_init);

int MPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                  MPI_Comm comm) {
    const Call call(Function::Allreduce, CLOSERANKS_CALLER);
    if (call.passes()) return real.Allreduce(sendbuf, recvbuf, count, datatype, op, comm);
    return calls::allreduce(sendbuf, recvbuf, count, datatype, op, comm);
}
CLOSERANKS_ALIAS(MPI_Allreduce);

int MPI_Allreduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
                       MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    const Call call(Function::Allreduce_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Allreduce_init(sendbuf, recvbuf, count, datatype, op, comm, info, request);
    return calls::allreduce_init(sendbuf, recvbuf, count, datatype, op, comm, info, request);
}
CLOSERANKS_ALIAS(MPI_Allreduce_init);

int MPI_Alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                 int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    const Call call(Function::Alltoall, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    return calls::alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
}
CLOSERANKS_ALIAS(MPI_Alltoall);

int MPI_Alltoall_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                      int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                      MPI_Request *request) {
    const Call call(Function::Alltoall_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
                                  info, request);
    return calls::alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
                                info, request);
}
CLOSERANKS_ALIAS(MPI_Alltoall_init);

int MPI_Alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
                  MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[],
                  MPI_Datatype recvtype, MPI_Comm comm) {
    const Call call(Function::Alltoallv, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
                              recvtype, comm);
    return calls::alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
                            recvtype, comm);
}
CLOSERANKS_ALIAS(MPI_Alltoallv);

int MPI_Alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[],
                       MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                       const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                       MPI_Request *request) {
    const Call call(Function::Alltoallv_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
                                   rdispls, recvtype, comm, info, request);
    return calls::alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
                                 rdispls, recvtype, comm, info, request);
}
CLOSERANKS_ALIAS(MPI_Alltoallv_init);

int MPI_Alltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[],
                  const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                  const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm) {
    const Call call(Function::Alltoallw, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
                              recvtypes, comm);
    return calls::alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
                            recvtypes, comm);
}
CLOSERANKS_ALIAS(MPI_Alltoallw);

int MPI_Alltoallw_init(const void *sendbuf, const int sendcounts[], const int sdispls[],
                       const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                       const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
                       MPI_Info info, MPI_Request *request) {
    const Call call(Function::Alltoallw_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
                                   rdispls, recvtypes, comm, info, request);
    return calls::alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
                                 rdispls, recvtypes, comm, info, request);
}
CLOSERANKS_ALIAS(MPI_Alltoallw_init);

int MPI_Attr_delete(MPI_Comm comm, int keyval) {
    const Call call(Function::Attr_delete, CLOSERANKS_CALLER);
    if (call.passes()) return real.Attr_delete(comm, keyval);
    return calls::attr_delete(comm, keyval);
}
CLOSERANKS_ALIAS(MPI_Attr_delete);

int MPI_Attr_put(MPI_Comm comm, int keyval, void *attribute_val) {
    const Call call(Function::Attr_put, CLOSERANKS_CALLER);
    if (call.passes()) return real.Attr_put(comm, keyval, attribute_val);
    return calls::attr_put(comm, keyval, attribute_val);
}
CLOSERANKS_ALIAS(MPI_Attr_put);

int MPI_Barrier(MPI_Comm comm) {
    const Call call(Function::Barrier, CLOSERANKS_CALLER);
    if (call.passes()) return real.Barrier(comm);
    return calls::barrier(comm);
}
CLOSERANKS_ALIAS(MPI_Barrier);

int MPI_Barrier_init(MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    const Call call(Function::Barrier_init, CLOSERANKS_CALLER);
    if (call.passes()) return real.Barrier_init(comm, info, request);
    return calls::barrier_init(comm, info, request);
}
CLOSERANKS_ALIAS(MPI_Barrier_init);

int MPI_Bcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm) {
    const Call call(Function::Bcast, CLOSERANKS_CALLER);
    if (call.passes()) return real.Bcast(buffer, count, datatype, root, comm);
    return calls::bcast(buffer, count, datatype, root, comm);
}
CLOSERANKS_ALIAS(MPI_Bcast);

int MPI_Bcast_init(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm,
                   MPI_Info info, MPI_Request *request) {
    const Call call(Function::Bcast_init, CLOSERANKS_CALLER);
    if (call.passes()) return real.Bcast_init(buffer, count, datatype, root, comm, info, request);
    return calls::bcast_init(buffer, count, datatype, root, comm, info, request);
}
CLOSERANKS_ALIAS(MPI_Bcast_init);

int MPI_Bsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    const Call call(Function::Bsend, CLOSERANKS_CALLER);
    if (call.passes()) return real.Bsend(buf, count, datatype, dest, tag, comm);
    return calls::bsend(buf, count, datatype, dest, tag, comm);
}
CLOSERANKS_ALIAS(MPI_Bsend);

int MPI_Bsend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                   MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Bsend_init, CLOSERANKS_CALLER);
    if (call.passes()) return real.Bsend_init(buf, count, datatype, dest, tag, comm, request);
    return calls::bsend_init(buf, count, datatype, dest, tag, comm, request);
}
CLOSERANKS_ALIAS(MPI_Bsend_init);

int MPI_Cancel(MPI_Request *request) {
    const Call call(Function::Cancel, CLOSERANKS_CALLER);
    if (call.passes()) return real.Cancel(request);
    return calls::cancel(request);
}
CLOSERANKS_ALIAS(MPI_Cancel);

int MPI_Cart_coords(MPI_Comm comm, int rank, int maxdims, int coords[]) {
    const Call call(Function::Cart_coords, CLOSERANKS_CALLER);
    if (call.passes()) return real.Cart_coords(comm, rank, maxdims, coords);
    return calls::cart_coords(comm, rank, maxdims, coords);
}
CLOSERANKS_ALIAS(MPI_Cart_coords);

int MPI_Cart_create(MPI_Comm old_comm, int ndims, const int dims[], const int periods[],
                    int reorder, MPI_Comm *comm_cart) {
    const Call call(Function::Cart_create, CLOSERANKS_CALLER);
    if (call.passes()) return real.Cart_create(old_comm, ndims, dims, periods, reorder, comm_cart);
    return calls::cart_create(old_comm, ndims, dims, periods, reorder, comm_cart);
}
CLOSERANKS_ALIAS(MPI_Cart_create);

int MPI_Cart_get(MPI_Comm comm, int maxdims, int dims[], int periods[], int coords[]) {
    const Call call(Function::Cart_get, CLOSERANKS_CALLER);
    if (call.passes()) return real.Cart_get(comm, maxdims, dims, periods, coords);
    return calls::cart_get(comm, maxdims, dims, periods, coords);
}
CLOSERANKS_ALIAS(MPI_Cart_get);

int MPI_Cart_map(MPI_Comm comm, int ndims, const int dims[], const int periods[], int *newrank) {
    const Call call(Function::Cart_map, CLOSERANKS_CALLER);
    if (call.passes()) return real.Cart_map(comm, ndims, dims, periods, newrank);
    return calls::cart_map(comm, ndims, dims, periods, newrank);
}
CLOSERANKS_ALIAS(MPI_Cart_map);

int MPI_Cart_rank(MPI_Comm comm, const int coords[], int *rank) {
    const Call call(Function::Cart_rank, CLOSERANKS_CALLER);
    if (call.passes()) return real.Cart_rank(comm, coords, rank);
    return calls::cart_rank(comm, coords, rank);
}
CLOSERANKS_ALIAS(MPI_Cart_rank);

int MPI_Cart_shift(MPI_Comm comm, int direction, int disp, int *rank_source, int *rank_dest) {
    const Call call(Function::Cart_shift, CLOSERANKS_CALLER);
    if (call.passes()) return real.Cart_shift(comm, direction, disp, rank_source, rank_dest);
    return calls::cart_shift(comm, direction, disp, rank_source, rank_dest);
}
CLOSERANKS_ALIAS(MPI_Cart_shift);

int MPI_Cart_sub(MPI_Comm comm, const int remain_dims[], MPI_Comm *new_comm) {
    const Call call(Function::Cart_sub, CLOSERANKS_CALLER);
    if (call.passes()) return real.Cart_sub(comm, remain_dims, new_comm);
    return calls::cart_sub(comm, remain_dims, new_comm);
}
CLOSERANKS_ALIAS(MPI_Cart_sub);

int MPI_Cartdim_get(MPI_Comm comm, int *ndims) {
    const Call call(Function::Cartdim_get, CLOSERANKS_CALLER);
    if (call.passes()) return real.Cartdim_get(comm, ndims);
    return calls::cartdim_get(comm, ndims);
}
CLOSERANKS_ALIAS(MPI_Cartdim_get);

int MPI_Close_port(const char *port_name) {
    const Call call(Function::Close_port, CLOSERANKS_CALLER);
    if (call.passes()) return real.Close_port(port_name);
    return refuse(Function::Close_port, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_Close_port);

int MPI_Comm_accept(const char *port_name, MPI_Info info, int root, MPI_Comm comm,
                    MPI_Comm *newcomm) {
    const Call call(Function::Comm_accept, CLOSERANKS_CALLER);
    if (call.passes()) return real.Comm_accept(port_name, info, root, comm, newcomm);
    return refuse(Function::Comm_accept, comm);
}
CLOSERANKS_ALIAS(MPI_Comm_accept);

int MPIX_Comm_ack_failed(MPI_Comm comm, int num_to_ack, int *num_acked) {
    const Call call(Function::Comm_ack_failed, CLOSERANKS_CALLER);
    if (call.passes()) return real.Comm_ack_failed(comm, num_to_ack, num_acked);
    return refuse(Function::Comm_ack_failed, comm);
}
CLOSERANKS_ALIAS(MPIX_Comm_ack_failed);

int MPIX_Comm_agree(MPI_Comm comm, int *flag) {
    const Call call(Function::Comm_agree, CLOSERANKS_CALLER);
    if (call.passes()) return real.Comm_agree(comm, flag);
    return refuse(Function::Comm_agree, comm);
}
CLOSERANKS_ALIAS(MPIX_Comm_agree);

int MPI_Comm_compare(MPI_Comm comm1, MPI_Comm comm2, int *result) {
    const Call call(Function::Comm_compare, CLOSERANKS_CALLER);
    if (call.passes()) return real.Comm_compare(comm1, comm2, result);
    return calls::comm_compare(comm1, comm2, result);
}
CLOSERANKS_ALIAS(MPI_Comm_compare);

int MPI_Comm_connect(const char *port_name, MPI_Info info, int root, MPI_Comm comm,
                     MPI_Comm *newcomm) {
    const Call call(Function::Comm_connect, CLOSERANKS_CALLER);
    if (call.passes()) return real.Comm_connect(port_name, info, root, comm, newcomm);
    return refuse(Function::Comm_connect, comm);
}
CLOSERANKS_ALIAS(MPI_Comm_connect);

int MPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm) {
    const Call call(Function::Comm_create, CLOSERANKS_CALLER);
    if (call.passes()) return real.Comm_create(comm, group, newcomm);
    return calls::comm_create(comm, group, newcomm);
}
CLOSERANKS_ALIAS(MPI_Comm_create);

int MPI_Comm_create_from_group(MPI_Group group, const char *tag, MPI_Info info,
                               MPI_Errhandler errhandler, MPI_Comm *newcomm) {
    const Call call(Function::Comm_create_from_group, CLOSERANKS_CALLER);
    if (call.passes()) return real.Comm_create_from_group(group, tag, info, errhandler, newcomm);
    return refuse(Function::Comm_create_from_group, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_Comm_create_from_group);

int MPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *newcomm) {
    const Call call(Function::Comm_create_group, CLOSERANKS_CALLER);
    if (call.passes()) return real.Comm_create_group(comm, group, tag, newcomm);
    return calls::comm_create_group(comm, group, tag, newcomm);
}
CLOSERANKS_ALIAS(MPI_Comm_create_group);

int MPI_Comm_create_keyval(MPI_Comm_copy_attr_function *comm_copy_attr_fn,
                           MPI_Comm_delete_attr_function *comm_delete_attr_fn, int *comm_keyval,
                           void *extra_state) {
    const Call call(Function::Comm_create_keyval, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Comm_create_keyval(comm_copy_attr_fn, comm_delete_attr_fn, comm_keyval,
                                       extra_state);
    return calls::comm_create_keyval(comm_copy_attr_fn, comm_delete_attr_fn, comm_keyval,
                                     extra_state);
}
CLOSERANKS_ALIAS(MPI_Comm_create_keyval);

int MPI_Comm_delete_attr(MPI_Comm comm, int comm_keyval) {
    const Call call(Function::Comm_delete_attr, CLOSERANKS_CALLER);
    if (call.passes()) return real.Comm_delete_attr(comm, comm_keyval);
    return calls::comm_delete_attr(comm, comm_keyval);
}
CLOSERANKS_ALIAS(MPI_Comm_delete_attr);

int MPI_Comm_disconnect(MPI_Comm *comm) {
    const Call call(Function::Comm_disconnect, CLOSERANKS_CALLER);
    if (call.passes()) return real.Comm_disconnect(comm);
    return calls::comm_disconnect(comm);
}
CLOSERANKS_ALIAS(MPI_Comm_disconnect);

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *newcomm) {
    const Call call(Function::Comm_dup, CLOSERANKS_CALLER);
    if (call.passes()) return real.Comm_dup(comm, newcomm);
    return calls::comm_dup(comm, newcomm);
}
CLOSERANKS_ALIAS(MPI_Comm_dup);

int MPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm) {
    const Call call(Function::Comm_dup_with_info, CLOSERANKS_CALLER);
    if (call.passes()) return real.Comm_dup_with_info(comm, info, newcomm);
    return calls::comm_dup_with_info(comm, info, newcomm);
}
CLOSERANKS_ALIAS(MPI_Comm_dup_with_info);

int MPIX_Comm_failure_ack(MPI_Comm comm) {
    const Call call(Function::Comm_failure_ack, CLOSERANKS_CALLER);
    if (call.passes()) return real.Comm_failure_ack(comm);
    return refuse(Function::Comm_failure_ack, comm);
}
CLOSERANKS_ALIAS(MPIX_Comm_failure_ack);

int MPIX_Comm_failure_get_acked(MPI_Comm comm, MPI_Group *failedgrp) {
    const Call call(Function::Comm_failure_get_acked, CLOSERANKS_CALLER);
    if (call.passes()) return real.Comm_failure_get_acked(comm, failedgrp);
    return refuse(Function::Comm_failure_get_acked, comm);
}
CLOSERANKS_ALIAS(MPIX_Comm_failure_get_acked);

int MPI_Comm_free(MPI_Comm *comm) {
    const Call call(Function::Comm_free, CLOSERANKS_CALLER);
    if (call.passes()) return real.Comm_free(comm);
    return calls::comm_free(comm);
}
CLOSERANKS_ALIAS(MPI_Comm_free);

int MPIX_Comm_get_failed(MPI_Comm comm, MPI_Group *failedgroup) {
    const Call call(Function::Comm_get_failed, CLOSERANKS_CALLER);
    if (call.passes()) return real.Comm_get_failed(comm, failedgroup);
    return refuse(Function::Comm_get_failed, comm);
}
CLOSERANKS_ALIAS(MPIX_Comm_get_failed);

int MPI_Comm_group(MPI_Comm comm, MPI_Group *group) {
    const Call call(Function::Comm_group, CLOSERANKS_CALLER);
    if (call.passes()) return real.Comm_group(comm, group);
    return calls::comm_group(comm, group);
}
CLOSERANKS_ALIAS(MPI_Comm_group);

int MPIX_Comm_iagree(MPI_Comm comm, int *flag, MPI_Request *request) {
    const Call call(Function::Comm_iagree, CLOSERANKS_CALLER);
    if (call.passes()) return real.Comm_iagree(comm, flag, request);
    return refuse(Function::Comm_iagree, comm);
}
CLOSERANKS_ALIAS(MPIX_Comm_iagree);

int MPI_Comm_idup(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request) {
    const Call call(Function::Comm_idup, CLOSERANKS_CALLER);
    if (call.passes()) return real.Comm_idup(comm, newcomm, request);
    return calls::comm_idup(comm, newcomm, request);
}
CLOSERANKS_ALIAS(MPI_Comm_idup);

int MPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm, MPI_Request *request) {
    const Call call(Function::Comm_idup_with_info, CLOSERANKS_CALLER);
    if (call.passes()) return real.Comm_idup_with_info(comm, info, newcomm, request);
    return calls::comm_idup_with_info(comm, info, newcomm, request);
}
CLOSERANKS_ALIAS(MPI_Comm_idup_with_info);

int MPIX_Comm_is_revoked(MPI_Comm comm, int *flag) {
    const Call call(Function::Comm_is_revoked, CLOSERANKS_CALLER);
    if (call.passes()) return real.Comm_is_revoked(comm, flag);
    return refuse(Function::Comm_is_revoked, comm);
}
CLOSERANKS_ALIAS(MPIX_Comm_is_revoked);

int MPI_Comm_join(int fd, MPI_Comm *intercomm) {
    const Call call(Function::Comm_join, CLOSERANKS_CALLER);
    if (call.passes()) return real.Comm_join(fd, intercomm);
    return refuse(Function::Comm_join, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_Comm_join);

int MPI_Comm_rank(MPI_Comm comm, int *rank) {
    const Call call(Function::Comm_rank, CLOSERANKS_CALLER);
    if (call.passes()) return real.Comm_rank(comm, rank);
    return calls::comm_rank(comm, rank);
}
CLOSERANKS_ALIAS(MPI_Comm_rank);

int MPI_Comm_remote_group(MPI_Comm comm, MPI_Group *group) {
    const Call call(Function::Comm_remote_group, CLOSERANKS_CALLER);
    if (call.passes()) return real.Comm_remote_group(comm, group);
    return calls::comm_remote_group(comm, group);
}
CLOSERANKS_ALIAS(MPI_Comm_remote_group);

int MPI_Comm_remote_size(MPI_Comm comm, int *size) {
    const Call call(Function::Comm_remote_size, CLOSERANKS_CALLER);
    if (call.passes()) return real.Comm_remote_size(comm, size);
    return calls::comm_remote_size(comm, size);
}
CLOSERANKS_ALIAS(MPI_Comm_remote_size);

int MPIX_Comm_revoke(MPI_Comm comm) {
    const Call call(Function::Comm_revoke, CLOSERANKS_CALLER);
    if (call.passes()) return real.Comm_revoke(comm);
    return refuse(Function::Comm_revoke, comm);
}
CLOSERANKS_ALIAS(MPIX_Comm_revoke);

int MPI_Comm_set_attr(MPI_Comm comm, int comm_keyval, void *attribute_val) {
    const Call call(Function::Comm_set_attr, CLOSERANKS_CALLER);
    if (call.passes()) return real.Comm_set_attr(comm, comm_keyval, attribute_val);
    return calls::comm_set_attr(comm, comm_keyval, attribute_val);
}
CLOSERANKS_ALIAS(MPI_Comm_set_attr);

int MPIX_Comm_shrink(MPI_Comm comm, MPI_Comm *newcomm) {
    const Call call(Function::Comm_shrink, CLOSERANKS_CALLER);
    if (call.passes()) return real.Comm_shrink(comm, newcomm);
    return refuse(Function::Comm_shrink, comm);
}
CLOSERANKS_ALIAS(MPIX_Comm_shrink);

int MPI_Comm_size(MPI_Comm comm, int *size) {
    const Call call(Function::Comm_size, CLOSERANKS_CALLER);
    if (call.passes()) return real.Comm_size(comm, size);
    return calls::comm_size(comm, size);
}
CLOSERANKS_ALIAS(MPI_Comm_size);

int MPI_Comm_spawn(const char *command, char *argv[], int maxprocs, MPI_Info info, int root,
                   MPI_Comm comm, MPI_Comm *intercomm, int array_of_errcodes[]) {
    const Call call(Function::Comm_spawn, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Comm_spawn(command, argv, maxprocs, info, root, comm, intercomm,
                               array_of_errcodes);
    return refuse(Function::Comm_spawn, comm);
}
CLOSERANKS_ALIAS(MPI_Comm_spawn);

int MPI_Comm_spawn_multiple(int count, char *array_of_commands[], char **array_of_argv[],
                            const int array_of_maxprocs[], const MPI_Info array_of_info[], int root,
                            MPI_Comm comm, MPI_Comm *intercomm, int array_of_errcodes[]) {
    const Call call(Function::Comm_spawn_multiple, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Comm_spawn_multiple(count, array_of_commands, array_of_argv, array_of_maxprocs,
                                        array_of_info, root, comm, intercomm, array_of_errcodes);
    return refuse(Function::Comm_spawn_multiple, comm);
}
CLOSERANKS_ALIAS(MPI_Comm_spawn_multiple);

int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *newcomm) {
    const Call call(Function::Comm_split, CLOSERANKS_CALLER);
    if (call.passes()) return real.Comm_split(comm, color, key, newcomm);
    return calls::comm_split(comm, color, key, newcomm);
}
CLOSERANKS_ALIAS(MPI_Comm_split);

int MPI_Comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm *newcomm) {
    const Call call(Function::Comm_split_type, CLOSERANKS_CALLER);
    if (call.passes()) return real.Comm_split_type(comm, split_type, key, info, newcomm);
    return calls::comm_split_type(comm, split_type, key, info, newcomm);
}
CLOSERANKS_ALIAS(MPI_Comm_split_type);

int MPI_Comm_test_inter(MPI_Comm comm, int *flag) {
    const Call call(Function::Comm_test_inter, CLOSERANKS_CALLER);
    if (call.passes()) return real.Comm_test_inter(comm, flag);
    return calls::comm_test_inter(comm, flag);
}
CLOSERANKS_ALIAS(MPI_Comm_test_inter);

int MPI_Compare_and_swap(const void *origin_addr, const void *compare_addr, void *result_addr,
                         MPI_Datatype datatype, int target_rank, MPI_Aint target_disp,
                         MPI_Win win) {
    const Call call(Function::Compare_and_swap, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Compare_and_swap(origin_addr, compare_addr, result_addr, datatype, target_rank,
                                     target_disp, win);
    return calls::compare_and_swap(origin_addr, compare_addr, result_addr, datatype, target_rank,
                                   target_disp, win);
}
CLOSERANKS_ALIAS(MPI_Compare_and_swap);

int MPI_Dist_graph_create(MPI_Comm comm_old, int n, const int nodes[], const int degrees[],
                          const int targets[], const int weights[], MPI_Info info, int reorder,
                          MPI_Comm *newcomm) {
    const Call call(Function::Dist_graph_create, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Dist_graph_create(comm_old, n, nodes, degrees, targets, weights, info, reorder,
                                      newcomm);
    return calls::dist_graph_create(comm_old, n, nodes, degrees, targets, weights, info, reorder,
                                    newcomm);
}
CLOSERANKS_ALIAS(MPI_Dist_graph_create);

int MPI_Dist_graph_create_adjacent(MPI_Comm comm_old, int indegree, const int sources[],
                                   const int sourceweights[], int outdegree,
                                   const int destinations[], const int destweights[], MPI_Info info,
                                   int reorder, MPI_Comm *comm_dist_graph) {
    const Call call(Function::Dist_graph_create_adjacent, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Dist_graph_create_adjacent(comm_old, indegree, sources, sourceweights,
                                               outdegree, destinations, destweights, info, reorder,
                                               comm_dist_graph);
    return calls::dist_graph_create_adjacent(comm_old, indegree, sources, sourceweights, outdegree,
                                             destinations, destweights, info, reorder,
                                             comm_dist_graph);
}
CLOSERANKS_ALIAS(MPI_Dist_graph_create_adjacent);

int MPI_Dist_graph_neighbors(MPI_Comm comm, int maxindegree, int sources[], int sourceweights[],
                             int maxoutdegree, int destinations[], int destweights[]) {
    const Call call(Function::Dist_graph_neighbors, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Dist_graph_neighbors(comm, maxindegree, sources, sourceweights, maxoutdegree,
                                         destinations, destweights);
    return calls::dist_graph_neighbors(comm, maxindegree, sources, sourceweights, maxoutdegree,
                                       destinations, destweights);
}
CLOSERANKS_ALIAS(MPI_Dist_graph_neighbors);

int MPI_Dist_graph_neighbors_count(MPI_Comm comm, int *inneighbors, int *outneighbors,
                                   int *weighted) {
    const Call call(Function::Dist_graph_neighbors_count, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Dist_graph_neighbors_count(comm, inneighbors, outneighbors, weighted);
    return calls::dist_graph_neighbors_count(comm, inneighbors, outneighbors, weighted);
}
CLOSERANKS_ALIAS(MPI_Dist_graph_neighbors_count);

int MPI_Exscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
               MPI_Comm comm) {
    const Call call(Function::Exscan, CLOSERANKS_CALLER);
    if (call.passes()) return real.Exscan(sendbuf, recvbuf, count, datatype, op, comm);
    return calls::exscan(sendbuf, recvbuf, count, datatype, op, comm);
}
CLOSERANKS_ALIAS(MPI_Exscan);

int MPI_Exscan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                    MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    const Call call(Function::Exscan_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Exscan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request);
    return calls::exscan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request);
}
CLOSERANKS_ALIAS(MPI_Exscan_init);

int MPI_Fetch_and_op(const void *origin_addr, void *result_addr, MPI_Datatype datatype,
                     int target_rank, MPI_Aint target_disp, MPI_Op op, MPI_Win win) {
    const Call call(Function::Fetch_and_op, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Fetch_and_op(origin_addr, result_addr, datatype, target_rank, target_disp, op,
                                 win);
    return calls::fetch_and_op(origin_addr, result_addr, datatype, target_rank, target_disp, op,
                               win);
}
CLOSERANKS_ALIAS(MPI_Fetch_and_op);

int MPI_File_close(MPI_File *fh) {
    const Call call(Function::File_close, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_close(fh);
    return calls::file_close(fh);
}
CLOSERANKS_ALIAS(MPI_File_close);

int MPI_File_delete(const char *filename, MPI_Info info) {
    const Call call(Function::File_delete, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_delete(filename, info);
    return calls::file_delete(filename, info);
}
CLOSERANKS_ALIAS(MPI_File_delete);

int MPI_File_get_amode(MPI_File fh, int *amode) {
    const Call call(Function::File_get_amode, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_get_amode(fh, amode);
    return calls::file_get_amode(fh, amode);
}
CLOSERANKS_ALIAS(MPI_File_get_amode);

int MPI_File_get_atomicity(MPI_File fh, int *flag) {
    const Call call(Function::File_get_atomicity, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_get_atomicity(fh, flag);
    return calls::file_get_atomicity(fh, flag);
}
CLOSERANKS_ALIAS(MPI_File_get_atomicity);

int MPI_File_get_group(MPI_File fh, MPI_Group *group) {
    const Call call(Function::File_get_group, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_get_group(fh, group);
    return calls::file_get_group(fh, group);
}
CLOSERANKS_ALIAS(MPI_File_get_group);

int MPI_File_get_position(MPI_File fh, MPI_Offset *offset) {
    const Call call(Function::File_get_position, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_get_position(fh, offset);
    return calls::file_get_position(fh, offset);
}
CLOSERANKS_ALIAS(MPI_File_get_position);

int MPI_File_get_position_shared(MPI_File fh, MPI_Offset *offset) {
    const Call call(Function::File_get_position_shared, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_get_position_shared(fh, offset);
    return calls::file_get_position_shared(fh, offset);
}
CLOSERANKS_ALIAS(MPI_File_get_position_shared);

int MPI_File_get_size(MPI_File fh, MPI_Offset *size) {
    const Call call(Function::File_get_size, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_get_size(fh, size);
    return calls::file_get_size(fh, size);
}
CLOSERANKS_ALIAS(MPI_File_get_size);

int MPI_File_iread(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Request *request) {
    const Call call(Function::File_iread, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_iread(fh, buf, count, datatype, request);
    return calls::file_iread(fh, buf, count, datatype, request);
}
CLOSERANKS_ALIAS(MPI_File_iread);

int MPI_File_iread_all(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
                       MPI_Request *request) {
    const Call call(Function::File_iread_all, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_iread_all(fh, buf, count, datatype, request);
    return calls::file_iread_all(fh, buf, count, datatype, request);
}
CLOSERANKS_ALIAS(MPI_File_iread_all);

int MPI_File_iread_at(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
                      MPI_Request *request) {
    const Call call(Function::File_iread_at, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_iread_at(fh, offset, buf, count, datatype, request);
    return calls::file_iread_at(fh, offset, buf, count, datatype, request);
}
CLOSERANKS_ALIAS(MPI_File_iread_at);

int MPI_File_iread_at_all(MPI_File fh, MPI_Offset offset, void *buf, int count,
                          MPI_Datatype datatype, MPI_Request *request) {
    const Call call(Function::File_iread_at_all, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_iread_at_all(fh, offset, buf, count, datatype, request);
    return calls::file_iread_at_all(fh, offset, buf, count, datatype, request);
}
CLOSERANKS_ALIAS(MPI_File_iread_at_all);

int MPI_File_iread_shared(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
                          MPI_Request *request) {
    const Call call(Function::File_iread_shared, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_iread_shared(fh, buf, count, datatype, request);
    return refuse(Function::File_iread_shared, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_File_iread_shared);

int MPI_File_iwrite(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                    MPI_Request *request) {
    const Call call(Function::File_iwrite, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_iwrite(fh, buf, count, datatype, request);
    return calls::file_iwrite(fh, buf, count, datatype, request);
}
CLOSERANKS_ALIAS(MPI_File_iwrite);

int MPI_File_iwrite_all(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                        MPI_Request *request) {
    const Call call(Function::File_iwrite_all, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_iwrite_all(fh, buf, count, datatype, request);
    return calls::file_iwrite_all(fh, buf, count, datatype, request);
}
CLOSERANKS_ALIAS(MPI_File_iwrite_all);

int MPI_File_iwrite_at(MPI_File fh, MPI_Offset offset, const void *buf, int count,
                       MPI_Datatype datatype, MPI_Request *request) {
    const Call call(Function::File_iwrite_at, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_iwrite_at(fh, offset, buf, count, datatype, request);
    return calls::file_iwrite_at(fh, offset, buf, count, datatype, request);
}
CLOSERANKS_ALIAS(MPI_File_iwrite_at);

int MPI_File_iwrite_at_all(MPI_File fh, MPI_Offset offset, const void *buf, int count,
                           MPI_Datatype datatype, MPI_Request *request) {
    const Call call(Function::File_iwrite_at_all, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_iwrite_at_all(fh, offset, buf, count, datatype, request);
    return calls::file_iwrite_at_all(fh, offset, buf, count, datatype, request);
}
CLOSERANKS_ALIAS(MPI_File_iwrite_at_all);

int MPI_File_iwrite_shared(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                           MPI_Request *request) {
    const Call call(Function::File_iwrite_shared, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_iwrite_shared(fh, buf, count, datatype, request);
    return refuse(Function::File_iwrite_shared, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_File_iwrite_shared);

int MPI_File_open(MPI_Comm comm, const char *filename, int amode, MPI_Info info, MPI_File *fh) {
    const Call call(Function::File_open, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_open(comm, filename, amode, info, fh);
    return calls::file_open(comm, filename, amode, info, fh);
}
CLOSERANKS_ALIAS(MPI_File_open);

int MPI_File_preallocate(MPI_File fh, MPI_Offset size) {
    const Call call(Function::File_preallocate, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_preallocate(fh, size);
    return calls::file_preallocate(fh, size);
}
CLOSERANKS_ALIAS(MPI_File_preallocate);

int MPI_File_read(MPI_File fh, void *buf, int count, MPI_Datatype datatype, MPI_Status *status) {
    const Call call(Function::File_read, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_read(fh, buf, count, datatype, status);
    return calls::file_read(fh, buf, count, datatype, status);
}
CLOSERANKS_ALIAS(MPI_File_read);

int MPI_File_read_all(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
                      MPI_Status *status) {
    const Call call(Function::File_read_all, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_read_all(fh, buf, count, datatype, status);
    return calls::file_read_all(fh, buf, count, datatype, status);
}
CLOSERANKS_ALIAS(MPI_File_read_all);

int MPI_File_read_all_begin(MPI_File fh, void *buf, int count, MPI_Datatype datatype) {
    const Call call(Function::File_read_all_begin, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_read_all_begin(fh, buf, count, datatype);
    return calls::file_read_all_begin(fh, buf, count, datatype);
}
CLOSERANKS_ALIAS(MPI_File_read_all_begin);

int MPI_File_read_all_end(MPI_File fh, void *buf, MPI_Status *status) {
    const Call call(Function::File_read_all_end, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_read_all_end(fh, buf, status);
    return calls::file_read_all_end(fh, buf, status);
}
CLOSERANKS_ALIAS(MPI_File_read_all_end);

int MPI_File_read_at(MPI_File fh, MPI_Offset offset, void *buf, int count, MPI_Datatype datatype,
                     MPI_Status *status) {
    const Call call(Function::File_read_at, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_read_at(fh, offset, buf, count, datatype, status);
    return calls::file_read_at(fh, offset, buf, count, datatype, status);
}
CLOSERANKS_ALIAS(MPI_File_read_at);

int MPI_File_read_at_all(MPI_File fh, MPI_Offset offset, void *buf, int count,
                         MPI_Datatype datatype, MPI_Status *status) {
    const Call call(Function::File_read_at_all, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_read_at_all(fh, offset, buf, count, datatype, status);
    return calls::file_read_at_all(fh, offset, buf, count, datatype, status);
}
CLOSERANKS_ALIAS(MPI_File_read_at_all);

int MPI_File_read_at_all_begin(MPI_File fh, MPI_Offset offset, void *buf, int count,
                               MPI_Datatype datatype) {
    const Call call(Function::File_read_at_all_begin, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_read_at_all_begin(fh, offset, buf, count, datatype);
    return calls::file_read_at_all_begin(fh, offset, buf, count, datatype);
}
CLOSERANKS_ALIAS(MPI_File_read_at_all_begin);

int MPI_File_read_at_all_end(MPI_File fh, void *buf, MPI_Status *status) {
    const Call call(Function::File_read_at_all_end, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_read_at_all_end(fh, buf, status);
    return calls::file_read_at_all_end(fh, buf, status);
}
CLOSERANKS_ALIAS(MPI_File_read_at_all_end);

int MPI_File_read_ordered(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
                          MPI_Status *status) {
    const Call call(Function::File_read_ordered, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_read_ordered(fh, buf, count, datatype, status);
    return calls::file_read_ordered(fh, buf, count, datatype, status);
}
CLOSERANKS_ALIAS(MPI_File_read_ordered);

int MPI_File_read_ordered_begin(MPI_File fh, void *buf, int count, MPI_Datatype datatype) {
    const Call call(Function::File_read_ordered_begin, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_read_ordered_begin(fh, buf, count, datatype);
    return calls::file_read_ordered_begin(fh, buf, count, datatype);
}
CLOSERANKS_ALIAS(MPI_File_read_ordered_begin);

int MPI_File_read_ordered_end(MPI_File fh, void *buf, MPI_Status *status) {
    const Call call(Function::File_read_ordered_end, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_read_ordered_end(fh, buf, status);
    return calls::file_read_ordered_end(fh, buf, status);
}
CLOSERANKS_ALIAS(MPI_File_read_ordered_end);

int MPI_File_read_shared(MPI_File fh, void *buf, int count, MPI_Datatype datatype,
                         MPI_Status *status) {
    const Call call(Function::File_read_shared, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_read_shared(fh, buf, count, datatype, status);
    return refuse(Function::File_read_shared, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_File_read_shared);

int MPI_File_seek(MPI_File fh, MPI_Offset offset, int whence) {
    const Call call(Function::File_seek, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_seek(fh, offset, whence);
    return calls::file_seek(fh, offset, whence);
}
CLOSERANKS_ALIAS(MPI_File_seek);

int MPI_File_seek_shared(MPI_File fh, MPI_Offset offset, int whence) {
    const Call call(Function::File_seek_shared, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_seek_shared(fh, offset, whence);
    return calls::file_seek_shared(fh, offset, whence);
}
CLOSERANKS_ALIAS(MPI_File_seek_shared);

int MPI_File_set_atomicity(MPI_File fh, int flag) {
    const Call call(Function::File_set_atomicity, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_set_atomicity(fh, flag);
    return calls::file_set_atomicity(fh, flag);
}
CLOSERANKS_ALIAS(MPI_File_set_atomicity);

int MPI_File_set_info(MPI_File fh, MPI_Info info) {
    const Call call(Function::File_set_info, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_set_info(fh, info);
    return calls::file_set_info(fh, info);
}
CLOSERANKS_ALIAS(MPI_File_set_info);

int MPI_File_set_size(MPI_File fh, MPI_Offset size) {
    const Call call(Function::File_set_size, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_set_size(fh, size);
    return calls::file_set_size(fh, size);
}
CLOSERANKS_ALIAS(MPI_File_set_size);

int MPI_File_set_view(MPI_File fh, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype,
                      const char *datarep, MPI_Info info) {
    const Call call(Function::File_set_view, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_set_view(fh, disp, etype, filetype, datarep, info);
    return calls::file_set_view(fh, disp, etype, filetype, datarep, info);
}
CLOSERANKS_ALIAS(MPI_File_set_view);

int MPI_File_sync(MPI_File fh) {
    const Call call(Function::File_sync, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_sync(fh);
    return calls::file_sync(fh);
}
CLOSERANKS_ALIAS(MPI_File_sync);

int MPI_File_write(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                   MPI_Status *status) {
    const Call call(Function::File_write, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_write(fh, buf, count, datatype, status);
    return calls::file_write(fh, buf, count, datatype, status);
}
CLOSERANKS_ALIAS(MPI_File_write);

int MPI_File_write_all(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                       MPI_Status *status) {
    const Call call(Function::File_write_all, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_write_all(fh, buf, count, datatype, status);
    return calls::file_write_all(fh, buf, count, datatype, status);
}
CLOSERANKS_ALIAS(MPI_File_write_all);

int MPI_File_write_all_begin(MPI_File fh, const void *buf, int count, MPI_Datatype datatype) {
    const Call call(Function::File_write_all_begin, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_write_all_begin(fh, buf, count, datatype);
    return calls::file_write_all_begin(fh, buf, count, datatype);
}
CLOSERANKS_ALIAS(MPI_File_write_all_begin);

int MPI_File_write_all_end(MPI_File fh, const void *buf, MPI_Status *status) {
    const Call call(Function::File_write_all_end, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_write_all_end(fh, buf, status);
    return calls::file_write_all_end(fh, buf, status);
}
CLOSERANKS_ALIAS(MPI_File_write_all_end);

int MPI_File_write_at(MPI_File fh, MPI_Offset offset, const void *buf, int count,
                      MPI_Datatype datatype, MPI_Status *status) {
    const Call call(Function::File_write_at, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_write_at(fh, offset, buf, count, datatype, status);
    return calls::file_write_at(fh, offset, buf, count, datatype, status);
}
CLOSERANKS_ALIAS(MPI_File_write_at);

int MPI_File_write_at_all(MPI_File fh, MPI_Offset offset, const void *buf, int count,
                          MPI_Datatype datatype, MPI_Status *status) {
    const Call call(Function::File_write_at_all, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_write_at_all(fh, offset, buf, count, datatype, status);
    return calls::file_write_at_all(fh, offset, buf, count, datatype, status);
}
CLOSERANKS_ALIAS(MPI_File_write_at_all);

int MPI_File_write_at_all_begin(MPI_File fh, MPI_Offset offset, const void *buf, int count,
                                MPI_Datatype datatype) {
    const Call call(Function::File_write_at_all_begin, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_write_at_all_begin(fh, offset, buf, count, datatype);
    return calls::file_write_at_all_begin(fh, offset, buf, count, datatype);
}
CLOSERANKS_ALIAS(MPI_File_write_at_all_begin);

int MPI_File_write_at_all_end(MPI_File fh, const void *buf, MPI_Status *status) {
    const Call call(Function::File_write_at_all_end, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_write_at_all_end(fh, buf, status);
    return calls::file_write_at_all_end(fh, buf, status);
}
CLOSERANKS_ALIAS(MPI_File_write_at_all_end);

int MPI_File_write_ordered(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                           MPI_Status *status) {
    const Call call(Function::File_write_ordered, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_write_ordered(fh, buf, count, datatype, status);
    return calls::file_write_ordered(fh, buf, count, datatype, status);
}
CLOSERANKS_ALIAS(MPI_File_write_ordered);

int MPI_File_write_ordered_begin(MPI_File fh, const void *buf, int count, MPI_Datatype datatype) {
    const Call call(Function::File_write_ordered_begin, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_write_ordered_begin(fh, buf, count, datatype);
    return calls::file_write_ordered_begin(fh, buf, count, datatype);
}
CLOSERANKS_ALIAS(MPI_File_write_ordered_begin);

int MPI_File_write_ordered_end(MPI_File fh, const void *buf, MPI_Status *status) {
    const Call call(Function::File_write_ordered_end, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_write_ordered_end(fh, buf, status);
    return calls::file_write_ordered_end(fh, buf, status);
}
CLOSERANKS_ALIAS(MPI_File_write_ordered_end);

int MPI_File_write_shared(MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
                          MPI_Status *status) {
    const Call call(Function::File_write_shared, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_write_shared(fh, buf, count, datatype, status);
    return refuse(Function::File_write_shared, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_File_write_shared);

int MPI_Finalize() {
    const Call call(Function::Finalize, CLOSERANKS_CALLER);
    if (call.passes()) return real.Finalize();
    return calls::finalize();
}
CLOSERANKS_ALIAS(MPI_Finalize);

int MPI_Finalized(int *flag) {
    const Call call(Function::Finalized, CLOSERANKS_CALLER);
    if (call.passes()) return real.Finalized(flag);
    return calls::finalized(flag);
}
CLOSERANKS_ALIAS(MPI_Finalized);

int MPI_Gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
               int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    const Call call(Function::Gather, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
    return calls::gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
}
CLOSERANKS_ALIAS(MPI_Gather);

int MPI_Gather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                    int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                    MPI_Request *request) {
    const Call call(Function::Gather_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Gather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
                                comm, info, request);
    return calls::gather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
                              comm, info, request);
}
CLOSERANKS_ALIAS(MPI_Gather_init);

int MPI_Gatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                MPI_Comm comm) {
    const Call call(Function::Gatherv, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Gatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
                            root, comm);
    return calls::gatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root,
                          comm);
}
CLOSERANKS_ALIAS(MPI_Gatherv);

int MPI_Gatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                     const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                     MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    const Call call(Function::Gatherv_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Gatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                                 recvtype, root, comm, info, request);
    return calls::gatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
                               root, comm, info, request);
}
CLOSERANKS_ALIAS(MPI_Gatherv_init);

int MPI_Get(void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
            MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win) {
    const Call call(Function::Get, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Get(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                        target_count, target_datatype, win);
    return calls::get(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                      target_count, target_datatype, win);
}
CLOSERANKS_ALIAS(MPI_Get);

int MPI_Get_accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
                       void *result_addr, int result_count, MPI_Datatype result_datatype,
                       int target_rank, MPI_Aint target_disp, int target_count,
                       MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    const Call call(Function::Get_accumulate, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Get_accumulate(origin_addr, origin_count, origin_datatype, result_addr,
                                   result_count, result_datatype, target_rank, target_disp,
                                   target_count, target_datatype, op, win);
    return calls::get_accumulate(origin_addr, origin_count, origin_datatype, result_addr,
                                 result_count, result_datatype, target_rank, target_disp,
                                 target_count, target_datatype, op, win);
}
CLOSERANKS_ALIAS(MPI_Get_accumulate);

int MPI_Get_processor_name(char *name, int *resultlen) {
    const Call call(Function::Get_processor_name, CLOSERANKS_CALLER);
    if (call.passes()) return real.Get_processor_name(name, resultlen);
    return calls::get_processor_name(name, resultlen);
}
CLOSERANKS_ALIAS(MPI_Get_processor_name);

int MPI_Graph_create(MPI_Comm comm_old, int nnodes, const int index[], const int edges[],
                     int reorder, MPI_Comm *comm_graph) {
    const Call call(Function::Graph_create, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Graph_create(comm_old, nnodes, index, edges, reorder, comm_graph);
    return calls::graph_create(comm_old, nnodes, index, edges, reorder, comm_graph);
}
CLOSERANKS_ALIAS(MPI_Graph_create);

int MPI_Graph_get(MPI_Comm comm, int maxindex, int maxedges, int index[], int edges[]) {
    const Call call(Function::Graph_get, CLOSERANKS_CALLER);
    if (call.passes()) return real.Graph_get(comm, maxindex, maxedges, index, edges);
    return calls::graph_get(comm, maxindex, maxedges, index, edges);
}
CLOSERANKS_ALIAS(MPI_Graph_get);

int MPI_Graph_map(MPI_Comm comm, int nnodes, const int index[], const int edges[], int *newrank) {
    const Call call(Function::Graph_map, CLOSERANKS_CALLER);
    if (call.passes()) return real.Graph_map(comm, nnodes, index, edges, newrank);
    return calls::graph_map(comm, nnodes, index, edges, newrank);
}
CLOSERANKS_ALIAS(MPI_Graph_map);

int MPI_Graph_neighbors(MPI_Comm comm, int rank, int maxneighbors, int neighbors[]) {
    const Call call(Function::Graph_neighbors, CLOSERANKS_CALLER);
    if (call.passes()) return real.Graph_neighbors(comm, rank, maxneighbors, neighbors);
    return calls::graph_neighbors(comm, rank, maxneighbors, neighbors);
}
CLOSERANKS_ALIAS(MPI_Graph_neighbors);

int MPI_Graph_neighbors_count(MPI_Comm comm, int rank, int *nneighbors) {
    const Call call(Function::Graph_neighbors_count, CLOSERANKS_CALLER);
    if (call.passes()) return real.Graph_neighbors_count(comm, rank, nneighbors);
    return calls::graph_neighbors_count(comm, rank, nneighbors);
}
CLOSERANKS_ALIAS(MPI_Graph_neighbors_count);

int MPI_Graphdims_get(MPI_Comm comm, int *nnodes, int *nedges) {
    const Call call(Function::Graphdims_get, CLOSERANKS_CALLER);
    if (call.passes()) return real.Graphdims_get(comm, nnodes, nedges);
    return calls::graphdims_get(comm, nnodes, nedges);
}
CLOSERANKS_ALIAS(MPI_Graphdims_get);

int MPI_Group_from_session_pset(MPI_Session session, const char *pset_name, MPI_Group *newgroup) {
    const Call call(Function::Group_from_session_pset, CLOSERANKS_CALLER);
    if (call.passes()) return real.Group_from_session_pset(session, pset_name, newgroup);
    return refuse(Function::Group_from_session_pset, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_Group_from_session_pset);

int MPI_Group_rank(MPI_Group group, int *rank) {
    const Call call(Function::Group_rank, CLOSERANKS_CALLER);
    if (call.passes()) return real.Group_rank(group, rank);
    return calls::group_rank(group, rank);
}
CLOSERANKS_ALIAS(MPI_Group_rank);

int MPI_Iallgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                   int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Iallgather, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Iallgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
                               request);
    return calls::iallgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
                             request);
}
CLOSERANKS_ALIAS(MPI_Iallgather);

int MPI_Iallgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                    const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                    MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Iallgatherv, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Iallgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
                                comm, request);
    return calls::iallgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
                              comm, request);
}
CLOSERANKS_ALIAS(MPI_Iallgatherv);

int MPI_Iallreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                   MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Iallreduce, CLOSERANKS_CALLER);
    if (call.passes()) return real.Iallreduce(sendbuf, recvbuf, count, datatype, op, comm, request);
    return calls::iallreduce(sendbuf, recvbuf, count, datatype, op, comm, request);
}
CLOSERANKS_ALIAS(MPI_Iallreduce);

int MPI_Ialltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                  int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Ialltoall, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Ialltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
                              request);
    return calls::ialltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
                            request);
}
CLOSERANKS_ALIAS(MPI_Ialltoall);

int MPI_Ialltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
                   MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                   const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                   MPI_Request *request) {
    const Call call(Function::Ialltoallv, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Ialltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
                               recvtype, comm, request);
    return calls::ialltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
                             recvtype, comm, request);
}
CLOSERANKS_ALIAS(MPI_Ialltoallv);

int MPI_Ialltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[],
                   const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                   const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
                   MPI_Request *request) {
    const Call call(Function::Ialltoallw, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Ialltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
                               rdispls, recvtypes, comm, request);
    return calls::ialltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
                             recvtypes, comm, request);
}
CLOSERANKS_ALIAS(MPI_Ialltoallw);

int MPI_Ibarrier(MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Ibarrier, CLOSERANKS_CALLER);
    if (call.passes()) return real.Ibarrier(comm, request);
    return calls::ibarrier(comm, request);
}
CLOSERANKS_ALIAS(MPI_Ibarrier);

int MPI_Ibcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm,
               MPI_Request *request) {
    const Call call(Function::Ibcast, CLOSERANKS_CALLER);
    if (call.passes()) return real.Ibcast(buffer, count, datatype, root, comm, request);
    return calls::ibcast(buffer, count, datatype, root, comm, request);
}
CLOSERANKS_ALIAS(MPI_Ibcast);

int MPI_Ibsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
               MPI_Request *request) {
    const Call call(Function::Ibsend, CLOSERANKS_CALLER);
    if (call.passes()) return real.Ibsend(buf, count, datatype, dest, tag, comm, request);
    return calls::ibsend(buf, count, datatype, dest, tag, comm, request);
}
CLOSERANKS_ALIAS(MPI_Ibsend);

int MPI_Iexscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Iexscan, CLOSERANKS_CALLER);
    if (call.passes()) return real.Iexscan(sendbuf, recvbuf, count, datatype, op, comm, request);
    return calls::iexscan(sendbuf, recvbuf, count, datatype, op, comm, request);
}
CLOSERANKS_ALIAS(MPI_Iexscan);

int MPI_Igather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                MPI_Request *request) {
    const Call call(Function::Igather, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Igather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm,
                            request);
    return calls::igather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm,
                          request);
}
CLOSERANKS_ALIAS(MPI_Igather);

int MPI_Igatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                 const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                 MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Igatherv, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Igatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
                             root, comm, request);
    return calls::igatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
                           root, comm, request);
}
CLOSERANKS_ALIAS(MPI_Igatherv);

int MPI_Improbe(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message,
                MPI_Status *status) {
    const Call call(Function::Improbe, CLOSERANKS_CALLER);
    if (call.passes()) return real.Improbe(source, tag, comm, flag, message, status);
    return calls::improbe(source, tag, comm, flag, message, status);
}
CLOSERANKS_ALIAS(MPI_Improbe);

int MPI_Imrecv(void *buf, int count, MPI_Datatype type, MPI_Message *message,
               MPI_Request *request) {
    const Call call(Function::Imrecv, CLOSERANKS_CALLER);
    if (call.passes()) return real.Imrecv(buf, count, type, message, request);
    return calls::imrecv(buf, count, type, message, request);
}
CLOSERANKS_ALIAS(MPI_Imrecv);

int MPI_Ineighbor_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                            void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                            MPI_Request *request) {
    const Call call(Function::Ineighbor_allgather, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Ineighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                        comm, request);
    return calls::ineighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                      comm, request);
}
CLOSERANKS_ALIAS(MPI_Ineighbor_allgather);

int MPI_Ineighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                             void *recvbuf, const int recvcounts[], const int displs[],
                             MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Ineighbor_allgatherv, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Ineighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                                         recvtype, comm, request);
    return calls::ineighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                                       recvtype, comm, request);
}
CLOSERANKS_ALIAS(MPI_Ineighbor_allgatherv);

int MPI_Ineighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                           int recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                           MPI_Request *request) {
    const Call call(Function::Ineighbor_alltoall, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Ineighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                       comm, request);
    return calls::ineighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                     comm, request);
}
CLOSERANKS_ALIAS(MPI_Ineighbor_alltoall);

int MPI_Ineighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
                            MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                            const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                            MPI_Request *request) {
    const Call call(Function::Ineighbor_alltoallv, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Ineighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
                                        rdispls, recvtype, comm, request);
    return calls::ineighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
                                      rdispls, recvtype, comm, request);
}
CLOSERANKS_ALIAS(MPI_Ineighbor_alltoallv);

int MPI_Ineighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
                            const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                            const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
                            MPI_Request *request) {
    const Call call(Function::Ineighbor_alltoallw, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Ineighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
                                        recvcounts, rdispls, recvtypes, comm, request);
    return calls::ineighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
                                      rdispls, recvtypes, comm, request);
}
CLOSERANKS_ALIAS(MPI_Ineighbor_alltoallw);

int MPI_Init(int *argc, char ***argv) {
    const Call call(Function::Init, CLOSERANKS_CALLER);
    if (call.passes()) return real.Init(argc, argv);
    return calls::init(argc, argv);
}
CLOSERANKS_ALIAS(MPI_Init);

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
    const Call call(Function::Init_thread, CLOSERANKS_CALLER);
    if (call.passes()) return real.Init_thread(argc, argv, required, provided);
    return calls::init_thread(argc, argv, required, provided);
}
CLOSERANKS_ALIAS(MPI_Init_thread);

int MPI_Initialized(int *flag) {
    const Call call(Function::Initialized, CLOSERANKS_CALLER);
    if (call.passes()) return real.Initialized(flag);
    return calls::initialized(flag);
}
CLOSERANKS_ALIAS(MPI_Initialized);

int MPI_Intercomm_create(MPI_Comm local_comm, int local_leader, MPI_Comm bridge_comm,
                         int remote_leader, int tag, MPI_Comm *newintercomm) {
    const Call call(Function::Intercomm_create, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Intercomm_create(local_comm, local_leader, bridge_comm, remote_leader, tag,
                                     newintercomm);
    return calls::intercomm_create(local_comm, local_leader, bridge_comm, remote_leader, tag,
                                   newintercomm);
}
CLOSERANKS_ALIAS(MPI_Intercomm_create);

int MPI_Intercomm_create_from_groups(MPI_Group local_group, int local_leader,
                                     MPI_Group remote_group, int remote_leader, const char *tag,
                                     MPI_Info info, MPI_Errhandler errhandler,
                                     MPI_Comm *newintercomm) {
    const Call call(Function::Intercomm_create_from_groups, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Intercomm_create_from_groups(local_group, local_leader, remote_group,
                                                 remote_leader, tag, info, errhandler,
                                                 newintercomm);
    return refuse(Function::Intercomm_create_from_groups, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_Intercomm_create_from_groups);

int MPI_Intercomm_merge(MPI_Comm intercomm, int high, MPI_Comm *newintracomm) {
    const Call call(Function::Intercomm_merge, CLOSERANKS_CALLER);
    if (call.passes()) return real.Intercomm_merge(intercomm, high, newintracomm);
    return calls::intercomm_merge(intercomm, high, newintracomm);
}
CLOSERANKS_ALIAS(MPI_Intercomm_merge);

int MPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status) {
    const Call call(Function::Iprobe, CLOSERANKS_CALLER);
    if (call.passes()) return real.Iprobe(source, tag, comm, flag, status);
    return calls::iprobe(source, tag, comm, flag, status);
}
CLOSERANKS_ALIAS(MPI_Iprobe);

int MPI_Irecv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
              MPI_Request *request) {
    const Call call(Function::Irecv, CLOSERANKS_CALLER);
    if (call.passes()) return real.Irecv(buf, count, datatype, source, tag, comm, request);
    return calls::irecv(buf, count, datatype, source, tag, comm, request);
}
CLOSERANKS_ALIAS(MPI_Irecv);

int MPI_Ireduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                int root, MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Ireduce, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Ireduce(sendbuf, recvbuf, count, datatype, op, root, comm, request);
    return calls::ireduce(sendbuf, recvbuf, count, datatype, op, root, comm, request);
}
CLOSERANKS_ALIAS(MPI_Ireduce);

int MPI_Ireduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[],
                        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Ireduce_scatter, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Ireduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm, request);
    return calls::ireduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm, request);
}
CLOSERANKS_ALIAS(MPI_Ireduce_scatter);

int MPI_Ireduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount,
                              MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                              MPI_Request *request) {
    const Call call(Function::Ireduce_scatter_block, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Ireduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm, request);
    return calls::ireduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm, request);
}
CLOSERANKS_ALIAS(MPI_Ireduce_scatter_block);

int MPI_Irsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
               MPI_Request *request) {
    const Call call(Function::Irsend, CLOSERANKS_CALLER);
    if (call.passes()) return real.Irsend(buf, count, datatype, dest, tag, comm, request);
    return calls::irsend(buf, count, datatype, dest, tag, comm, request);
}
CLOSERANKS_ALIAS(MPI_Irsend);

int MPI_Iscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
              MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Iscan, CLOSERANKS_CALLER);
    if (call.passes()) return real.Iscan(sendbuf, recvbuf, count, datatype, op, comm, request);
    return calls::iscan(sendbuf, recvbuf, count, datatype, op, comm, request);
}
CLOSERANKS_ALIAS(MPI_Iscan);

int MPI_Iscatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                 int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                 MPI_Request *request) {
    const Call call(Function::Iscatter, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Iscatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm,
                             request);
    return calls::iscatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm,
                           request);
}
CLOSERANKS_ALIAS(MPI_Iscatter);

int MPI_Iscatterv(const void *sendbuf, const int sendcounts[], const int displs[],
                  MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                  int root, MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Iscatterv, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Iscatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype,
                              root, comm, request);
    return calls::iscatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype,
                            root, comm, request);
}
CLOSERANKS_ALIAS(MPI_Iscatterv);

int MPI_Isend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
              MPI_Request *request) {
    const Call call(Function::Isend, CLOSERANKS_CALLER);
    if (call.passes()) return real.Isend(buf, count, datatype, dest, tag, comm, request);
    return calls::isend(buf, count, datatype, dest, tag, comm, request);
}
CLOSERANKS_ALIAS(MPI_Isend);

int MPI_Isendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
                  void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag,
                  MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Isendrecv, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Isendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount,
                              recvtype, source, recvtag, comm, request);
    return calls::isendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount,
                            recvtype, source, recvtag, comm, request);
}
CLOSERANKS_ALIAS(MPI_Isendrecv);

int MPI_Isendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag,
                          int source, int recvtag, MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Isendrecv_replace, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Isendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm,
                                      request);
    return calls::isendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm,
                                    request);
}
CLOSERANKS_ALIAS(MPI_Isendrecv_replace);

int MPI_Issend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
               MPI_Request *request) {
    const Call call(Function::Issend, CLOSERANKS_CALLER);
    if (call.passes()) return real.Issend(buf, count, datatype, dest, tag, comm, request);
    return calls::issend(buf, count, datatype, dest, tag, comm, request);
}
CLOSERANKS_ALIAS(MPI_Issend);

int MPI_Keyval_create(MPI_Copy_function *copy_fn, MPI_Delete_function *delete_fn, int *keyval,
                      void *extra_state) {
    const Call call(Function::Keyval_create, CLOSERANKS_CALLER);
    if (call.passes()) return real.Keyval_create(copy_fn, delete_fn, keyval, extra_state);
    return calls::keyval_create(copy_fn, delete_fn, keyval, extra_state);
}
CLOSERANKS_ALIAS(MPI_Keyval_create);

int MPI_Lookup_name(const char *service_name, MPI_Info info, char *port_name) {
    const Call call(Function::Lookup_name, CLOSERANKS_CALLER);
    if (call.passes()) return real.Lookup_name(service_name, info, port_name);
    return refuse(Function::Lookup_name, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_Lookup_name);

int MPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status) {
    const Call call(Function::Mprobe, CLOSERANKS_CALLER);
    if (call.passes()) return real.Mprobe(source, tag, comm, message, status);
    return calls::mprobe(source, tag, comm, message, status);
}
CLOSERANKS_ALIAS(MPI_Mprobe);

int MPI_Mrecv(void *buf, int count, MPI_Datatype type, MPI_Message *message, MPI_Status *status) {
    const Call call(Function::Mrecv, CLOSERANKS_CALLER);
    if (call.passes()) return real.Mrecv(buf, count, type, message, status);
    return calls::mrecv(buf, count, type, message, status);
}
CLOSERANKS_ALIAS(MPI_Mrecv);

int MPI_Neighbor_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                           int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    const Call call(Function::Neighbor_allgather, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Neighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                       comm);
    return calls::neighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                     comm);
}
CLOSERANKS_ALIAS(MPI_Neighbor_allgather);

int MPI_Neighbor_allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                                void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                                MPI_Info info, MPI_Request *request) {
    const Call call(Function::Neighbor_allgather_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Neighbor_allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                            recvtype, comm, info, request);
    return calls::neighbor_allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                          recvtype, comm, info, request);
}
CLOSERANKS_ALIAS(MPI_Neighbor_allgather_init);

int MPI_Neighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                            void *recvbuf, const int recvcounts[], const int displs[],
                            MPI_Datatype recvtype, MPI_Comm comm) {
    const Call call(Function::Neighbor_allgatherv, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Neighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                                        recvtype, comm);
    return calls::neighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                                      recvtype, comm);
}
CLOSERANKS_ALIAS(MPI_Neighbor_allgatherv);

int MPI_Neighbor_allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                                 void *recvbuf, const int recvcounts[], const int displs[],
                                 MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                                 MPI_Request *request) {
    const Call call(Function::Neighbor_allgatherv_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Neighbor_allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts,
                                             displs, recvtype, comm, info, request);
    return calls::neighbor_allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts,
                                           displs, recvtype, comm, info, request);
}
CLOSERANKS_ALIAS(MPI_Neighbor_allgatherv_init);

int MPI_Neighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                          int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    const Call call(Function::Neighbor_alltoall, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Neighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                      comm);
    return calls::neighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                    comm);
}
CLOSERANKS_ALIAS(MPI_Neighbor_alltoall);

int MPI_Neighbor_alltoall_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                               void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                               MPI_Info info, MPI_Request *request) {
    const Call call(Function::Neighbor_alltoall_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Neighbor_alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                           recvtype, comm, info, request);
    return calls::neighbor_alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                         comm, info, request);
}
CLOSERANKS_ALIAS(MPI_Neighbor_alltoall_init);

int MPI_Neighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
                           MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                           const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm) {
    const Call call(Function::Neighbor_alltoallv, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Neighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
                                       rdispls, recvtype, comm);
    return calls::neighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
                                     rdispls, recvtype, comm);
}
CLOSERANKS_ALIAS(MPI_Neighbor_alltoallv);

int MPI_Neighbor_alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[],
                                MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                                const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                                MPI_Info info, MPI_Request *request) {
    const Call call(Function::Neighbor_alltoallv_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Neighbor_alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf,
                                            recvcounts, rdispls, recvtype, comm, info, request);
    return calls::neighbor_alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf,
                                          recvcounts, rdispls, recvtype, comm, info, request);
}
CLOSERANKS_ALIAS(MPI_Neighbor_alltoallv_init);

int MPI_Neighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
                           const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                           const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
                           MPI_Comm comm) {
    const Call call(Function::Neighbor_alltoallw, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Neighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
                                       rdispls, recvtypes, comm);
    return calls::neighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
                                     rdispls, recvtypes, comm);
}
CLOSERANKS_ALIAS(MPI_Neighbor_alltoallw);

int MPI_Neighbor_alltoallw_init(const void *sendbuf, const int sendcounts[],
                                const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
                                void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[],
                                const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info,
                                MPI_Request *request) {
    const Call call(Function::Neighbor_alltoallw_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Neighbor_alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
                                            recvcounts, rdispls, recvtypes, comm, info, request);
    return calls::neighbor_alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
                                          recvcounts, rdispls, recvtypes, comm, info, request);
}
CLOSERANKS_ALIAS(MPI_Neighbor_alltoallw_init);

int MPI_Op_free(MPI_Op *op) {
    const Call call(Function::Op_free, CLOSERANKS_CALLER);
    if (call.passes()) return real.Op_free(op);
    return calls::op_free(op);
}
CLOSERANKS_ALIAS(MPI_Op_free);

int MPI_Open_port(MPI_Info info, char *port_name) {
    const Call call(Function::Open_port, CLOSERANKS_CALLER);
    if (call.passes()) return real.Open_port(info, port_name);
    return refuse(Function::Open_port, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_Open_port);

int MPI_Parrived(MPI_Request request, int partition, int *flag) {
    const Call call(Function::Parrived, CLOSERANKS_CALLER);
    if (call.passes()) return real.Parrived(request, partition, flag);
    return calls::parrived(request, partition, flag);
}
CLOSERANKS_ALIAS(MPI_Parrived);

int MPI_Pready(int partitions, MPI_Request request) {
    const Call call(Function::Pready, CLOSERANKS_CALLER);
    if (call.passes()) return real.Pready(partitions, request);
    return calls::pready(partitions, request);
}
CLOSERANKS_ALIAS(MPI_Pready);

int MPI_Pready_list(int length, Pready_list_partition_list partition_list, MPI_Request request) {
    const Call call(Function::Pready_list, CLOSERANKS_CALLER);
    if (call.passes()) return real.Pready_list(length, partition_list, request);
    return calls::pready_list(length, partition_list, request);
}
CLOSERANKS_ALIAS(MPI_Pready_list);

int MPI_Pready_range(int partition_low, int partition_high, MPI_Request request) {
    const Call call(Function::Pready_range, CLOSERANKS_CALLER);
    if (call.passes()) return real.Pready_range(partition_low, partition_high, request);
    return calls::pready_range(partition_low, partition_high, request);
}
CLOSERANKS_ALIAS(MPI_Pready_range);

int MPI_Precv_init(void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int source,
                   int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    const Call call(Function::Precv_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Precv_init(buf, partitions, count, datatype, source, tag, comm, info, request);
    return calls::precv_init(buf, partitions, count, datatype, source, tag, comm, info, request);
}
CLOSERANKS_ALIAS(MPI_Precv_init);

int MPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status) {
    const Call call(Function::Probe, CLOSERANKS_CALLER);
    if (call.passes()) return real.Probe(source, tag, comm, status);
    return calls::probe(source, tag, comm, status);
}
CLOSERANKS_ALIAS(MPI_Probe);

int MPI_Psend_init(const void *buf, int partitions, MPI_Count count, MPI_Datatype datatype,
                   int dest, int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    const Call call(Function::Psend_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Psend_init(buf, partitions, count, datatype, dest, tag, comm, info, request);
    return calls::psend_init(buf, partitions, count, datatype, dest, tag, comm, info, request);
}
CLOSERANKS_ALIAS(MPI_Psend_init);

int MPI_Publish_name(const char *service_name, MPI_Info info, const char *port_name) {
    const Call call(Function::Publish_name, CLOSERANKS_CALLER);
    if (call.passes()) return real.Publish_name(service_name, info, port_name);
    return refuse(Function::Publish_name, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_Publish_name);

int MPI_Put(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
            int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
            MPI_Win win) {
    const Call call(Function::Put, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Put(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                        target_count, target_datatype, win);
    return calls::put(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                      target_count, target_datatype, win);
}
CLOSERANKS_ALIAS(MPI_Put);

int MPI_Raccumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
                    int target_rank, MPI_Aint target_disp, int target_count,
                    MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request) {
    const Call call(Function::Raccumulate, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Raccumulate(origin_addr, origin_count, origin_datatype, target_rank,
                                target_disp, target_count, target_datatype, op, win, request);
    return calls::raccumulate(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                              target_count, target_datatype, op, win, request);
}
CLOSERANKS_ALIAS(MPI_Raccumulate);

int MPI_Recv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
             MPI_Status *status) {
    const Call call(Function::Recv, CLOSERANKS_CALLER);
    if (call.passes()) return real.Recv(buf, count, datatype, source, tag, comm, status);
    return calls::recv(buf, count, datatype, source, tag, comm, status);
}
CLOSERANKS_ALIAS(MPI_Recv);

int MPI_Recv_init(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                  MPI_Request *request) {
    const Call call(Function::Recv_init, CLOSERANKS_CALLER);
    if (call.passes()) return real.Recv_init(buf, count, datatype, source, tag, comm, request);
    return calls::recv_init(buf, count, datatype, source, tag, comm, request);
}
CLOSERANKS_ALIAS(MPI_Recv_init);

int MPI_Reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
               int root, MPI_Comm comm) {
    const Call call(Function::Reduce, CLOSERANKS_CALLER);
    if (call.passes()) return real.Reduce(sendbuf, recvbuf, count, datatype, op, root, comm);
    return calls::reduce(sendbuf, recvbuf, count, datatype, op, root, comm);
}
CLOSERANKS_ALIAS(MPI_Reduce);

int MPI_Reduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                    int root, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    const Call call(Function::Reduce_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Reduce_init(sendbuf, recvbuf, count, datatype, op, root, comm, info, request);
    return calls::reduce_init(sendbuf, recvbuf, count, datatype, op, root, comm, info, request);
}
CLOSERANKS_ALIAS(MPI_Reduce_init);

int MPI_Reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[],
                       MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    const Call call(Function::Reduce_scatter, CLOSERANKS_CALLER);
    if (call.passes()) return real.Reduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm);
    return calls::reduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm);
}
CLOSERANKS_ALIAS(MPI_Reduce_scatter);

int MPI_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount,
                             MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    const Call call(Function::Reduce_scatter_block, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Reduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm);
    return calls::reduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm);
}
CLOSERANKS_ALIAS(MPI_Reduce_scatter_block);

int MPI_Reduce_scatter_block_init(const void *sendbuf, void *recvbuf, int recvcount,
                                  MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                  MPI_Request *request) {
    const Call call(Function::Reduce_scatter_block_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Reduce_scatter_block_init(sendbuf, recvbuf, recvcount, datatype, op, comm, info,
                                              request);
    return calls::reduce_scatter_block_init(sendbuf, recvbuf, recvcount, datatype, op, comm, info,
                                            request);
}
CLOSERANKS_ALIAS(MPI_Reduce_scatter_block_init);

int MPI_Reduce_scatter_init(const void *sendbuf, void *recvbuf, const int recvcounts[],
                            MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                            MPI_Request *request) {
    const Call call(Function::Reduce_scatter_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Reduce_scatter_init(sendbuf, recvbuf, recvcounts, datatype, op, comm, info,
                                        request);
    return calls::reduce_scatter_init(sendbuf, recvbuf, recvcounts, datatype, op, comm, info,
                                      request);
}
CLOSERANKS_ALIAS(MPI_Reduce_scatter_init);

int MPI_Request_free(MPI_Request *request) {
    const Call call(Function::Request_free, CLOSERANKS_CALLER);
    if (call.passes()) return real.Request_free(request);
    return calls::request_free(request);
}
CLOSERANKS_ALIAS(MPI_Request_free);

int MPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status) {
    const Call call(Function::Request_get_status, CLOSERANKS_CALLER);
    if (call.passes()) return real.Request_get_status(request, flag, status);
    return calls::request_get_status(request, flag, status);
}
CLOSERANKS_ALIAS(MPI_Request_get_status);

int MPI_Rget(void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
             MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win,
             MPI_Request *request) {
    const Call call(Function::Rget, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Rget(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                         target_count, target_datatype, win, request);
    return calls::rget(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                       target_count, target_datatype, win, request);
}
CLOSERANKS_ALIAS(MPI_Rget);

int MPI_Rget_accumulate(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
                        void *result_addr, int result_count, MPI_Datatype result_datatype,
                        int target_rank, MPI_Aint target_disp, int target_count,
                        MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
                        MPI_Request *request) {
    const Call call(Function::Rget_accumulate, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Rget_accumulate(origin_addr, origin_count, origin_datatype, result_addr,
                                    result_count, result_datatype, target_rank, target_disp,
                                    target_count, target_datatype, op, win, request);
    return calls::rget_accumulate(origin_addr, origin_count, origin_datatype, result_addr,
                                  result_count, result_datatype, target_rank, target_disp,
                                  target_count, target_datatype, op, win, request);
}
CLOSERANKS_ALIAS(MPI_Rget_accumulate);

int MPI_Rput(const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
             int target_rank, MPI_Aint target_disp, int target_cout, MPI_Datatype target_datatype,
             MPI_Win win, MPI_Request *request) {
    const Call call(Function::Rput, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Rput(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                         target_cout, target_datatype, win, request);
    return calls::rput(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                       target_cout, target_datatype, win, request);
}
CLOSERANKS_ALIAS(MPI_Rput);

int MPI_Rsend(const void *ibuf, int count, MPI_Datatype datatype, int dest, int tag,
              MPI_Comm comm) {
    const Call call(Function::Rsend, CLOSERANKS_CALLER);
    if (call.passes()) return real.Rsend(ibuf, count, datatype, dest, tag, comm);
    return calls::rsend(ibuf, count, datatype, dest, tag, comm);
}
CLOSERANKS_ALIAS(MPI_Rsend);

int MPI_Rsend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                   MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Rsend_init, CLOSERANKS_CALLER);
    if (call.passes()) return real.Rsend_init(buf, count, datatype, dest, tag, comm, request);
    return calls::rsend_init(buf, count, datatype, dest, tag, comm, request);
}
CLOSERANKS_ALIAS(MPI_Rsend_init);

int MPI_Scan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
             MPI_Comm comm) {
    const Call call(Function::Scan, CLOSERANKS_CALLER);
    if (call.passes()) return real.Scan(sendbuf, recvbuf, count, datatype, op, comm);
    return calls::scan(sendbuf, recvbuf, count, datatype, op, comm);
}
CLOSERANKS_ALIAS(MPI_Scan);

int MPI_Scan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                  MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    const Call call(Function::Scan_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Scan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request);
    return calls::scan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request);
}
CLOSERANKS_ALIAS(MPI_Scan_init);

int MPI_Scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    const Call call(Function::Scatter, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
    return calls::scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
}
CLOSERANKS_ALIAS(MPI_Scatter);

int MPI_Scatter_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                     int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                     MPI_Request *request) {
    const Call call(Function::Scatter_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Scatter_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
                                 comm, info, request);
    return calls::scatter_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
                               comm, info, request);
}
CLOSERANKS_ALIAS(MPI_Scatter_init);

int MPI_Scatterv(const void *sendbuf, const int sendcounts[], const int displs[],
                 MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                 int root, MPI_Comm comm) {
    const Call call(Function::Scatterv, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype,
                             root, comm);
    return calls::scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype,
                           root, comm);
}
CLOSERANKS_ALIAS(MPI_Scatterv);

int MPI_Scatterv_init(const void *sendbuf, const int sendcounts[], const int displs[],
                      MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                      int root, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    const Call call(Function::Scatterv_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Scatterv_init(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount,
                                  recvtype, root, comm, info, request);
    return calls::scatterv_init(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype,
                                root, comm, info, request);
}
CLOSERANKS_ALIAS(MPI_Scatterv_init);

int MPI_Send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    const Call call(Function::Send, CLOSERANKS_CALLER);
    if (call.passes()) return real.Send(buf, count, datatype, dest, tag, comm);
    return calls::send(buf, count, datatype, dest, tag, comm);
}
CLOSERANKS_ALIAS(MPI_Send);

int MPI_Send_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                  MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Send_init, CLOSERANKS_CALLER);
    if (call.passes()) return real.Send_init(buf, count, datatype, dest, tag, comm, request);
    return calls::send_init(buf, count, datatype, dest, tag, comm, request);
}
CLOSERANKS_ALIAS(MPI_Send_init);

int MPI_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
                 void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag,
                 MPI_Comm comm, MPI_Status *status) {
    const Call call(Function::Sendrecv, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount,
                             recvtype, source, recvtag, comm, status);
    return calls::sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount,
                           recvtype, source, recvtag, comm, status);
}
CLOSERANKS_ALIAS(MPI_Sendrecv);

int MPI_Sendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag,
                         int source, int recvtag, MPI_Comm comm, MPI_Status *status) {
    const Call call(Function::Sendrecv_replace, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Sendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm,
                                     status);
    return calls::sendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm,
                                   status);
}
CLOSERANKS_ALIAS(MPI_Sendrecv_replace);

int MPI_Session_init(MPI_Info info, MPI_Errhandler errhandler, MPI_Session *session) {
    const Call call(Function::Session_init, CLOSERANKS_CALLER);
    if (call.passes()) return real.Session_init(info, errhandler, session);
    return refuse(Function::Session_init, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_Session_init);

int MPI_Ssend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    const Call call(Function::Ssend, CLOSERANKS_CALLER);
    if (call.passes()) return real.Ssend(buf, count, datatype, dest, tag, comm);
    return calls::ssend(buf, count, datatype, dest, tag, comm);
}
CLOSERANKS_ALIAS(MPI_Ssend);

int MPI_Ssend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                   MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Ssend_init, CLOSERANKS_CALLER);
    if (call.passes()) return real.Ssend_init(buf, count, datatype, dest, tag, comm, request);
    return calls::ssend_init(buf, count, datatype, dest, tag, comm, request);
}
CLOSERANKS_ALIAS(MPI_Ssend_init);

int MPI_Start(MPI_Request *request) {
    const Call call(Function::Start, CLOSERANKS_CALLER);
    if (call.passes()) return real.Start(request);
    return calls::start(request);
}
CLOSERANKS_ALIAS(MPI_Start);

int MPI_Startall(int count, MPI_Request array_of_requests[]) {
    const Call call(Function::Startall, CLOSERANKS_CALLER);
    if (call.passes()) return real.Startall(count, array_of_requests);
    return calls::startall(count, array_of_requests);
}
CLOSERANKS_ALIAS(MPI_Startall);

int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status) {
    const Call call(Function::Test, CLOSERANKS_CALLER);
    if (call.passes()) return real.Test(request, flag, status);
    return calls::test(request, flag, status);
}
CLOSERANKS_ALIAS(MPI_Test);

int MPI_Testall(int count, MPI_Request array_of_requests[], int *flag,
                MPI_Status array_of_statuses[]) {
    const Call call(Function::Testall, CLOSERANKS_CALLER);
    if (call.passes()) return real.Testall(count, array_of_requests, flag, array_of_statuses);
    return calls::testall(count, array_of_requests, flag, array_of_statuses);
}
CLOSERANKS_ALIAS(MPI_Testall);

int MPI_Testany(int count, MPI_Request array_of_requests[], int *index, int *flag,
                MPI_Status *status) {
    const Call call(Function::Testany, CLOSERANKS_CALLER);
    if (call.passes()) return real.Testany(count, array_of_requests, index, flag, status);
    return calls::testany(count, array_of_requests, index, flag, status);
}
CLOSERANKS_ALIAS(MPI_Testany);

int MPI_Testsome(int incount, MPI_Request array_of_requests[], int *outcount,
                 int array_of_indices[], MPI_Status array_of_statuses[]) {
    const Call call(Function::Testsome, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Testsome(incount, array_of_requests, outcount, array_of_indices,
                             array_of_statuses);
    return calls::testsome(incount, array_of_requests, outcount, array_of_indices,
                           array_of_statuses);
}
CLOSERANKS_ALIAS(MPI_Testsome);

int MPI_Topo_test(MPI_Comm comm, int *status) {
    const Call call(Function::Topo_test, CLOSERANKS_CALLER);
    if (call.passes()) return real.Topo_test(comm, status);
    return calls::topo_test(comm, status);
}
CLOSERANKS_ALIAS(MPI_Topo_test);

int MPI_Unpublish_name(const char *service_name, MPI_Info info, const char *port_name) {
    const Call call(Function::Unpublish_name, CLOSERANKS_CALLER);
    if (call.passes()) return real.Unpublish_name(service_name, info, port_name);
    return refuse(Function::Unpublish_name, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_Unpublish_name);

int MPI_Wait(MPI_Request *request, MPI_Status *status) {
    const Call call(Function::Wait, CLOSERANKS_CALLER);
    if (call.passes()) return real.Wait(request, status);
    return calls::wait(request, status);
}
CLOSERANKS_ALIAS(MPI_Wait);

int MPI_Waitall(int count, MPI_Request array_of_requests[], MPI_Status *array_of_statuses) {
    const Call call(Function::Waitall, CLOSERANKS_CALLER);
    if (call.passes()) return real.Waitall(count, array_of_requests, array_of_statuses);
    return calls::waitall(count, array_of_requests, array_of_statuses);
}
CLOSERANKS_ALIAS(MPI_Waitall);

int MPI_Waitany(int count, MPI_Request array_of_requests[], int *index, MPI_Status *status) {
    const Call call(Function::Waitany, CLOSERANKS_CALLER);
    if (call.passes()) return real.Waitany(count, array_of_requests, index, status);
    return calls::waitany(count, array_of_requests, index, status);
}
CLOSERANKS_ALIAS(MPI_Waitany);

int MPI_Waitsome(int incount, MPI_Request array_of_requests[], int *outcount,
                 int array_of_indices[], MPI_Status array_of_statuses[]) {
    const Call call(Function::Waitsome, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Waitsome(incount, array_of_requests, outcount, array_of_indices,
                             array_of_statuses);
    return calls::waitsome(incount, array_of_requests, outcount, array_of_indices,
                           array_of_statuses);
}
CLOSERANKS_ALIAS(MPI_Waitsome);

int MPI_Win_allocate(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr,
                     MPI_Win *win) {
    const Call call(Function::Win_allocate, CLOSERANKS_CALLER);
    if (call.passes()) return real.Win_allocate(size, disp_unit, info, comm, baseptr, win);
    return calls::win_allocate(size, disp_unit, info, comm, baseptr, win);
}
CLOSERANKS_ALIAS(MPI_Win_allocate);

int MPI_Win_allocate_shared(MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm,
                            void *baseptr, MPI_Win *win) {
    const Call call(Function::Win_allocate_shared, CLOSERANKS_CALLER);
    if (call.passes()) return real.Win_allocate_shared(size, disp_unit, info, comm, baseptr, win);
    return refuse(Function::Win_allocate_shared, comm);
}
CLOSERANKS_ALIAS(MPI_Win_allocate_shared);

int MPI_Win_complete(MPI_Win win) {
    const Call call(Function::Win_complete, CLOSERANKS_CALLER);
    if (call.passes()) return real.Win_complete(win);
    return calls::win_complete(win);
}
CLOSERANKS_ALIAS(MPI_Win_complete);

int MPI_Win_create(void *base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm,
                   MPI_Win *win) {
    const Call call(Function::Win_create, CLOSERANKS_CALLER);
    if (call.passes()) return real.Win_create(base, size, disp_unit, info, comm, win);
    return calls::win_create(base, size, disp_unit, info, comm, win);
}
CLOSERANKS_ALIAS(MPI_Win_create);

int MPI_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win *win) {
    const Call call(Function::Win_create_dynamic, CLOSERANKS_CALLER);
    if (call.passes()) return real.Win_create_dynamic(info, comm, win);
    return refuse(Function::Win_create_dynamic, comm);
}
CLOSERANKS_ALIAS(MPI_Win_create_dynamic);

int MPI_Win_fence(int mpi_assert, MPI_Win win) {
    const Call call(Function::Win_fence, CLOSERANKS_CALLER);
    if (call.passes()) return real.Win_fence(mpi_assert, win);
    return calls::win_fence(mpi_assert, win);
}
CLOSERANKS_ALIAS(MPI_Win_fence);

int MPI_Win_flush(int rank, MPI_Win win) {
    const Call call(Function::Win_flush, CLOSERANKS_CALLER);
    if (call.passes()) return real.Win_flush(rank, win);
    return calls::win_flush(rank, win);
}
CLOSERANKS_ALIAS(MPI_Win_flush);

int MPI_Win_flush_all(MPI_Win win) {
    const Call call(Function::Win_flush_all, CLOSERANKS_CALLER);
    if (call.passes()) return real.Win_flush_all(win);
    return calls::win_flush_all(win);
}
CLOSERANKS_ALIAS(MPI_Win_flush_all);

int MPI_Win_flush_local(int rank, MPI_Win win) {
    const Call call(Function::Win_flush_local, CLOSERANKS_CALLER);
    if (call.passes()) return real.Win_flush_local(rank, win);
    return calls::win_flush_local(rank, win);
}
CLOSERANKS_ALIAS(MPI_Win_flush_local);

int MPI_Win_flush_local_all(MPI_Win win) {
    const Call call(Function::Win_flush_local_all, CLOSERANKS_CALLER);
    if (call.passes()) return real.Win_flush_local_all(win);
    return calls::win_flush_local_all(win);
}
CLOSERANKS_ALIAS(MPI_Win_flush_local_all);

int MPI_Win_free(MPI_Win *win) {
    const Call call(Function::Win_free, CLOSERANKS_CALLER);
    if (call.passes()) return real.Win_free(win);
    return calls::win_free(win);
}
CLOSERANKS_ALIAS(MPI_Win_free);

int MPI_Win_get_group(MPI_Win win, MPI_Group *group) {
    const Call call(Function::Win_get_group, CLOSERANKS_CALLER);
    if (call.passes()) return real.Win_get_group(win, group);
    return calls::win_get_group(win, group);
}
CLOSERANKS_ALIAS(MPI_Win_get_group);

int MPI_Win_lock(int lock_type, int rank, int mpi_assert, MPI_Win win) {
    const Call call(Function::Win_lock, CLOSERANKS_CALLER);
    if (call.passes()) return real.Win_lock(lock_type, rank, mpi_assert, win);
    return calls::win_lock(lock_type, rank, mpi_assert, win);
}
CLOSERANKS_ALIAS(MPI_Win_lock);

int MPI_Win_lock_all(int mpi_assert, MPI_Win win) {
    const Call call(Function::Win_lock_all, CLOSERANKS_CALLER);
    if (call.passes()) return real.Win_lock_all(mpi_assert, win);
    return calls::win_lock_all(mpi_assert, win);
}
CLOSERANKS_ALIAS(MPI_Win_lock_all);

int MPI_Win_post(MPI_Group group, int mpi_assert, MPI_Win win) {
    const Call call(Function::Win_post, CLOSERANKS_CALLER);
    if (call.passes()) return real.Win_post(group, mpi_assert, win);
    return calls::win_post(group, mpi_assert, win);
}
CLOSERANKS_ALIAS(MPI_Win_post);

int MPI_Win_shared_query(MPI_Win win, int rank, MPI_Aint *size, int *disp_unit, void *baseptr) {
    const Call call(Function::Win_shared_query, CLOSERANKS_CALLER);
    if (call.passes()) return real.Win_shared_query(win, rank, size, disp_unit, baseptr);
    return calls::win_shared_query(win, rank, size, disp_unit, baseptr);
}
CLOSERANKS_ALIAS(MPI_Win_shared_query);

int MPI_Win_start(MPI_Group group, int mpi_assert, MPI_Win win) {
    const Call call(Function::Win_start, CLOSERANKS_CALLER);
    if (call.passes()) return real.Win_start(group, mpi_assert, win);
    return calls::win_start(group, mpi_assert, win);
}
CLOSERANKS_ALIAS(MPI_Win_start);

int MPI_Win_sync(MPI_Win win) {
    const Call call(Function::Win_sync, CLOSERANKS_CALLER);
    if (call.passes()) return real.Win_sync(win);
    return calls::win_sync(win);
}
CLOSERANKS_ALIAS(MPI_Win_sync);

int MPI_Win_test(MPI_Win win, int *flag) {
    const Call call(Function::Win_test, CLOSERANKS_CALLER);
    if (call.passes()) return real.Win_test(win, flag);
    return calls::win_test(win, flag);
}
CLOSERANKS_ALIAS(MPI_Win_test);

int MPI_Win_unlock(int rank, MPI_Win win) {
    const Call call(Function::Win_unlock, CLOSERANKS_CALLER);
    if (call.passes()) return real.Win_unlock(rank, win);
    return calls::win_unlock(rank, win);
}
CLOSERANKS_ALIAS(MPI_Win_unlock);

int MPI_Win_unlock_all(MPI_Win win) {
    const Call call(Function::Win_unlock_all, CLOSERANKS_CALLER);
    if (call.passes()) return real.Win_unlock_all(win);
    return calls::win_unlock_all(win);
}
CLOSERANKS_ALIAS(MPI_Win_unlock_all);

int MPI_Win_wait(MPI_Win win) {
    const Call call(Function::Win_wait, CLOSERANKS_CALLER);
    if (call.passes()) return real.Win_wait(win);
    return calls::win_wait(win);
}
CLOSERANKS_ALIAS(MPI_Win_wait);

double MPI_Wtime() {
    const Call call(Function::Wtime, CLOSERANKS_CALLER);
    if (call.passes()) return real.Wtime();
    return calls::wtime();
}
CLOSERANKS_ALIAS(MPI_Wtime);

#if OMPI_MAJOR_VERSION >= 6

int MPI_Accumulate_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
                     int target_rank, MPI_Aint target_disp, MPI_Count target_count,
                     MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    const Call call(Function::Accumulate, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Accumulate_c(origin_addr, origin_count, origin_datatype, target_rank,
                                 target_disp, target_count, target_datatype, op, win);
    return refuse(Function::Accumulate, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_Accumulate_c);

int MPI_Allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    const Call call(Function::Allgather, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Allgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    return refuse(Function::Allgather, comm);
}
CLOSERANKS_ALIAS(MPI_Allgather_c);

int MPI_Allgather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                         void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                         MPI_Info info, MPI_Request *request) {
    const Call call(Function::Allgather_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Allgather_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                     comm, info, request);
    return refuse(Function::Allgather_init, comm);
}
CLOSERANKS_ALIAS(MPI_Allgather_init_c);

int MPI_Allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                     const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype,
                     MPI_Comm comm) {
    const Call call(Function::Allgatherv, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                                 recvtype, comm);
    return refuse(Function::Allgatherv, comm);
}
CLOSERANKS_ALIAS(MPI_Allgatherv_c);

int MPI_Allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                          void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                          MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                          MPI_Request *request) {
    const Call call(Function::Allgatherv_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Allgatherv_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                                      recvtype, comm, info, request);
    return refuse(Function::Allgatherv_init, comm);
}
CLOSERANKS_ALIAS(MPI_Allgatherv_init_c);

int MPI_Allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                    MPI_Op op, MPI_Comm comm) {
    const Call call(Function::Allreduce, CLOSERANKS_CALLER);
    if (call.passes()) return real.Allreduce_c(sendbuf, recvbuf, count, datatype, op, comm);
    return refuse(Function::Allreduce, comm);
}
CLOSERANKS_ALIAS(MPI_Allreduce_c);

int MPI_Allreduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                         MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    const Call call(Function::Allreduce_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Allreduce_init_c(sendbuf, recvbuf, count, datatype, op, comm, info, request);
    return refuse(Function::Allreduce_init, comm);
}
CLOSERANKS_ALIAS(MPI_Allreduce_init_c);

int MPI_Alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                   MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    const Call call(Function::Alltoall, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Alltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
    return refuse(Function::Alltoall, comm);
}
CLOSERANKS_ALIAS(MPI_Alltoall_c);

int MPI_Alltoall_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                        void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                        MPI_Info info, MPI_Request *request) {
    const Call call(Function::Alltoall_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Alltoall_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                    comm, info, request);
    return refuse(Function::Alltoall_init, comm);
}
CLOSERANKS_ALIAS(MPI_Alltoall_init_c);

int MPI_Alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
                    MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
                    const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm) {
    const Call call(Function::Alltoallv, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
                                rdispls, recvtype, comm);
    return refuse(Function::Alltoallv, comm);
}
CLOSERANKS_ALIAS(MPI_Alltoallv_c);

int MPI_Alltoallv_init_c(const void *sendbuf, const MPI_Count sendcounts[],
                         const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf,
                         const MPI_Count recvcounts[], const MPI_Aint rdispls[],
                         MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                         MPI_Request *request) {
    const Call call(Function::Alltoallv_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Alltoallv_init_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
                                     rdispls, recvtype, comm, info, request);
    return refuse(Function::Alltoallv_init, comm);
}
CLOSERANKS_ALIAS(MPI_Alltoallv_init_c);

int MPI_Alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
                    const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[],
                    const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm) {
    const Call call(Function::Alltoallw, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
                                rdispls, recvtypes, comm);
    return refuse(Function::Alltoallw, comm);
}
CLOSERANKS_ALIAS(MPI_Alltoallw_c);

int MPI_Alltoallw_init_c(const void *sendbuf, const MPI_Count sendcounts[],
                         const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf,
                         const MPI_Count recvcounts[], const MPI_Aint rdispls[],
                         const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info,
                         MPI_Request *request) {
    const Call call(Function::Alltoallw_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Alltoallw_init_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
                                     rdispls, recvtypes, comm, info, request);
    return refuse(Function::Alltoallw_init, comm);
}
CLOSERANKS_ALIAS(MPI_Alltoallw_init_c);

int MPI_Bcast_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm) {
    const Call call(Function::Bcast, CLOSERANKS_CALLER);
    if (call.passes()) return real.Bcast_c(buffer, count, datatype, root, comm);
    return refuse(Function::Bcast, comm);
}
CLOSERANKS_ALIAS(MPI_Bcast_c);

int MPI_Bcast_init_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm,
                     MPI_Info info, MPI_Request *request) {
    const Call call(Function::Bcast_init, CLOSERANKS_CALLER);
    if (call.passes()) return real.Bcast_init_c(buffer, count, datatype, root, comm, info, request);
    return refuse(Function::Bcast_init, comm);
}
CLOSERANKS_ALIAS(MPI_Bcast_init_c);

int MPI_Bsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                MPI_Comm comm) {
    const Call call(Function::Bsend, CLOSERANKS_CALLER);
    if (call.passes()) return real.Bsend_c(buf, count, datatype, dest, tag, comm);
    return refuse(Function::Bsend, comm);
}
CLOSERANKS_ALIAS(MPI_Bsend_c);

int MPI_Bsend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                     MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Bsend_init, CLOSERANKS_CALLER);
    if (call.passes()) return real.Bsend_init_c(buf, count, datatype, dest, tag, comm, request);
    return refuse(Function::Bsend_init, comm);
}
CLOSERANKS_ALIAS(MPI_Bsend_init_c);

int MPIX_Comm_ishrink(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request) {
    const Call call(Function::Comm_ishrink, CLOSERANKS_CALLER);
    if (call.passes()) return real.Comm_ishrink(comm, newcomm, request);
    return refuse(Function::Comm_ishrink, comm);
}
CLOSERANKS_ALIAS(MPIX_Comm_ishrink);

int MPI_Exscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                 MPI_Op op, MPI_Comm comm) {
    const Call call(Function::Exscan, CLOSERANKS_CALLER);
    if (call.passes()) return real.Exscan_c(sendbuf, recvbuf, count, datatype, op, comm);
    return refuse(Function::Exscan, comm);
}
CLOSERANKS_ALIAS(MPI_Exscan_c);

int MPI_Exscan_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                      MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    const Call call(Function::Exscan_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Exscan_init_c(sendbuf, recvbuf, count, datatype, op, comm, info, request);
    return refuse(Function::Exscan_init, comm);
}
CLOSERANKS_ALIAS(MPI_Exscan_init_c);

int MPI_File_iread_all_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                         MPI_Request *request) {
    const Call call(Function::File_iread_all, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_iread_all_c(fh, buf, count, datatype, request);
    return refuse(Function::File_iread_all, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_File_iread_all_c);

int MPI_File_iread_at_all_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
                            MPI_Datatype datatype, MPI_Request *request) {
    const Call call(Function::File_iread_at_all, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_iread_at_all_c(fh, offset, buf, count, datatype, request);
    return refuse(Function::File_iread_at_all, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_File_iread_at_all_c);

int MPI_File_iread_at_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
                        MPI_Datatype datatype, MPI_Request *request) {
    const Call call(Function::File_iread_at, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_iread_at_c(fh, offset, buf, count, datatype, request);
    return refuse(Function::File_iread_at, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_File_iread_at_c);

int MPI_File_iread_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                     MPI_Request *request) {
    const Call call(Function::File_iread, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_iread_c(fh, buf, count, datatype, request);
    return refuse(Function::File_iread, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_File_iread_c);

int MPI_File_iread_shared_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                            MPI_Request *request) {
    const Call call(Function::File_iread_shared, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_iread_shared_c(fh, buf, count, datatype, request);
    return refuse(Function::File_iread_shared, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_File_iread_shared_c);

int MPI_File_iwrite_all_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
                          MPI_Request *request) {
    const Call call(Function::File_iwrite_all, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_iwrite_all_c(fh, buf, count, datatype, request);
    return refuse(Function::File_iwrite_all, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_File_iwrite_all_c);

int MPI_File_iwrite_at_all_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
                             MPI_Datatype datatype, MPI_Request *request) {
    const Call call(Function::File_iwrite_at_all, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_iwrite_at_all_c(fh, offset, buf, count, datatype, request);
    return refuse(Function::File_iwrite_at_all, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_File_iwrite_at_all_c);

int MPI_File_iwrite_at_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
                         MPI_Datatype datatype, MPI_Request *request) {
    const Call call(Function::File_iwrite_at, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_iwrite_at_c(fh, offset, buf, count, datatype, request);
    return refuse(Function::File_iwrite_at, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_File_iwrite_at_c);

int MPI_File_iwrite_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
                      MPI_Request *request) {
    const Call call(Function::File_iwrite, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_iwrite_c(fh, buf, count, datatype, request);
    return refuse(Function::File_iwrite, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_File_iwrite_c);

int MPI_File_iwrite_shared_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
                             MPI_Request *request) {
    const Call call(Function::File_iwrite_shared, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_iwrite_shared_c(fh, buf, count, datatype, request);
    return refuse(Function::File_iwrite_shared, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_File_iwrite_shared_c);

int MPI_File_read_all_begin_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype) {
    const Call call(Function::File_read_all_begin, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_read_all_begin_c(fh, buf, count, datatype);
    return refuse(Function::File_read_all_begin, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_File_read_all_begin_c);

int MPI_File_read_all_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                        MPI_Status *status) {
    const Call call(Function::File_read_all, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_read_all_c(fh, buf, count, datatype, status);
    return refuse(Function::File_read_all, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_File_read_all_c);

int MPI_File_read_at_all_begin_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
                                 MPI_Datatype datatype) {
    const Call call(Function::File_read_at_all_begin, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_read_at_all_begin_c(fh, offset, buf, count, datatype);
    return refuse(Function::File_read_at_all_begin, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_File_read_at_all_begin_c);

int MPI_File_read_at_all_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
                           MPI_Datatype datatype, MPI_Status *status) {
    const Call call(Function::File_read_at_all, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_read_at_all_c(fh, offset, buf, count, datatype, status);
    return refuse(Function::File_read_at_all, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_File_read_at_all_c);

int MPI_File_read_at_c(MPI_File fh, MPI_Offset offset, void *buf, MPI_Count count,
                       MPI_Datatype datatype, MPI_Status *status) {
    const Call call(Function::File_read_at, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_read_at_c(fh, offset, buf, count, datatype, status);
    return refuse(Function::File_read_at, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_File_read_at_c);

int MPI_File_read_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                    MPI_Status *status) {
    const Call call(Function::File_read, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_read_c(fh, buf, count, datatype, status);
    return refuse(Function::File_read, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_File_read_c);

int MPI_File_read_ordered_begin_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype) {
    const Call call(Function::File_read_ordered_begin, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_read_ordered_begin_c(fh, buf, count, datatype);
    return refuse(Function::File_read_ordered_begin, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_File_read_ordered_begin_c);

int MPI_File_read_ordered_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                            MPI_Status *status) {
    const Call call(Function::File_read_ordered, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_read_ordered_c(fh, buf, count, datatype, status);
    return refuse(Function::File_read_ordered, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_File_read_ordered_c);

int MPI_File_read_shared_c(MPI_File fh, void *buf, MPI_Count count, MPI_Datatype datatype,
                           MPI_Status *status) {
    const Call call(Function::File_read_shared, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_read_shared_c(fh, buf, count, datatype, status);
    return refuse(Function::File_read_shared, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_File_read_shared_c);

int MPI_File_write_all_begin_c(MPI_File fh, const void *buf, MPI_Count count,
                               MPI_Datatype datatype) {
    const Call call(Function::File_write_all_begin, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_write_all_begin_c(fh, buf, count, datatype);
    return refuse(Function::File_write_all_begin, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_File_write_all_begin_c);

int MPI_File_write_all_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
                         MPI_Status *status) {
    const Call call(Function::File_write_all, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_write_all_c(fh, buf, count, datatype, status);
    return refuse(Function::File_write_all, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_File_write_all_c);

int MPI_File_write_at_all_begin_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
                                  MPI_Datatype datatype) {
    const Call call(Function::File_write_at_all_begin, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_write_at_all_begin_c(fh, offset, buf, count, datatype);
    return refuse(Function::File_write_at_all_begin, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_File_write_at_all_begin_c);

int MPI_File_write_at_all_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
                            MPI_Datatype datatype, MPI_Status *status) {
    const Call call(Function::File_write_at_all, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_write_at_all_c(fh, offset, buf, count, datatype, status);
    return refuse(Function::File_write_at_all, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_File_write_at_all_c);

int MPI_File_write_at_c(MPI_File fh, MPI_Offset offset, const void *buf, MPI_Count count,
                        MPI_Datatype datatype, MPI_Status *status) {
    const Call call(Function::File_write_at, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_write_at_c(fh, offset, buf, count, datatype, status);
    return refuse(Function::File_write_at, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_File_write_at_c);

int MPI_File_write_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
                     MPI_Status *status) {
    const Call call(Function::File_write, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_write_c(fh, buf, count, datatype, status);
    return refuse(Function::File_write, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_File_write_c);

int MPI_File_write_ordered_begin_c(MPI_File fh, const void *buf, MPI_Count count,
                                   MPI_Datatype datatype) {
    const Call call(Function::File_write_ordered_begin, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_write_ordered_begin_c(fh, buf, count, datatype);
    return refuse(Function::File_write_ordered_begin, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_File_write_ordered_begin_c);

int MPI_File_write_ordered_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
                             MPI_Status *status) {
    const Call call(Function::File_write_ordered, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_write_ordered_c(fh, buf, count, datatype, status);
    return refuse(Function::File_write_ordered, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_File_write_ordered_c);

int MPI_File_write_shared_c(MPI_File fh, const void *buf, MPI_Count count, MPI_Datatype datatype,
                            MPI_Status *status) {
    const Call call(Function::File_write_shared, CLOSERANKS_CALLER);
    if (call.passes()) return real.File_write_shared_c(fh, buf, count, datatype, status);
    return refuse(Function::File_write_shared, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_File_write_shared_c);

int MPI_Gather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                 MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    const Call call(Function::Gather, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Gather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
                             comm);
    return refuse(Function::Gather, comm);
}
CLOSERANKS_ALIAS(MPI_Gather_c);

int MPI_Gather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                      void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
                      MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    const Call call(Function::Gather_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Gather_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
                                  comm, info, request);
    return refuse(Function::Gather_init, comm);
}
CLOSERANKS_ALIAS(MPI_Gather_init_c);

int MPI_Gatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                  const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype,
                  int root, MPI_Comm comm) {
    const Call call(Function::Gatherv, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Gatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
                              root, comm);
    return refuse(Function::Gatherv, comm);
}
CLOSERANKS_ALIAS(MPI_Gatherv_c);

int MPI_Gatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                       void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                       MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                       MPI_Request *request) {
    const Call call(Function::Gatherv_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Gatherv_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                                   recvtype, root, comm, info, request);
    return refuse(Function::Gatherv_init, comm);
}
CLOSERANKS_ALIAS(MPI_Gatherv_init_c);

int MPI_Get_accumulate_c(const void *origin_addr, MPI_Count origin_count,
                         MPI_Datatype origin_datatype, void *result_addr, MPI_Count result_count,
                         MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
                         MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op,
                         MPI_Win win) {
    const Call call(Function::Get_accumulate, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Get_accumulate_c(origin_addr, origin_count, origin_datatype, result_addr,
                                     result_count, result_datatype, target_rank, target_disp,
                                     target_count, target_datatype, op, win);
    return refuse(Function::Get_accumulate, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_Get_accumulate_c);

int MPI_Get_c(void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
              int target_rank, MPI_Aint target_disp, MPI_Count target_count,
              MPI_Datatype target_datatype, MPI_Win win) {
    const Call call(Function::Get, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Get_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                          target_count, target_datatype, win);
    return refuse(Function::Get, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_Get_c);

int MPI_Iallgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                     MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                     MPI_Request *request) {
    const Call call(Function::Iallgather, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Iallgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
                                 request);
    return refuse(Function::Iallgather, comm);
}
CLOSERANKS_ALIAS(MPI_Iallgather_c);

int MPI_Iallgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                      void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                      MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Iallgatherv, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Iallgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                                  recvtype, comm, request);
    return refuse(Function::Iallgatherv, comm);
}
CLOSERANKS_ALIAS(MPI_Iallgatherv_c);

int MPI_Iallreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                     MPI_Op op, MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Iallreduce, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Iallreduce_c(sendbuf, recvbuf, count, datatype, op, comm, request);
    return refuse(Function::Iallreduce, comm);
}
CLOSERANKS_ALIAS(MPI_Iallreduce_c);

int MPI_Ialltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                    MPI_Request *request) {
    const Call call(Function::Ialltoall, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Ialltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
                                request);
    return refuse(Function::Ialltoall, comm);
}
CLOSERANKS_ALIAS(MPI_Ialltoall_c);

int MPI_Ialltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
                     MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
                     const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                     MPI_Request *request) {
    const Call call(Function::Ialltoallv, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Ialltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
                                 rdispls, recvtype, comm, request);
    return refuse(Function::Ialltoallv, comm);
}
CLOSERANKS_ALIAS(MPI_Ialltoallv_c);

int MPI_Ialltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
                     const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[],
                     const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
                     MPI_Request *request) {
    const Call call(Function::Ialltoallw, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Ialltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
                                 rdispls, recvtypes, comm, request);
    return refuse(Function::Ialltoallw, comm);
}
CLOSERANKS_ALIAS(MPI_Ialltoallw_c);

int MPI_Ibcast_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm,
                 MPI_Request *request) {
    const Call call(Function::Ibcast, CLOSERANKS_CALLER);
    if (call.passes()) return real.Ibcast_c(buffer, count, datatype, root, comm, request);
    return refuse(Function::Ibcast, comm);
}
CLOSERANKS_ALIAS(MPI_Ibcast_c);

int MPI_Ibsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                 MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Ibsend, CLOSERANKS_CALLER);
    if (call.passes()) return real.Ibsend_c(buf, count, datatype, dest, tag, comm, request);
    return refuse(Function::Ibsend, comm);
}
CLOSERANKS_ALIAS(MPI_Ibsend_c);

int MPI_Iexscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                  MPI_Op op, MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Iexscan, CLOSERANKS_CALLER);
    if (call.passes()) return real.Iexscan_c(sendbuf, recvbuf, count, datatype, op, comm, request);
    return refuse(Function::Iexscan, comm);
}
CLOSERANKS_ALIAS(MPI_Iexscan_c);

int MPI_Igather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                  MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                  MPI_Request *request) {
    const Call call(Function::Igather, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Igather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
                              comm, request);
    return refuse(Function::Igather, comm);
}
CLOSERANKS_ALIAS(MPI_Igather_c);

int MPI_Igatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                   const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype,
                   int root, MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Igatherv, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Igatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
                               root, comm, request);
    return refuse(Function::Igatherv, comm);
}
CLOSERANKS_ALIAS(MPI_Igatherv_c);

int MPI_Imrecv_c(void *buf, MPI_Count count, MPI_Datatype type, MPI_Message *message,
                 MPI_Request *request) {
    const Call call(Function::Imrecv, CLOSERANKS_CALLER);
    if (call.passes()) return real.Imrecv_c(buf, count, type, message, request);
    return refuse(Function::Imrecv, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_Imrecv_c);

int MPI_Ineighbor_allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                              void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                              MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Ineighbor_allgather, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Ineighbor_allgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                          recvtype, comm, request);
    return refuse(Function::Ineighbor_allgather, comm);
}
CLOSERANKS_ALIAS(MPI_Ineighbor_allgather_c);

int MPI_Ineighbor_allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                               void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                               MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Ineighbor_allgatherv, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Ineighbor_allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts,
                                           displs, recvtype, comm, request);
    return refuse(Function::Ineighbor_allgatherv, comm);
}
CLOSERANKS_ALIAS(MPI_Ineighbor_allgatherv_c);

int MPI_Ineighbor_alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                             void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                             MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Ineighbor_alltoall, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Ineighbor_alltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                         comm, request);
    return refuse(Function::Ineighbor_alltoall, comm);
}
CLOSERANKS_ALIAS(MPI_Ineighbor_alltoall_c);

int MPI_Ineighbor_alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[],
                              const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf,
                              const MPI_Count recvcounts[], const MPI_Aint rdispls[],
                              MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Ineighbor_alltoallv, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Ineighbor_alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf,
                                          recvcounts, rdispls, recvtype, comm, request);
    return refuse(Function::Ineighbor_alltoallv, comm);
}
CLOSERANKS_ALIAS(MPI_Ineighbor_alltoallv_c);

int MPI_Ineighbor_alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[],
                              const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
                              void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
                              const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Ineighbor_alltoallw, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Ineighbor_alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
                                          recvcounts, rdispls, recvtypes, comm, request);
    return refuse(Function::Ineighbor_alltoallw, comm);
}
CLOSERANKS_ALIAS(MPI_Ineighbor_alltoallw_c);

int MPI_Irecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
                MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Irecv, CLOSERANKS_CALLER);
    if (call.passes()) return real.Irecv_c(buf, count, datatype, source, tag, comm, request);
    return refuse(Function::Irecv, comm);
}
CLOSERANKS_ALIAS(MPI_Irecv_c);

int MPI_Ireduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                  MPI_Op op, int root, MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Ireduce, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Ireduce_c(sendbuf, recvbuf, count, datatype, op, root, comm, request);
    return refuse(Function::Ireduce, comm);
}
CLOSERANKS_ALIAS(MPI_Ireduce_c);

int MPI_Ireduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
                                MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                                MPI_Request *request) {
    const Call call(Function::Ireduce_scatter_block, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Ireduce_scatter_block_c(sendbuf, recvbuf, recvcount, datatype, op, comm,
                                            request);
    return refuse(Function::Ireduce_scatter_block, comm);
}
CLOSERANKS_ALIAS(MPI_Ireduce_scatter_block_c);

int MPI_Ireduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
                          MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Ireduce_scatter, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Ireduce_scatter_c(sendbuf, recvbuf, recvcounts, datatype, op, comm, request);
    return refuse(Function::Ireduce_scatter, comm);
}
CLOSERANKS_ALIAS(MPI_Ireduce_scatter_c);

int MPI_Irsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                 MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Irsend, CLOSERANKS_CALLER);
    if (call.passes()) return real.Irsend_c(buf, count, datatype, dest, tag, comm, request);
    return refuse(Function::Irsend, comm);
}
CLOSERANKS_ALIAS(MPI_Irsend_c);

int MPI_Iscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                MPI_Op op, MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Iscan, CLOSERANKS_CALLER);
    if (call.passes()) return real.Iscan_c(sendbuf, recvbuf, count, datatype, op, comm, request);
    return refuse(Function::Iscan, comm);
}
CLOSERANKS_ALIAS(MPI_Iscan_c);

int MPI_Iscatter_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                   MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                   MPI_Request *request) {
    const Call call(Function::Iscatter, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Iscatter_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
                               comm, request);
    return refuse(Function::Iscatter, comm);
}
CLOSERANKS_ALIAS(MPI_Iscatter_c);

int MPI_Iscatterv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
                    MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                    MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Iscatterv, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Iscatterv_c(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype,
                                root, comm, request);
    return refuse(Function::Iscatterv, comm);
}
CLOSERANKS_ALIAS(MPI_Iscatterv_c);

int MPI_Isend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Isend, CLOSERANKS_CALLER);
    if (call.passes()) return real.Isend_c(buf, count, datatype, dest, tag, comm, request);
    return refuse(Function::Isend, comm);
}
CLOSERANKS_ALIAS(MPI_Isend_c);

int MPI_Isendrecv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest,
                    int sendtag, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                    int source, int recvtag, MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Isendrecv, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Isendrecv_c(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount,
                                recvtype, source, recvtag, comm, request);
    return refuse(Function::Isendrecv, comm);
}
CLOSERANKS_ALIAS(MPI_Isendrecv_c);

int MPI_Isendrecv_replace_c(void *buf, MPI_Count count, MPI_Datatype datatype, int dest,
                            int sendtag, int source, int recvtag, MPI_Comm comm,
                            MPI_Request *request) {
    const Call call(Function::Isendrecv_replace, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Isendrecv_replace_c(buf, count, datatype, dest, sendtag, source, recvtag, comm,
                                        request);
    return refuse(Function::Isendrecv_replace, comm);
}
CLOSERANKS_ALIAS(MPI_Isendrecv_replace_c);

int MPI_Issend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                 MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Issend, CLOSERANKS_CALLER);
    if (call.passes()) return real.Issend_c(buf, count, datatype, dest, tag, comm, request);
    return refuse(Function::Issend, comm);
}
CLOSERANKS_ALIAS(MPI_Issend_c);

int MPI_Mrecv_c(void *buf, MPI_Count count, MPI_Datatype type, MPI_Message *message,
                MPI_Status *status) {
    const Call call(Function::Mrecv, CLOSERANKS_CALLER);
    if (call.passes()) return real.Mrecv_c(buf, count, type, message, status);
    return refuse(Function::Mrecv, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_Mrecv_c);

int MPI_Neighbor_allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                             void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                             MPI_Comm comm) {
    const Call call(Function::Neighbor_allgather, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Neighbor_allgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                         comm);
    return refuse(Function::Neighbor_allgather, comm);
}
CLOSERANKS_ALIAS(MPI_Neighbor_allgather_c);

int MPI_Neighbor_allgather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                                  void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                                  MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    const Call call(Function::Neighbor_allgather_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Neighbor_allgather_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                              recvtype, comm, info, request);
    return refuse(Function::Neighbor_allgather_init, comm);
}
CLOSERANKS_ALIAS(MPI_Neighbor_allgather_init_c);

int MPI_Neighbor_allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                              void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                              MPI_Datatype recvtype, MPI_Comm comm) {
    const Call call(Function::Neighbor_allgatherv, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Neighbor_allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                                          recvtype, comm);
    return refuse(Function::Neighbor_allgatherv, comm);
}
CLOSERANKS_ALIAS(MPI_Neighbor_allgatherv_c);

int MPI_Neighbor_allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                                   void *recvbuf, const MPI_Count recvcounts[],
                                   const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm,
                                   MPI_Info info, MPI_Request *request) {
    const Call call(Function::Neighbor_allgatherv_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Neighbor_allgatherv_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts,
                                               displs, recvtype, comm, info, request);
    return refuse(Function::Neighbor_allgatherv_init, comm);
}
CLOSERANKS_ALIAS(MPI_Neighbor_allgatherv_init_c);

int MPI_Neighbor_alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                            void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                            MPI_Comm comm) {
    const Call call(Function::Neighbor_alltoall, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Neighbor_alltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                        comm);
    return refuse(Function::Neighbor_alltoall, comm);
}
CLOSERANKS_ALIAS(MPI_Neighbor_alltoall_c);

int MPI_Neighbor_alltoall_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                                 void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                                 MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    const Call call(Function::Neighbor_alltoall_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Neighbor_alltoall_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                             recvtype, comm, info, request);
    return refuse(Function::Neighbor_alltoall_init, comm);
}
CLOSERANKS_ALIAS(MPI_Neighbor_alltoall_init_c);

int MPI_Neighbor_alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[],
                             const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf,
                             const MPI_Count recvcounts[], const MPI_Aint rdispls[],
                             MPI_Datatype recvtype, MPI_Comm comm) {
    const Call call(Function::Neighbor_alltoallv, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Neighbor_alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf,
                                         recvcounts, rdispls, recvtype, comm);
    return refuse(Function::Neighbor_alltoallv, comm);
}
CLOSERANKS_ALIAS(MPI_Neighbor_alltoallv_c);

int MPI_Neighbor_alltoallv_init_c(const void *sendbuf, const MPI_Count sendcounts[],
                                  const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf,
                                  const MPI_Count recvcounts[], const MPI_Aint rdispls[],
                                  MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                                  MPI_Request *request) {
    const Call call(Function::Neighbor_alltoallv_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Neighbor_alltoallv_init_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf,
                                              recvcounts, rdispls, recvtype, comm, info, request);
    return refuse(Function::Neighbor_alltoallv_init, comm);
}
CLOSERANKS_ALIAS(MPI_Neighbor_alltoallv_init_c);

int MPI_Neighbor_alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[],
                             const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
                             void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
                             const MPI_Datatype recvtypes[], MPI_Comm comm) {
    const Call call(Function::Neighbor_alltoallw, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Neighbor_alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
                                         recvcounts, rdispls, recvtypes, comm);
    return refuse(Function::Neighbor_alltoallw, comm);
}
CLOSERANKS_ALIAS(MPI_Neighbor_alltoallw_c);

int MPI_Neighbor_alltoallw_init_c(const void *sendbuf, const MPI_Count sendcounts[],
                                  const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
                                  void *recvbuf, const MPI_Count recvcounts[],
                                  const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
                                  MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    const Call call(Function::Neighbor_alltoallw_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Neighbor_alltoallw_init_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
                                              recvcounts, rdispls, recvtypes, comm, info, request);
    return refuse(Function::Neighbor_alltoallw_init, comm);
}
CLOSERANKS_ALIAS(MPI_Neighbor_alltoallw_init_c);

int MPI_Put_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
              int target_rank, MPI_Aint target_disp, MPI_Count target_count,
              MPI_Datatype target_datatype, MPI_Win win) {
    const Call call(Function::Put, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Put_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                          target_count, target_datatype, win);
    return refuse(Function::Put, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_Put_c);

int MPI_Raccumulate_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
                      int target_rank, MPI_Aint target_disp, MPI_Count target_count,
                      MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request) {
    const Call call(Function::Raccumulate, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Raccumulate_c(origin_addr, origin_count, origin_datatype, target_rank,
                                  target_disp, target_count, target_datatype, op, win, request);
    return refuse(Function::Raccumulate, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_Raccumulate_c);

int MPI_Recv_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
               MPI_Comm comm, MPI_Status *status) {
    const Call call(Function::Recv, CLOSERANKS_CALLER);
    if (call.passes()) return real.Recv_c(buf, count, datatype, source, tag, comm, status);
    return refuse(Function::Recv, comm);
}
CLOSERANKS_ALIAS(MPI_Recv_c);

int MPI_Recv_init_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
                    MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Recv_init, CLOSERANKS_CALLER);
    if (call.passes()) return real.Recv_init_c(buf, count, datatype, source, tag, comm, request);
    return refuse(Function::Recv_init, comm);
}
CLOSERANKS_ALIAS(MPI_Recv_init_c);

int MPI_Reduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                 MPI_Op op, int root, MPI_Comm comm) {
    const Call call(Function::Reduce, CLOSERANKS_CALLER);
    if (call.passes()) return real.Reduce_c(sendbuf, recvbuf, count, datatype, op, root, comm);
    return refuse(Function::Reduce, comm);
}
CLOSERANKS_ALIAS(MPI_Reduce_c);

int MPI_Reduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                      MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    const Call call(Function::Reduce_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Reduce_init_c(sendbuf, recvbuf, count, datatype, op, root, comm, info, request);
    return refuse(Function::Reduce_init, comm);
}
CLOSERANKS_ALIAS(MPI_Reduce_init_c);

int MPI_Reduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
                               MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    const Call call(Function::Reduce_scatter_block, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Reduce_scatter_block_c(sendbuf, recvbuf, recvcount, datatype, op, comm);
    return refuse(Function::Reduce_scatter_block, comm);
}
CLOSERANKS_ALIAS(MPI_Reduce_scatter_block_c);

int MPI_Reduce_scatter_block_init_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
                                    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                    MPI_Request *request) {
    const Call call(Function::Reduce_scatter_block_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Reduce_scatter_block_init_c(sendbuf, recvbuf, recvcount, datatype, op, comm,
                                                info, request);
    return refuse(Function::Reduce_scatter_block_init, comm);
}
CLOSERANKS_ALIAS(MPI_Reduce_scatter_block_init_c);

int MPI_Reduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
                         MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    const Call call(Function::Reduce_scatter, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Reduce_scatter_c(sendbuf, recvbuf, recvcounts, datatype, op, comm);
    return refuse(Function::Reduce_scatter, comm);
}
CLOSERANKS_ALIAS(MPI_Reduce_scatter_c);

int MPI_Reduce_scatter_init_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
                              MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                              MPI_Request *request) {
    const Call call(Function::Reduce_scatter_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Reduce_scatter_init_c(sendbuf, recvbuf, recvcounts, datatype, op, comm, info,
                                          request);
    return refuse(Function::Reduce_scatter_init, comm);
}
CLOSERANKS_ALIAS(MPI_Reduce_scatter_init_c);

int MPI_Request_get_status_all(int count, const MPI_Request array_of_requests[], int *flag,
                               MPI_Status array_of_statuses[]) {
    const Call call(Function::Request_get_status_all, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Request_get_status_all(count, array_of_requests, flag, array_of_statuses);
    return refuse(Function::Request_get_status_all, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_Request_get_status_all);

int MPI_Request_get_status_any(int count, const MPI_Request array_of_requests[], int *index,
                               int *flag, MPI_Status *status) {
    const Call call(Function::Request_get_status_any, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Request_get_status_any(count, array_of_requests, index, flag, status);
    return refuse(Function::Request_get_status_any, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_Request_get_status_any);

int MPI_Request_get_status_some(int incount, const MPI_Request array_of_requests[], int *outcount,
                                int array_of_indices[], MPI_Status array_of_statuses[]) {
    const Call call(Function::Request_get_status_some, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Request_get_status_some(incount, array_of_requests, outcount, array_of_indices,
                                            array_of_statuses);
    return refuse(Function::Request_get_status_some, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_Request_get_status_some);

int MPI_Rget_accumulate_c(const void *origin_addr, MPI_Count origin_count,
                          MPI_Datatype origin_datatype, void *result_addr, MPI_Count result_count,
                          MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
                          MPI_Count target_count, MPI_Datatype target_datatype, MPI_Op op,
                          MPI_Win win, MPI_Request *request) {
    const Call call(Function::Rget_accumulate, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Rget_accumulate_c(origin_addr, origin_count, origin_datatype, result_addr,
                                      result_count, result_datatype, target_rank, target_disp,
                                      target_count, target_datatype, op, win, request);
    return refuse(Function::Rget_accumulate, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_Rget_accumulate_c);

int MPI_Rget_c(void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
               int target_rank, MPI_Aint target_disp, MPI_Count target_count,
               MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request) {
    const Call call(Function::Rget, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Rget_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                           target_count, target_datatype, win, request);
    return refuse(Function::Rget, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_Rget_c);

int MPI_Rput_c(const void *origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
               int target_rank, MPI_Aint target_disp, MPI_Count target_cout,
               MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request) {
    const Call call(Function::Rput, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Rput_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                           target_cout, target_datatype, win, request);
    return refuse(Function::Rput, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_Rput_c);

int MPI_Rsend_c(const void *ibuf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                MPI_Comm comm) {
    const Call call(Function::Rsend, CLOSERANKS_CALLER);
    if (call.passes()) return real.Rsend_c(ibuf, count, datatype, dest, tag, comm);
    return refuse(Function::Rsend, comm);
}
CLOSERANKS_ALIAS(MPI_Rsend_c);

int MPI_Rsend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                     MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Rsend_init, CLOSERANKS_CALLER);
    if (call.passes()) return real.Rsend_init_c(buf, count, datatype, dest, tag, comm, request);
    return refuse(Function::Rsend_init, comm);
}
CLOSERANKS_ALIAS(MPI_Rsend_init_c);

int MPI_Scan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
               MPI_Op op, MPI_Comm comm) {
    const Call call(Function::Scan, CLOSERANKS_CALLER);
    if (call.passes()) return real.Scan_c(sendbuf, recvbuf, count, datatype, op, comm);
    return refuse(Function::Scan, comm);
}
CLOSERANKS_ALIAS(MPI_Scan_c);

int MPI_Scan_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                    MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    const Call call(Function::Scan_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Scan_init_c(sendbuf, recvbuf, count, datatype, op, comm, info, request);
    return refuse(Function::Scan_init, comm);
}
CLOSERANKS_ALIAS(MPI_Scan_init_c);

int MPI_Scatter_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                  MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    const Call call(Function::Scatter, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Scatter_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
                              comm);
    return refuse(Function::Scatter, comm);
}
CLOSERANKS_ALIAS(MPI_Scatter_c);

int MPI_Scatter_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                       void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
                       MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    const Call call(Function::Scatter_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Scatter_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
                                   comm, info, request);
    return refuse(Function::Scatter_init, comm);
}
CLOSERANKS_ALIAS(MPI_Scatter_init_c);

int MPI_Scatterv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
                   MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                   int root, MPI_Comm comm) {
    const Call call(Function::Scatterv, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Scatterv_c(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype,
                               root, comm);
    return refuse(Function::Scatterv, comm);
}
CLOSERANKS_ALIAS(MPI_Scatterv_c);

int MPI_Scatterv_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
                        MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                        MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                        MPI_Request *request) {
    const Call call(Function::Scatterv_init, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Scatterv_init_c(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount,
                                    recvtype, root, comm, info, request);
    return refuse(Function::Scatterv_init, comm);
}
CLOSERANKS_ALIAS(MPI_Scatterv_init_c);

int MPI_Send_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
               MPI_Comm comm) {
    const Call call(Function::Send, CLOSERANKS_CALLER);
    if (call.passes()) return real.Send_c(buf, count, datatype, dest, tag, comm);
    return refuse(Function::Send, comm);
}
CLOSERANKS_ALIAS(MPI_Send_c);

int MPI_Send_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                    MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Send_init, CLOSERANKS_CALLER);
    if (call.passes()) return real.Send_init_c(buf, count, datatype, dest, tag, comm, request);
    return refuse(Function::Send_init, comm);
}
CLOSERANKS_ALIAS(MPI_Send_init_c);

int MPI_Sendrecv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest,
                   int sendtag, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                   int source, int recvtag, MPI_Comm comm, MPI_Status *status) {
    const Call call(Function::Sendrecv, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Sendrecv_c(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount,
                               recvtype, source, recvtag, comm, status);
    return refuse(Function::Sendrecv, comm);
}
CLOSERANKS_ALIAS(MPI_Sendrecv_c);

int MPI_Sendrecv_replace_c(void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag,
                           int source, int recvtag, MPI_Comm comm, MPI_Status *status) {
    const Call call(Function::Sendrecv_replace, CLOSERANKS_CALLER);
    if (call.passes())
        return real.Sendrecv_replace_c(buf, count, datatype, dest, sendtag, source, recvtag, comm,
                                       status);
    return refuse(Function::Sendrecv_replace, comm);
}
CLOSERANKS_ALIAS(MPI_Sendrecv_replace_c);

int MPI_Ssend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                MPI_Comm comm) {
    const Call call(Function::Ssend, CLOSERANKS_CALLER);
    if (call.passes()) return real.Ssend_c(buf, count, datatype, dest, tag, comm);
    return refuse(Function::Ssend, comm);
}
CLOSERANKS_ALIAS(MPI_Ssend_c);

int MPI_Ssend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                     MPI_Comm comm, MPI_Request *request) {
    const Call call(Function::Ssend_init, CLOSERANKS_CALLER);
    if (call.passes()) return real.Ssend_init_c(buf, count, datatype, dest, tag, comm, request);
    return refuse(Function::Ssend_init, comm);
}
CLOSERANKS_ALIAS(MPI_Ssend_init_c);

int MPI_Win_allocate_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm,
                       void *baseptr, MPI_Win *win) {
    const Call call(Function::Win_allocate, CLOSERANKS_CALLER);
    if (call.passes()) return real.Win_allocate_c(size, disp_unit, info, comm, baseptr, win);
    return refuse(Function::Win_allocate, comm);
}
CLOSERANKS_ALIAS(MPI_Win_allocate_c);

int MPI_Win_allocate_shared_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm,
                              void *baseptr, MPI_Win *win) {
    const Call call(Function::Win_allocate_shared, CLOSERANKS_CALLER);
    if (call.passes()) return real.Win_allocate_shared_c(size, disp_unit, info, comm, baseptr, win);
    return refuse(Function::Win_allocate_shared, comm);
}
CLOSERANKS_ALIAS(MPI_Win_allocate_shared_c);

int MPI_Win_create_c(void *base, MPI_Aint size, MPI_Aint disp_unit, MPI_Info info, MPI_Comm comm,
                     MPI_Win *win) {
    const Call call(Function::Win_create, CLOSERANKS_CALLER);
    if (call.passes()) return real.Win_create_c(base, size, disp_unit, info, comm, win);
    return refuse(Function::Win_create, comm);
}
CLOSERANKS_ALIAS(MPI_Win_create_c);

int MPI_Win_shared_query_c(MPI_Win win, int rank, MPI_Aint *size, MPI_Aint *disp_unit,
                           void *baseptr) {
    const Call call(Function::Win_shared_query, CLOSERANKS_CALLER);
    if (call.passes()) return real.Win_shared_query_c(win, rank, size, disp_unit, baseptr);
    return refuse(Function::Win_shared_query, MPI_COMM_WORLD);
}
CLOSERANKS_ALIAS(MPI_Win_shared_query_c);

#endif

} // extern "C"
