// Generated from spec/ by generator/ with templates/wrappers.cpp.j2 and templates/wrappers/, do not
// edit. Local calls, forms with large counts: 34 functions.

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

#if OMPI_MAJOR_VERSION >= 6

int MPI_Buffer_attach_c(void *buffer, MPI_Count size) {
    Entry entry(Function::Buffer_attach);
    return attach_buffer(buffer, size);
}
CLOSERANKS_ALIAS(MPI_Buffer_attach_c);

int MPI_Buffer_detach_c(void *buffer, MPI_Count *size) {
    Entry entry(Function::Buffer_detach);
    return detach_buffer(buffer, size);
}
CLOSERANKS_ALIAS(MPI_Buffer_detach_c);

int MPI_Comm_attach_buffer_c(MPI_Comm comm, void *buffer, MPI_Count size) {
    Entry entry(Function::Comm_attach_buffer);
    return attach_comm_buffer(comm, buffer, size);
}
CLOSERANKS_ALIAS(MPI_Comm_attach_buffer_c);

int MPI_Comm_detach_buffer_c(MPI_Comm comm, void *buffer_addr, MPI_Count *size) {
    Entry entry(Function::Comm_detach_buffer);
    return detach_comm_buffer(comm, buffer_addr, size);
}
CLOSERANKS_ALIAS(MPI_Comm_detach_buffer_c);

int MPI_File_get_type_extent_c(MPI_File fh, MPI_Datatype datatype, MPI_Count *extent) {
    return real.File_get_type_extent_c(fh, datatype, extent);
}
CLOSERANKS_ALIAS(MPI_File_get_type_extent_c);

int MPI_Get_count_c(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count) {
    return real.Get_count_c(status, datatype, count);
}
CLOSERANKS_ALIAS(MPI_Get_count_c);

int MPI_Get_elements_c(const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count) {
    return real.Get_elements_c(status, datatype, count);
}
CLOSERANKS_ALIAS(MPI_Get_elements_c);

int MPI_Op_create_c(MPI_User_function_c *function, int commute, MPI_Op *op) {
    return real.Op_create_c(function, commute, op);
}
CLOSERANKS_ALIAS(MPI_Op_create_c);

int MPI_Pack_c(const void *inbuf, MPI_Count incount, MPI_Datatype datatype, void *outbuf,
               MPI_Count outsize, MPI_Count *position, MPI_Comm comm) {
    return real.Pack_c(inbuf, incount, datatype, outbuf, outsize, position, comm);
}
CLOSERANKS_ALIAS(MPI_Pack_c);

int MPI_Pack_external_c(const char datarep[], const void *inbuf, MPI_Count incount,
                        MPI_Datatype datatype, void *outbuf, MPI_Count outsize,
                        MPI_Count *position) {
    return real.Pack_external_c(datarep, inbuf, incount, datatype, outbuf, outsize, position);
}
CLOSERANKS_ALIAS(MPI_Pack_external_c);

int MPI_Pack_external_size_c(const char datarep[], MPI_Count incount, MPI_Datatype datatype,
                             MPI_Count *size) {
    return real.Pack_external_size_c(datarep, incount, datatype, size);
}
CLOSERANKS_ALIAS(MPI_Pack_external_size_c);

int MPI_Pack_size_c(MPI_Count incount, MPI_Datatype datatype, MPI_Comm comm, MPI_Count *size) {
    return real.Pack_size_c(incount, datatype, comm, size);
}
CLOSERANKS_ALIAS(MPI_Pack_size_c);

int MPI_Reduce_local_c(const void *inbuf, void *inoutbuf, MPI_Count count, MPI_Datatype datatype,
                       MPI_Op op) {
    return real.Reduce_local_c(inbuf, inoutbuf, count, datatype, op);
}
CLOSERANKS_ALIAS(MPI_Reduce_local_c);

int MPI_Register_datarep_c(const char *datarep,
                           MPI_Datarep_conversion_function_c *read_conversion_fn,
                           MPI_Datarep_conversion_function_c *write_conversion_fn,
                           MPI_Datarep_extent_function *dtype_file_extent_fn, void *extra_state) {
    return real.Register_datarep_c(datarep, read_conversion_fn, write_conversion_fn,
                                   dtype_file_extent_fn, extra_state);
}
CLOSERANKS_ALIAS(MPI_Register_datarep_c);

int MPI_Session_attach_buffer_c(MPI_Session session, void *buffer, MPI_Count size) {
    Entry entry(Function::Session_attach_buffer);
    return attach_session_buffer(session, buffer, size);
}
CLOSERANKS_ALIAS(MPI_Session_attach_buffer_c);

int MPI_Session_detach_buffer_c(MPI_Session session, void *buffer_addr, MPI_Count *size) {
    Entry entry(Function::Session_detach_buffer);
    return detach_session_buffer(session, buffer_addr, size);
}
CLOSERANKS_ALIAS(MPI_Session_detach_buffer_c);

int MPI_Status_set_elements_c(MPI_Status *status, MPI_Datatype datatype, MPI_Count count) {
    return real.Status_set_elements_c(status, datatype, count);
}
CLOSERANKS_ALIAS(MPI_Status_set_elements_c);

int MPI_Type_contiguous_c(MPI_Count count, MPI_Datatype oldtype, MPI_Datatype *newtype) {
    return real.Type_contiguous_c(count, oldtype, newtype);
}
CLOSERANKS_ALIAS(MPI_Type_contiguous_c);

int MPI_Type_create_darray_c(int size, int rank, int ndims, const MPI_Count gsize_array[],
                             const int distrib_array[], const int darg_array[],
                             const int psize_array[], int order, MPI_Datatype oldtype,
                             MPI_Datatype *newtype) {
    return real.Type_create_darray_c(size, rank, ndims, gsize_array, distrib_array, darg_array,
                                     psize_array, order, oldtype, newtype);
}
CLOSERANKS_ALIAS(MPI_Type_create_darray_c);

int MPI_Type_create_hindexed_block_c(MPI_Count count, MPI_Count blocklength,
                                     const MPI_Count array_of_displacements[], MPI_Datatype oldtype,
                                     MPI_Datatype *newtype) {
    return real.Type_create_hindexed_block_c(count, blocklength, array_of_displacements, oldtype,
                                             newtype);
}
CLOSERANKS_ALIAS(MPI_Type_create_hindexed_block_c);

int MPI_Type_create_hindexed_c(MPI_Count count, const MPI_Count array_of_blocklengths[],
                               const MPI_Count array_of_displacements[], MPI_Datatype oldtype,
                               MPI_Datatype *newtype) {
    return real.Type_create_hindexed_c(count, array_of_blocklengths, array_of_displacements,
                                       oldtype, newtype);
}
CLOSERANKS_ALIAS(MPI_Type_create_hindexed_c);

int MPI_Type_create_hvector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride,
                              MPI_Datatype oldtype, MPI_Datatype *newtype) {
    return real.Type_create_hvector_c(count, blocklength, stride, oldtype, newtype);
}
CLOSERANKS_ALIAS(MPI_Type_create_hvector_c);

int MPI_Type_create_indexed_block_c(MPI_Count count, MPI_Count blocklength,
                                    const MPI_Count array_of_displacements[], MPI_Datatype oldtype,
                                    MPI_Datatype *newtype) {
    return real.Type_create_indexed_block_c(count, blocklength, array_of_displacements, oldtype,
                                            newtype);
}
CLOSERANKS_ALIAS(MPI_Type_create_indexed_block_c);

int MPI_Type_create_resized_c(MPI_Datatype oldtype, MPI_Count lb, MPI_Count extent,
                              MPI_Datatype *newtype) {
    return real.Type_create_resized_c(oldtype, lb, extent, newtype);
}
CLOSERANKS_ALIAS(MPI_Type_create_resized_c);

int MPI_Type_create_struct_c(MPI_Count count, const MPI_Count array_of_block_lengths[],
                             const MPI_Count array_of_displacements[],
                             const MPI_Datatype array_of_types[], MPI_Datatype *newtype) {
    return real.Type_create_struct_c(count, array_of_block_lengths, array_of_displacements,
                                     array_of_types, newtype);
}
CLOSERANKS_ALIAS(MPI_Type_create_struct_c);

int MPI_Type_create_subarray_c(int ndims, const MPI_Count size_array[],
                               const MPI_Count subsize_array[], const MPI_Count start_array[],
                               int order, MPI_Datatype oldtype, MPI_Datatype *newtype) {
    return real.Type_create_subarray_c(ndims, size_array, subsize_array, start_array, order,
                                       oldtype, newtype);
}
CLOSERANKS_ALIAS(MPI_Type_create_subarray_c);

int MPI_Type_get_extent_c(MPI_Datatype type, MPI_Count *lb, MPI_Count *extent) {
    return real.Type_get_extent_c(type, lb, extent);
}
CLOSERANKS_ALIAS(MPI_Type_get_extent_c);

int MPI_Type_get_true_extent_c(MPI_Datatype datatype, MPI_Count *true_lb, MPI_Count *true_extent) {
    return real.Type_get_true_extent_c(datatype, true_lb, true_extent);
}
CLOSERANKS_ALIAS(MPI_Type_get_true_extent_c);

int MPI_Type_indexed_c(MPI_Count count, const MPI_Count array_of_blocklengths[],
                       const MPI_Count array_of_displacements[], MPI_Datatype oldtype,
                       MPI_Datatype *newtype) {
    return real.Type_indexed_c(count, array_of_blocklengths, array_of_displacements, oldtype,
                               newtype);
}
CLOSERANKS_ALIAS(MPI_Type_indexed_c);

int MPI_Type_size_c(MPI_Datatype type, MPI_Count *size) { return real.Type_size_c(type, size); }
CLOSERANKS_ALIAS(MPI_Type_size_c);

int MPI_Type_vector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride,
                      MPI_Datatype oldtype, MPI_Datatype *newtype) {
    return real.Type_vector_c(count, blocklength, stride, oldtype, newtype);
}
CLOSERANKS_ALIAS(MPI_Type_vector_c);

int MPI_Unpack_c(const void *inbuf, MPI_Count insize, MPI_Count *position, void *outbuf,
                 MPI_Count outcount, MPI_Datatype datatype, MPI_Comm comm) {
    return real.Unpack_c(inbuf, insize, position, outbuf, outcount, datatype, comm);
}
CLOSERANKS_ALIAS(MPI_Unpack_c);

int MPI_Unpack_external_c(const char datarep[], const void *inbuf, MPI_Count insize,
                          MPI_Count *position, void *outbuf, MPI_Count outcount,
                          MPI_Datatype datatype) {
    return real.Unpack_external_c(datarep, inbuf, insize, position, outbuf, outcount, datatype);
}
CLOSERANKS_ALIAS(MPI_Unpack_external_c);

int MPI_Win_shared_query_c(MPI_Win win, int rank, MPI_Aint *size, MPI_Aint *disp_unit,
                           void *baseptr) {
    Entry entry(Function::Win_shared_query);
    Window *window = find_window(win);
    if (window == nullptr) return real.Win_shared_query_c(win, rank, size, disp_unit, baseptr);
    return query_shared(*window, rank, size, disp_unit, baseptr);
}
CLOSERANKS_ALIAS(MPI_Win_shared_query_c);

#endif

} // extern "C"
