// Generated from spec/mpi.json by generator/ with templates/tables/functions.hpp.j2, do not edit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace closeranks {

/// Every function of the MPI that the library interposes, without its MPI_ or MPIX_ prefix. A form
/// with large counts (MPI_Send_c) is its sibling here.
enum class Function : std::uint16_t {
    Abi_get_fortran_booleans,
    Abi_get_fortran_info,
    Abi_get_info,
    Abi_get_version,
    Abi_set_fortran_booleans,
    Abi_set_fortran_info,
    Abort,
    Accumulate,
    Add_error_class,
    Add_error_code,
    Add_error_string,
    Address,
    Allgather,
    Allgather_init,
    Allgatherv,
    Allgatherv_init,
    Alloc_mem,
    Allreduce,
    Allreduce_init,
    Alltoall,
    Alltoall_init,
    Alltoallv,
    Alltoallv_init,
    Alltoallw,
    Alltoallw_init,
    Attr_delete,
    Attr_get,
    Attr_put,
    Barrier,
    Barrier_init,
    Bcast,
    Bcast_init,
    Bsend,
    Bsend_init,
    Buffer_attach,
    Buffer_detach,
    Buffer_flush,
    Buffer_iflush,
    Cancel,
    Cart_coords,
    Cart_create,
    Cart_get,
    Cart_map,
    Cart_rank,
    Cart_shift,
    Cart_sub,
    Cartdim_get,
    Close_port,
    Comm_accept,
    Comm_ack_failed,
    Comm_agree,
    Comm_attach_buffer,
    Comm_c2f,
    Comm_call_errhandler,
    Comm_compare,
    Comm_connect,
    Comm_create,
    Comm_create_errhandler,
    Comm_create_from_group,
    Comm_create_group,
    Comm_create_keyval,
    Comm_delete_attr,
    Comm_detach_buffer,
    Comm_disconnect,
    Comm_dup,
    Comm_dup_with_info,
    Comm_f2c,
    Comm_failure_ack,
    Comm_failure_get_acked,
    Comm_flush_buffer,
    Comm_free,
    Comm_free_keyval,
    Comm_fromint,
    Comm_get_attr,
    Comm_get_errhandler,
    Comm_get_failed,
    Comm_get_info,
    Comm_get_name,
    Comm_get_parent,
    Comm_group,
    Comm_iagree,
    Comm_idup,
    Comm_idup_with_info,
    Comm_iflush_buffer,
    Comm_is_revoked,
    Comm_ishrink,
    Comm_join,
    Comm_rank,
    Comm_remote_group,
    Comm_remote_size,
    Comm_revoke,
    Comm_set_attr,
    Comm_set_errhandler,
    Comm_set_info,
    Comm_set_name,
    Comm_shrink,
    Comm_size,
    Comm_spawn,
    Comm_spawn_multiple,
    Comm_split,
    Comm_split_type,
    Comm_test_inter,
    Comm_toint,
    Compare_and_swap,
    Dims_create,
    Dist_graph_create,
    Dist_graph_create_adjacent,
    Dist_graph_neighbors,
    Dist_graph_neighbors_count,
    Errhandler_c2f,
    Errhandler_create,
    Errhandler_f2c,
    Errhandler_free,
    Errhandler_fromint,
    Errhandler_get,
    Errhandler_set,
    Errhandler_toint,
    Error_class,
    Error_string,
    Exscan,
    Exscan_init,
    Fetch_and_op,
    File_c2f,
    File_call_errhandler,
    File_close,
    File_create_errhandler,
    File_delete,
    File_f2c,
    File_fromint,
    File_get_amode,
    File_get_atomicity,
    File_get_byte_offset,
    File_get_errhandler,
    File_get_group,
    File_get_info,
    File_get_position,
    File_get_position_shared,
    File_get_size,
    File_get_type_extent,
    File_get_view,
    File_iread,
    File_iread_all,
    File_iread_at,
    File_iread_at_all,
    File_iread_shared,
    File_iwrite,
    File_iwrite_all,
    File_iwrite_at,
    File_iwrite_at_all,
    File_iwrite_shared,
    File_open,
    File_preallocate,
    File_read,
    File_read_all,
    File_read_all_begin,
    File_read_all_end,
    File_read_at,
    File_read_at_all,
    File_read_at_all_begin,
    File_read_at_all_end,
    File_read_ordered,
    File_read_ordered_begin,
    File_read_ordered_end,
    File_read_shared,
    File_seek,
    File_seek_shared,
    File_set_atomicity,
    File_set_errhandler,
    File_set_info,
    File_set_size,
    File_set_view,
    File_sync,
    File_toint,
    File_write,
    File_write_all,
    File_write_all_begin,
    File_write_all_end,
    File_write_at,
    File_write_at_all,
    File_write_at_all_begin,
    File_write_at_all_end,
    File_write_ordered,
    File_write_ordered_begin,
    File_write_ordered_end,
    File_write_shared,
    Finalize,
    Finalized,
    Free_mem,
    Gather,
    Gather_init,
    Gatherv,
    Gatherv_init,
    Get,
    Get_accumulate,
    Get_address,
    Get_count,
    Get_elements,
    Get_elements_x,
    Get_hw_resource_info,
    Get_library_version,
    Get_processor_name,
    Get_version,
    Graph_create,
    Graph_get,
    Graph_map,
    Graph_neighbors,
    Graph_neighbors_count,
    Graphdims_get,
    Grequest_complete,
    Grequest_start,
    Group_c2f,
    Group_compare,
    Group_difference,
    Group_excl,
    Group_f2c,
    Group_free,
    Group_from_session_pset,
    Group_fromint,
    Group_incl,
    Group_intersection,
    Group_range_excl,
    Group_range_incl,
    Group_rank,
    Group_size,
    Group_toint,
    Group_translate_ranks,
    Group_union,
    Iallgather,
    Iallgatherv,
    Iallreduce,
    Ialltoall,
    Ialltoallv,
    Ialltoallw,
    Ibarrier,
    Ibcast,
    Ibsend,
    Iexscan,
    Igather,
    Igatherv,
    Improbe,
    Imrecv,
    Ineighbor_allgather,
    Ineighbor_allgatherv,
    Ineighbor_alltoall,
    Ineighbor_alltoallv,
    Ineighbor_alltoallw,
    Info_c2f,
    Info_create,
    Info_create_env,
    Info_delete,
    Info_dup,
    Info_f2c,
    Info_free,
    Info_fromint,
    Info_get,
    Info_get_nkeys,
    Info_get_nthkey,
    Info_get_string,
    Info_get_valuelen,
    Info_set,
    Info_toint,
    Init,
    Init_thread,
    Initialized,
    Intercomm_create,
    Intercomm_create_from_groups,
    Intercomm_merge,
    Iprobe,
    Irecv,
    Ireduce,
    Ireduce_scatter,
    Ireduce_scatter_block,
    Irsend,
    Is_thread_main,
    Iscan,
    Iscatter,
    Iscatterv,
    Isend,
    Isendrecv,
    Isendrecv_replace,
    Issend,
    Keyval_create,
    Keyval_free,
    Lookup_name,
    Message_c2f,
    Message_f2c,
    Message_fromint,
    Message_toint,
    Mprobe,
    Mrecv,
    Neighbor_allgather,
    Neighbor_allgather_init,
    Neighbor_allgatherv,
    Neighbor_allgatherv_init,
    Neighbor_alltoall,
    Neighbor_alltoall_init,
    Neighbor_alltoallv,
    Neighbor_alltoallv_init,
    Neighbor_alltoallw,
    Neighbor_alltoallw_init,
    Op_c2f,
    Op_commutative,
    Op_create,
    Op_f2c,
    Op_free,
    Op_fromint,
    Op_toint,
    Open_port,
    Pack,
    Pack_external,
    Pack_external_size,
    Pack_size,
    Parrived,
    Pcontrol,
    Pready,
    Pready_list,
    Pready_range,
    Precv_init,
    Probe,
    Psend_init,
    Publish_name,
    Put,
    Query_thread,
    Raccumulate,
    Recv,
    Recv_init,
    Reduce,
    Reduce_init,
    Reduce_local,
    Reduce_scatter,
    Reduce_scatter_block,
    Reduce_scatter_block_init,
    Reduce_scatter_init,
    Register_datarep,
    Remove_error_class,
    Remove_error_code,
    Remove_error_string,
    Request_c2f,
    Request_f2c,
    Request_free,
    Request_fromint,
    Request_get_status,
    Request_get_status_all,
    Request_get_status_any,
    Request_get_status_some,
    Request_toint,
    Rget,
    Rget_accumulate,
    Rput,
    Rsend,
    Rsend_init,
    Scan,
    Scan_init,
    Scatter,
    Scatter_init,
    Scatterv,
    Scatterv_init,
    Send,
    Send_init,
    Sendrecv,
    Sendrecv_replace,
    Session_attach_buffer,
    Session_c2f,
    Session_call_errhandler,
    Session_create_errhandler,
    Session_detach_buffer,
    Session_f2c,
    Session_finalize,
    Session_flush_buffer,
    Session_fromint,
    Session_get_errhandler,
    Session_get_info,
    Session_get_nth_pset,
    Session_get_num_psets,
    Session_get_pset_info,
    Session_iflush_buffer,
    Session_init,
    Session_set_errhandler,
    Session_set_info,
    Session_toint,
    Ssend,
    Ssend_init,
    Start,
    Startall,
    Status_c2f,
    Status_c2f08,
    Status_f082c,
    Status_f082f,
    Status_f2c,
    Status_f2f08,
    Status_get_error,
    Status_get_source,
    Status_get_tag,
    Status_set_cancelled,
    Status_set_elements,
    Status_set_elements_x,
    Status_set_error,
    Status_set_source,
    Status_set_tag,
    Test,
    Test_cancelled,
    Testall,
    Testany,
    Testsome,
    Topo_test,
    Type_c2f,
    Type_commit,
    Type_contiguous,
    Type_create_darray,
    Type_create_f90_complex,
    Type_create_f90_integer,
    Type_create_f90_real,
    Type_create_hindexed,
    Type_create_hindexed_block,
    Type_create_hvector,
    Type_create_indexed_block,
    Type_create_keyval,
    Type_create_resized,
    Type_create_struct,
    Type_create_subarray,
    Type_delete_attr,
    Type_dup,
    Type_extent,
    Type_f2c,
    Type_free,
    Type_free_keyval,
    Type_fromint,
    Type_get_attr,
    Type_get_contents,
    Type_get_contents_c,
    Type_get_envelope,
    Type_get_envelope_c,
    Type_get_extent,
    Type_get_extent_x,
    Type_get_name,
    Type_get_true_extent,
    Type_get_true_extent_x,
    Type_get_value_index,
    Type_hindexed,
    Type_hvector,
    Type_indexed,
    Type_lb,
    Type_match_size,
    Type_set_attr,
    Type_set_name,
    Type_size,
    Type_size_x,
    Type_struct,
    Type_toint,
    Type_ub,
    Type_vector,
    Unpack,
    Unpack_external,
    Unpublish_name,
    Wait,
    Waitall,
    Waitany,
    Waitsome,
    Win_allocate,
    Win_allocate_shared,
    Win_attach,
    Win_c2f,
    Win_call_errhandler,
    Win_complete,
    Win_create,
    Win_create_dynamic,
    Win_create_errhandler,
    Win_create_keyval,
    Win_delete_attr,
    Win_detach,
    Win_f2c,
    Win_fence,
    Win_flush,
    Win_flush_all,
    Win_flush_local,
    Win_flush_local_all,
    Win_free,
    Win_free_keyval,
    Win_fromint,
    Win_get_attr,
    Win_get_errhandler,
    Win_get_group,
    Win_get_info,
    Win_get_name,
    Win_lock,
    Win_lock_all,
    Win_post,
    Win_set_attr,
    Win_set_errhandler,
    Win_set_info,
    Win_set_name,
    Win_shared_query,
    Win_start,
    Win_sync,
    Win_test,
    Win_toint,
    Win_unlock,
    Win_unlock_all,
    Win_wait,
    Wtick,
    Wtime,
};

inline constexpr std::size_t function_count = 501;

/// The classes of functions (docs/developers/spec.md).
enum class FunctionClass : std::uint8_t {
    one_to_one,
    one_to_all,
    all_to_one,
    all_to_all,
    comm_creator,
    file,
    window,
    local_only,
};

namespace detail {
inline constexpr FunctionClass function_classes[function_count] = {
    FunctionClass::local_only,   // MPI_Abi_get_fortran_booleans
    FunctionClass::local_only,   // MPI_Abi_get_fortran_info
    FunctionClass::local_only,   // MPI_Abi_get_info
    FunctionClass::local_only,   // MPI_Abi_get_version
    FunctionClass::local_only,   // MPI_Abi_set_fortran_booleans
    FunctionClass::local_only,   // MPI_Abi_set_fortran_info
    FunctionClass::local_only,   // MPI_Abort
    FunctionClass::window,       // MPI_Accumulate
    FunctionClass::local_only,   // MPI_Add_error_class
    FunctionClass::local_only,   // MPI_Add_error_code
    FunctionClass::local_only,   // MPI_Add_error_string
    FunctionClass::local_only,   // MPI_Address
    FunctionClass::all_to_all,   // MPI_Allgather
    FunctionClass::all_to_all,   // MPI_Allgather_init
    FunctionClass::all_to_all,   // MPI_Allgatherv
    FunctionClass::all_to_all,   // MPI_Allgatherv_init
    FunctionClass::local_only,   // MPI_Alloc_mem
    FunctionClass::all_to_all,   // MPI_Allreduce
    FunctionClass::all_to_all,   // MPI_Allreduce_init
    FunctionClass::all_to_all,   // MPI_Alltoall
    FunctionClass::all_to_all,   // MPI_Alltoall_init
    FunctionClass::all_to_all,   // MPI_Alltoallv
    FunctionClass::all_to_all,   // MPI_Alltoallv_init
    FunctionClass::all_to_all,   // MPI_Alltoallw
    FunctionClass::all_to_all,   // MPI_Alltoallw_init
    FunctionClass::local_only,   // MPI_Attr_delete
    FunctionClass::local_only,   // MPI_Attr_get
    FunctionClass::local_only,   // MPI_Attr_put
    FunctionClass::all_to_all,   // MPI_Barrier
    FunctionClass::all_to_all,   // MPI_Barrier_init
    FunctionClass::one_to_all,   // MPI_Bcast
    FunctionClass::one_to_all,   // MPI_Bcast_init
    FunctionClass::one_to_one,   // MPI_Bsend
    FunctionClass::one_to_one,   // MPI_Bsend_init
    FunctionClass::local_only,   // MPI_Buffer_attach
    FunctionClass::local_only,   // MPI_Buffer_detach
    FunctionClass::local_only,   // MPI_Buffer_flush
    FunctionClass::local_only,   // MPI_Buffer_iflush
    FunctionClass::one_to_one,   // MPI_Cancel
    FunctionClass::local_only,   // MPI_Cart_coords
    FunctionClass::comm_creator, // MPI_Cart_create
    FunctionClass::local_only,   // MPI_Cart_get
    FunctionClass::local_only,   // MPI_Cart_map
    FunctionClass::local_only,   // MPI_Cart_rank
    FunctionClass::local_only,   // MPI_Cart_shift
    FunctionClass::comm_creator, // MPI_Cart_sub
    FunctionClass::local_only,   // MPI_Cartdim_get
    FunctionClass::local_only,   // MPI_Close_port
    FunctionClass::comm_creator, // MPI_Comm_accept
    FunctionClass::local_only,   // MPIX_Comm_ack_failed
    FunctionClass::all_to_all,   // MPIX_Comm_agree
    FunctionClass::local_only,   // MPI_Comm_attach_buffer
    FunctionClass::local_only,   // MPI_Comm_c2f
    FunctionClass::local_only,   // MPI_Comm_call_errhandler
    FunctionClass::local_only,   // MPI_Comm_compare
    FunctionClass::comm_creator, // MPI_Comm_connect
    FunctionClass::comm_creator, // MPI_Comm_create
    FunctionClass::local_only,   // MPI_Comm_create_errhandler
    FunctionClass::comm_creator, // MPI_Comm_create_from_group
    FunctionClass::comm_creator, // MPI_Comm_create_group
    FunctionClass::local_only,   // MPI_Comm_create_keyval
    FunctionClass::local_only,   // MPI_Comm_delete_attr
    FunctionClass::local_only,   // MPI_Comm_detach_buffer
    FunctionClass::comm_creator, // MPI_Comm_disconnect
    FunctionClass::comm_creator, // MPI_Comm_dup
    FunctionClass::comm_creator, // MPI_Comm_dup_with_info
    FunctionClass::local_only,   // MPI_Comm_f2c
    FunctionClass::local_only,   // MPIX_Comm_failure_ack
    FunctionClass::local_only,   // MPIX_Comm_failure_get_acked
    FunctionClass::local_only,   // MPI_Comm_flush_buffer
    FunctionClass::comm_creator, // MPI_Comm_free
    FunctionClass::local_only,   // MPI_Comm_free_keyval
    FunctionClass::local_only,   // MPI_Comm_fromint
    FunctionClass::local_only,   // MPI_Comm_get_attr
    FunctionClass::local_only,   // MPI_Comm_get_errhandler
    FunctionClass::local_only,   // MPIX_Comm_get_failed
    FunctionClass::local_only,   // MPI_Comm_get_info
    FunctionClass::local_only,   // MPI_Comm_get_name
    FunctionClass::local_only,   // MPI_Comm_get_parent
    FunctionClass::local_only,   // MPI_Comm_group
    FunctionClass::all_to_all,   // MPIX_Comm_iagree
    FunctionClass::comm_creator, // MPI_Comm_idup
    FunctionClass::comm_creator, // MPI_Comm_idup_with_info
    FunctionClass::local_only,   // MPI_Comm_iflush_buffer
    FunctionClass::local_only,   // MPIX_Comm_is_revoked
    FunctionClass::comm_creator, // MPIX_Comm_ishrink
    FunctionClass::comm_creator, // MPI_Comm_join
    FunctionClass::local_only,   // MPI_Comm_rank
    FunctionClass::local_only,   // MPI_Comm_remote_group
    FunctionClass::local_only,   // MPI_Comm_remote_size
    FunctionClass::all_to_all,   // MPIX_Comm_revoke
    FunctionClass::local_only,   // MPI_Comm_set_attr
    FunctionClass::local_only,   // MPI_Comm_set_errhandler
    FunctionClass::local_only,   // MPI_Comm_set_info
    FunctionClass::local_only,   // MPI_Comm_set_name
    FunctionClass::comm_creator, // MPIX_Comm_shrink
    FunctionClass::local_only,   // MPI_Comm_size
    FunctionClass::comm_creator, // MPI_Comm_spawn
    FunctionClass::comm_creator, // MPI_Comm_spawn_multiple
    FunctionClass::comm_creator, // MPI_Comm_split
    FunctionClass::comm_creator, // MPI_Comm_split_type
    FunctionClass::local_only,   // MPI_Comm_test_inter
    FunctionClass::local_only,   // MPI_Comm_toint
    FunctionClass::window,       // MPI_Compare_and_swap
    FunctionClass::local_only,   // MPI_Dims_create
    FunctionClass::comm_creator, // MPI_Dist_graph_create
    FunctionClass::comm_creator, // MPI_Dist_graph_create_adjacent
    FunctionClass::local_only,   // MPI_Dist_graph_neighbors
    FunctionClass::local_only,   // MPI_Dist_graph_neighbors_count
    FunctionClass::local_only,   // MPI_Errhandler_c2f
    FunctionClass::local_only,   // MPI_Errhandler_create
    FunctionClass::local_only,   // MPI_Errhandler_f2c
    FunctionClass::local_only,   // MPI_Errhandler_free
    FunctionClass::local_only,   // MPI_Errhandler_fromint
    FunctionClass::local_only,   // MPI_Errhandler_get
    FunctionClass::local_only,   // MPI_Errhandler_set
    FunctionClass::local_only,   // MPI_Errhandler_toint
    FunctionClass::local_only,   // MPI_Error_class
    FunctionClass::local_only,   // MPI_Error_string
    FunctionClass::all_to_all,   // MPI_Exscan
    FunctionClass::all_to_all,   // MPI_Exscan_init
    FunctionClass::window,       // MPI_Fetch_and_op
    FunctionClass::local_only,   // MPI_File_c2f
    FunctionClass::local_only,   // MPI_File_call_errhandler
    FunctionClass::file,         // MPI_File_close
    FunctionClass::local_only,   // MPI_File_create_errhandler
    FunctionClass::file,         // MPI_File_delete
    FunctionClass::local_only,   // MPI_File_f2c
    FunctionClass::local_only,   // MPI_File_fromint
    FunctionClass::local_only,   // MPI_File_get_amode
    FunctionClass::local_only,   // MPI_File_get_atomicity
    FunctionClass::local_only,   // MPI_File_get_byte_offset
    FunctionClass::local_only,   // MPI_File_get_errhandler
    FunctionClass::local_only,   // MPI_File_get_group
    FunctionClass::local_only,   // MPI_File_get_info
    FunctionClass::local_only,   // MPI_File_get_position
    FunctionClass::file,         // MPI_File_get_position_shared
    FunctionClass::file,         // MPI_File_get_size
    FunctionClass::local_only,   // MPI_File_get_type_extent
    FunctionClass::local_only,   // MPI_File_get_view
    FunctionClass::file,         // MPI_File_iread
    FunctionClass::file,         // MPI_File_iread_all
    FunctionClass::file,         // MPI_File_iread_at
    FunctionClass::file,         // MPI_File_iread_at_all
    FunctionClass::file,         // MPI_File_iread_shared
    FunctionClass::file,         // MPI_File_iwrite
    FunctionClass::file,         // MPI_File_iwrite_all
    FunctionClass::file,         // MPI_File_iwrite_at
    FunctionClass::file,         // MPI_File_iwrite_at_all
    FunctionClass::file,         // MPI_File_iwrite_shared
    FunctionClass::file,         // MPI_File_open
    FunctionClass::file,         // MPI_File_preallocate
    FunctionClass::file,         // MPI_File_read
    FunctionClass::file,         // MPI_File_read_all
    FunctionClass::file,         // MPI_File_read_all_begin
    FunctionClass::file,         // MPI_File_read_all_end
    FunctionClass::file,         // MPI_File_read_at
    FunctionClass::file,         // MPI_File_read_at_all
    FunctionClass::file,         // MPI_File_read_at_all_begin
    FunctionClass::file,         // MPI_File_read_at_all_end
    FunctionClass::file,         // MPI_File_read_ordered
    FunctionClass::file,         // MPI_File_read_ordered_begin
    FunctionClass::file,         // MPI_File_read_ordered_end
    FunctionClass::file,         // MPI_File_read_shared
    FunctionClass::local_only,   // MPI_File_seek
    FunctionClass::file,         // MPI_File_seek_shared
    FunctionClass::file,         // MPI_File_set_atomicity
    FunctionClass::local_only,   // MPI_File_set_errhandler
    FunctionClass::file,         // MPI_File_set_info
    FunctionClass::file,         // MPI_File_set_size
    FunctionClass::file,         // MPI_File_set_view
    FunctionClass::file,         // MPI_File_sync
    FunctionClass::local_only,   // MPI_File_toint
    FunctionClass::file,         // MPI_File_write
    FunctionClass::file,         // MPI_File_write_all
    FunctionClass::file,         // MPI_File_write_all_begin
    FunctionClass::file,         // MPI_File_write_all_end
    FunctionClass::file,         // MPI_File_write_at
    FunctionClass::file,         // MPI_File_write_at_all
    FunctionClass::file,         // MPI_File_write_at_all_begin
    FunctionClass::file,         // MPI_File_write_at_all_end
    FunctionClass::file,         // MPI_File_write_ordered
    FunctionClass::file,         // MPI_File_write_ordered_begin
    FunctionClass::file,         // MPI_File_write_ordered_end
    FunctionClass::file,         // MPI_File_write_shared
    FunctionClass::local_only,   // MPI_Finalize
    FunctionClass::local_only,   // MPI_Finalized
    FunctionClass::local_only,   // MPI_Free_mem
    FunctionClass::all_to_one,   // MPI_Gather
    FunctionClass::all_to_one,   // MPI_Gather_init
    FunctionClass::all_to_one,   // MPI_Gatherv
    FunctionClass::all_to_one,   // MPI_Gatherv_init
    FunctionClass::window,       // MPI_Get
    FunctionClass::window,       // MPI_Get_accumulate
    FunctionClass::local_only,   // MPI_Get_address
    FunctionClass::local_only,   // MPI_Get_count
    FunctionClass::local_only,   // MPI_Get_elements
    FunctionClass::local_only,   // MPI_Get_elements_x
    FunctionClass::local_only,   // MPI_Get_hw_resource_info
    FunctionClass::local_only,   // MPI_Get_library_version
    FunctionClass::local_only,   // MPI_Get_processor_name
    FunctionClass::local_only,   // MPI_Get_version
    FunctionClass::comm_creator, // MPI_Graph_create
    FunctionClass::local_only,   // MPI_Graph_get
    FunctionClass::local_only,   // MPI_Graph_map
    FunctionClass::local_only,   // MPI_Graph_neighbors
    FunctionClass::local_only,   // MPI_Graph_neighbors_count
    FunctionClass::local_only,   // MPI_Graphdims_get
    FunctionClass::local_only,   // MPI_Grequest_complete
    FunctionClass::local_only,   // MPI_Grequest_start
    FunctionClass::local_only,   // MPI_Group_c2f
    FunctionClass::local_only,   // MPI_Group_compare
    FunctionClass::local_only,   // MPI_Group_difference
    FunctionClass::local_only,   // MPI_Group_excl
    FunctionClass::local_only,   // MPI_Group_f2c
    FunctionClass::local_only,   // MPI_Group_free
    FunctionClass::local_only,   // MPI_Group_from_session_pset
    FunctionClass::local_only,   // MPI_Group_fromint
    FunctionClass::local_only,   // MPI_Group_incl
    FunctionClass::local_only,   // MPI_Group_intersection
    FunctionClass::local_only,   // MPI_Group_range_excl
    FunctionClass::local_only,   // MPI_Group_range_incl
    FunctionClass::local_only,   // MPI_Group_rank
    FunctionClass::local_only,   // MPI_Group_size
    FunctionClass::local_only,   // MPI_Group_toint
    FunctionClass::local_only,   // MPI_Group_translate_ranks
    FunctionClass::local_only,   // MPI_Group_union
    FunctionClass::all_to_all,   // MPI_Iallgather
    FunctionClass::all_to_all,   // MPI_Iallgatherv
    FunctionClass::all_to_all,   // MPI_Iallreduce
    FunctionClass::all_to_all,   // MPI_Ialltoall
    FunctionClass::all_to_all,   // MPI_Ialltoallv
    FunctionClass::all_to_all,   // MPI_Ialltoallw
    FunctionClass::all_to_all,   // MPI_Ibarrier
    FunctionClass::one_to_all,   // MPI_Ibcast
    FunctionClass::one_to_one,   // MPI_Ibsend
    FunctionClass::all_to_all,   // MPI_Iexscan
    FunctionClass::all_to_one,   // MPI_Igather
    FunctionClass::all_to_one,   // MPI_Igatherv
    FunctionClass::one_to_one,   // MPI_Improbe
    FunctionClass::one_to_one,   // MPI_Imrecv
    FunctionClass::all_to_all,   // MPI_Ineighbor_allgather
    FunctionClass::all_to_all,   // MPI_Ineighbor_allgatherv
    FunctionClass::all_to_all,   // MPI_Ineighbor_alltoall
    FunctionClass::all_to_all,   // MPI_Ineighbor_alltoallv
    FunctionClass::all_to_all,   // MPI_Ineighbor_alltoallw
    FunctionClass::local_only,   // MPI_Info_c2f
    FunctionClass::local_only,   // MPI_Info_create
    FunctionClass::local_only,   // MPI_Info_create_env
    FunctionClass::local_only,   // MPI_Info_delete
    FunctionClass::local_only,   // MPI_Info_dup
    FunctionClass::local_only,   // MPI_Info_f2c
    FunctionClass::local_only,   // MPI_Info_free
    FunctionClass::local_only,   // MPI_Info_fromint
    FunctionClass::local_only,   // MPI_Info_get
    FunctionClass::local_only,   // MPI_Info_get_nkeys
    FunctionClass::local_only,   // MPI_Info_get_nthkey
    FunctionClass::local_only,   // MPI_Info_get_string
    FunctionClass::local_only,   // MPI_Info_get_valuelen
    FunctionClass::local_only,   // MPI_Info_set
    FunctionClass::local_only,   // MPI_Info_toint
    FunctionClass::local_only,   // MPI_Init
    FunctionClass::local_only,   // MPI_Init_thread
    FunctionClass::local_only,   // MPI_Initialized
    FunctionClass::comm_creator, // MPI_Intercomm_create
    FunctionClass::comm_creator, // MPI_Intercomm_create_from_groups
    FunctionClass::comm_creator, // MPI_Intercomm_merge
    FunctionClass::one_to_one,   // MPI_Iprobe
    FunctionClass::one_to_one,   // MPI_Irecv
    FunctionClass::all_to_one,   // MPI_Ireduce
    FunctionClass::all_to_all,   // MPI_Ireduce_scatter
    FunctionClass::all_to_all,   // MPI_Ireduce_scatter_block
    FunctionClass::one_to_one,   // MPI_Irsend
    FunctionClass::local_only,   // MPI_Is_thread_main
    FunctionClass::all_to_all,   // MPI_Iscan
    FunctionClass::one_to_all,   // MPI_Iscatter
    FunctionClass::one_to_all,   // MPI_Iscatterv
    FunctionClass::one_to_one,   // MPI_Isend
    FunctionClass::one_to_one,   // MPI_Isendrecv
    FunctionClass::one_to_one,   // MPI_Isendrecv_replace
    FunctionClass::one_to_one,   // MPI_Issend
    FunctionClass::local_only,   // MPI_Keyval_create
    FunctionClass::local_only,   // MPI_Keyval_free
    FunctionClass::local_only,   // MPI_Lookup_name
    FunctionClass::local_only,   // MPI_Message_c2f
    FunctionClass::local_only,   // MPI_Message_f2c
    FunctionClass::local_only,   // MPI_Message_fromint
    FunctionClass::local_only,   // MPI_Message_toint
    FunctionClass::one_to_one,   // MPI_Mprobe
    FunctionClass::one_to_one,   // MPI_Mrecv
    FunctionClass::all_to_all,   // MPI_Neighbor_allgather
    FunctionClass::all_to_all,   // MPI_Neighbor_allgather_init
    FunctionClass::all_to_all,   // MPI_Neighbor_allgatherv
    FunctionClass::all_to_all,   // MPI_Neighbor_allgatherv_init
    FunctionClass::all_to_all,   // MPI_Neighbor_alltoall
    FunctionClass::all_to_all,   // MPI_Neighbor_alltoall_init
    FunctionClass::all_to_all,   // MPI_Neighbor_alltoallv
    FunctionClass::all_to_all,   // MPI_Neighbor_alltoallv_init
    FunctionClass::all_to_all,   // MPI_Neighbor_alltoallw
    FunctionClass::all_to_all,   // MPI_Neighbor_alltoallw_init
    FunctionClass::local_only,   // MPI_Op_c2f
    FunctionClass::local_only,   // MPI_Op_commutative
    FunctionClass::local_only,   // MPI_Op_create
    FunctionClass::local_only,   // MPI_Op_f2c
    FunctionClass::local_only,   // MPI_Op_free
    FunctionClass::local_only,   // MPI_Op_fromint
    FunctionClass::local_only,   // MPI_Op_toint
    FunctionClass::local_only,   // MPI_Open_port
    FunctionClass::local_only,   // MPI_Pack
    FunctionClass::local_only,   // MPI_Pack_external
    FunctionClass::local_only,   // MPI_Pack_external_size
    FunctionClass::local_only,   // MPI_Pack_size
    FunctionClass::one_to_one,   // MPI_Parrived
    FunctionClass::local_only,   // MPI_Pcontrol
    FunctionClass::one_to_one,   // MPI_Pready
    FunctionClass::one_to_one,   // MPI_Pready_list
    FunctionClass::one_to_one,   // MPI_Pready_range
    FunctionClass::one_to_one,   // MPI_Precv_init
    FunctionClass::one_to_one,   // MPI_Probe
    FunctionClass::one_to_one,   // MPI_Psend_init
    FunctionClass::local_only,   // MPI_Publish_name
    FunctionClass::window,       // MPI_Put
    FunctionClass::local_only,   // MPI_Query_thread
    FunctionClass::window,       // MPI_Raccumulate
    FunctionClass::one_to_one,   // MPI_Recv
    FunctionClass::one_to_one,   // MPI_Recv_init
    FunctionClass::all_to_one,   // MPI_Reduce
    FunctionClass::all_to_one,   // MPI_Reduce_init
    FunctionClass::local_only,   // MPI_Reduce_local
    FunctionClass::all_to_all,   // MPI_Reduce_scatter
    FunctionClass::all_to_all,   // MPI_Reduce_scatter_block
    FunctionClass::all_to_all,   // MPI_Reduce_scatter_block_init
    FunctionClass::all_to_all,   // MPI_Reduce_scatter_init
    FunctionClass::local_only,   // MPI_Register_datarep
    FunctionClass::local_only,   // MPI_Remove_error_class
    FunctionClass::local_only,   // MPI_Remove_error_code
    FunctionClass::local_only,   // MPI_Remove_error_string
    FunctionClass::local_only,   // MPI_Request_c2f
    FunctionClass::local_only,   // MPI_Request_f2c
    FunctionClass::one_to_one,   // MPI_Request_free
    FunctionClass::local_only,   // MPI_Request_fromint
    FunctionClass::one_to_one,   // MPI_Request_get_status
    FunctionClass::one_to_one,   // MPI_Request_get_status_all
    FunctionClass::one_to_one,   // MPI_Request_get_status_any
    FunctionClass::one_to_one,   // MPI_Request_get_status_some
    FunctionClass::local_only,   // MPI_Request_toint
    FunctionClass::window,       // MPI_Rget
    FunctionClass::window,       // MPI_Rget_accumulate
    FunctionClass::window,       // MPI_Rput
    FunctionClass::one_to_one,   // MPI_Rsend
    FunctionClass::one_to_one,   // MPI_Rsend_init
    FunctionClass::all_to_all,   // MPI_Scan
    FunctionClass::all_to_all,   // MPI_Scan_init
    FunctionClass::one_to_all,   // MPI_Scatter
    FunctionClass::one_to_all,   // MPI_Scatter_init
    FunctionClass::one_to_all,   // MPI_Scatterv
    FunctionClass::one_to_all,   // MPI_Scatterv_init
    FunctionClass::one_to_one,   // MPI_Send
    FunctionClass::one_to_one,   // MPI_Send_init
    FunctionClass::one_to_one,   // MPI_Sendrecv
    FunctionClass::one_to_one,   // MPI_Sendrecv_replace
    FunctionClass::local_only,   // MPI_Session_attach_buffer
    FunctionClass::local_only,   // MPI_Session_c2f
    FunctionClass::local_only,   // MPI_Session_call_errhandler
    FunctionClass::local_only,   // MPI_Session_create_errhandler
    FunctionClass::local_only,   // MPI_Session_detach_buffer
    FunctionClass::local_only,   // MPI_Session_f2c
    FunctionClass::local_only,   // MPI_Session_finalize
    FunctionClass::local_only,   // MPI_Session_flush_buffer
    FunctionClass::local_only,   // MPI_Session_fromint
    FunctionClass::local_only,   // MPI_Session_get_errhandler
    FunctionClass::local_only,   // MPI_Session_get_info
    FunctionClass::local_only,   // MPI_Session_get_nth_pset
    FunctionClass::local_only,   // MPI_Session_get_num_psets
    FunctionClass::local_only,   // MPI_Session_get_pset_info
    FunctionClass::local_only,   // MPI_Session_iflush_buffer
    FunctionClass::local_only,   // MPI_Session_init
    FunctionClass::local_only,   // MPI_Session_set_errhandler
    FunctionClass::local_only,   // MPI_Session_set_info
    FunctionClass::local_only,   // MPI_Session_toint
    FunctionClass::one_to_one,   // MPI_Ssend
    FunctionClass::one_to_one,   // MPI_Ssend_init
    FunctionClass::one_to_one,   // MPI_Start
    FunctionClass::one_to_one,   // MPI_Startall
    FunctionClass::local_only,   // MPI_Status_c2f
    FunctionClass::local_only,   // MPI_Status_c2f08
    FunctionClass::local_only,   // MPI_Status_f082c
    FunctionClass::local_only,   // MPI_Status_f082f
    FunctionClass::local_only,   // MPI_Status_f2c
    FunctionClass::local_only,   // MPI_Status_f2f08
    FunctionClass::local_only,   // MPI_Status_get_error
    FunctionClass::local_only,   // MPI_Status_get_source
    FunctionClass::local_only,   // MPI_Status_get_tag
    FunctionClass::local_only,   // MPI_Status_set_cancelled
    FunctionClass::local_only,   // MPI_Status_set_elements
    FunctionClass::local_only,   // MPI_Status_set_elements_x
    FunctionClass::local_only,   // MPI_Status_set_error
    FunctionClass::local_only,   // MPI_Status_set_source
    FunctionClass::local_only,   // MPI_Status_set_tag
    FunctionClass::one_to_one,   // MPI_Test
    FunctionClass::local_only,   // MPI_Test_cancelled
    FunctionClass::one_to_one,   // MPI_Testall
    FunctionClass::one_to_one,   // MPI_Testany
    FunctionClass::one_to_one,   // MPI_Testsome
    FunctionClass::local_only,   // MPI_Topo_test
    FunctionClass::local_only,   // MPI_Type_c2f
    FunctionClass::local_only,   // MPI_Type_commit
    FunctionClass::local_only,   // MPI_Type_contiguous
    FunctionClass::local_only,   // MPI_Type_create_darray
    FunctionClass::local_only,   // MPI_Type_create_f90_complex
    FunctionClass::local_only,   // MPI_Type_create_f90_integer
    FunctionClass::local_only,   // MPI_Type_create_f90_real
    FunctionClass::local_only,   // MPI_Type_create_hindexed
    FunctionClass::local_only,   // MPI_Type_create_hindexed_block
    FunctionClass::local_only,   // MPI_Type_create_hvector
    FunctionClass::local_only,   // MPI_Type_create_indexed_block
    FunctionClass::local_only,   // MPI_Type_create_keyval
    FunctionClass::local_only,   // MPI_Type_create_resized
    FunctionClass::local_only,   // MPI_Type_create_struct
    FunctionClass::local_only,   // MPI_Type_create_subarray
    FunctionClass::local_only,   // MPI_Type_delete_attr
    FunctionClass::local_only,   // MPI_Type_dup
    FunctionClass::local_only,   // MPI_Type_extent
    FunctionClass::local_only,   // MPI_Type_f2c
    FunctionClass::local_only,   // MPI_Type_free
    FunctionClass::local_only,   // MPI_Type_free_keyval
    FunctionClass::local_only,   // MPI_Type_fromint
    FunctionClass::local_only,   // MPI_Type_get_attr
    FunctionClass::local_only,   // MPI_Type_get_contents
    FunctionClass::local_only,   // MPI_Type_get_contents_c
    FunctionClass::local_only,   // MPI_Type_get_envelope
    FunctionClass::local_only,   // MPI_Type_get_envelope_c
    FunctionClass::local_only,   // MPI_Type_get_extent
    FunctionClass::local_only,   // MPI_Type_get_extent_x
    FunctionClass::local_only,   // MPI_Type_get_name
    FunctionClass::local_only,   // MPI_Type_get_true_extent
    FunctionClass::local_only,   // MPI_Type_get_true_extent_x
    FunctionClass::local_only,   // MPI_Type_get_value_index
    FunctionClass::local_only,   // MPI_Type_hindexed
    FunctionClass::local_only,   // MPI_Type_hvector
    FunctionClass::local_only,   // MPI_Type_indexed
    FunctionClass::local_only,   // MPI_Type_lb
    FunctionClass::local_only,   // MPI_Type_match_size
    FunctionClass::local_only,   // MPI_Type_set_attr
    FunctionClass::local_only,   // MPI_Type_set_name
    FunctionClass::local_only,   // MPI_Type_size
    FunctionClass::local_only,   // MPI_Type_size_x
    FunctionClass::local_only,   // MPI_Type_struct
    FunctionClass::local_only,   // MPI_Type_toint
    FunctionClass::local_only,   // MPI_Type_ub
    FunctionClass::local_only,   // MPI_Type_vector
    FunctionClass::local_only,   // MPI_Unpack
    FunctionClass::local_only,   // MPI_Unpack_external
    FunctionClass::local_only,   // MPI_Unpublish_name
    FunctionClass::one_to_one,   // MPI_Wait
    FunctionClass::one_to_one,   // MPI_Waitall
    FunctionClass::one_to_one,   // MPI_Waitany
    FunctionClass::one_to_one,   // MPI_Waitsome
    FunctionClass::window,       // MPI_Win_allocate
    FunctionClass::window,       // MPI_Win_allocate_shared
    FunctionClass::local_only,   // MPI_Win_attach
    FunctionClass::local_only,   // MPI_Win_c2f
    FunctionClass::local_only,   // MPI_Win_call_errhandler
    FunctionClass::window,       // MPI_Win_complete
    FunctionClass::window,       // MPI_Win_create
    FunctionClass::window,       // MPI_Win_create_dynamic
    FunctionClass::local_only,   // MPI_Win_create_errhandler
    FunctionClass::local_only,   // MPI_Win_create_keyval
    FunctionClass::local_only,   // MPI_Win_delete_attr
    FunctionClass::local_only,   // MPI_Win_detach
    FunctionClass::local_only,   // MPI_Win_f2c
    FunctionClass::window,       // MPI_Win_fence
    FunctionClass::window,       // MPI_Win_flush
    FunctionClass::window,       // MPI_Win_flush_all
    FunctionClass::window,       // MPI_Win_flush_local
    FunctionClass::window,       // MPI_Win_flush_local_all
    FunctionClass::window,       // MPI_Win_free
    FunctionClass::local_only,   // MPI_Win_free_keyval
    FunctionClass::local_only,   // MPI_Win_fromint
    FunctionClass::local_only,   // MPI_Win_get_attr
    FunctionClass::local_only,   // MPI_Win_get_errhandler
    FunctionClass::local_only,   // MPI_Win_get_group
    FunctionClass::local_only,   // MPI_Win_get_info
    FunctionClass::local_only,   // MPI_Win_get_name
    FunctionClass::window,       // MPI_Win_lock
    FunctionClass::window,       // MPI_Win_lock_all
    FunctionClass::window,       // MPI_Win_post
    FunctionClass::local_only,   // MPI_Win_set_attr
    FunctionClass::local_only,   // MPI_Win_set_errhandler
    FunctionClass::local_only,   // MPI_Win_set_info
    FunctionClass::local_only,   // MPI_Win_set_name
    FunctionClass::local_only,   // MPI_Win_shared_query
    FunctionClass::window,       // MPI_Win_start
    FunctionClass::local_only,   // MPI_Win_sync
    FunctionClass::window,       // MPI_Win_test
    FunctionClass::local_only,   // MPI_Win_toint
    FunctionClass::window,       // MPI_Win_unlock
    FunctionClass::window,       // MPI_Win_unlock_all
    FunctionClass::window,       // MPI_Win_wait
    FunctionClass::local_only,   // MPI_Wtick
    FunctionClass::local_only,   // MPI_Wtime
};
inline constexpr const char *function_names[function_count] = {
    "MPI_Abi_get_fortran_booleans",
    "MPI_Abi_get_fortran_info",
    "MPI_Abi_get_info",
    "MPI_Abi_get_version",
    "MPI_Abi_set_fortran_booleans",
    "MPI_Abi_set_fortran_info",
    "MPI_Abort",
    "MPI_Accumulate",
    "MPI_Add_error_class",
    "MPI_Add_error_code",
    "MPI_Add_error_string",
    "MPI_Address",
    "MPI_Allgather",
    "MPI_Allgather_init",
    "MPI_Allgatherv",
    "MPI_Allgatherv_init",
    "MPI_Alloc_mem",
    "MPI_Allreduce",
    "MPI_Allreduce_init",
    "MPI_Alltoall",
    "MPI_Alltoall_init",
    "MPI_Alltoallv",
    "MPI_Alltoallv_init",
    "MPI_Alltoallw",
    "MPI_Alltoallw_init",
    "MPI_Attr_delete",
    "MPI_Attr_get",
    "MPI_Attr_put",
    "MPI_Barrier",
    "MPI_Barrier_init",
    "MPI_Bcast",
    "MPI_Bcast_init",
    "MPI_Bsend",
    "MPI_Bsend_init",
    "MPI_Buffer_attach",
    "MPI_Buffer_detach",
    "MPI_Buffer_flush",
    "MPI_Buffer_iflush",
    "MPI_Cancel",
    "MPI_Cart_coords",
    "MPI_Cart_create",
    "MPI_Cart_get",
    "MPI_Cart_map",
    "MPI_Cart_rank",
    "MPI_Cart_shift",
    "MPI_Cart_sub",
    "MPI_Cartdim_get",
    "MPI_Close_port",
    "MPI_Comm_accept",
    "MPIX_Comm_ack_failed",
    "MPIX_Comm_agree",
    "MPI_Comm_attach_buffer",
    "MPI_Comm_c2f",
    "MPI_Comm_call_errhandler",
    "MPI_Comm_compare",
    "MPI_Comm_connect",
    "MPI_Comm_create",
    "MPI_Comm_create_errhandler",
    "MPI_Comm_create_from_group",
    "MPI_Comm_create_group",
    "MPI_Comm_create_keyval",
    "MPI_Comm_delete_attr",
    "MPI_Comm_detach_buffer",
    "MPI_Comm_disconnect",
    "MPI_Comm_dup",
    "MPI_Comm_dup_with_info",
    "MPI_Comm_f2c",
    "MPIX_Comm_failure_ack",
    "MPIX_Comm_failure_get_acked",
    "MPI_Comm_flush_buffer",
    "MPI_Comm_free",
    "MPI_Comm_free_keyval",
    "MPI_Comm_fromint",
    "MPI_Comm_get_attr",
    "MPI_Comm_get_errhandler",
    "MPIX_Comm_get_failed",
    "MPI_Comm_get_info",
    "MPI_Comm_get_name",
    "MPI_Comm_get_parent",
    "MPI_Comm_group",
    "MPIX_Comm_iagree",
    "MPI_Comm_idup",
    "MPI_Comm_idup_with_info",
    "MPI_Comm_iflush_buffer",
    "MPIX_Comm_is_revoked",
    "MPIX_Comm_ishrink",
    "MPI_Comm_join",
    "MPI_Comm_rank",
    "MPI_Comm_remote_group",
    "MPI_Comm_remote_size",
    "MPIX_Comm_revoke",
    "MPI_Comm_set_attr",
    "MPI_Comm_set_errhandler",
    "MPI_Comm_set_info",
    "MPI_Comm_set_name",
    "MPIX_Comm_shrink",
    "MPI_Comm_size",
    "MPI_Comm_spawn",
    "MPI_Comm_spawn_multiple",
    "MPI_Comm_split",
    "MPI_Comm_split_type",
    "MPI_Comm_test_inter",
    "MPI_Comm_toint",
    "MPI_Compare_and_swap",
    "MPI_Dims_create",
    "MPI_Dist_graph_create",
    "MPI_Dist_graph_create_adjacent",
    "MPI_Dist_graph_neighbors",
    "MPI_Dist_graph_neighbors_count",
    "MPI_Errhandler_c2f",
    "MPI_Errhandler_create",
    "MPI_Errhandler_f2c",
    "MPI_Errhandler_free",
    "MPI_Errhandler_fromint",
    "MPI_Errhandler_get",
    "MPI_Errhandler_set",
    "MPI_Errhandler_toint",
    "MPI_Error_class",
    "MPI_Error_string",
    "MPI_Exscan",
    "MPI_Exscan_init",
    "MPI_Fetch_and_op",
    "MPI_File_c2f",
    "MPI_File_call_errhandler",
    "MPI_File_close",
    "MPI_File_create_errhandler",
    "MPI_File_delete",
    "MPI_File_f2c",
    "MPI_File_fromint",
    "MPI_File_get_amode",
    "MPI_File_get_atomicity",
    "MPI_File_get_byte_offset",
    "MPI_File_get_errhandler",
    "MPI_File_get_group",
    "MPI_File_get_info",
    "MPI_File_get_position",
    "MPI_File_get_position_shared",
    "MPI_File_get_size",
    "MPI_File_get_type_extent",
    "MPI_File_get_view",
    "MPI_File_iread",
    "MPI_File_iread_all",
    "MPI_File_iread_at",
    "MPI_File_iread_at_all",
    "MPI_File_iread_shared",
    "MPI_File_iwrite",
    "MPI_File_iwrite_all",
    "MPI_File_iwrite_at",
    "MPI_File_iwrite_at_all",
    "MPI_File_iwrite_shared",
    "MPI_File_open",
    "MPI_File_preallocate",
    "MPI_File_read",
    "MPI_File_read_all",
    "MPI_File_read_all_begin",
    "MPI_File_read_all_end",
    "MPI_File_read_at",
    "MPI_File_read_at_all",
    "MPI_File_read_at_all_begin",
    "MPI_File_read_at_all_end",
    "MPI_File_read_ordered",
    "MPI_File_read_ordered_begin",
    "MPI_File_read_ordered_end",
    "MPI_File_read_shared",
    "MPI_File_seek",
    "MPI_File_seek_shared",
    "MPI_File_set_atomicity",
    "MPI_File_set_errhandler",
    "MPI_File_set_info",
    "MPI_File_set_size",
    "MPI_File_set_view",
    "MPI_File_sync",
    "MPI_File_toint",
    "MPI_File_write",
    "MPI_File_write_all",
    "MPI_File_write_all_begin",
    "MPI_File_write_all_end",
    "MPI_File_write_at",
    "MPI_File_write_at_all",
    "MPI_File_write_at_all_begin",
    "MPI_File_write_at_all_end",
    "MPI_File_write_ordered",
    "MPI_File_write_ordered_begin",
    "MPI_File_write_ordered_end",
    "MPI_File_write_shared",
    "MPI_Finalize",
    "MPI_Finalized",
    "MPI_Free_mem",
    "MPI_Gather",
    "MPI_Gather_init",
    "MPI_Gatherv",
    "MPI_Gatherv_init",
    "MPI_Get",
    "MPI_Get_accumulate",
    "MPI_Get_address",
    "MPI_Get_count",
    "MPI_Get_elements",
    "MPI_Get_elements_x",
    "MPI_Get_hw_resource_info",
    "MPI_Get_library_version",
    "MPI_Get_processor_name",
    "MPI_Get_version",
    "MPI_Graph_create",
    "MPI_Graph_get",
    "MPI_Graph_map",
    "MPI_Graph_neighbors",
    "MPI_Graph_neighbors_count",
    "MPI_Graphdims_get",
    "MPI_Grequest_complete",
    "MPI_Grequest_start",
    "MPI_Group_c2f",
    "MPI_Group_compare",
    "MPI_Group_difference",
    "MPI_Group_excl",
    "MPI_Group_f2c",
    "MPI_Group_free",
    "MPI_Group_from_session_pset",
    "MPI_Group_fromint",
    "MPI_Group_incl",
    "MPI_Group_intersection",
    "MPI_Group_range_excl",
    "MPI_Group_range_incl",
    "MPI_Group_rank",
    "MPI_Group_size",
    "MPI_Group_toint",
    "MPI_Group_translate_ranks",
    "MPI_Group_union",
    "MPI_Iallgather",
    "MPI_Iallgatherv",
    "MPI_Iallreduce",
    "MPI_Ialltoall",
    "MPI_Ialltoallv",
    "MPI_Ialltoallw",
    "MPI_Ibarrier",
    "MPI_Ibcast",
    "MPI_Ibsend",
    "MPI_Iexscan",
    "MPI_Igather",
    "MPI_Igatherv",
    "MPI_Improbe",
    "MPI_Imrecv",
    "MPI_Ineighbor_allgather",
    "MPI_Ineighbor_allgatherv",
    "MPI_Ineighbor_alltoall",
    "MPI_Ineighbor_alltoallv",
    "MPI_Ineighbor_alltoallw",
    "MPI_Info_c2f",
    "MPI_Info_create",
    "MPI_Info_create_env",
    "MPI_Info_delete",
    "MPI_Info_dup",
    "MPI_Info_f2c",
    "MPI_Info_free",
    "MPI_Info_fromint",
    "MPI_Info_get",
    "MPI_Info_get_nkeys",
    "MPI_Info_get_nthkey",
    "MPI_Info_get_string",
    "MPI_Info_get_valuelen",
    "MPI_Info_set",
    "MPI_Info_toint",
    "MPI_Init",
    "MPI_Init_thread",
    "MPI_Initialized",
    "MPI_Intercomm_create",
    "MPI_Intercomm_create_from_groups",
    "MPI_Intercomm_merge",
    "MPI_Iprobe",
    "MPI_Irecv",
    "MPI_Ireduce",
    "MPI_Ireduce_scatter",
    "MPI_Ireduce_scatter_block",
    "MPI_Irsend",
    "MPI_Is_thread_main",
    "MPI_Iscan",
    "MPI_Iscatter",
    "MPI_Iscatterv",
    "MPI_Isend",
    "MPI_Isendrecv",
    "MPI_Isendrecv_replace",
    "MPI_Issend",
    "MPI_Keyval_create",
    "MPI_Keyval_free",
    "MPI_Lookup_name",
    "MPI_Message_c2f",
    "MPI_Message_f2c",
    "MPI_Message_fromint",
    "MPI_Message_toint",
    "MPI_Mprobe",
    "MPI_Mrecv",
    "MPI_Neighbor_allgather",
    "MPI_Neighbor_allgather_init",
    "MPI_Neighbor_allgatherv",
    "MPI_Neighbor_allgatherv_init",
    "MPI_Neighbor_alltoall",
    "MPI_Neighbor_alltoall_init",
    "MPI_Neighbor_alltoallv",
    "MPI_Neighbor_alltoallv_init",
    "MPI_Neighbor_alltoallw",
    "MPI_Neighbor_alltoallw_init",
    "MPI_Op_c2f",
    "MPI_Op_commutative",
    "MPI_Op_create",
    "MPI_Op_f2c",
    "MPI_Op_free",
    "MPI_Op_fromint",
    "MPI_Op_toint",
    "MPI_Open_port",
    "MPI_Pack",
    "MPI_Pack_external",
    "MPI_Pack_external_size",
    "MPI_Pack_size",
    "MPI_Parrived",
    "MPI_Pcontrol",
    "MPI_Pready",
    "MPI_Pready_list",
    "MPI_Pready_range",
    "MPI_Precv_init",
    "MPI_Probe",
    "MPI_Psend_init",
    "MPI_Publish_name",
    "MPI_Put",
    "MPI_Query_thread",
    "MPI_Raccumulate",
    "MPI_Recv",
    "MPI_Recv_init",
    "MPI_Reduce",
    "MPI_Reduce_init",
    "MPI_Reduce_local",
    "MPI_Reduce_scatter",
    "MPI_Reduce_scatter_block",
    "MPI_Reduce_scatter_block_init",
    "MPI_Reduce_scatter_init",
    "MPI_Register_datarep",
    "MPI_Remove_error_class",
    "MPI_Remove_error_code",
    "MPI_Remove_error_string",
    "MPI_Request_c2f",
    "MPI_Request_f2c",
    "MPI_Request_free",
    "MPI_Request_fromint",
    "MPI_Request_get_status",
    "MPI_Request_get_status_all",
    "MPI_Request_get_status_any",
    "MPI_Request_get_status_some",
    "MPI_Request_toint",
    "MPI_Rget",
    "MPI_Rget_accumulate",
    "MPI_Rput",
    "MPI_Rsend",
    "MPI_Rsend_init",
    "MPI_Scan",
    "MPI_Scan_init",
    "MPI_Scatter",
    "MPI_Scatter_init",
    "MPI_Scatterv",
    "MPI_Scatterv_init",
    "MPI_Send",
    "MPI_Send_init",
    "MPI_Sendrecv",
    "MPI_Sendrecv_replace",
    "MPI_Session_attach_buffer",
    "MPI_Session_c2f",
    "MPI_Session_call_errhandler",
    "MPI_Session_create_errhandler",
    "MPI_Session_detach_buffer",
    "MPI_Session_f2c",
    "MPI_Session_finalize",
    "MPI_Session_flush_buffer",
    "MPI_Session_fromint",
    "MPI_Session_get_errhandler",
    "MPI_Session_get_info",
    "MPI_Session_get_nth_pset",
    "MPI_Session_get_num_psets",
    "MPI_Session_get_pset_info",
    "MPI_Session_iflush_buffer",
    "MPI_Session_init",
    "MPI_Session_set_errhandler",
    "MPI_Session_set_info",
    "MPI_Session_toint",
    "MPI_Ssend",
    "MPI_Ssend_init",
    "MPI_Start",
    "MPI_Startall",
    "MPI_Status_c2f",
    "MPI_Status_c2f08",
    "MPI_Status_f082c",
    "MPI_Status_f082f",
    "MPI_Status_f2c",
    "MPI_Status_f2f08",
    "MPI_Status_get_error",
    "MPI_Status_get_source",
    "MPI_Status_get_tag",
    "MPI_Status_set_cancelled",
    "MPI_Status_set_elements",
    "MPI_Status_set_elements_x",
    "MPI_Status_set_error",
    "MPI_Status_set_source",
    "MPI_Status_set_tag",
    "MPI_Test",
    "MPI_Test_cancelled",
    "MPI_Testall",
    "MPI_Testany",
    "MPI_Testsome",
    "MPI_Topo_test",
    "MPI_Type_c2f",
    "MPI_Type_commit",
    "MPI_Type_contiguous",
    "MPI_Type_create_darray",
    "MPI_Type_create_f90_complex",
    "MPI_Type_create_f90_integer",
    "MPI_Type_create_f90_real",
    "MPI_Type_create_hindexed",
    "MPI_Type_create_hindexed_block",
    "MPI_Type_create_hvector",
    "MPI_Type_create_indexed_block",
    "MPI_Type_create_keyval",
    "MPI_Type_create_resized",
    "MPI_Type_create_struct",
    "MPI_Type_create_subarray",
    "MPI_Type_delete_attr",
    "MPI_Type_dup",
    "MPI_Type_extent",
    "MPI_Type_f2c",
    "MPI_Type_free",
    "MPI_Type_free_keyval",
    "MPI_Type_fromint",
    "MPI_Type_get_attr",
    "MPI_Type_get_contents",
    "MPI_Type_get_contents_c",
    "MPI_Type_get_envelope",
    "MPI_Type_get_envelope_c",
    "MPI_Type_get_extent",
    "MPI_Type_get_extent_x",
    "MPI_Type_get_name",
    "MPI_Type_get_true_extent",
    "MPI_Type_get_true_extent_x",
    "MPI_Type_get_value_index",
    "MPI_Type_hindexed",
    "MPI_Type_hvector",
    "MPI_Type_indexed",
    "MPI_Type_lb",
    "MPI_Type_match_size",
    "MPI_Type_set_attr",
    "MPI_Type_set_name",
    "MPI_Type_size",
    "MPI_Type_size_x",
    "MPI_Type_struct",
    "MPI_Type_toint",
    "MPI_Type_ub",
    "MPI_Type_vector",
    "MPI_Unpack",
    "MPI_Unpack_external",
    "MPI_Unpublish_name",
    "MPI_Wait",
    "MPI_Waitall",
    "MPI_Waitany",
    "MPI_Waitsome",
    "MPI_Win_allocate",
    "MPI_Win_allocate_shared",
    "MPI_Win_attach",
    "MPI_Win_c2f",
    "MPI_Win_call_errhandler",
    "MPI_Win_complete",
    "MPI_Win_create",
    "MPI_Win_create_dynamic",
    "MPI_Win_create_errhandler",
    "MPI_Win_create_keyval",
    "MPI_Win_delete_attr",
    "MPI_Win_detach",
    "MPI_Win_f2c",
    "MPI_Win_fence",
    "MPI_Win_flush",
    "MPI_Win_flush_all",
    "MPI_Win_flush_local",
    "MPI_Win_flush_local_all",
    "MPI_Win_free",
    "MPI_Win_free_keyval",
    "MPI_Win_fromint",
    "MPI_Win_get_attr",
    "MPI_Win_get_errhandler",
    "MPI_Win_get_group",
    "MPI_Win_get_info",
    "MPI_Win_get_name",
    "MPI_Win_lock",
    "MPI_Win_lock_all",
    "MPI_Win_post",
    "MPI_Win_set_attr",
    "MPI_Win_set_errhandler",
    "MPI_Win_set_info",
    "MPI_Win_set_name",
    "MPI_Win_shared_query",
    "MPI_Win_start",
    "MPI_Win_sync",
    "MPI_Win_test",
    "MPI_Win_toint",
    "MPI_Win_unlock",
    "MPI_Win_unlock_all",
    "MPI_Win_wait",
    "MPI_Wtick",
    "MPI_Wtime",
};
} // namespace detail

/// The name as the standard writes it: "MPI_Bcast".
[[nodiscard]] constexpr const char *function_name(Function function) noexcept {
    return detail::function_names[static_cast<std::size_t>(function)];
}

[[nodiscard]] constexpr FunctionClass class_of(Function function) noexcept {
    return detail::function_classes[static_cast<std::size_t>(function)];
}

/// The function that is called `name` ("MPI_Bcast", "MPI_Bcast_c"); nothing when there is none.
[[nodiscard]] std::optional<Function> find_function(std::string_view name) noexcept;

/// What may go wrong when `function`, which is not protected, is called after a failure, as a
/// clause that follows its name; nullptr for a protected function.
[[nodiscard]] const char *function_risk(Function function) noexcept;

} // namespace closeranks
