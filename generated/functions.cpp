// Generated from spec/ by generator/ with templates/functions.cpp.j2, do not edit.
#include "generated/functions.hpp"

namespace closeranks {

std::optional<Function> find_function(std::string_view name) noexcept {
    for (std::size_t i = 0; i < function_count; ++i)
        if (name == detail::function_names[i]) return static_cast<Function>(i);
    return std::nullopt;
}

const char *function_risk(Function function) noexcept {
    switch (function) {
    case Function::Iallgather:
    case Function::Iallgatherv:
    case Function::Iallreduce:
    case Function::Ialltoall:
    case Function::Ialltoallv:
    case Function::Ialltoallw:
    case Function::Ibarrier:
    case Function::Ibcast:
    case Function::Iexscan:
    case Function::Igather:
    case Function::Igatherv:
    case Function::Ineighbor_allgather:
    case Function::Ineighbor_allgatherv:
    case Function::Ineighbor_alltoall:
    case Function::Ineighbor_alltoallv:
    case Function::Ineighbor_alltoallw:
    case Function::Ireduce:
    case Function::Ireduce_scatter:
    case Function::Ireduce_scatter_block:
    case Function::Iscan:
    case Function::Iscatter:
    case Function::Iscatterv:
        return "it may fail or never complete when a member of the communicator is missing";
    case Function::Allgather_init:
    case Function::Allgatherv_init:
    case Function::Allreduce_init:
    case Function::Alltoall_init:
    case Function::Alltoallv_init:
    case Function::Alltoallw_init:
    case Function::Barrier_init:
    case Function::Bcast_init:
    case Function::Exscan_init:
    case Function::Gather_init:
    case Function::Gatherv_init:
    case Function::Neighbor_allgather_init:
    case Function::Neighbor_allgatherv_init:
    case Function::Neighbor_alltoall_init:
    case Function::Neighbor_alltoallv_init:
    case Function::Neighbor_alltoallw_init:
    case Function::Reduce_init:
    case Function::Reduce_scatter_block_init:
    case Function::Reduce_scatter_init:
    case Function::Scan_init:
    case Function::Scatter_init:
    case Function::Scatterv_init:
        return "it may fail or never complete when a member of the communicator is missing";
    case Function::Bsend_init:
    case Function::Recv_init:
    case Function::Rsend_init:
    case Function::Send_init:
    case Function::Ssend_init:
    case Function::Start:
    case Function::Startall:
        return "a request whose peer is missing may complete with an error";
    case Function::Isendrecv:
    case Function::Isendrecv_replace:
        return "the whole request fails when one of the two peers is missing";
    case Function::Parrived:
    case Function::Pready:
    case Function::Pready_list:
    case Function::Pready_range:
    case Function::Precv_init:
    case Function::Psend_init:
        return "a request whose peer is missing may fail or never complete";
    case Function::Comm_idup_with_info:
        return "it may fail or never complete when a member of the communicator is missing";
    case Function::Comm_accept:
    case Function::Comm_connect:
    case Function::Comm_join:
    case Function::Comm_spawn:
    case Function::Comm_spawn_multiple:
        return "the intercommunicator may fail or hang when a member of either side is missing";
    case Function::File_close:
    case Function::File_delete:
    case Function::File_get_position_shared:
    case Function::File_get_size:
    case Function::File_iread:
    case Function::File_iread_all:
    case Function::File_iread_at:
    case Function::File_iread_at_all:
    case Function::File_iread_shared:
    case Function::File_iwrite:
    case Function::File_iwrite_all:
    case Function::File_iwrite_at:
    case Function::File_iwrite_at_all:
    case Function::File_iwrite_shared:
    case Function::File_open:
    case Function::File_preallocate:
    case Function::File_read:
    case Function::File_read_all:
    case Function::File_read_all_begin:
    case Function::File_read_all_end:
    case Function::File_read_at:
    case Function::File_read_at_all:
    case Function::File_read_at_all_begin:
    case Function::File_read_at_all_end:
    case Function::File_read_ordered:
    case Function::File_read_ordered_begin:
    case Function::File_read_ordered_end:
    case Function::File_read_shared:
    case Function::File_seek_shared:
    case Function::File_set_atomicity:
    case Function::File_set_info:
    case Function::File_set_size:
    case Function::File_set_view:
    case Function::File_sync:
    case Function::File_write:
    case Function::File_write_all:
    case Function::File_write_all_begin:
    case Function::File_write_all_end:
    case Function::File_write_at:
    case Function::File_write_at_all:
    case Function::File_write_at_all_begin:
    case Function::File_write_at_all_end:
    case Function::File_write_ordered:
    case Function::File_write_ordered_begin:
    case Function::File_write_ordered_end:
    case Function::File_write_shared:
        return "it may fail, hang or crash when a process that opened the file is missing";
    case Function::Accumulate:
    case Function::Compare_and_swap:
    case Function::Fetch_and_op:
    case Function::Get:
    case Function::Get_accumulate:
    case Function::Put:
    case Function::Raccumulate:
    case Function::Rget:
    case Function::Rget_accumulate:
    case Function::Rput:
    case Function::Win_allocate:
    case Function::Win_allocate_shared:
    case Function::Win_complete:
    case Function::Win_create:
    case Function::Win_create_dynamic:
    case Function::Win_fence:
    case Function::Win_flush:
    case Function::Win_flush_all:
    case Function::Win_flush_local:
    case Function::Win_flush_local_all:
    case Function::Win_free:
    case Function::Win_lock:
    case Function::Win_lock_all:
    case Function::Win_post:
    case Function::Win_start:
    case Function::Win_test:
    case Function::Win_unlock:
    case Function::Win_unlock_all:
    case Function::Win_wait:
        return "it may fail, hang or lose data when a process of the window is missing";
    case Function::Comm_create_from_group:
    case Function::Intercomm_create_from_groups:
    case Function::Session_finalize:
    case Function::Session_init:
        return "it may fail or hang when a process is missing";
    case Function::Comm_agree:
    case Function::Comm_iagree:
    case Function::Comm_revoke:
    case Function::Comm_shrink:
        return "the communicator of the program has its missing members still";
    default:
        return nullptr;
    }
}

} // namespace closeranks
