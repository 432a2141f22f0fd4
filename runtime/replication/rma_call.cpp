#include "runtime/replication/rma_call.hpp"

#include "runtime/replication/rma_operations.hpp"
#include "runtime/support/datatype_copy.hpp"
#include "runtime/support/errors_return.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace closeranks::replication {

namespace {

int check_argument(const TypedData &data) noexcept {
    return check_elements(data.at, data.count, data.type, quiet_self());
}

/// The pieces of the target's memory that the call is about.
int pieces_of(const Window &window, const RmaCall &call, FlatDatatype &all) {
    const Window::Member &member = window.members[static_cast<std::size_t>(call.target)];
    FlatDatatype one;
    if (call.count == 0) return MPI_SUCCESS;
    if (call.displacement < 0) return MPI_ERR_DISP;
    if (!flatten(call.type, one) || !all.add(one, call.count, call.displacement * member.unit))
        return MPI_ERR_TYPE;
    const bool fits = std::ranges::all_of(all.pieces, [&](const Piece &piece) {
        return piece.at >= 0 && piece.at + piece.length <= member.size;
    });
    return fits ? MPI_SUCCESS : MPI_ERR_RMA_RANGE;
}

std::size_t bytes_of(const FlatDatatype &flat) noexcept {
    std::int64_t bytes = 0;
    for (const Piece &piece : flat.pieces)
        bytes += piece.length;
    return static_cast<std::size_t>(bytes);
}

/// Leaves the first `bytes`.
void shorten(FlatDatatype &flat, std::size_t bytes) {
    auto rest = static_cast<std::int64_t>(bytes);
    for (Piece &piece : flat.pieces) {
        piece.length = std::min(piece.length, rest);
        rest -= piece.length;
    }
    std::erase_if(flat.pieces, [](const Piece &piece) { return piece.length == 0; });
}

bool combines(MPI_Op op) noexcept { return op != MPI_REPLACE && op != MPI_NO_OP; }

/// True for the MPI's own operators. A program may not use its own ones here (MPI 4.1, 12.3.4).
bool is_known(MPI_Op op) noexcept {
    const MPI_Op known[] = {MPI_MAX,    MPI_MIN,    MPI_SUM,     MPI_PROD, MPI_LAND,
                            MPI_BAND,   MPI_LOR,    MPI_BOR,     MPI_LXOR, MPI_BXOR,
                            MPI_MAXLOC, MPI_MINLOC, MPI_REPLACE, MPI_NO_OP};
    return std::find(std::begin(known), std::end(known), op) != std::end(known);
}

/// The error of an operator that the MPI cannot use with this type. At the target the MPI would
/// tell the error to another program.
int check_operator(MPI_Datatype basic, MPI_Op op) {
    if (basic == MPI_DATATYPE_NULL) return MPI_ERR_TYPE;
    alignas(64) std::array<std::byte, 64> left{};
    alignas(64) std::array<std::byte, 64> right{};
    const ErrorsReturn errors;
    return real.Reduce_local(left.data(), right.data(), 1, basic, op);
}

/// Packs the data for the target.
int pack_data(const RmaCall &call, std::vector<std::byte> &packed) {
    const auto add = [&](const TypedData &from) {
        Data data;
        const DataLayout layout(from.count, from.type);
        const int code = data.read(from, layout);
        if (code == MPI_SUCCESS)
            packed.insert(packed.end(), data.get(), data.get() + layout.bytes());
        return code;
    };
    if (call.expected != nullptr)
        if (const int code = add({call.expected, 1, call.type}); code != MPI_SUCCESS) return code;
    return call.op == MPI_NO_OP ? MPI_SUCCESS : add(call.origin);
}

int check_arguments(const Window &window, const RmaCall &call) {
    if (!window.has(call.target)) return MPI_ERR_RANK;
    if (!is_known(call.op)) return MPI_ERR_OP;
    if (window.access_to(call.target) == Access::none) return MPI_ERR_RMA_SYNC;
    if (const int code = check_argument({&call, call.count, call.type}); code != MPI_SUCCESS)
        return code;
    if (call.op != MPI_NO_OP)
        if (const int code = check_argument(call.origin); code != MPI_SUCCESS) return code;
    return call.fetches ? check_argument(call.result) : MPI_SUCCESS;
}

/// Sends the operations before the epoch ends, so that a message does not become too long.
int send_if_many(Window &window, int target) {
    constexpr std::size_t many = std::size_t{1} << 20U;
    const Outbox &outbox = window.outbox(target);
    if (outbox.operations.size() + outbox.fetched < many) return MPI_SUCCESS;
    switch (window.access_to(target)) {
    case Access::fenced:
        return send_operations(window, target, tag_of_operations, Talk::collective, false);
    case Access::started:
        return send_operations(window, target, tag_of_started_operations, Talk::request, false);
    default:
        return send_request(window, target, tag_of_flush);
    }
}

} // namespace

int note(Window &window, const RmaCall &call) {
    if (call.target == MPI_PROC_NULL) return MPI_SUCCESS;
    if (const int code = check_arguments(window, call); code != MPI_SUCCESS) return code;
    FlatDatatype target;
    if (const int code = pieces_of(window, call, target); code != MPI_SUCCESS) return code;
    std::vector<std::byte> data;
    if (const int code = pack_data(call, data); code != MPI_SUCCESS) return code;
    OperationHead head;
    if (call.expected == nullptr && call.op != MPI_NO_OP) {
        if (data.size() > bytes_of(target)) return MPI_ERR_TRUNCATE;
        if (!call.fetches) shorten(target, data.size());
        if (data.size() < bytes_of(target)) return MPI_ERR_TRUNCATE;
    }
    if (combines(call.op)) {
        const MPI_Datatype basic = basic_type(call.type);
        if (const int code = check_operator(basic, call.op); code != MPI_SUCCESS) return code;
        head.type = real.Type_c2f(basic);
    }
    const std::size_t bytes = bytes_of(target);
    if (bytes == 0) return MPI_SUCCESS;
    head.op = real.Op_c2f(call.op);
    head.swaps = call.expected != nullptr ? 1 : 0;
    head.fetches = call.fetches ? 1 : 0;
    Outbox &outbox = window.outbox(call.target);
    if (call.fetches) {
        if (DataLayout(call.result.count, call.result.type).bytes() < bytes)
            return MPI_ERR_TRUNCATE;
        outbox.results.emplace_back(call.result, bytes);
        outbox.fetched += bytes;
    }
    append(outbox.operations, head, target.pieces, data);
    return send_if_many(window, call.target);
}

} // namespace closeranks::replication
