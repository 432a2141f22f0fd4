// Generated from spec/mpi.json by generator/ with templates/real_table.cpp.j2, do not edit.
#include "runtime/support/real.hpp"

#include "generated/functions.hpp"
#include "runtime/processes/loading.hpp"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <string>

namespace closeranks {

namespace {

/// What an entry of the table is until the first call through any of them. The constructor of a
/// shared library may call MPI before ours has run.
template <auto entry, typename Result, typename... Arguments>
Result first_call(Arguments... arguments) {
    load();
    return (real.*entry)(arguments...);
}
/// Nobody can hand on what `...` stands for; MPI_Pcontrol, the one function that has it, gives
/// it no meaning of its own (MPI 4.1, 15.2.4).
template <auto entry, typename Result, typename... Arguments>
Result first_variadic_call(Arguments... arguments, ...) {
    load();
    return (real.*entry)(arguments...);
}

template <auto entry, typename Result, typename... Arguments>
constexpr auto caller_of(Result (*Real::*)(Arguments...)) noexcept {
    return &first_call<entry, Result, Arguments...>;
}
template <auto entry, typename Result, typename... Arguments>
constexpr auto caller_of(Result (*Real::*)(Arguments..., ...)) noexcept {
    return &first_variadic_call<entry, Result, Arguments...>;
}
template <auto entry> constexpr auto first = caller_of<entry>(entry);

} // namespace

constinit Real real{
    .Abort = first<&Real::Abort>,
    .Accumulate = first<&Real::Accumulate>,
    .Add_error_class = first<&Real::Add_error_class>,
    .Add_error_code = first<&Real::Add_error_code>,
    .Add_error_string = first<&Real::Add_error_string>,
    .Address = first<&Real::Address>,
    .Allgather = first<&Real::Allgather>,
    .Allgather_init = first<&Real::Allgather_init>,
    .Allgatherv = first<&Real::Allgatherv>,
    .Allgatherv_init = first<&Real::Allgatherv_init>,
    .Alloc_mem = first<&Real::Alloc_mem>,
    .Allreduce = first<&Real::Allreduce>,
    .Allreduce_init = first<&Real::Allreduce_init>,
    .Alltoall = first<&Real::Alltoall>,
    .Alltoall_init = first<&Real::Alltoall_init>,
    .Alltoallv = first<&Real::Alltoallv>,
    .Alltoallv_init = first<&Real::Alltoallv_init>,
    .Alltoallw = first<&Real::Alltoallw>,
    .Alltoallw_init = first<&Real::Alltoallw_init>,
    .Attr_delete = first<&Real::Attr_delete>,
    .Attr_get = first<&Real::Attr_get>,
    .Attr_put = first<&Real::Attr_put>,
    .Barrier = first<&Real::Barrier>,
    .Barrier_init = first<&Real::Barrier_init>,
    .Bcast = first<&Real::Bcast>,
    .Bcast_init = first<&Real::Bcast_init>,
    .Bsend = first<&Real::Bsend>,
    .Bsend_init = first<&Real::Bsend_init>,
    .Buffer_attach = first<&Real::Buffer_attach>,
    .Buffer_detach = first<&Real::Buffer_detach>,
    .Cancel = first<&Real::Cancel>,
    .Cart_coords = first<&Real::Cart_coords>,
    .Cart_create = first<&Real::Cart_create>,
    .Cart_get = first<&Real::Cart_get>,
    .Cart_map = first<&Real::Cart_map>,
    .Cart_rank = first<&Real::Cart_rank>,
    .Cart_shift = first<&Real::Cart_shift>,
    .Cart_sub = first<&Real::Cart_sub>,
    .Cartdim_get = first<&Real::Cartdim_get>,
    .Close_port = first<&Real::Close_port>,
    .Comm_accept = first<&Real::Comm_accept>,
    .Comm_ack_failed = first<&Real::Comm_ack_failed>,
    .Comm_agree = first<&Real::Comm_agree>,
    .Comm_c2f = first<&Real::Comm_c2f>,
    .Comm_call_errhandler = first<&Real::Comm_call_errhandler>,
    .Comm_compare = first<&Real::Comm_compare>,
    .Comm_connect = first<&Real::Comm_connect>,
    .Comm_create = first<&Real::Comm_create>,
    .Comm_create_errhandler = first<&Real::Comm_create_errhandler>,
    .Comm_create_from_group = first<&Real::Comm_create_from_group>,
    .Comm_create_group = first<&Real::Comm_create_group>,
    .Comm_create_keyval = first<&Real::Comm_create_keyval>,
    .Comm_delete_attr = first<&Real::Comm_delete_attr>,
    .Comm_disconnect = first<&Real::Comm_disconnect>,
    .Comm_dup = first<&Real::Comm_dup>,
    .Comm_dup_with_info = first<&Real::Comm_dup_with_info>,
    .Comm_f2c = first<&Real::Comm_f2c>,
    .Comm_failure_ack = first<&Real::Comm_failure_ack>,
    .Comm_failure_get_acked = first<&Real::Comm_failure_get_acked>,
    .Comm_free = first<&Real::Comm_free>,
    .Comm_free_keyval = first<&Real::Comm_free_keyval>,
    .Comm_get_attr = first<&Real::Comm_get_attr>,
    .Comm_get_errhandler = first<&Real::Comm_get_errhandler>,
    .Comm_get_failed = first<&Real::Comm_get_failed>,
    .Comm_get_info = first<&Real::Comm_get_info>,
    .Comm_get_name = first<&Real::Comm_get_name>,
    .Comm_get_parent = first<&Real::Comm_get_parent>,
    .Comm_group = first<&Real::Comm_group>,
    .Comm_iagree = first<&Real::Comm_iagree>,
    .Comm_idup = first<&Real::Comm_idup>,
    .Comm_idup_with_info = first<&Real::Comm_idup_with_info>,
    .Comm_is_revoked = first<&Real::Comm_is_revoked>,
    .Comm_join = first<&Real::Comm_join>,
    .Comm_rank = first<&Real::Comm_rank>,
    .Comm_remote_group = first<&Real::Comm_remote_group>,
    .Comm_remote_size = first<&Real::Comm_remote_size>,
    .Comm_revoke = first<&Real::Comm_revoke>,
    .Comm_set_attr = first<&Real::Comm_set_attr>,
    .Comm_set_errhandler = first<&Real::Comm_set_errhandler>,
    .Comm_set_info = first<&Real::Comm_set_info>,
    .Comm_set_name = first<&Real::Comm_set_name>,
    .Comm_shrink = first<&Real::Comm_shrink>,
    .Comm_size = first<&Real::Comm_size>,
    .Comm_spawn = first<&Real::Comm_spawn>,
    .Comm_spawn_multiple = first<&Real::Comm_spawn_multiple>,
    .Comm_split = first<&Real::Comm_split>,
    .Comm_split_type = first<&Real::Comm_split_type>,
    .Comm_test_inter = first<&Real::Comm_test_inter>,
    .Compare_and_swap = first<&Real::Compare_and_swap>,
    .Dims_create = first<&Real::Dims_create>,
    .Dist_graph_create = first<&Real::Dist_graph_create>,
    .Dist_graph_create_adjacent = first<&Real::Dist_graph_create_adjacent>,
    .Dist_graph_neighbors = first<&Real::Dist_graph_neighbors>,
    .Dist_graph_neighbors_count = first<&Real::Dist_graph_neighbors_count>,
    .Errhandler_c2f = first<&Real::Errhandler_c2f>,
    .Errhandler_create = first<&Real::Errhandler_create>,
    .Errhandler_f2c = first<&Real::Errhandler_f2c>,
    .Errhandler_free = first<&Real::Errhandler_free>,
    .Errhandler_get = first<&Real::Errhandler_get>,
    .Errhandler_set = first<&Real::Errhandler_set>,
    .Error_class = first<&Real::Error_class>,
    .Error_string = first<&Real::Error_string>,
    .Exscan = first<&Real::Exscan>,
    .Exscan_init = first<&Real::Exscan_init>,
    .Fetch_and_op = first<&Real::Fetch_and_op>,
    .File_c2f = first<&Real::File_c2f>,
    .File_call_errhandler = first<&Real::File_call_errhandler>,
    .File_close = first<&Real::File_close>,
    .File_create_errhandler = first<&Real::File_create_errhandler>,
    .File_delete = first<&Real::File_delete>,
    .File_f2c = first<&Real::File_f2c>,
    .File_get_amode = first<&Real::File_get_amode>,
    .File_get_atomicity = first<&Real::File_get_atomicity>,
    .File_get_byte_offset = first<&Real::File_get_byte_offset>,
    .File_get_errhandler = first<&Real::File_get_errhandler>,
    .File_get_group = first<&Real::File_get_group>,
    .File_get_info = first<&Real::File_get_info>,
    .File_get_position = first<&Real::File_get_position>,
    .File_get_position_shared = first<&Real::File_get_position_shared>,
    .File_get_size = first<&Real::File_get_size>,
    .File_get_type_extent = first<&Real::File_get_type_extent>,
    .File_get_view = first<&Real::File_get_view>,
    .File_iread = first<&Real::File_iread>,
    .File_iread_all = first<&Real::File_iread_all>,
    .File_iread_at = first<&Real::File_iread_at>,
    .File_iread_at_all = first<&Real::File_iread_at_all>,
    .File_iread_shared = first<&Real::File_iread_shared>,
    .File_iwrite = first<&Real::File_iwrite>,
    .File_iwrite_all = first<&Real::File_iwrite_all>,
    .File_iwrite_at = first<&Real::File_iwrite_at>,
    .File_iwrite_at_all = first<&Real::File_iwrite_at_all>,
    .File_iwrite_shared = first<&Real::File_iwrite_shared>,
    .File_open = first<&Real::File_open>,
    .File_preallocate = first<&Real::File_preallocate>,
    .File_read = first<&Real::File_read>,
    .File_read_all = first<&Real::File_read_all>,
    .File_read_all_begin = first<&Real::File_read_all_begin>,
    .File_read_all_end = first<&Real::File_read_all_end>,
    .File_read_at = first<&Real::File_read_at>,
    .File_read_at_all = first<&Real::File_read_at_all>,
    .File_read_at_all_begin = first<&Real::File_read_at_all_begin>,
    .File_read_at_all_end = first<&Real::File_read_at_all_end>,
    .File_read_ordered = first<&Real::File_read_ordered>,
    .File_read_ordered_begin = first<&Real::File_read_ordered_begin>,
    .File_read_ordered_end = first<&Real::File_read_ordered_end>,
    .File_read_shared = first<&Real::File_read_shared>,
    .File_seek = first<&Real::File_seek>,
    .File_seek_shared = first<&Real::File_seek_shared>,
    .File_set_atomicity = first<&Real::File_set_atomicity>,
    .File_set_errhandler = first<&Real::File_set_errhandler>,
    .File_set_info = first<&Real::File_set_info>,
    .File_set_size = first<&Real::File_set_size>,
    .File_set_view = first<&Real::File_set_view>,
    .File_sync = first<&Real::File_sync>,
    .File_write = first<&Real::File_write>,
    .File_write_all = first<&Real::File_write_all>,
    .File_write_all_begin = first<&Real::File_write_all_begin>,
    .File_write_all_end = first<&Real::File_write_all_end>,
    .File_write_at = first<&Real::File_write_at>,
    .File_write_at_all = first<&Real::File_write_at_all>,
    .File_write_at_all_begin = first<&Real::File_write_at_all_begin>,
    .File_write_at_all_end = first<&Real::File_write_at_all_end>,
    .File_write_ordered = first<&Real::File_write_ordered>,
    .File_write_ordered_begin = first<&Real::File_write_ordered_begin>,
    .File_write_ordered_end = first<&Real::File_write_ordered_end>,
    .File_write_shared = first<&Real::File_write_shared>,
    .Finalize = first<&Real::Finalize>,
    .Finalized = first<&Real::Finalized>,
    .Free_mem = first<&Real::Free_mem>,
    .Gather = first<&Real::Gather>,
    .Gather_init = first<&Real::Gather_init>,
    .Gatherv = first<&Real::Gatherv>,
    .Gatherv_init = first<&Real::Gatherv_init>,
    .Get = first<&Real::Get>,
    .Get_accumulate = first<&Real::Get_accumulate>,
    .Get_address = first<&Real::Get_address>,
    .Get_count = first<&Real::Get_count>,
    .Get_elements = first<&Real::Get_elements>,
    .Get_elements_x = first<&Real::Get_elements_x>,
    .Get_library_version = first<&Real::Get_library_version>,
    .Get_processor_name = first<&Real::Get_processor_name>,
    .Get_version = first<&Real::Get_version>,
    .Graph_create = first<&Real::Graph_create>,
    .Graph_get = first<&Real::Graph_get>,
    .Graph_map = first<&Real::Graph_map>,
    .Graph_neighbors = first<&Real::Graph_neighbors>,
    .Graph_neighbors_count = first<&Real::Graph_neighbors_count>,
    .Graphdims_get = first<&Real::Graphdims_get>,
    .Grequest_complete = first<&Real::Grequest_complete>,
    .Grequest_start = first<&Real::Grequest_start>,
    .Group_c2f = first<&Real::Group_c2f>,
    .Group_compare = first<&Real::Group_compare>,
    .Group_difference = first<&Real::Group_difference>,
    .Group_excl = first<&Real::Group_excl>,
    .Group_f2c = first<&Real::Group_f2c>,
    .Group_free = first<&Real::Group_free>,
    .Group_from_session_pset = first<&Real::Group_from_session_pset>,
    .Group_incl = first<&Real::Group_incl>,
    .Group_intersection = first<&Real::Group_intersection>,
    .Group_range_excl = first<&Real::Group_range_excl>,
    .Group_range_incl = first<&Real::Group_range_incl>,
    .Group_rank = first<&Real::Group_rank>,
    .Group_size = first<&Real::Group_size>,
    .Group_translate_ranks = first<&Real::Group_translate_ranks>,
    .Group_union = first<&Real::Group_union>,
    .Iallgather = first<&Real::Iallgather>,
    .Iallgatherv = first<&Real::Iallgatherv>,
    .Iallreduce = first<&Real::Iallreduce>,
    .Ialltoall = first<&Real::Ialltoall>,
    .Ialltoallv = first<&Real::Ialltoallv>,
    .Ialltoallw = first<&Real::Ialltoallw>,
    .Ibarrier = first<&Real::Ibarrier>,
    .Ibcast = first<&Real::Ibcast>,
    .Ibsend = first<&Real::Ibsend>,
    .Iexscan = first<&Real::Iexscan>,
    .Igather = first<&Real::Igather>,
    .Igatherv = first<&Real::Igatherv>,
    .Improbe = first<&Real::Improbe>,
    .Imrecv = first<&Real::Imrecv>,
    .Ineighbor_allgather = first<&Real::Ineighbor_allgather>,
    .Ineighbor_allgatherv = first<&Real::Ineighbor_allgatherv>,
    .Ineighbor_alltoall = first<&Real::Ineighbor_alltoall>,
    .Ineighbor_alltoallv = first<&Real::Ineighbor_alltoallv>,
    .Ineighbor_alltoallw = first<&Real::Ineighbor_alltoallw>,
    .Info_c2f = first<&Real::Info_c2f>,
    .Info_create = first<&Real::Info_create>,
    .Info_create_env = first<&Real::Info_create_env>,
    .Info_delete = first<&Real::Info_delete>,
    .Info_dup = first<&Real::Info_dup>,
    .Info_f2c = first<&Real::Info_f2c>,
    .Info_free = first<&Real::Info_free>,
    .Info_get = first<&Real::Info_get>,
    .Info_get_nkeys = first<&Real::Info_get_nkeys>,
    .Info_get_nthkey = first<&Real::Info_get_nthkey>,
    .Info_get_string = first<&Real::Info_get_string>,
    .Info_get_valuelen = first<&Real::Info_get_valuelen>,
    .Info_set = first<&Real::Info_set>,
    .Init = first<&Real::Init>,
    .Init_thread = first<&Real::Init_thread>,
    .Initialized = first<&Real::Initialized>,
    .Intercomm_create = first<&Real::Intercomm_create>,
    .Intercomm_create_from_groups = first<&Real::Intercomm_create_from_groups>,
    .Intercomm_merge = first<&Real::Intercomm_merge>,
    .Iprobe = first<&Real::Iprobe>,
    .Irecv = first<&Real::Irecv>,
    .Ireduce = first<&Real::Ireduce>,
    .Ireduce_scatter = first<&Real::Ireduce_scatter>,
    .Ireduce_scatter_block = first<&Real::Ireduce_scatter_block>,
    .Irsend = first<&Real::Irsend>,
    .Is_thread_main = first<&Real::Is_thread_main>,
    .Iscan = first<&Real::Iscan>,
    .Iscatter = first<&Real::Iscatter>,
    .Iscatterv = first<&Real::Iscatterv>,
    .Isend = first<&Real::Isend>,
    .Isendrecv = first<&Real::Isendrecv>,
    .Isendrecv_replace = first<&Real::Isendrecv_replace>,
    .Issend = first<&Real::Issend>,
    .Keyval_create = first<&Real::Keyval_create>,
    .Keyval_free = first<&Real::Keyval_free>,
    .Lookup_name = first<&Real::Lookup_name>,
    .Message_c2f = first<&Real::Message_c2f>,
    .Message_f2c = first<&Real::Message_f2c>,
    .Mprobe = first<&Real::Mprobe>,
    .Mrecv = first<&Real::Mrecv>,
    .Neighbor_allgather = first<&Real::Neighbor_allgather>,
    .Neighbor_allgather_init = first<&Real::Neighbor_allgather_init>,
    .Neighbor_allgatherv = first<&Real::Neighbor_allgatherv>,
    .Neighbor_allgatherv_init = first<&Real::Neighbor_allgatherv_init>,
    .Neighbor_alltoall = first<&Real::Neighbor_alltoall>,
    .Neighbor_alltoall_init = first<&Real::Neighbor_alltoall_init>,
    .Neighbor_alltoallv = first<&Real::Neighbor_alltoallv>,
    .Neighbor_alltoallv_init = first<&Real::Neighbor_alltoallv_init>,
    .Neighbor_alltoallw = first<&Real::Neighbor_alltoallw>,
    .Neighbor_alltoallw_init = first<&Real::Neighbor_alltoallw_init>,
    .Op_c2f = first<&Real::Op_c2f>,
    .Op_commutative = first<&Real::Op_commutative>,
    .Op_create = first<&Real::Op_create>,
    .Op_f2c = first<&Real::Op_f2c>,
    .Op_free = first<&Real::Op_free>,
    .Open_port = first<&Real::Open_port>,
    .Pack = first<&Real::Pack>,
    .Pack_external = first<&Real::Pack_external>,
    .Pack_external_size = first<&Real::Pack_external_size>,
    .Pack_size = first<&Real::Pack_size>,
    .Parrived = first<&Real::Parrived>,
    .Pcontrol = first<&Real::Pcontrol>,
    .Pready = first<&Real::Pready>,
    .Pready_list = first<&Real::Pready_list>,
    .Pready_range = first<&Real::Pready_range>,
    .Precv_init = first<&Real::Precv_init>,
    .Probe = first<&Real::Probe>,
    .Psend_init = first<&Real::Psend_init>,
    .Publish_name = first<&Real::Publish_name>,
    .Put = first<&Real::Put>,
    .Query_thread = first<&Real::Query_thread>,
    .Raccumulate = first<&Real::Raccumulate>,
    .Recv = first<&Real::Recv>,
    .Recv_init = first<&Real::Recv_init>,
    .Reduce = first<&Real::Reduce>,
    .Reduce_init = first<&Real::Reduce_init>,
    .Reduce_local = first<&Real::Reduce_local>,
    .Reduce_scatter = first<&Real::Reduce_scatter>,
    .Reduce_scatter_block = first<&Real::Reduce_scatter_block>,
    .Reduce_scatter_block_init = first<&Real::Reduce_scatter_block_init>,
    .Reduce_scatter_init = first<&Real::Reduce_scatter_init>,
    .Register_datarep = first<&Real::Register_datarep>,
    .Request_c2f = first<&Real::Request_c2f>,
    .Request_f2c = first<&Real::Request_f2c>,
    .Request_free = first<&Real::Request_free>,
    .Request_get_status = first<&Real::Request_get_status>,
    .Rget = first<&Real::Rget>,
    .Rget_accumulate = first<&Real::Rget_accumulate>,
    .Rput = first<&Real::Rput>,
    .Rsend = first<&Real::Rsend>,
    .Rsend_init = first<&Real::Rsend_init>,
    .Scan = first<&Real::Scan>,
    .Scan_init = first<&Real::Scan_init>,
    .Scatter = first<&Real::Scatter>,
    .Scatter_init = first<&Real::Scatter_init>,
    .Scatterv = first<&Real::Scatterv>,
    .Scatterv_init = first<&Real::Scatterv_init>,
    .Send = first<&Real::Send>,
    .Send_init = first<&Real::Send_init>,
    .Sendrecv = first<&Real::Sendrecv>,
    .Sendrecv_replace = first<&Real::Sendrecv_replace>,
    .Session_c2f = first<&Real::Session_c2f>,
    .Session_call_errhandler = first<&Real::Session_call_errhandler>,
    .Session_create_errhandler = first<&Real::Session_create_errhandler>,
    .Session_f2c = first<&Real::Session_f2c>,
    .Session_finalize = first<&Real::Session_finalize>,
    .Session_get_errhandler = first<&Real::Session_get_errhandler>,
    .Session_get_info = first<&Real::Session_get_info>,
    .Session_get_nth_pset = first<&Real::Session_get_nth_pset>,
    .Session_get_num_psets = first<&Real::Session_get_num_psets>,
    .Session_get_pset_info = first<&Real::Session_get_pset_info>,
    .Session_init = first<&Real::Session_init>,
    .Session_set_errhandler = first<&Real::Session_set_errhandler>,
    .Session_set_info = first<&Real::Session_set_info>,
    .Ssend = first<&Real::Ssend>,
    .Ssend_init = first<&Real::Ssend_init>,
    .Start = first<&Real::Start>,
    .Startall = first<&Real::Startall>,
    .Status_c2f = first<&Real::Status_c2f>,
    .Status_c2f08 = first<&Real::Status_c2f08>,
    .Status_f082c = first<&Real::Status_f082c>,
    .Status_f082f = first<&Real::Status_f082f>,
    .Status_f2c = first<&Real::Status_f2c>,
    .Status_f2f08 = first<&Real::Status_f2f08>,
    .Status_set_cancelled = first<&Real::Status_set_cancelled>,
    .Status_set_elements = first<&Real::Status_set_elements>,
    .Status_set_elements_x = first<&Real::Status_set_elements_x>,
    .Test = first<&Real::Test>,
    .Test_cancelled = first<&Real::Test_cancelled>,
    .Testall = first<&Real::Testall>,
    .Testany = first<&Real::Testany>,
    .Testsome = first<&Real::Testsome>,
    .Topo_test = first<&Real::Topo_test>,
    .Type_c2f = first<&Real::Type_c2f>,
    .Type_commit = first<&Real::Type_commit>,
    .Type_contiguous = first<&Real::Type_contiguous>,
    .Type_create_darray = first<&Real::Type_create_darray>,
    .Type_create_f90_complex = first<&Real::Type_create_f90_complex>,
    .Type_create_f90_integer = first<&Real::Type_create_f90_integer>,
    .Type_create_f90_real = first<&Real::Type_create_f90_real>,
    .Type_create_hindexed = first<&Real::Type_create_hindexed>,
    .Type_create_hindexed_block = first<&Real::Type_create_hindexed_block>,
    .Type_create_hvector = first<&Real::Type_create_hvector>,
    .Type_create_indexed_block = first<&Real::Type_create_indexed_block>,
    .Type_create_keyval = first<&Real::Type_create_keyval>,
    .Type_create_resized = first<&Real::Type_create_resized>,
    .Type_create_struct = first<&Real::Type_create_struct>,
    .Type_create_subarray = first<&Real::Type_create_subarray>,
    .Type_delete_attr = first<&Real::Type_delete_attr>,
    .Type_dup = first<&Real::Type_dup>,
    .Type_extent = first<&Real::Type_extent>,
    .Type_f2c = first<&Real::Type_f2c>,
    .Type_free = first<&Real::Type_free>,
    .Type_free_keyval = first<&Real::Type_free_keyval>,
    .Type_get_attr = first<&Real::Type_get_attr>,
    .Type_get_contents = first<&Real::Type_get_contents>,
    .Type_get_envelope = first<&Real::Type_get_envelope>,
    .Type_get_extent = first<&Real::Type_get_extent>,
    .Type_get_extent_x = first<&Real::Type_get_extent_x>,
    .Type_get_name = first<&Real::Type_get_name>,
    .Type_get_true_extent = first<&Real::Type_get_true_extent>,
    .Type_get_true_extent_x = first<&Real::Type_get_true_extent_x>,
    .Type_hindexed = first<&Real::Type_hindexed>,
    .Type_hvector = first<&Real::Type_hvector>,
    .Type_indexed = first<&Real::Type_indexed>,
    .Type_lb = first<&Real::Type_lb>,
    .Type_match_size = first<&Real::Type_match_size>,
    .Type_set_attr = first<&Real::Type_set_attr>,
    .Type_set_name = first<&Real::Type_set_name>,
    .Type_size = first<&Real::Type_size>,
    .Type_size_x = first<&Real::Type_size_x>,
    .Type_struct = first<&Real::Type_struct>,
    .Type_ub = first<&Real::Type_ub>,
    .Type_vector = first<&Real::Type_vector>,
    .Unpack = first<&Real::Unpack>,
    .Unpack_external = first<&Real::Unpack_external>,
    .Unpublish_name = first<&Real::Unpublish_name>,
    .Wait = first<&Real::Wait>,
    .Waitall = first<&Real::Waitall>,
    .Waitany = first<&Real::Waitany>,
    .Waitsome = first<&Real::Waitsome>,
    .Win_allocate = first<&Real::Win_allocate>,
    .Win_allocate_shared = first<&Real::Win_allocate_shared>,
    .Win_attach = first<&Real::Win_attach>,
    .Win_c2f = first<&Real::Win_c2f>,
    .Win_call_errhandler = first<&Real::Win_call_errhandler>,
    .Win_complete = first<&Real::Win_complete>,
    .Win_create = first<&Real::Win_create>,
    .Win_create_dynamic = first<&Real::Win_create_dynamic>,
    .Win_create_errhandler = first<&Real::Win_create_errhandler>,
    .Win_create_keyval = first<&Real::Win_create_keyval>,
    .Win_delete_attr = first<&Real::Win_delete_attr>,
    .Win_detach = first<&Real::Win_detach>,
    .Win_f2c = first<&Real::Win_f2c>,
    .Win_fence = first<&Real::Win_fence>,
    .Win_flush = first<&Real::Win_flush>,
    .Win_flush_all = first<&Real::Win_flush_all>,
    .Win_flush_local = first<&Real::Win_flush_local>,
    .Win_flush_local_all = first<&Real::Win_flush_local_all>,
    .Win_free = first<&Real::Win_free>,
    .Win_free_keyval = first<&Real::Win_free_keyval>,
    .Win_get_attr = first<&Real::Win_get_attr>,
    .Win_get_errhandler = first<&Real::Win_get_errhandler>,
    .Win_get_group = first<&Real::Win_get_group>,
    .Win_get_info = first<&Real::Win_get_info>,
    .Win_get_name = first<&Real::Win_get_name>,
    .Win_lock = first<&Real::Win_lock>,
    .Win_lock_all = first<&Real::Win_lock_all>,
    .Win_post = first<&Real::Win_post>,
    .Win_set_attr = first<&Real::Win_set_attr>,
    .Win_set_errhandler = first<&Real::Win_set_errhandler>,
    .Win_set_info = first<&Real::Win_set_info>,
    .Win_set_name = first<&Real::Win_set_name>,
    .Win_shared_query = first<&Real::Win_shared_query>,
    .Win_start = first<&Real::Win_start>,
    .Win_sync = first<&Real::Win_sync>,
    .Win_test = first<&Real::Win_test>,
    .Win_unlock = first<&Real::Win_unlock>,
    .Win_unlock_all = first<&Real::Win_unlock_all>,
    .Win_wait = first<&Real::Win_wait>,
    .Wtick = first<&Real::Wtick>,
    .Wtime = first<&Real::Wtime>,
};

namespace {

[[noreturn]] void the_mpi_lacks(Function function) noexcept {
    std::fprintf(stderr,
                 "closeranks: the program calls %s, which the MPI library in use does not have\n",
                 function_name(function));
    std::abort();
}

/// Stands for a function that the MPI library does not have; says so when the program calls it.
template <Function function, typename Result, typename... Arguments>
Result absent(Arguments...) noexcept {
    the_mpi_lacks(function);
}
template <Function function, typename Result, typename... Arguments>
Result absent(Arguments..., ...) noexcept {
    the_mpi_lacks(function);
}

template <Function function, typename Entry>
void resolve(Entry *&entry, Entry *otherwise) noexcept {
    const std::string name = std::string("P") + function_name(function);
    void *symbol = dlsym(RTLD_NEXT, name.c_str());
    entry = symbol != nullptr ? reinterpret_cast<Entry *>(symbol) : otherwise;
}

template <Function function, typename Result, typename... Arguments>
void resolve(Result (*&entry)(Arguments...)) noexcept {
    resolve<function, Result(Arguments...)>(entry, &absent<function, Result, Arguments...>);
}
template <Function function, typename Result, typename... Arguments>
void resolve(Result (*&entry)(Arguments..., ...)) noexcept {
    resolve<function, Result(Arguments..., ...)>(entry, &absent<function, Result, Arguments...>);
}

} // namespace

void resolve_real_entry_points() noexcept {
    resolve<Function::Abort>(real.Abort);
    resolve<Function::Accumulate>(real.Accumulate);
    resolve<Function::Add_error_class>(real.Add_error_class);
    resolve<Function::Add_error_code>(real.Add_error_code);
    resolve<Function::Add_error_string>(real.Add_error_string);
    resolve<Function::Address>(real.Address);
    resolve<Function::Allgather>(real.Allgather);
    resolve<Function::Allgather_init>(real.Allgather_init);
    resolve<Function::Allgatherv>(real.Allgatherv);
    resolve<Function::Allgatherv_init>(real.Allgatherv_init);
    resolve<Function::Alloc_mem>(real.Alloc_mem);
    resolve<Function::Allreduce>(real.Allreduce);
    resolve<Function::Allreduce_init>(real.Allreduce_init);
    resolve<Function::Alltoall>(real.Alltoall);
    resolve<Function::Alltoall_init>(real.Alltoall_init);
    resolve<Function::Alltoallv>(real.Alltoallv);
    resolve<Function::Alltoallv_init>(real.Alltoallv_init);
    resolve<Function::Alltoallw>(real.Alltoallw);
    resolve<Function::Alltoallw_init>(real.Alltoallw_init);
    resolve<Function::Attr_delete>(real.Attr_delete);
    resolve<Function::Attr_get>(real.Attr_get);
    resolve<Function::Attr_put>(real.Attr_put);
    resolve<Function::Barrier>(real.Barrier);
    resolve<Function::Barrier_init>(real.Barrier_init);
    resolve<Function::Bcast>(real.Bcast);
    resolve<Function::Bcast_init>(real.Bcast_init);
    resolve<Function::Bsend>(real.Bsend);
    resolve<Function::Bsend_init>(real.Bsend_init);
    resolve<Function::Buffer_attach>(real.Buffer_attach);
    resolve<Function::Buffer_detach>(real.Buffer_detach);
    resolve<Function::Cancel>(real.Cancel);
    resolve<Function::Cart_coords>(real.Cart_coords);
    resolve<Function::Cart_create>(real.Cart_create);
    resolve<Function::Cart_get>(real.Cart_get);
    resolve<Function::Cart_map>(real.Cart_map);
    resolve<Function::Cart_rank>(real.Cart_rank);
    resolve<Function::Cart_shift>(real.Cart_shift);
    resolve<Function::Cart_sub>(real.Cart_sub);
    resolve<Function::Cartdim_get>(real.Cartdim_get);
    resolve<Function::Close_port>(real.Close_port);
    resolve<Function::Comm_accept>(real.Comm_accept);
    resolve<Function::Comm_ack_failed>(real.Comm_ack_failed);
    resolve<Function::Comm_agree>(real.Comm_agree);
    resolve<Function::Comm_c2f>(real.Comm_c2f);
    resolve<Function::Comm_call_errhandler>(real.Comm_call_errhandler);
    resolve<Function::Comm_compare>(real.Comm_compare);
    resolve<Function::Comm_connect>(real.Comm_connect);
    resolve<Function::Comm_create>(real.Comm_create);
    resolve<Function::Comm_create_errhandler>(real.Comm_create_errhandler);
    resolve<Function::Comm_create_from_group>(real.Comm_create_from_group);
    resolve<Function::Comm_create_group>(real.Comm_create_group);
    resolve<Function::Comm_create_keyval>(real.Comm_create_keyval);
    resolve<Function::Comm_delete_attr>(real.Comm_delete_attr);
    resolve<Function::Comm_disconnect>(real.Comm_disconnect);
    resolve<Function::Comm_dup>(real.Comm_dup);
    resolve<Function::Comm_dup_with_info>(real.Comm_dup_with_info);
    resolve<Function::Comm_f2c>(real.Comm_f2c);
    resolve<Function::Comm_failure_ack>(real.Comm_failure_ack);
    resolve<Function::Comm_failure_get_acked>(real.Comm_failure_get_acked);
    resolve<Function::Comm_free>(real.Comm_free);
    resolve<Function::Comm_free_keyval>(real.Comm_free_keyval);
    resolve<Function::Comm_get_attr>(real.Comm_get_attr);
    resolve<Function::Comm_get_errhandler>(real.Comm_get_errhandler);
    resolve<Function::Comm_get_failed>(real.Comm_get_failed);
    resolve<Function::Comm_get_info>(real.Comm_get_info);
    resolve<Function::Comm_get_name>(real.Comm_get_name);
    resolve<Function::Comm_get_parent>(real.Comm_get_parent);
    resolve<Function::Comm_group>(real.Comm_group);
    resolve<Function::Comm_iagree>(real.Comm_iagree);
    resolve<Function::Comm_idup>(real.Comm_idup);
    resolve<Function::Comm_idup_with_info>(real.Comm_idup_with_info);
    resolve<Function::Comm_is_revoked>(real.Comm_is_revoked);
    resolve<Function::Comm_join>(real.Comm_join);
    resolve<Function::Comm_rank>(real.Comm_rank);
    resolve<Function::Comm_remote_group>(real.Comm_remote_group);
    resolve<Function::Comm_remote_size>(real.Comm_remote_size);
    resolve<Function::Comm_revoke>(real.Comm_revoke);
    resolve<Function::Comm_set_attr>(real.Comm_set_attr);
    resolve<Function::Comm_set_errhandler>(real.Comm_set_errhandler);
    resolve<Function::Comm_set_info>(real.Comm_set_info);
    resolve<Function::Comm_set_name>(real.Comm_set_name);
    resolve<Function::Comm_shrink>(real.Comm_shrink);
    resolve<Function::Comm_size>(real.Comm_size);
    resolve<Function::Comm_spawn>(real.Comm_spawn);
    resolve<Function::Comm_spawn_multiple>(real.Comm_spawn_multiple);
    resolve<Function::Comm_split>(real.Comm_split);
    resolve<Function::Comm_split_type>(real.Comm_split_type);
    resolve<Function::Comm_test_inter>(real.Comm_test_inter);
    resolve<Function::Compare_and_swap>(real.Compare_and_swap);
    resolve<Function::Dims_create>(real.Dims_create);
    resolve<Function::Dist_graph_create>(real.Dist_graph_create);
    resolve<Function::Dist_graph_create_adjacent>(real.Dist_graph_create_adjacent);
    resolve<Function::Dist_graph_neighbors>(real.Dist_graph_neighbors);
    resolve<Function::Dist_graph_neighbors_count>(real.Dist_graph_neighbors_count);
    resolve<Function::Errhandler_c2f>(real.Errhandler_c2f);
    resolve<Function::Errhandler_create>(real.Errhandler_create);
    resolve<Function::Errhandler_f2c>(real.Errhandler_f2c);
    resolve<Function::Errhandler_free>(real.Errhandler_free);
    resolve<Function::Errhandler_get>(real.Errhandler_get);
    resolve<Function::Errhandler_set>(real.Errhandler_set);
    resolve<Function::Error_class>(real.Error_class);
    resolve<Function::Error_string>(real.Error_string);
    resolve<Function::Exscan>(real.Exscan);
    resolve<Function::Exscan_init>(real.Exscan_init);
    resolve<Function::Fetch_and_op>(real.Fetch_and_op);
    resolve<Function::File_c2f>(real.File_c2f);
    resolve<Function::File_call_errhandler>(real.File_call_errhandler);
    resolve<Function::File_close>(real.File_close);
    resolve<Function::File_create_errhandler>(real.File_create_errhandler);
    resolve<Function::File_delete>(real.File_delete);
    resolve<Function::File_f2c>(real.File_f2c);
    resolve<Function::File_get_amode>(real.File_get_amode);
    resolve<Function::File_get_atomicity>(real.File_get_atomicity);
    resolve<Function::File_get_byte_offset>(real.File_get_byte_offset);
    resolve<Function::File_get_errhandler>(real.File_get_errhandler);
    resolve<Function::File_get_group>(real.File_get_group);
    resolve<Function::File_get_info>(real.File_get_info);
    resolve<Function::File_get_position>(real.File_get_position);
    resolve<Function::File_get_position_shared>(real.File_get_position_shared);
    resolve<Function::File_get_size>(real.File_get_size);
    resolve<Function::File_get_type_extent>(real.File_get_type_extent);
    resolve<Function::File_get_view>(real.File_get_view);
    resolve<Function::File_iread>(real.File_iread);
    resolve<Function::File_iread_all>(real.File_iread_all);
    resolve<Function::File_iread_at>(real.File_iread_at);
    resolve<Function::File_iread_at_all>(real.File_iread_at_all);
    resolve<Function::File_iread_shared>(real.File_iread_shared);
    resolve<Function::File_iwrite>(real.File_iwrite);
    resolve<Function::File_iwrite_all>(real.File_iwrite_all);
    resolve<Function::File_iwrite_at>(real.File_iwrite_at);
    resolve<Function::File_iwrite_at_all>(real.File_iwrite_at_all);
    resolve<Function::File_iwrite_shared>(real.File_iwrite_shared);
    resolve<Function::File_open>(real.File_open);
    resolve<Function::File_preallocate>(real.File_preallocate);
    resolve<Function::File_read>(real.File_read);
    resolve<Function::File_read_all>(real.File_read_all);
    resolve<Function::File_read_all_begin>(real.File_read_all_begin);
    resolve<Function::File_read_all_end>(real.File_read_all_end);
    resolve<Function::File_read_at>(real.File_read_at);
    resolve<Function::File_read_at_all>(real.File_read_at_all);
    resolve<Function::File_read_at_all_begin>(real.File_read_at_all_begin);
    resolve<Function::File_read_at_all_end>(real.File_read_at_all_end);
    resolve<Function::File_read_ordered>(real.File_read_ordered);
    resolve<Function::File_read_ordered_begin>(real.File_read_ordered_begin);
    resolve<Function::File_read_ordered_end>(real.File_read_ordered_end);
    resolve<Function::File_read_shared>(real.File_read_shared);
    resolve<Function::File_seek>(real.File_seek);
    resolve<Function::File_seek_shared>(real.File_seek_shared);
    resolve<Function::File_set_atomicity>(real.File_set_atomicity);
    resolve<Function::File_set_errhandler>(real.File_set_errhandler);
    resolve<Function::File_set_info>(real.File_set_info);
    resolve<Function::File_set_size>(real.File_set_size);
    resolve<Function::File_set_view>(real.File_set_view);
    resolve<Function::File_sync>(real.File_sync);
    resolve<Function::File_write>(real.File_write);
    resolve<Function::File_write_all>(real.File_write_all);
    resolve<Function::File_write_all_begin>(real.File_write_all_begin);
    resolve<Function::File_write_all_end>(real.File_write_all_end);
    resolve<Function::File_write_at>(real.File_write_at);
    resolve<Function::File_write_at_all>(real.File_write_at_all);
    resolve<Function::File_write_at_all_begin>(real.File_write_at_all_begin);
    resolve<Function::File_write_at_all_end>(real.File_write_at_all_end);
    resolve<Function::File_write_ordered>(real.File_write_ordered);
    resolve<Function::File_write_ordered_begin>(real.File_write_ordered_begin);
    resolve<Function::File_write_ordered_end>(real.File_write_ordered_end);
    resolve<Function::File_write_shared>(real.File_write_shared);
    resolve<Function::Finalize>(real.Finalize);
    resolve<Function::Finalized>(real.Finalized);
    resolve<Function::Free_mem>(real.Free_mem);
    resolve<Function::Gather>(real.Gather);
    resolve<Function::Gather_init>(real.Gather_init);
    resolve<Function::Gatherv>(real.Gatherv);
    resolve<Function::Gatherv_init>(real.Gatherv_init);
    resolve<Function::Get>(real.Get);
    resolve<Function::Get_accumulate>(real.Get_accumulate);
    resolve<Function::Get_address>(real.Get_address);
    resolve<Function::Get_count>(real.Get_count);
    resolve<Function::Get_elements>(real.Get_elements);
    resolve<Function::Get_elements_x>(real.Get_elements_x);
    resolve<Function::Get_library_version>(real.Get_library_version);
    resolve<Function::Get_processor_name>(real.Get_processor_name);
    resolve<Function::Get_version>(real.Get_version);
    resolve<Function::Graph_create>(real.Graph_create);
    resolve<Function::Graph_get>(real.Graph_get);
    resolve<Function::Graph_map>(real.Graph_map);
    resolve<Function::Graph_neighbors>(real.Graph_neighbors);
    resolve<Function::Graph_neighbors_count>(real.Graph_neighbors_count);
    resolve<Function::Graphdims_get>(real.Graphdims_get);
    resolve<Function::Grequest_complete>(real.Grequest_complete);
    resolve<Function::Grequest_start>(real.Grequest_start);
    resolve<Function::Group_c2f>(real.Group_c2f);
    resolve<Function::Group_compare>(real.Group_compare);
    resolve<Function::Group_difference>(real.Group_difference);
    resolve<Function::Group_excl>(real.Group_excl);
    resolve<Function::Group_f2c>(real.Group_f2c);
    resolve<Function::Group_free>(real.Group_free);
    resolve<Function::Group_from_session_pset>(real.Group_from_session_pset);
    resolve<Function::Group_incl>(real.Group_incl);
    resolve<Function::Group_intersection>(real.Group_intersection);
    resolve<Function::Group_range_excl>(real.Group_range_excl);
    resolve<Function::Group_range_incl>(real.Group_range_incl);
    resolve<Function::Group_rank>(real.Group_rank);
    resolve<Function::Group_size>(real.Group_size);
    resolve<Function::Group_translate_ranks>(real.Group_translate_ranks);
    resolve<Function::Group_union>(real.Group_union);
    resolve<Function::Iallgather>(real.Iallgather);
    resolve<Function::Iallgatherv>(real.Iallgatherv);
    resolve<Function::Iallreduce>(real.Iallreduce);
    resolve<Function::Ialltoall>(real.Ialltoall);
    resolve<Function::Ialltoallv>(real.Ialltoallv);
    resolve<Function::Ialltoallw>(real.Ialltoallw);
    resolve<Function::Ibarrier>(real.Ibarrier);
    resolve<Function::Ibcast>(real.Ibcast);
    resolve<Function::Ibsend>(real.Ibsend);
    resolve<Function::Iexscan>(real.Iexscan);
    resolve<Function::Igather>(real.Igather);
    resolve<Function::Igatherv>(real.Igatherv);
    resolve<Function::Improbe>(real.Improbe);
    resolve<Function::Imrecv>(real.Imrecv);
    resolve<Function::Ineighbor_allgather>(real.Ineighbor_allgather);
    resolve<Function::Ineighbor_allgatherv>(real.Ineighbor_allgatherv);
    resolve<Function::Ineighbor_alltoall>(real.Ineighbor_alltoall);
    resolve<Function::Ineighbor_alltoallv>(real.Ineighbor_alltoallv);
    resolve<Function::Ineighbor_alltoallw>(real.Ineighbor_alltoallw);
    resolve<Function::Info_c2f>(real.Info_c2f);
    resolve<Function::Info_create>(real.Info_create);
    resolve<Function::Info_create_env>(real.Info_create_env);
    resolve<Function::Info_delete>(real.Info_delete);
    resolve<Function::Info_dup>(real.Info_dup);
    resolve<Function::Info_f2c>(real.Info_f2c);
    resolve<Function::Info_free>(real.Info_free);
    resolve<Function::Info_get>(real.Info_get);
    resolve<Function::Info_get_nkeys>(real.Info_get_nkeys);
    resolve<Function::Info_get_nthkey>(real.Info_get_nthkey);
    resolve<Function::Info_get_string>(real.Info_get_string);
    resolve<Function::Info_get_valuelen>(real.Info_get_valuelen);
    resolve<Function::Info_set>(real.Info_set);
    resolve<Function::Init>(real.Init);
    resolve<Function::Init_thread>(real.Init_thread);
    resolve<Function::Initialized>(real.Initialized);
    resolve<Function::Intercomm_create>(real.Intercomm_create);
    resolve<Function::Intercomm_create_from_groups>(real.Intercomm_create_from_groups);
    resolve<Function::Intercomm_merge>(real.Intercomm_merge);
    resolve<Function::Iprobe>(real.Iprobe);
    resolve<Function::Irecv>(real.Irecv);
    resolve<Function::Ireduce>(real.Ireduce);
    resolve<Function::Ireduce_scatter>(real.Ireduce_scatter);
    resolve<Function::Ireduce_scatter_block>(real.Ireduce_scatter_block);
    resolve<Function::Irsend>(real.Irsend);
    resolve<Function::Is_thread_main>(real.Is_thread_main);
    resolve<Function::Iscan>(real.Iscan);
    resolve<Function::Iscatter>(real.Iscatter);
    resolve<Function::Iscatterv>(real.Iscatterv);
    resolve<Function::Isend>(real.Isend);
    resolve<Function::Isendrecv>(real.Isendrecv);
    resolve<Function::Isendrecv_replace>(real.Isendrecv_replace);
    resolve<Function::Issend>(real.Issend);
    resolve<Function::Keyval_create>(real.Keyval_create);
    resolve<Function::Keyval_free>(real.Keyval_free);
    resolve<Function::Lookup_name>(real.Lookup_name);
    resolve<Function::Message_c2f>(real.Message_c2f);
    resolve<Function::Message_f2c>(real.Message_f2c);
    resolve<Function::Mprobe>(real.Mprobe);
    resolve<Function::Mrecv>(real.Mrecv);
    resolve<Function::Neighbor_allgather>(real.Neighbor_allgather);
    resolve<Function::Neighbor_allgather_init>(real.Neighbor_allgather_init);
    resolve<Function::Neighbor_allgatherv>(real.Neighbor_allgatherv);
    resolve<Function::Neighbor_allgatherv_init>(real.Neighbor_allgatherv_init);
    resolve<Function::Neighbor_alltoall>(real.Neighbor_alltoall);
    resolve<Function::Neighbor_alltoall_init>(real.Neighbor_alltoall_init);
    resolve<Function::Neighbor_alltoallv>(real.Neighbor_alltoallv);
    resolve<Function::Neighbor_alltoallv_init>(real.Neighbor_alltoallv_init);
    resolve<Function::Neighbor_alltoallw>(real.Neighbor_alltoallw);
    resolve<Function::Neighbor_alltoallw_init>(real.Neighbor_alltoallw_init);
    resolve<Function::Op_c2f>(real.Op_c2f);
    resolve<Function::Op_commutative>(real.Op_commutative);
    resolve<Function::Op_create>(real.Op_create);
    resolve<Function::Op_f2c>(real.Op_f2c);
    resolve<Function::Op_free>(real.Op_free);
    resolve<Function::Open_port>(real.Open_port);
    resolve<Function::Pack>(real.Pack);
    resolve<Function::Pack_external>(real.Pack_external);
    resolve<Function::Pack_external_size>(real.Pack_external_size);
    resolve<Function::Pack_size>(real.Pack_size);
    resolve<Function::Parrived>(real.Parrived);
    resolve<Function::Pcontrol>(real.Pcontrol);
    resolve<Function::Pready>(real.Pready);
    resolve<Function::Pready_list>(real.Pready_list);
    resolve<Function::Pready_range>(real.Pready_range);
    resolve<Function::Precv_init>(real.Precv_init);
    resolve<Function::Probe>(real.Probe);
    resolve<Function::Psend_init>(real.Psend_init);
    resolve<Function::Publish_name>(real.Publish_name);
    resolve<Function::Put>(real.Put);
    resolve<Function::Query_thread>(real.Query_thread);
    resolve<Function::Raccumulate>(real.Raccumulate);
    resolve<Function::Recv>(real.Recv);
    resolve<Function::Recv_init>(real.Recv_init);
    resolve<Function::Reduce>(real.Reduce);
    resolve<Function::Reduce_init>(real.Reduce_init);
    resolve<Function::Reduce_local>(real.Reduce_local);
    resolve<Function::Reduce_scatter>(real.Reduce_scatter);
    resolve<Function::Reduce_scatter_block>(real.Reduce_scatter_block);
    resolve<Function::Reduce_scatter_block_init>(real.Reduce_scatter_block_init);
    resolve<Function::Reduce_scatter_init>(real.Reduce_scatter_init);
    resolve<Function::Register_datarep>(real.Register_datarep);
    resolve<Function::Request_c2f>(real.Request_c2f);
    resolve<Function::Request_f2c>(real.Request_f2c);
    resolve<Function::Request_free>(real.Request_free);
    resolve<Function::Request_get_status>(real.Request_get_status);
    resolve<Function::Rget>(real.Rget);
    resolve<Function::Rget_accumulate>(real.Rget_accumulate);
    resolve<Function::Rput>(real.Rput);
    resolve<Function::Rsend>(real.Rsend);
    resolve<Function::Rsend_init>(real.Rsend_init);
    resolve<Function::Scan>(real.Scan);
    resolve<Function::Scan_init>(real.Scan_init);
    resolve<Function::Scatter>(real.Scatter);
    resolve<Function::Scatter_init>(real.Scatter_init);
    resolve<Function::Scatterv>(real.Scatterv);
    resolve<Function::Scatterv_init>(real.Scatterv_init);
    resolve<Function::Send>(real.Send);
    resolve<Function::Send_init>(real.Send_init);
    resolve<Function::Sendrecv>(real.Sendrecv);
    resolve<Function::Sendrecv_replace>(real.Sendrecv_replace);
    resolve<Function::Session_c2f>(real.Session_c2f);
    resolve<Function::Session_call_errhandler>(real.Session_call_errhandler);
    resolve<Function::Session_create_errhandler>(real.Session_create_errhandler);
    resolve<Function::Session_f2c>(real.Session_f2c);
    resolve<Function::Session_finalize>(real.Session_finalize);
    resolve<Function::Session_get_errhandler>(real.Session_get_errhandler);
    resolve<Function::Session_get_info>(real.Session_get_info);
    resolve<Function::Session_get_nth_pset>(real.Session_get_nth_pset);
    resolve<Function::Session_get_num_psets>(real.Session_get_num_psets);
    resolve<Function::Session_get_pset_info>(real.Session_get_pset_info);
    resolve<Function::Session_init>(real.Session_init);
    resolve<Function::Session_set_errhandler>(real.Session_set_errhandler);
    resolve<Function::Session_set_info>(real.Session_set_info);
    resolve<Function::Ssend>(real.Ssend);
    resolve<Function::Ssend_init>(real.Ssend_init);
    resolve<Function::Start>(real.Start);
    resolve<Function::Startall>(real.Startall);
    resolve<Function::Status_c2f>(real.Status_c2f);
    resolve<Function::Status_c2f08>(real.Status_c2f08);
    resolve<Function::Status_f082c>(real.Status_f082c);
    resolve<Function::Status_f082f>(real.Status_f082f);
    resolve<Function::Status_f2c>(real.Status_f2c);
    resolve<Function::Status_f2f08>(real.Status_f2f08);
    resolve<Function::Status_set_cancelled>(real.Status_set_cancelled);
    resolve<Function::Status_set_elements>(real.Status_set_elements);
    resolve<Function::Status_set_elements_x>(real.Status_set_elements_x);
    resolve<Function::Test>(real.Test);
    resolve<Function::Test_cancelled>(real.Test_cancelled);
    resolve<Function::Testall>(real.Testall);
    resolve<Function::Testany>(real.Testany);
    resolve<Function::Testsome>(real.Testsome);
    resolve<Function::Topo_test>(real.Topo_test);
    resolve<Function::Type_c2f>(real.Type_c2f);
    resolve<Function::Type_commit>(real.Type_commit);
    resolve<Function::Type_contiguous>(real.Type_contiguous);
    resolve<Function::Type_create_darray>(real.Type_create_darray);
    resolve<Function::Type_create_f90_complex>(real.Type_create_f90_complex);
    resolve<Function::Type_create_f90_integer>(real.Type_create_f90_integer);
    resolve<Function::Type_create_f90_real>(real.Type_create_f90_real);
    resolve<Function::Type_create_hindexed>(real.Type_create_hindexed);
    resolve<Function::Type_create_hindexed_block>(real.Type_create_hindexed_block);
    resolve<Function::Type_create_hvector>(real.Type_create_hvector);
    resolve<Function::Type_create_indexed_block>(real.Type_create_indexed_block);
    resolve<Function::Type_create_keyval>(real.Type_create_keyval);
    resolve<Function::Type_create_resized>(real.Type_create_resized);
    resolve<Function::Type_create_struct>(real.Type_create_struct);
    resolve<Function::Type_create_subarray>(real.Type_create_subarray);
    resolve<Function::Type_delete_attr>(real.Type_delete_attr);
    resolve<Function::Type_dup>(real.Type_dup);
    resolve<Function::Type_extent>(real.Type_extent);
    resolve<Function::Type_f2c>(real.Type_f2c);
    resolve<Function::Type_free>(real.Type_free);
    resolve<Function::Type_free_keyval>(real.Type_free_keyval);
    resolve<Function::Type_get_attr>(real.Type_get_attr);
    resolve<Function::Type_get_contents>(real.Type_get_contents);
    resolve<Function::Type_get_envelope>(real.Type_get_envelope);
    resolve<Function::Type_get_extent>(real.Type_get_extent);
    resolve<Function::Type_get_extent_x>(real.Type_get_extent_x);
    resolve<Function::Type_get_name>(real.Type_get_name);
    resolve<Function::Type_get_true_extent>(real.Type_get_true_extent);
    resolve<Function::Type_get_true_extent_x>(real.Type_get_true_extent_x);
    resolve<Function::Type_hindexed>(real.Type_hindexed);
    resolve<Function::Type_hvector>(real.Type_hvector);
    resolve<Function::Type_indexed>(real.Type_indexed);
    resolve<Function::Type_lb>(real.Type_lb);
    resolve<Function::Type_match_size>(real.Type_match_size);
    resolve<Function::Type_set_attr>(real.Type_set_attr);
    resolve<Function::Type_set_name>(real.Type_set_name);
    resolve<Function::Type_size>(real.Type_size);
    resolve<Function::Type_size_x>(real.Type_size_x);
    resolve<Function::Type_struct>(real.Type_struct);
    resolve<Function::Type_ub>(real.Type_ub);
    resolve<Function::Type_vector>(real.Type_vector);
    resolve<Function::Unpack>(real.Unpack);
    resolve<Function::Unpack_external>(real.Unpack_external);
    resolve<Function::Unpublish_name>(real.Unpublish_name);
    resolve<Function::Wait>(real.Wait);
    resolve<Function::Waitall>(real.Waitall);
    resolve<Function::Waitany>(real.Waitany);
    resolve<Function::Waitsome>(real.Waitsome);
    resolve<Function::Win_allocate>(real.Win_allocate);
    resolve<Function::Win_allocate_shared>(real.Win_allocate_shared);
    resolve<Function::Win_attach>(real.Win_attach);
    resolve<Function::Win_c2f>(real.Win_c2f);
    resolve<Function::Win_call_errhandler>(real.Win_call_errhandler);
    resolve<Function::Win_complete>(real.Win_complete);
    resolve<Function::Win_create>(real.Win_create);
    resolve<Function::Win_create_dynamic>(real.Win_create_dynamic);
    resolve<Function::Win_create_errhandler>(real.Win_create_errhandler);
    resolve<Function::Win_create_keyval>(real.Win_create_keyval);
    resolve<Function::Win_delete_attr>(real.Win_delete_attr);
    resolve<Function::Win_detach>(real.Win_detach);
    resolve<Function::Win_f2c>(real.Win_f2c);
    resolve<Function::Win_fence>(real.Win_fence);
    resolve<Function::Win_flush>(real.Win_flush);
    resolve<Function::Win_flush_all>(real.Win_flush_all);
    resolve<Function::Win_flush_local>(real.Win_flush_local);
    resolve<Function::Win_flush_local_all>(real.Win_flush_local_all);
    resolve<Function::Win_free>(real.Win_free);
    resolve<Function::Win_free_keyval>(real.Win_free_keyval);
    resolve<Function::Win_get_attr>(real.Win_get_attr);
    resolve<Function::Win_get_errhandler>(real.Win_get_errhandler);
    resolve<Function::Win_get_group>(real.Win_get_group);
    resolve<Function::Win_get_info>(real.Win_get_info);
    resolve<Function::Win_get_name>(real.Win_get_name);
    resolve<Function::Win_lock>(real.Win_lock);
    resolve<Function::Win_lock_all>(real.Win_lock_all);
    resolve<Function::Win_post>(real.Win_post);
    resolve<Function::Win_set_attr>(real.Win_set_attr);
    resolve<Function::Win_set_errhandler>(real.Win_set_errhandler);
    resolve<Function::Win_set_info>(real.Win_set_info);
    resolve<Function::Win_set_name>(real.Win_set_name);
    resolve<Function::Win_shared_query>(real.Win_shared_query);
    resolve<Function::Win_start>(real.Win_start);
    resolve<Function::Win_sync>(real.Win_sync);
    resolve<Function::Win_test>(real.Win_test);
    resolve<Function::Win_unlock>(real.Win_unlock);
    resolve<Function::Win_unlock_all>(real.Win_unlock_all);
    resolve<Function::Win_wait>(real.Win_wait);
    resolve<Function::Wtick>(real.Wtick);
    resolve<Function::Wtime>(real.Wtime);
}

} // namespace closeranks
