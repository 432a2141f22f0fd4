// Generated from spec/ by generator/ with templates/wrappers.cpp.j2 and templates/wrappers/, do not
// edit. Local calls: 284 functions.

// Old binaries still call functions that MPI deprecated or removed: have mpi.h declare them, and
// not warn of them.
#define OMPI_OMIT_MPI1_COMPAT_DECLS 0
#define OMPI_WANT_MPI_INTERFACE_WARNING 0

#include "runtime/communicators/fortran_promised_comm.hpp"
#include "runtime/communicators/own_error_handlers.hpp"
#include "runtime/communicators/self_attributes.hpp"
#include "runtime/communicators/view.hpp"
#include "runtime/core/nonblocking_tasks.hpp"
#include "runtime/core/unprotected.hpp"
#include "runtime/files/files.hpp"
#include "runtime/membership/foreign_processes.hpp"
#include "runtime/messages/attached_buffers.hpp"
#include "runtime/messages/buffered.hpp"
#include "runtime/processes/aborts.hpp"
#include "runtime/processes/ports.hpp"
#include "runtime/processes/sessions.hpp"
#include "runtime/processes/world_model.hpp"
#include "runtime/requests/fortran_requests.hpp"
#include "runtime/support/alias.hpp"
#include "runtime/windows/window.hpp"

using namespace closeranks;

extern "C" {

int MPI_Abort(MPI_Comm comm, int errorcode) { return abort(comm, errorcode); }
CLOSERANKS_ALIAS(MPI_Abort);

int MPI_Add_error_class(int *errorclass) { return real.Add_error_class(errorclass); }
CLOSERANKS_ALIAS(MPI_Add_error_class);

int MPI_Add_error_code(int errorclass, int *errorcode) {
    return real.Add_error_code(errorclass, errorcode);
}
CLOSERANKS_ALIAS(MPI_Add_error_code);

int MPI_Add_error_string(int errorcode, const char *string) {
    return real.Add_error_string(errorcode, string);
}
CLOSERANKS_ALIAS(MPI_Add_error_string);

int MPI_Address(void *location, MPI_Aint *address) { return real.Address(location, address); }
CLOSERANKS_ALIAS(MPI_Address);

int MPI_Alloc_mem(MPI_Aint size, MPI_Info info, void *baseptr) {
    return real.Alloc_mem(size, info, baseptr);
}
CLOSERANKS_ALIAS(MPI_Alloc_mem);

int MPI_Attr_delete(MPI_Comm comm, int keyval) { return delete_attribute(comm, keyval); }
CLOSERANKS_ALIAS(MPI_Attr_delete);

int MPI_Attr_get(MPI_Comm comm, int keyval, void *attribute_val, int *flag) {
    return get_attribute(comm, keyval, attribute_val, flag);
}
CLOSERANKS_ALIAS(MPI_Attr_get);

int MPI_Attr_put(MPI_Comm comm, int keyval, void *attribute_val) {
    return set_attribute(comm, keyval, attribute_val);
}
CLOSERANKS_ALIAS(MPI_Attr_put);

int MPI_Buffer_attach(void *buffer, int size) {
    Entry entry(Function::Buffer_attach);
    return attach_buffer(buffer, size);
}
CLOSERANKS_ALIAS(MPI_Buffer_attach);

int MPI_Buffer_detach(void *buffer, int *size) {
    Entry entry(Function::Buffer_detach);
    return detach_buffer(buffer, size);
}
CLOSERANKS_ALIAS(MPI_Buffer_detach);

int MPI_Cart_coords(MPI_Comm comm, int rank, int maxdims, int coords[]) {
    if (Communicator *c = partial(comm)) return view_cart_coords(*c, rank, maxdims, coords);
    return real.Cart_coords(comm, rank, maxdims, coords);
}
CLOSERANKS_ALIAS(MPI_Cart_coords);

int MPI_Cart_get(MPI_Comm comm, int maxdims, int dims[], int periods[], int coords[]) {
    if (Communicator *c = partial(comm)) return view_cart_get(*c, maxdims, dims, periods, coords);
    return real.Cart_get(comm, maxdims, dims, periods, coords);
}
CLOSERANKS_ALIAS(MPI_Cart_get);

int MPI_Cart_map(MPI_Comm comm, int ndims, const int dims[], const int periods[], int *newrank) {
    if (Communicator *c = partial(comm)) return view_cart_map(*c, ndims, dims, periods, newrank);
    return real.Cart_map(comm, ndims, dims, periods, newrank);
}
CLOSERANKS_ALIAS(MPI_Cart_map);

int MPI_Cart_rank(MPI_Comm comm, const int coords[], int *rank) {
    if (Communicator *c = partial(comm)) return view_cart_rank(*c, coords, rank);
    return real.Cart_rank(comm, coords, rank);
}
CLOSERANKS_ALIAS(MPI_Cart_rank);

int MPI_Cart_shift(MPI_Comm comm, int direction, int disp, int *rank_source, int *rank_dest) {
    if (Communicator *c = partial(comm))
        return view_cart_shift(*c, direction, disp, rank_source, rank_dest);
    return real.Cart_shift(comm, direction, disp, rank_source, rank_dest);
}
CLOSERANKS_ALIAS(MPI_Cart_shift);

int MPI_Cartdim_get(MPI_Comm comm, int *ndims) {
    if (Communicator *c = partial(comm)) return view_cartdim_get(*c, ndims);
    return real.Cartdim_get(comm, ndims);
}
CLOSERANKS_ALIAS(MPI_Cartdim_get);

int MPI_Close_port(const char *port_name) {
    Entry entry(Function::Close_port);
    return close_port(port_name);
}
CLOSERANKS_ALIAS(MPI_Close_port);

int MPIX_Comm_ack_failed(MPI_Comm comm, int num_to_ack, int *num_acked) {
    return real.Comm_ack_failed(comm, num_to_ack, num_acked);
}
CLOSERANKS_ALIAS(MPIX_Comm_ack_failed);

int MPI_Comm_c2f(MPI_Comm comm) { return comm_to_fortran(comm); }
CLOSERANKS_ALIAS(MPI_Comm_c2f);

int MPI_Comm_call_errhandler(MPI_Comm comm, int errorcode) {
    return real.Comm_call_errhandler(comm, errorcode);
}
CLOSERANKS_ALIAS(MPI_Comm_call_errhandler);

int MPI_Comm_compare(MPI_Comm comm1, MPI_Comm comm2, int *result) {
    if (partial(comm1) != nullptr || partial(comm2) != nullptr)
        return view_comm_compare(comm1, comm2, result);
    return real.Comm_compare(comm1, comm2, result);
}
CLOSERANKS_ALIAS(MPI_Comm_compare);

int MPI_Comm_create_errhandler(MPI_Comm_errhandler_function *function, MPI_Errhandler *errhandler) {
    return real.Comm_create_errhandler(function, errhandler);
}
CLOSERANKS_ALIAS(MPI_Comm_create_errhandler);

int MPI_Comm_create_keyval(MPI_Comm_copy_attr_function *comm_copy_attr_fn,
                           MPI_Comm_delete_attr_function *comm_delete_attr_fn, int *comm_keyval,
                           void *extra_state) {
    return real.Comm_create_keyval(comm_copy_attr_fn, comm_delete_attr_fn, comm_keyval,
                                   extra_state);
}
CLOSERANKS_ALIAS(MPI_Comm_create_keyval);

int MPI_Comm_delete_attr(MPI_Comm comm, int comm_keyval) {
    return delete_attribute(comm, comm_keyval);
}
CLOSERANKS_ALIAS(MPI_Comm_delete_attr);

MPI_Comm MPI_Comm_f2c(int comm) { return comm_from_fortran(comm); }
CLOSERANKS_ALIAS(MPI_Comm_f2c);

int MPIX_Comm_failure_ack(MPI_Comm comm) { return real.Comm_failure_ack(comm); }
CLOSERANKS_ALIAS(MPIX_Comm_failure_ack);

int MPIX_Comm_failure_get_acked(MPI_Comm comm, MPI_Group *failedgrp) {
    return real.Comm_failure_get_acked(comm, failedgrp);
}
CLOSERANKS_ALIAS(MPIX_Comm_failure_get_acked);

int MPI_Comm_free_keyval(int *comm_keyval) { return real.Comm_free_keyval(comm_keyval); }
CLOSERANKS_ALIAS(MPI_Comm_free_keyval);

int MPI_Comm_get_attr(MPI_Comm comm, int comm_keyval, void *attribute_val, int *flag) {
    return get_attribute(comm, comm_keyval, attribute_val, flag);
}
CLOSERANKS_ALIAS(MPI_Comm_get_attr);

int MPI_Comm_get_errhandler(MPI_Comm comm, MPI_Errhandler *erhandler) {
    return real.Comm_get_errhandler(comm, erhandler);
}
CLOSERANKS_ALIAS(MPI_Comm_get_errhandler);

int MPIX_Comm_get_failed(MPI_Comm comm, MPI_Group *failedgroup) {
    return real.Comm_get_failed(comm, failedgroup);
}
CLOSERANKS_ALIAS(MPIX_Comm_get_failed);

int MPI_Comm_get_info(MPI_Comm comm, MPI_Info *info_used) {
    return real.Comm_get_info(comm, info_used);
}
CLOSERANKS_ALIAS(MPI_Comm_get_info);

int MPI_Comm_get_name(MPI_Comm comm, char *comm_name, int *resultlen) {
    return real.Comm_get_name(comm, comm_name, resultlen);
}
CLOSERANKS_ALIAS(MPI_Comm_get_name);

int MPI_Comm_get_parent(MPI_Comm *parent) {
    Entry entry(Function::Comm_get_parent);
    if (parent == nullptr) return real.Comm_get_parent(parent);
    return get_parents(parent);
}
CLOSERANKS_ALIAS(MPI_Comm_get_parent);

int MPI_Comm_group(MPI_Comm comm, MPI_Group *group) {
    if (Communicator *c = partial(comm)) return view_comm_group(*c, group);
    return real.Comm_group(comm, group);
}
CLOSERANKS_ALIAS(MPI_Comm_group);

int MPIX_Comm_is_revoked(MPI_Comm comm, int *flag) { return real.Comm_is_revoked(comm, flag); }
CLOSERANKS_ALIAS(MPIX_Comm_is_revoked);

int MPI_Comm_rank(MPI_Comm comm, int *rank) {
    if (Communicator *c = partial(comm)) return view_comm_rank(*c, rank);
    return real.Comm_rank(comm, rank);
}
CLOSERANKS_ALIAS(MPI_Comm_rank);

int MPI_Comm_remote_group(MPI_Comm comm, MPI_Group *group) {
    if (Communicator *c = partial(comm)) return view_comm_remote_group(*c, group);
    return real.Comm_remote_group(comm, group);
}
CLOSERANKS_ALIAS(MPI_Comm_remote_group);

int MPI_Comm_remote_size(MPI_Comm comm, int *size) {
    if (Communicator *c = partial(comm)) return view_comm_remote_size(*c, size);
    return real.Comm_remote_size(comm, size);
}
CLOSERANKS_ALIAS(MPI_Comm_remote_size);

int MPI_Comm_set_attr(MPI_Comm comm, int comm_keyval, void *attribute_val) {
    return set_attribute(comm, comm_keyval, attribute_val);
}
CLOSERANKS_ALIAS(MPI_Comm_set_attr);

int MPI_Comm_set_errhandler(MPI_Comm comm, MPI_Errhandler errhandler) {
    return set_error_handler(comm, errhandler);
}
CLOSERANKS_ALIAS(MPI_Comm_set_errhandler);

int MPI_Comm_set_info(MPI_Comm comm, MPI_Info info) { return real.Comm_set_info(comm, info); }
CLOSERANKS_ALIAS(MPI_Comm_set_info);

int MPI_Comm_set_name(MPI_Comm comm, const char *comm_name) {
    return real.Comm_set_name(comm, comm_name);
}
CLOSERANKS_ALIAS(MPI_Comm_set_name);

int MPI_Comm_size(MPI_Comm comm, int *size) {
    if (Communicator *c = partial(comm)) return view_comm_size(*c, size);
    return real.Comm_size(comm, size);
}
CLOSERANKS_ALIAS(MPI_Comm_size);

int MPI_Comm_test_inter(MPI_Comm comm, int *flag) { return real.Comm_test_inter(comm, flag); }
CLOSERANKS_ALIAS(MPI_Comm_test_inter);

int MPI_Dims_create(int nnodes, int ndims, int dims[]) {
    return real.Dims_create(nnodes, ndims, dims);
}
CLOSERANKS_ALIAS(MPI_Dims_create);

int MPI_Dist_graph_neighbors(MPI_Comm comm, int maxindegree, int sources[], int sourceweights[],
                             int maxoutdegree, int destinations[], int destweights[]) {
    if (Communicator *c = partial(comm))
        return view_dist_graph_neighbors(*c, maxindegree, sources, sourceweights, maxoutdegree,
                                         destinations, destweights);
    return real.Dist_graph_neighbors(comm, maxindegree, sources, sourceweights, maxoutdegree,
                                     destinations, destweights);
}
CLOSERANKS_ALIAS(MPI_Dist_graph_neighbors);

int MPI_Dist_graph_neighbors_count(MPI_Comm comm, int *inneighbors, int *outneighbors,
                                   int *weighted) {
    if (Communicator *c = partial(comm))
        return view_dist_graph_neighbors_count(*c, inneighbors, outneighbors, weighted);
    return real.Dist_graph_neighbors_count(comm, inneighbors, outneighbors, weighted);
}
CLOSERANKS_ALIAS(MPI_Dist_graph_neighbors_count);

int MPI_Errhandler_c2f(MPI_Errhandler errhandler) { return real.Errhandler_c2f(errhandler); }
CLOSERANKS_ALIAS(MPI_Errhandler_c2f);

int MPI_Errhandler_create(MPI_Handler_function *function, MPI_Errhandler *errhandler) {
    return real.Errhandler_create(function, errhandler);
}
CLOSERANKS_ALIAS(MPI_Errhandler_create);

MPI_Errhandler MPI_Errhandler_f2c(int errhandler) { return real.Errhandler_f2c(errhandler); }
CLOSERANKS_ALIAS(MPI_Errhandler_f2c);

int MPI_Errhandler_free(MPI_Errhandler *errhandler) { return real.Errhandler_free(errhandler); }
CLOSERANKS_ALIAS(MPI_Errhandler_free);

int MPI_Errhandler_get(MPI_Comm comm, MPI_Errhandler *errhandler) {
    return real.Errhandler_get(comm, errhandler);
}
CLOSERANKS_ALIAS(MPI_Errhandler_get);

int MPI_Errhandler_set(MPI_Comm comm, MPI_Errhandler errhandler) {
    return real.Errhandler_set(comm, errhandler);
}
CLOSERANKS_ALIAS(MPI_Errhandler_set);

int MPI_Error_class(int errorcode, int *errorclass) {
    return real.Error_class(errorcode, errorclass);
}
CLOSERANKS_ALIAS(MPI_Error_class);

int MPI_Error_string(int errorcode, char *string, int *resultlen) {
    return real.Error_string(errorcode, string, resultlen);
}
CLOSERANKS_ALIAS(MPI_Error_string);

int MPI_File_c2f(MPI_File file) { return real.File_c2f(file); }
CLOSERANKS_ALIAS(MPI_File_c2f);

int MPI_File_call_errhandler(MPI_File fh, int errorcode) {
    return real.File_call_errhandler(fh, errorcode);
}
CLOSERANKS_ALIAS(MPI_File_call_errhandler);

int MPI_File_create_errhandler(MPI_File_errhandler_function *function, MPI_Errhandler *errhandler) {
    return real.File_create_errhandler(function, errhandler);
}
CLOSERANKS_ALIAS(MPI_File_create_errhandler);

MPI_File MPI_File_f2c(int file) { return real.File_f2c(file); }
CLOSERANKS_ALIAS(MPI_File_f2c);

int MPI_File_get_amode(MPI_File fh, int *amode) {
    Entry entry(Function::File_get_amode);
    File *file = find_file(fh);
    if (file == nullptr) return real.File_get_amode(fh, amode);
    return get_file_amode(*file, amode);
}
CLOSERANKS_ALIAS(MPI_File_get_amode);

int MPI_File_get_atomicity(MPI_File fh, int *flag) { return real.File_get_atomicity(fh, flag); }
CLOSERANKS_ALIAS(MPI_File_get_atomicity);

int MPI_File_get_byte_offset(MPI_File fh, MPI_Offset offset, MPI_Offset *disp) {
    return real.File_get_byte_offset(fh, offset, disp);
}
CLOSERANKS_ALIAS(MPI_File_get_byte_offset);

int MPI_File_get_errhandler(MPI_File file, MPI_Errhandler *errhandler) {
    return real.File_get_errhandler(file, errhandler);
}
CLOSERANKS_ALIAS(MPI_File_get_errhandler);

int MPI_File_get_group(MPI_File fh, MPI_Group *group) {
    Entry entry(Function::File_get_group);
    File *file = find_file(fh);
    if (file == nullptr) return real.File_get_group(fh, group);
    return get_file_group(*file, group);
}
CLOSERANKS_ALIAS(MPI_File_get_group);

int MPI_File_get_info(MPI_File fh, MPI_Info *info_used) {
    return real.File_get_info(fh, info_used);
}
CLOSERANKS_ALIAS(MPI_File_get_info);

int MPI_File_get_position(MPI_File fh, MPI_Offset *offset) {
    return real.File_get_position(fh, offset);
}
CLOSERANKS_ALIAS(MPI_File_get_position);

int MPI_File_get_type_extent(MPI_File fh, MPI_Datatype datatype, MPI_Aint *extent) {
    return real.File_get_type_extent(fh, datatype, extent);
}
CLOSERANKS_ALIAS(MPI_File_get_type_extent);

int MPI_File_get_view(MPI_File fh, MPI_Offset *disp, MPI_Datatype *etype, MPI_Datatype *filetype,
                      char *datarep) {
    return real.File_get_view(fh, disp, etype, filetype, datarep);
}
CLOSERANKS_ALIAS(MPI_File_get_view);

int MPI_File_seek(MPI_File fh, MPI_Offset offset, int whence) {
    return real.File_seek(fh, offset, whence);
}
CLOSERANKS_ALIAS(MPI_File_seek);

int MPI_File_set_errhandler(MPI_File file, MPI_Errhandler errhandler) {
    return real.File_set_errhandler(file, errhandler);
}
CLOSERANKS_ALIAS(MPI_File_set_errhandler);

int MPI_Finalize() { return finalize(); }
CLOSERANKS_ALIAS(MPI_Finalize);

int MPI_Finalized(int *flag) {
    Entry entry(Function::Finalized);
    return is_finalized(flag);
}
CLOSERANKS_ALIAS(MPI_Finalized);

int MPI_Free_mem(void *base) { return real.Free_mem(base); }
CLOSERANKS_ALIAS(MPI_Free_mem);

int MPI_Get_address(const void *location, MPI_Aint *address) {
    return real.Get_address(location, address);
}
CLOSERANKS_ALIAS(MPI_Get_address);

int MPI_Get_count(const MPI_Status *status, MPI_Datatype datatype, int *count) {
    return real.Get_count(status, datatype, count);
}
CLOSERANKS_ALIAS(MPI_Get_count);

int MPI_Get_elements(const MPI_Status *status, MPI_Datatype datatype, int *count) {
    return real.Get_elements(status, datatype, count);
}
CLOSERANKS_ALIAS(MPI_Get_elements);

int MPI_Get_elements_x(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count) {
    return real.Get_elements_x(status, datatype, count);
}
CLOSERANKS_ALIAS(MPI_Get_elements_x);

int MPI_Get_library_version(char *version, int *resultlen) {
    return real.Get_library_version(version, resultlen);
}
CLOSERANKS_ALIAS(MPI_Get_library_version);

int MPI_Get_processor_name(char *name, int *resultlen) {
    return real.Get_processor_name(name, resultlen);
}
CLOSERANKS_ALIAS(MPI_Get_processor_name);

int MPI_Get_version(int *version, int *subversion) { return real.Get_version(version, subversion); }
CLOSERANKS_ALIAS(MPI_Get_version);

int MPI_Graph_get(MPI_Comm comm, int maxindex, int maxedges, int index[], int edges[]) {
    if (Communicator *c = partial(comm))
        return view_graph_get(*c, maxindex, maxedges, index, edges);
    return real.Graph_get(comm, maxindex, maxedges, index, edges);
}
CLOSERANKS_ALIAS(MPI_Graph_get);

int MPI_Graph_map(MPI_Comm comm, int nnodes, const int index[], const int edges[], int *newrank) {
    if (Communicator *c = partial(comm)) return view_graph_map(*c, nnodes, index, edges, newrank);
    return real.Graph_map(comm, nnodes, index, edges, newrank);
}
CLOSERANKS_ALIAS(MPI_Graph_map);

int MPI_Graph_neighbors(MPI_Comm comm, int rank, int maxneighbors, int neighbors[]) {
    if (Communicator *c = partial(comm))
        return view_graph_neighbors(*c, rank, maxneighbors, neighbors);
    return real.Graph_neighbors(comm, rank, maxneighbors, neighbors);
}
CLOSERANKS_ALIAS(MPI_Graph_neighbors);

int MPI_Graph_neighbors_count(MPI_Comm comm, int rank, int *nneighbors) {
    if (Communicator *c = partial(comm)) return view_graph_neighbors_count(*c, rank, nneighbors);
    return real.Graph_neighbors_count(comm, rank, nneighbors);
}
CLOSERANKS_ALIAS(MPI_Graph_neighbors_count);

int MPI_Graphdims_get(MPI_Comm comm, int *nnodes, int *nedges) {
    if (Communicator *c = partial(comm)) return view_graphdims_get(*c, nnodes, nedges);
    return real.Graphdims_get(comm, nnodes, nedges);
}
CLOSERANKS_ALIAS(MPI_Graphdims_get);

int MPI_Grequest_complete(MPI_Request request) { return real.Grequest_complete(request); }
CLOSERANKS_ALIAS(MPI_Grequest_complete);

int MPI_Grequest_start(MPI_Grequest_query_function *query_fn, MPI_Grequest_free_function *free_fn,
                       MPI_Grequest_cancel_function *cancel_fn, void *extra_state,
                       MPI_Request *request) {
    return real.Grequest_start(query_fn, free_fn, cancel_fn, extra_state, request);
}
CLOSERANKS_ALIAS(MPI_Grequest_start);

int MPI_Group_c2f(MPI_Group group) { return real.Group_c2f(group); }
CLOSERANKS_ALIAS(MPI_Group_c2f);

int MPI_Group_compare(MPI_Group group1, MPI_Group group2, int *result) {
    return real.Group_compare(group1, group2, result);
}
CLOSERANKS_ALIAS(MPI_Group_compare);

int MPI_Group_difference(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup) {
    return real.Group_difference(group1, group2, newgroup);
}
CLOSERANKS_ALIAS(MPI_Group_difference);

int MPI_Group_excl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup) {
    return real.Group_excl(group, n, ranks, newgroup);
}
CLOSERANKS_ALIAS(MPI_Group_excl);

MPI_Group MPI_Group_f2c(int group) { return real.Group_f2c(group); }
CLOSERANKS_ALIAS(MPI_Group_f2c);

int MPI_Group_free(MPI_Group *group) { return real.Group_free(group); }
CLOSERANKS_ALIAS(MPI_Group_free);

int MPI_Group_from_session_pset(MPI_Session session, const char *pset_name, MPI_Group *newgroup) {
    return group_from_pset(session, pset_name, newgroup);
}
CLOSERANKS_ALIAS(MPI_Group_from_session_pset);

int MPI_Group_incl(MPI_Group group, int n, const int ranks[], MPI_Group *newgroup) {
    return real.Group_incl(group, n, ranks, newgroup);
}
CLOSERANKS_ALIAS(MPI_Group_incl);

int MPI_Group_intersection(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup) {
    return real.Group_intersection(group1, group2, newgroup);
}
CLOSERANKS_ALIAS(MPI_Group_intersection);

int MPI_Group_range_excl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup) {
    return real.Group_range_excl(group, n, ranges, newgroup);
}
CLOSERANKS_ALIAS(MPI_Group_range_excl);

int MPI_Group_range_incl(MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup) {
    return real.Group_range_incl(group, n, ranges, newgroup);
}
CLOSERANKS_ALIAS(MPI_Group_range_incl);

int MPI_Group_rank(MPI_Group group, int *rank) { return real.Group_rank(group, rank); }
CLOSERANKS_ALIAS(MPI_Group_rank);

int MPI_Group_size(MPI_Group group, int *size) { return real.Group_size(group, size); }
CLOSERANKS_ALIAS(MPI_Group_size);

int MPI_Group_translate_ranks(MPI_Group group1, int n, const int ranks1[], MPI_Group group2,
                              int ranks2[]) {
    return real.Group_translate_ranks(group1, n, ranks1, group2, ranks2);
}
CLOSERANKS_ALIAS(MPI_Group_translate_ranks);

int MPI_Group_union(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup) {
    return real.Group_union(group1, group2, newgroup);
}
CLOSERANKS_ALIAS(MPI_Group_union);

int MPI_Info_c2f(MPI_Info info) { return real.Info_c2f(info); }
CLOSERANKS_ALIAS(MPI_Info_c2f);

int MPI_Info_create(MPI_Info *info) { return real.Info_create(info); }
CLOSERANKS_ALIAS(MPI_Info_create);

int MPI_Info_create_env(int argc, char *argv[], MPI_Info *info) {
    return real.Info_create_env(argc, argv, info);
}
CLOSERANKS_ALIAS(MPI_Info_create_env);

int MPI_Info_delete(MPI_Info info, const char *key) { return real.Info_delete(info, key); }
CLOSERANKS_ALIAS(MPI_Info_delete);

int MPI_Info_dup(MPI_Info info, MPI_Info *newinfo) { return real.Info_dup(info, newinfo); }
CLOSERANKS_ALIAS(MPI_Info_dup);

MPI_Info MPI_Info_f2c(int info) { return real.Info_f2c(info); }
CLOSERANKS_ALIAS(MPI_Info_f2c);

int MPI_Info_free(MPI_Info *info) { return real.Info_free(info); }
CLOSERANKS_ALIAS(MPI_Info_free);

int MPI_Info_get(MPI_Info info, const char *key, int valuelen, char *value, int *flag) {
    return real.Info_get(info, key, valuelen, value, flag);
}
CLOSERANKS_ALIAS(MPI_Info_get);

int MPI_Info_get_nkeys(MPI_Info info, int *nkeys) { return real.Info_get_nkeys(info, nkeys); }
CLOSERANKS_ALIAS(MPI_Info_get_nkeys);

int MPI_Info_get_nthkey(MPI_Info info, int n, char *key) {
    return real.Info_get_nthkey(info, n, key);
}
CLOSERANKS_ALIAS(MPI_Info_get_nthkey);

int MPI_Info_get_string(MPI_Info info, const char *key, int *buflen, char *value, int *flag) {
    return real.Info_get_string(info, key, buflen, value, flag);
}
CLOSERANKS_ALIAS(MPI_Info_get_string);

int MPI_Info_get_valuelen(MPI_Info info, const char *key, int *valuelen, int *flag) {
    return real.Info_get_valuelen(info, key, valuelen, flag);
}
CLOSERANKS_ALIAS(MPI_Info_get_valuelen);

int MPI_Info_set(MPI_Info info, const char *key, const char *value) {
    return real.Info_set(info, key, value);
}
CLOSERANKS_ALIAS(MPI_Info_set);

int MPI_Init(int *argc, char ***argv) { return init(argc, argv); }
CLOSERANKS_ALIAS(MPI_Init);

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
    return init_thread(argc, argv, required, provided);
}
CLOSERANKS_ALIAS(MPI_Init_thread);

int MPI_Initialized(int *flag) {
    Entry entry(Function::Initialized);
    return is_initialized(flag);
}
CLOSERANKS_ALIAS(MPI_Initialized);

int MPI_Is_thread_main(int *flag) { return real.Is_thread_main(flag); }
CLOSERANKS_ALIAS(MPI_Is_thread_main);

int MPI_Keyval_create(MPI_Copy_function *copy_fn, MPI_Delete_function *delete_fn, int *keyval,
                      void *extra_state) {
    return real.Keyval_create(copy_fn, delete_fn, keyval, extra_state);
}
CLOSERANKS_ALIAS(MPI_Keyval_create);

int MPI_Keyval_free(int *keyval) { return real.Keyval_free(keyval); }
CLOSERANKS_ALIAS(MPI_Keyval_free);

int MPI_Lookup_name(const char *service_name, MPI_Info info, char *port_name) {
    return real.Lookup_name(service_name, info, port_name);
}
CLOSERANKS_ALIAS(MPI_Lookup_name);

int MPI_Message_c2f(MPI_Message message) { return real.Message_c2f(message); }
CLOSERANKS_ALIAS(MPI_Message_c2f);

MPI_Message MPI_Message_f2c(int message) { return real.Message_f2c(message); }
CLOSERANKS_ALIAS(MPI_Message_f2c);

int MPI_Op_c2f(MPI_Op op) { return real.Op_c2f(op); }
CLOSERANKS_ALIAS(MPI_Op_c2f);

int MPI_Op_commutative(MPI_Op op, int *commute) { return real.Op_commutative(op, commute); }
CLOSERANKS_ALIAS(MPI_Op_commutative);

int MPI_Op_create(MPI_User_function *function, int commute, MPI_Op *op) {
    return real.Op_create(function, commute, op);
}
CLOSERANKS_ALIAS(MPI_Op_create);

MPI_Op MPI_Op_f2c(int op) { return real.Op_f2c(op); }
CLOSERANKS_ALIAS(MPI_Op_f2c);

int MPI_Op_free(MPI_Op *op) {
    Entry entry(Function::Op_free);
    return free_op(op);
}
CLOSERANKS_ALIAS(MPI_Op_free);

int MPI_Open_port(MPI_Info info, char *port_name) {
    Entry entry(Function::Open_port);
    return open_port(info, port_name);
}
CLOSERANKS_ALIAS(MPI_Open_port);

int MPI_Pack(const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf, int outsize,
             int *position, MPI_Comm comm) {
    return real.Pack(inbuf, incount, datatype, outbuf, outsize, position, comm);
}
CLOSERANKS_ALIAS(MPI_Pack);

int MPI_Pack_external(const char datarep[], const void *inbuf, int incount, MPI_Datatype datatype,
                      void *outbuf, MPI_Aint outsize, MPI_Aint *position) {
    return real.Pack_external(datarep, inbuf, incount, datatype, outbuf, outsize, position);
}
CLOSERANKS_ALIAS(MPI_Pack_external);

int MPI_Pack_external_size(const char datarep[], int incount, MPI_Datatype datatype,
                           MPI_Aint *size) {
    return real.Pack_external_size(datarep, incount, datatype, size);
}
CLOSERANKS_ALIAS(MPI_Pack_external_size);

int MPI_Pack_size(int incount, MPI_Datatype datatype, MPI_Comm comm, int *size) {
    return real.Pack_size(incount, datatype, comm, size);
}
CLOSERANKS_ALIAS(MPI_Pack_size);

int MPI_Pcontrol(const int level, ...) { return real.Pcontrol(level); }
CLOSERANKS_ALIAS(MPI_Pcontrol);

int MPI_Publish_name(const char *service_name, MPI_Info info, const char *port_name) {
    return real.Publish_name(service_name, info, port_name);
}
CLOSERANKS_ALIAS(MPI_Publish_name);

int MPI_Query_thread(int *provided) { return real.Query_thread(provided); }
CLOSERANKS_ALIAS(MPI_Query_thread);

int MPI_Reduce_local(const void *inbuf, void *inoutbuf, int count, MPI_Datatype datatype,
                     MPI_Op op) {
    return real.Reduce_local(inbuf, inoutbuf, count, datatype, op);
}
CLOSERANKS_ALIAS(MPI_Reduce_local);

int MPI_Register_datarep(const char *datarep, MPI_Datarep_conversion_function *read_conversion_fn,
                         MPI_Datarep_conversion_function *write_conversion_fn,
                         MPI_Datarep_extent_function *dtype_file_extent_fn, void *extra_state) {
    return real.Register_datarep(datarep, read_conversion_fn, write_conversion_fn,
                                 dtype_file_extent_fn, extra_state);
}
CLOSERANKS_ALIAS(MPI_Register_datarep);

int MPI_Request_c2f(MPI_Request request) { return request_to_fortran(request); }
CLOSERANKS_ALIAS(MPI_Request_c2f);

MPI_Request MPI_Request_f2c(int request) { return request_from_fortran(request); }
CLOSERANKS_ALIAS(MPI_Request_f2c);

int MPI_Session_c2f(Session_c2f_session session) { return real.Session_c2f(session); }
CLOSERANKS_ALIAS(MPI_Session_c2f);

int MPI_Session_call_errhandler(MPI_Session session, int errorcode) {
    return real.Session_call_errhandler(session, errorcode);
}
CLOSERANKS_ALIAS(MPI_Session_call_errhandler);

int MPI_Session_create_errhandler(MPI_Session_errhandler_function *session_errhandler_fn,
                                  MPI_Errhandler *errhandler) {
    return real.Session_create_errhandler(session_errhandler_fn, errhandler);
}
CLOSERANKS_ALIAS(MPI_Session_create_errhandler);

MPI_Session MPI_Session_f2c(int session) { return real.Session_f2c(session); }
CLOSERANKS_ALIAS(MPI_Session_f2c);

int MPI_Session_finalize(MPI_Session *session) { return finalize_session(session); }
CLOSERANKS_ALIAS(MPI_Session_finalize);

int MPI_Session_get_errhandler(MPI_Session session, MPI_Errhandler *erhandler) {
    return real.Session_get_errhandler(session, erhandler);
}
CLOSERANKS_ALIAS(MPI_Session_get_errhandler);

int MPI_Session_get_info(MPI_Session session, MPI_Info *info_used) {
    return real.Session_get_info(session, info_used);
}
CLOSERANKS_ALIAS(MPI_Session_get_info);

int MPI_Session_get_nth_pset(MPI_Session session, MPI_Info info, int n, int *len, char *pset_name) {
    return real.Session_get_nth_pset(session, info, n, len, pset_name);
}
CLOSERANKS_ALIAS(MPI_Session_get_nth_pset);

int MPI_Session_get_num_psets(MPI_Session session, MPI_Info info, int *npset_names) {
    return real.Session_get_num_psets(session, info, npset_names);
}
CLOSERANKS_ALIAS(MPI_Session_get_num_psets);

int MPI_Session_get_pset_info(MPI_Session session, const char *pset_name, MPI_Info *info_used) {
    return real.Session_get_pset_info(session, pset_name, info_used);
}
CLOSERANKS_ALIAS(MPI_Session_get_pset_info);

int MPI_Session_init(MPI_Info info, MPI_Errhandler errhandler, MPI_Session *session) {
    Entry entry(Function::Session_init);
    return init_session(info, errhandler, session);
}
CLOSERANKS_ALIAS(MPI_Session_init);

int MPI_Session_set_errhandler(MPI_Session session, MPI_Errhandler errhandler) {
    return real.Session_set_errhandler(session, errhandler);
}
CLOSERANKS_ALIAS(MPI_Session_set_errhandler);

int MPI_Status_c2f(const MPI_Status *c_status, int *f_status) {
    return real.Status_c2f(c_status, f_status);
}
CLOSERANKS_ALIAS(MPI_Status_c2f);

int MPI_Status_c2f08(const MPI_Status *c_status, MPI_F08_status *f08_status) {
    return real.Status_c2f08(c_status, f08_status);
}
CLOSERANKS_ALIAS(MPI_Status_c2f08);

int MPI_Status_f082c(const MPI_F08_status *f08_status, MPI_Status *c_status) {
    return real.Status_f082c(f08_status, c_status);
}
CLOSERANKS_ALIAS(MPI_Status_f082c);

int MPI_Status_f082f(const MPI_F08_status *f08_status, int *f_status) {
    return real.Status_f082f(f08_status, f_status);
}
CLOSERANKS_ALIAS(MPI_Status_f082f);

int MPI_Status_f2c(const int *f_status, MPI_Status *c_status) {
    return real.Status_f2c(f_status, c_status);
}
CLOSERANKS_ALIAS(MPI_Status_f2c);

int MPI_Status_f2f08(const int *f_status, MPI_F08_status *f08_status) {
    return real.Status_f2f08(f_status, f08_status);
}
CLOSERANKS_ALIAS(MPI_Status_f2f08);

int MPI_Status_set_cancelled(MPI_Status *status, int flag) {
    return real.Status_set_cancelled(status, flag);
}
CLOSERANKS_ALIAS(MPI_Status_set_cancelled);

int MPI_Status_set_elements(MPI_Status *status, MPI_Datatype datatype, int count) {
    return real.Status_set_elements(status, datatype, count);
}
CLOSERANKS_ALIAS(MPI_Status_set_elements);

int MPI_Status_set_elements_x(MPI_Status *status, MPI_Datatype datatype, MPI_Count count) {
    return real.Status_set_elements_x(status, datatype, count);
}
CLOSERANKS_ALIAS(MPI_Status_set_elements_x);

int MPI_Test_cancelled(const MPI_Status *status, int *flag) {
    return real.Test_cancelled(status, flag);
}
CLOSERANKS_ALIAS(MPI_Test_cancelled);

int MPI_Topo_test(MPI_Comm comm, int *status) {
    if (Communicator *c = partial(comm)) return view_topo_test(*c, status);
    return real.Topo_test(comm, status);
}
CLOSERANKS_ALIAS(MPI_Topo_test);

int MPI_Type_c2f(MPI_Datatype datatype) { return real.Type_c2f(datatype); }
CLOSERANKS_ALIAS(MPI_Type_c2f);

int MPI_Type_commit(MPI_Datatype *type) { return real.Type_commit(type); }
CLOSERANKS_ALIAS(MPI_Type_commit);

int MPI_Type_contiguous(int count, MPI_Datatype oldtype, MPI_Datatype *newtype) {
    return real.Type_contiguous(count, oldtype, newtype);
}
CLOSERANKS_ALIAS(MPI_Type_contiguous);

int MPI_Type_create_darray(int size, int rank, int ndims, const int gsize_array[],
                           const int distrib_array[], const int darg_array[],
                           const int psize_array[], int order, MPI_Datatype oldtype,
                           MPI_Datatype *newtype) {
    return real.Type_create_darray(size, rank, ndims, gsize_array, distrib_array, darg_array,
                                   psize_array, order, oldtype, newtype);
}
CLOSERANKS_ALIAS(MPI_Type_create_darray);

int MPI_Type_create_f90_complex(int p, int r, MPI_Datatype *newtype) {
    return real.Type_create_f90_complex(p, r, newtype);
}
CLOSERANKS_ALIAS(MPI_Type_create_f90_complex);

int MPI_Type_create_f90_integer(int r, MPI_Datatype *newtype) {
    return real.Type_create_f90_integer(r, newtype);
}
CLOSERANKS_ALIAS(MPI_Type_create_f90_integer);

int MPI_Type_create_f90_real(int p, int r, MPI_Datatype *newtype) {
    return real.Type_create_f90_real(p, r, newtype);
}
CLOSERANKS_ALIAS(MPI_Type_create_f90_real);

int MPI_Type_create_hindexed(int count, const int array_of_blocklengths[],
                             const MPI_Aint array_of_displacements[], MPI_Datatype oldtype,
                             MPI_Datatype *newtype) {
    return real.Type_create_hindexed(count, array_of_blocklengths, array_of_displacements, oldtype,
                                     newtype);
}
CLOSERANKS_ALIAS(MPI_Type_create_hindexed);

int MPI_Type_create_hindexed_block(int count, int blocklength,
                                   const MPI_Aint array_of_displacements[], MPI_Datatype oldtype,
                                   MPI_Datatype *newtype) {
    return real.Type_create_hindexed_block(count, blocklength, array_of_displacements, oldtype,
                                           newtype);
}
CLOSERANKS_ALIAS(MPI_Type_create_hindexed_block);

int MPI_Type_create_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype,
                            MPI_Datatype *newtype) {
    return real.Type_create_hvector(count, blocklength, stride, oldtype, newtype);
}
CLOSERANKS_ALIAS(MPI_Type_create_hvector);

int MPI_Type_create_indexed_block(int count, int blocklength, const int array_of_displacements[],
                                  MPI_Datatype oldtype, MPI_Datatype *newtype) {
    return real.Type_create_indexed_block(count, blocklength, array_of_displacements, oldtype,
                                          newtype);
}
CLOSERANKS_ALIAS(MPI_Type_create_indexed_block);

int MPI_Type_create_keyval(MPI_Type_copy_attr_function *type_copy_attr_fn,
                           MPI_Type_delete_attr_function *type_delete_attr_fn, int *type_keyval,
                           void *extra_state) {
    return real.Type_create_keyval(type_copy_attr_fn, type_delete_attr_fn, type_keyval,
                                   extra_state);
}
CLOSERANKS_ALIAS(MPI_Type_create_keyval);

int MPI_Type_create_resized(MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent,
                            MPI_Datatype *newtype) {
    return real.Type_create_resized(oldtype, lb, extent, newtype);
}
CLOSERANKS_ALIAS(MPI_Type_create_resized);

int MPI_Type_create_struct(int count, const int array_of_block_lengths[],
                           const MPI_Aint array_of_displacements[],
                           const MPI_Datatype array_of_types[], MPI_Datatype *newtype) {
    return real.Type_create_struct(count, array_of_block_lengths, array_of_displacements,
                                   array_of_types, newtype);
}
CLOSERANKS_ALIAS(MPI_Type_create_struct);

int MPI_Type_create_subarray(int ndims, const int size_array[], const int subsize_array[],
                             const int start_array[], int order, MPI_Datatype oldtype,
                             MPI_Datatype *newtype) {
    return real.Type_create_subarray(ndims, size_array, subsize_array, start_array, order, oldtype,
                                     newtype);
}
CLOSERANKS_ALIAS(MPI_Type_create_subarray);

int MPI_Type_delete_attr(MPI_Datatype type, int type_keyval) {
    return real.Type_delete_attr(type, type_keyval);
}
CLOSERANKS_ALIAS(MPI_Type_delete_attr);

int MPI_Type_dup(MPI_Datatype type, MPI_Datatype *newtype) { return real.Type_dup(type, newtype); }
CLOSERANKS_ALIAS(MPI_Type_dup);

int MPI_Type_extent(MPI_Datatype type, MPI_Aint *extent) { return real.Type_extent(type, extent); }
CLOSERANKS_ALIAS(MPI_Type_extent);

MPI_Datatype MPI_Type_f2c(int datatype) { return real.Type_f2c(datatype); }
CLOSERANKS_ALIAS(MPI_Type_f2c);

int MPI_Type_free(MPI_Datatype *type) {
    Entry entry(Function::Type_free);
    return free_type(type);
}
CLOSERANKS_ALIAS(MPI_Type_free);

int MPI_Type_free_keyval(int *type_keyval) { return real.Type_free_keyval(type_keyval); }
CLOSERANKS_ALIAS(MPI_Type_free_keyval);

int MPI_Type_get_attr(MPI_Datatype type, int type_keyval, void *attribute_val, int *flag) {
    return real.Type_get_attr(type, type_keyval, attribute_val, flag);
}
CLOSERANKS_ALIAS(MPI_Type_get_attr);

int MPI_Type_get_contents(MPI_Datatype mtype, int max_integers, int max_addresses,
                          int max_datatypes, int array_of_integers[], MPI_Aint array_of_addresses[],
                          MPI_Datatype array_of_datatypes[]) {
    return real.Type_get_contents(mtype, max_integers, max_addresses, max_datatypes,
                                  array_of_integers, array_of_addresses, array_of_datatypes);
}
CLOSERANKS_ALIAS(MPI_Type_get_contents);

int MPI_Type_get_envelope(MPI_Datatype type, int *num_integers, int *num_addresses,
                          int *num_datatypes, int *combiner) {
    return real.Type_get_envelope(type, num_integers, num_addresses, num_datatypes, combiner);
}
CLOSERANKS_ALIAS(MPI_Type_get_envelope);

int MPI_Type_get_extent(MPI_Datatype type, MPI_Aint *lb, MPI_Aint *extent) {
    return real.Type_get_extent(type, lb, extent);
}
CLOSERANKS_ALIAS(MPI_Type_get_extent);

int MPI_Type_get_extent_x(MPI_Datatype type, MPI_Count *lb, MPI_Count *extent) {
    return real.Type_get_extent_x(type, lb, extent);
}
CLOSERANKS_ALIAS(MPI_Type_get_extent_x);

int MPI_Type_get_name(MPI_Datatype type, char *type_name, int *resultlen) {
    return real.Type_get_name(type, type_name, resultlen);
}
CLOSERANKS_ALIAS(MPI_Type_get_name);

int MPI_Type_get_true_extent(MPI_Datatype datatype, MPI_Aint *true_lb, MPI_Aint *true_extent) {
    return real.Type_get_true_extent(datatype, true_lb, true_extent);
}
CLOSERANKS_ALIAS(MPI_Type_get_true_extent);

int MPI_Type_get_true_extent_x(MPI_Datatype datatype, MPI_Count *true_lb, MPI_Count *true_extent) {
    return real.Type_get_true_extent_x(datatype, true_lb, true_extent);
}
CLOSERANKS_ALIAS(MPI_Type_get_true_extent_x);

int MPI_Type_hindexed(int count, int array_of_blocklengths[], MPI_Aint array_of_displacements[],
                      MPI_Datatype oldtype, MPI_Datatype *newtype) {
    return real.Type_hindexed(count, array_of_blocklengths, array_of_displacements, oldtype,
                              newtype);
}
CLOSERANKS_ALIAS(MPI_Type_hindexed);

int MPI_Type_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype,
                     MPI_Datatype *newtype) {
    return real.Type_hvector(count, blocklength, stride, oldtype, newtype);
}
CLOSERANKS_ALIAS(MPI_Type_hvector);

int MPI_Type_indexed(int count, const int array_of_blocklengths[],
                     const int array_of_displacements[], MPI_Datatype oldtype,
                     MPI_Datatype *newtype) {
    return real.Type_indexed(count, array_of_blocklengths, array_of_displacements, oldtype,
                             newtype);
}
CLOSERANKS_ALIAS(MPI_Type_indexed);

int MPI_Type_lb(MPI_Datatype type, MPI_Aint *lb) { return real.Type_lb(type, lb); }
CLOSERANKS_ALIAS(MPI_Type_lb);

int MPI_Type_match_size(int typeclass, int size, MPI_Datatype *type) {
    return real.Type_match_size(typeclass, size, type);
}
CLOSERANKS_ALIAS(MPI_Type_match_size);

int MPI_Type_set_attr(MPI_Datatype type, int type_keyval, void *attr_val) {
    return real.Type_set_attr(type, type_keyval, attr_val);
}
CLOSERANKS_ALIAS(MPI_Type_set_attr);

int MPI_Type_set_name(MPI_Datatype type, const char *type_name) {
    return real.Type_set_name(type, type_name);
}
CLOSERANKS_ALIAS(MPI_Type_set_name);

int MPI_Type_size(MPI_Datatype type, int *size) { return real.Type_size(type, size); }
CLOSERANKS_ALIAS(MPI_Type_size);

int MPI_Type_size_x(MPI_Datatype type, MPI_Count *size) { return real.Type_size_x(type, size); }
CLOSERANKS_ALIAS(MPI_Type_size_x);

int MPI_Type_struct(int count, int array_of_blocklengths[], MPI_Aint array_of_displacements[],
                    MPI_Datatype array_of_types[], MPI_Datatype *newtype) {
    return real.Type_struct(count, array_of_blocklengths, array_of_displacements, array_of_types,
                            newtype);
}
CLOSERANKS_ALIAS(MPI_Type_struct);

int MPI_Type_ub(MPI_Datatype mtype, MPI_Aint *ub) { return real.Type_ub(mtype, ub); }
CLOSERANKS_ALIAS(MPI_Type_ub);

int MPI_Type_vector(int count, int blocklength, int stride, MPI_Datatype oldtype,
                    MPI_Datatype *newtype) {
    return real.Type_vector(count, blocklength, stride, oldtype, newtype);
}
CLOSERANKS_ALIAS(MPI_Type_vector);

int MPI_Unpack(const void *inbuf, int insize, int *position, void *outbuf, int outcount,
               MPI_Datatype datatype, MPI_Comm comm) {
    return real.Unpack(inbuf, insize, position, outbuf, outcount, datatype, comm);
}
CLOSERANKS_ALIAS(MPI_Unpack);

int MPI_Unpack_external(const char datarep[], const void *inbuf, MPI_Aint insize,
                        MPI_Aint *position, void *outbuf, int outcount, MPI_Datatype datatype) {
    return real.Unpack_external(datarep, inbuf, insize, position, outbuf, outcount, datatype);
}
CLOSERANKS_ALIAS(MPI_Unpack_external);

int MPI_Unpublish_name(const char *service_name, MPI_Info info, const char *port_name) {
    return real.Unpublish_name(service_name, info, port_name);
}
CLOSERANKS_ALIAS(MPI_Unpublish_name);

int MPI_Win_attach(MPI_Win win, void *base, MPI_Aint size) {
    return real.Win_attach(win, base, size);
}
CLOSERANKS_ALIAS(MPI_Win_attach);

int MPI_Win_c2f(MPI_Win win) { return real.Win_c2f(win); }
CLOSERANKS_ALIAS(MPI_Win_c2f);

int MPI_Win_call_errhandler(MPI_Win win, int errorcode) {
    return real.Win_call_errhandler(win, errorcode);
}
CLOSERANKS_ALIAS(MPI_Win_call_errhandler);

int MPI_Win_create_errhandler(MPI_Win_errhandler_function *function, MPI_Errhandler *errhandler) {
    return real.Win_create_errhandler(function, errhandler);
}
CLOSERANKS_ALIAS(MPI_Win_create_errhandler);

int MPI_Win_create_keyval(MPI_Win_copy_attr_function *win_copy_attr_fn,
                          MPI_Win_delete_attr_function *win_delete_attr_fn, int *win_keyval,
                          void *extra_state) {
    return real.Win_create_keyval(win_copy_attr_fn, win_delete_attr_fn, win_keyval, extra_state);
}
CLOSERANKS_ALIAS(MPI_Win_create_keyval);

int MPI_Win_delete_attr(MPI_Win win, int win_keyval) {
    return real.Win_delete_attr(win, win_keyval);
}
CLOSERANKS_ALIAS(MPI_Win_delete_attr);

int MPI_Win_detach(MPI_Win win, const void *base) { return real.Win_detach(win, base); }
CLOSERANKS_ALIAS(MPI_Win_detach);

MPI_Win MPI_Win_f2c(int win) { return real.Win_f2c(win); }
CLOSERANKS_ALIAS(MPI_Win_f2c);

int MPI_Win_free_keyval(int *win_keyval) { return real.Win_free_keyval(win_keyval); }
CLOSERANKS_ALIAS(MPI_Win_free_keyval);

int MPI_Win_get_attr(MPI_Win win, int win_keyval, void *attribute_val, int *flag) {
    Entry entry(Function::Win_get_attr);
    Window *window = find_window(win);
    if (window == nullptr) return real.Win_get_attr(win, win_keyval, attribute_val, flag);
    return get_window_attribute(*window, win_keyval, attribute_val, flag);
}
CLOSERANKS_ALIAS(MPI_Win_get_attr);

int MPI_Win_get_errhandler(MPI_Win win, MPI_Errhandler *errhandler) {
    return real.Win_get_errhandler(win, errhandler);
}
CLOSERANKS_ALIAS(MPI_Win_get_errhandler);

int MPI_Win_get_group(MPI_Win win, MPI_Group *group) {
    Entry entry(Function::Win_get_group);
    Window *window = find_window(win);
    if (window == nullptr) return real.Win_get_group(win, group);
    return get_window_group(*window, group);
}
CLOSERANKS_ALIAS(MPI_Win_get_group);

int MPI_Win_get_info(MPI_Win win, MPI_Info *info_used) { return real.Win_get_info(win, info_used); }
CLOSERANKS_ALIAS(MPI_Win_get_info);

int MPI_Win_get_name(MPI_Win win, char *win_name, int *resultlen) {
    return real.Win_get_name(win, win_name, resultlen);
}
CLOSERANKS_ALIAS(MPI_Win_get_name);

int MPI_Win_set_attr(MPI_Win win, int win_keyval, void *attribute_val) {
    return real.Win_set_attr(win, win_keyval, attribute_val);
}
CLOSERANKS_ALIAS(MPI_Win_set_attr);

int MPI_Win_set_errhandler(MPI_Win win, MPI_Errhandler errhandler) {
    return real.Win_set_errhandler(win, errhandler);
}
CLOSERANKS_ALIAS(MPI_Win_set_errhandler);

int MPI_Win_set_info(MPI_Win win, MPI_Info info) { return real.Win_set_info(win, info); }
CLOSERANKS_ALIAS(MPI_Win_set_info);

int MPI_Win_set_name(MPI_Win win, const char *win_name) { return real.Win_set_name(win, win_name); }
CLOSERANKS_ALIAS(MPI_Win_set_name);

int MPI_Win_shared_query(MPI_Win win, int rank, MPI_Aint *size, int *disp_unit, void *baseptr) {
    Entry entry(Function::Win_shared_query);
    Window *window = find_window(win);
    if (window == nullptr) return real.Win_shared_query(win, rank, size, disp_unit, baseptr);
    return query_shared(*window, rank, size, disp_unit, baseptr);
}
CLOSERANKS_ALIAS(MPI_Win_shared_query);

int MPI_Win_sync(MPI_Win win) {
    Entry entry(Function::Win_sync);
    Window *window = find_window(win);
    if (window == nullptr) return real.Win_sync(win);
    return sync_window(*window);
}
CLOSERANKS_ALIAS(MPI_Win_sync);

double MPI_Wtick() { return real.Wtick(); }
CLOSERANKS_ALIAS(MPI_Wtick);

double MPI_Wtime() { return real.Wtime(); }
CLOSERANKS_ALIAS(MPI_Wtime);

#if OMPI_MAJOR_VERSION <= 5

int MPI_Session_set_info(MPI_Session session, MPI_Info info) {
    return real.Session_set_info(session, info);
}
CLOSERANKS_ALIAS(MPI_Session_set_info);

#endif

#if OMPI_MAJOR_VERSION >= 6

int MPI_Abi_get_fortran_booleans(int logical_size, void *logical_true, void *logical_false,
                                 int *is_set) {
    return real.Abi_get_fortran_booleans(logical_size, logical_true, logical_false, is_set);
}
CLOSERANKS_ALIAS(MPI_Abi_get_fortran_booleans);

int MPI_Abi_get_fortran_info(MPI_Info *info) { return real.Abi_get_fortran_info(info); }
CLOSERANKS_ALIAS(MPI_Abi_get_fortran_info);

int MPI_Abi_get_info(MPI_Info *info) { return real.Abi_get_info(info); }
CLOSERANKS_ALIAS(MPI_Abi_get_info);

int MPI_Abi_get_version(int *abi_major, int *abi_minor) {
    return real.Abi_get_version(abi_major, abi_minor);
}
CLOSERANKS_ALIAS(MPI_Abi_get_version);

int MPI_Abi_set_fortran_booleans(int logical_size, void *logical_true, void *logical_false) {
    return real.Abi_set_fortran_booleans(logical_size, logical_true, logical_false);
}
CLOSERANKS_ALIAS(MPI_Abi_set_fortran_booleans);

int MPI_Abi_set_fortran_info(MPI_Info info) { return real.Abi_set_fortran_info(info); }
CLOSERANKS_ALIAS(MPI_Abi_set_fortran_info);

int MPI_Buffer_flush() {
    Entry entry(Function::Buffer_flush);
    return flush_buffer();
}
CLOSERANKS_ALIAS(MPI_Buffer_flush);

int MPI_Buffer_iflush(MPI_Request *request) {
    Entry entry(Function::Buffer_iflush);
    return start_flush_buffer(request);
}
CLOSERANKS_ALIAS(MPI_Buffer_iflush);

int MPI_Comm_attach_buffer(MPI_Comm comm, void *buffer, int size) {
    Entry entry(Function::Comm_attach_buffer);
    return attach_comm_buffer(comm, buffer, size);
}
CLOSERANKS_ALIAS(MPI_Comm_attach_buffer);

int MPI_Comm_detach_buffer(MPI_Comm comm, void *buffer_addr, int *size) {
    Entry entry(Function::Comm_detach_buffer);
    return detach_comm_buffer(comm, buffer_addr, size);
}
CLOSERANKS_ALIAS(MPI_Comm_detach_buffer);

int MPI_Comm_flush_buffer(MPI_Comm comm) {
    Entry entry(Function::Comm_flush_buffer);
    return flush_comm_buffer(comm);
}
CLOSERANKS_ALIAS(MPI_Comm_flush_buffer);

MPI_Comm MPI_Comm_fromint(int comm) { return comm_from_fortran(comm); }
CLOSERANKS_ALIAS(MPI_Comm_fromint);

int MPI_Comm_iflush_buffer(MPI_Comm comm, MPI_Request *request) {
    Entry entry(Function::Comm_iflush_buffer);
    return start_flush_comm_buffer(comm, request);
}
CLOSERANKS_ALIAS(MPI_Comm_iflush_buffer);

int MPI_Comm_toint(MPI_Comm comm) { return comm_to_fortran(comm); }
CLOSERANKS_ALIAS(MPI_Comm_toint);

MPI_Errhandler MPI_Errhandler_fromint(int errhandler) {
    return real.Errhandler_fromint(errhandler);
}
CLOSERANKS_ALIAS(MPI_Errhandler_fromint);

int MPI_Errhandler_toint(MPI_Errhandler errhandler) { return real.Errhandler_toint(errhandler); }
CLOSERANKS_ALIAS(MPI_Errhandler_toint);

MPI_File MPI_File_fromint(int file) { return real.File_fromint(file); }
CLOSERANKS_ALIAS(MPI_File_fromint);

int MPI_File_toint(MPI_File file) { return real.File_toint(file); }
CLOSERANKS_ALIAS(MPI_File_toint);

int MPI_Get_hw_resource_info(MPI_Info *hw_info) { return real.Get_hw_resource_info(hw_info); }
CLOSERANKS_ALIAS(MPI_Get_hw_resource_info);

MPI_Group MPI_Group_fromint(int group) { return real.Group_fromint(group); }
CLOSERANKS_ALIAS(MPI_Group_fromint);

int MPI_Group_toint(MPI_Group group) { return real.Group_toint(group); }
CLOSERANKS_ALIAS(MPI_Group_toint);

MPI_Info MPI_Info_fromint(int info) { return real.Info_fromint(info); }
CLOSERANKS_ALIAS(MPI_Info_fromint);

int MPI_Info_toint(MPI_Info info) { return real.Info_toint(info); }
CLOSERANKS_ALIAS(MPI_Info_toint);

MPI_Message MPI_Message_fromint(int message) { return real.Message_fromint(message); }
CLOSERANKS_ALIAS(MPI_Message_fromint);

int MPI_Message_toint(MPI_Message message) { return real.Message_toint(message); }
CLOSERANKS_ALIAS(MPI_Message_toint);

MPI_Op MPI_Op_fromint(int op) { return real.Op_fromint(op); }
CLOSERANKS_ALIAS(MPI_Op_fromint);

int MPI_Op_toint(MPI_Op op) { return real.Op_toint(op); }
CLOSERANKS_ALIAS(MPI_Op_toint);

int MPI_Remove_error_class(int errorclass) { return real.Remove_error_class(errorclass); }
CLOSERANKS_ALIAS(MPI_Remove_error_class);

int MPI_Remove_error_code(int errorcode) { return real.Remove_error_code(errorcode); }
CLOSERANKS_ALIAS(MPI_Remove_error_code);

int MPI_Remove_error_string(int errorcode) { return real.Remove_error_string(errorcode); }
CLOSERANKS_ALIAS(MPI_Remove_error_string);

MPI_Request MPI_Request_fromint(int request) { return request_from_fortran(request); }
CLOSERANKS_ALIAS(MPI_Request_fromint);

int MPI_Request_toint(MPI_Request request) { return request_to_fortran(request); }
CLOSERANKS_ALIAS(MPI_Request_toint);

int MPI_Session_attach_buffer(MPI_Session session, void *buffer, int size) {
    Entry entry(Function::Session_attach_buffer);
    return attach_session_buffer(session, buffer, size);
}
CLOSERANKS_ALIAS(MPI_Session_attach_buffer);

int MPI_Session_detach_buffer(MPI_Session session, void *buffer_addr, int *size) {
    Entry entry(Function::Session_detach_buffer);
    return detach_session_buffer(session, buffer_addr, size);
}
CLOSERANKS_ALIAS(MPI_Session_detach_buffer);

int MPI_Session_flush_buffer(MPI_Session session) {
    Entry entry(Function::Session_flush_buffer);
    return flush_session_buffer(session);
}
CLOSERANKS_ALIAS(MPI_Session_flush_buffer);

MPI_Session MPI_Session_fromint(int session) { return real.Session_fromint(session); }
CLOSERANKS_ALIAS(MPI_Session_fromint);

int MPI_Session_iflush_buffer(MPI_Session session, MPI_Request *request) {
    Entry entry(Function::Session_iflush_buffer);
    return start_flush_session_buffer(session, request);
}
CLOSERANKS_ALIAS(MPI_Session_iflush_buffer);

int MPI_Session_toint(MPI_Session session) { return real.Session_toint(session); }
CLOSERANKS_ALIAS(MPI_Session_toint);

int MPI_Status_get_error(const MPI_Status *status, int *error) {
    return real.Status_get_error(status, error);
}
CLOSERANKS_ALIAS(MPI_Status_get_error);

int MPI_Status_get_source(const MPI_Status *status, int *source) {
    return real.Status_get_source(status, source);
}
CLOSERANKS_ALIAS(MPI_Status_get_source);

int MPI_Status_get_tag(const MPI_Status *status, int *tag) {
    return real.Status_get_tag(status, tag);
}
CLOSERANKS_ALIAS(MPI_Status_get_tag);

int MPI_Status_set_error(MPI_Status *status, int error) {
    return real.Status_set_error(status, error);
}
CLOSERANKS_ALIAS(MPI_Status_set_error);

int MPI_Status_set_source(MPI_Status *status, int source) {
    return real.Status_set_source(status, source);
}
CLOSERANKS_ALIAS(MPI_Status_set_source);

int MPI_Status_set_tag(MPI_Status *status, int tag) { return real.Status_set_tag(status, tag); }
CLOSERANKS_ALIAS(MPI_Status_set_tag);

MPI_Datatype MPI_Type_fromint(int datatype) { return real.Type_fromint(datatype); }
CLOSERANKS_ALIAS(MPI_Type_fromint);

int MPI_Type_get_contents_c(MPI_Datatype mtype, MPI_Count max_integers, MPI_Count max_addresses,
                            MPI_Count max_large_counts, MPI_Count max_datatypes,
                            int array_of_integers[], MPI_Aint array_of_addresses[],
                            MPI_Count array_of_large_counts[], MPI_Datatype array_of_datatypes[]) {
    return real.Type_get_contents_c(mtype, max_integers, max_addresses, max_large_counts,
                                    max_datatypes, array_of_integers, array_of_addresses,
                                    array_of_large_counts, array_of_datatypes);
}
CLOSERANKS_ALIAS(MPI_Type_get_contents_c);

int MPI_Type_get_envelope_c(MPI_Datatype type, MPI_Count *num_integers, MPI_Count *num_addresses,
                            MPI_Count *num_large_counts, MPI_Count *num_datatypes, int *combiner) {
    return real.Type_get_envelope_c(type, num_integers, num_addresses, num_large_counts,
                                    num_datatypes, combiner);
}
CLOSERANKS_ALIAS(MPI_Type_get_envelope_c);

int MPI_Type_get_value_index(MPI_Datatype value_type, MPI_Datatype index_type,
                             MPI_Datatype *pair_type) {
    return real.Type_get_value_index(value_type, index_type, pair_type);
}
CLOSERANKS_ALIAS(MPI_Type_get_value_index);

int MPI_Type_toint(MPI_Datatype type) { return real.Type_toint(type); }
CLOSERANKS_ALIAS(MPI_Type_toint);

MPI_Win MPI_Win_fromint(int win) { return real.Win_fromint(win); }
CLOSERANKS_ALIAS(MPI_Win_fromint);

int MPI_Win_toint(MPI_Win win) { return real.Win_toint(win); }
CLOSERANKS_ALIAS(MPI_Win_toint);

#endif

} // extern "C"
