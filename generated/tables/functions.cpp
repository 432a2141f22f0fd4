// Generated from spec/ by generator/ with templates/tables/functions.cpp.j2, do not edit.
#include "generated/tables/functions.hpp"

namespace closeranks {

namespace {

/// Those with a form for large counts.
constexpr Function with_large_form[] = {
    Function::Accumulate,
    Function::Allgather,
    Function::Allgather_init,
    Function::Allgatherv,
    Function::Allgatherv_init,
    Function::Allreduce,
    Function::Allreduce_init,
    Function::Alltoall,
    Function::Alltoall_init,
    Function::Alltoallv,
    Function::Alltoallv_init,
    Function::Alltoallw,
    Function::Alltoallw_init,
    Function::Bcast,
    Function::Bcast_init,
    Function::Bsend,
    Function::Bsend_init,
    Function::Buffer_attach,
    Function::Buffer_detach,
    Function::Comm_attach_buffer,
    Function::Comm_detach_buffer,
    Function::Exscan,
    Function::Exscan_init,
    Function::File_get_type_extent,
    Function::File_iread_all,
    Function::File_iread_at_all,
    Function::File_iread_at,
    Function::File_iread,
    Function::File_iread_shared,
    Function::File_iwrite_all,
    Function::File_iwrite_at_all,
    Function::File_iwrite_at,
    Function::File_iwrite,
    Function::File_iwrite_shared,
    Function::File_read_all_begin,
    Function::File_read_all,
    Function::File_read_at_all_begin,
    Function::File_read_at_all,
    Function::File_read_at,
    Function::File_read,
    Function::File_read_ordered_begin,
    Function::File_read_ordered,
    Function::File_read_shared,
    Function::File_write_all_begin,
    Function::File_write_all,
    Function::File_write_at_all_begin,
    Function::File_write_at_all,
    Function::File_write_at,
    Function::File_write,
    Function::File_write_ordered_begin,
    Function::File_write_ordered,
    Function::File_write_shared,
    Function::Gather,
    Function::Gather_init,
    Function::Gatherv,
    Function::Gatherv_init,
    Function::Get_accumulate,
    Function::Get,
    Function::Get_count,
    Function::Get_elements,
    Function::Iallgather,
    Function::Iallgatherv,
    Function::Iallreduce,
    Function::Ialltoall,
    Function::Ialltoallv,
    Function::Ialltoallw,
    Function::Ibcast,
    Function::Ibsend,
    Function::Iexscan,
    Function::Igather,
    Function::Igatherv,
    Function::Imrecv,
    Function::Ineighbor_allgather,
    Function::Ineighbor_allgatherv,
    Function::Ineighbor_alltoall,
    Function::Ineighbor_alltoallv,
    Function::Ineighbor_alltoallw,
    Function::Irecv,
    Function::Ireduce,
    Function::Ireduce_scatter_block,
    Function::Ireduce_scatter,
    Function::Irsend,
    Function::Iscan,
    Function::Iscatter,
    Function::Iscatterv,
    Function::Isend,
    Function::Isendrecv,
    Function::Isendrecv_replace,
    Function::Issend,
    Function::Mrecv,
    Function::Neighbor_allgather,
    Function::Neighbor_allgather_init,
    Function::Neighbor_allgatherv,
    Function::Neighbor_allgatherv_init,
    Function::Neighbor_alltoall,
    Function::Neighbor_alltoall_init,
    Function::Neighbor_alltoallv,
    Function::Neighbor_alltoallv_init,
    Function::Neighbor_alltoallw,
    Function::Neighbor_alltoallw_init,
    Function::Op_create,
    Function::Pack,
    Function::Pack_external,
    Function::Pack_external_size,
    Function::Pack_size,
    Function::Put,
    Function::Raccumulate,
    Function::Recv,
    Function::Recv_init,
    Function::Reduce,
    Function::Reduce_init,
    Function::Reduce_local,
    Function::Reduce_scatter_block,
    Function::Reduce_scatter_block_init,
    Function::Reduce_scatter,
    Function::Reduce_scatter_init,
    Function::Register_datarep,
    Function::Rget_accumulate,
    Function::Rget,
    Function::Rput,
    Function::Rsend,
    Function::Rsend_init,
    Function::Scan,
    Function::Scan_init,
    Function::Scatter,
    Function::Scatter_init,
    Function::Scatterv,
    Function::Scatterv_init,
    Function::Send,
    Function::Send_init,
    Function::Sendrecv,
    Function::Sendrecv_replace,
    Function::Session_attach_buffer,
    Function::Session_detach_buffer,
    Function::Ssend,
    Function::Ssend_init,
    Function::Status_set_elements,
    Function::Type_contiguous,
    Function::Type_create_darray,
    Function::Type_create_hindexed_block,
    Function::Type_create_hindexed,
    Function::Type_create_hvector,
    Function::Type_create_indexed_block,
    Function::Type_create_resized,
    Function::Type_create_struct,
    Function::Type_create_subarray,
    Function::Type_get_extent,
    Function::Type_get_true_extent,
    Function::Type_indexed,
    Function::Type_size,
    Function::Type_vector,
    Function::Unpack,
    Function::Unpack_external,
    Function::Win_allocate,
    Function::Win_allocate_shared,
    Function::Win_create,
    Function::Win_shared_query,
};

std::optional<Function> find_exactly(std::string_view name) noexcept {
    for (std::size_t i = 0; i < function_count; ++i)
        if (name == detail::function_names[i]) return static_cast<Function>(i);
    return std::nullopt;
}

} // namespace

std::optional<Function> find_function(std::string_view name) noexcept {
    if (const auto function = find_exactly(name)) return function;
    if (!name.ends_with("_c")) return std::nullopt;
    const auto sibling = find_exactly(name.substr(0, name.size() - 2));
    for (const Function function : with_large_form)
        if (function == sibling) return sibling;
    return std::nullopt;
}

const char *function_risk(Function function) noexcept {
    switch (function) {
    case Function::Comm_agree:
    case Function::Comm_iagree:
    case Function::Comm_ishrink:
    case Function::Comm_revoke:
    case Function::Comm_shrink:
        return "the communicator of the program still has its missing members";
    default:
        return nullptr;
    }
}

} // namespace closeranks
