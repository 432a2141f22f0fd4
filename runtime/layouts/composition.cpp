#include "runtime/layouts/composition.hpp"

#include "runtime/commit/blocks.hpp"
#include "runtime/core/failures.hpp"
#include "runtime/layouts/composition_parts.hpp"
#include "runtime/layouts/composition_shape.hpp"
#include "runtime/support/datatype_copy.hpp"
#include "runtime/support/large.hpp"

#include <mpi-ext.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

namespace closeranks {

namespace {

int barrier(Composition &parts) noexcept {
    int code = parts.meet_in_local();
    if (code == MPI_SUCCESS) code = parts.among_leaders(real.Barrier);
    // A barrier in the subcommunicator could not tell it: members may leave it before.
    char done = 0;
    return code == MPI_SUCCESS ? parts.give_to_local(&done, 1, MPI_CHAR) : code;
}

int to_all(Composition &parts, int root, const LogPlan::Elements &data) noexcept {
    const bool from_here = parts.is_in_local_of(root);
    int code = MPI_SUCCESS;
    if (from_here) code = parts.give_to_local(data.buffer, data.count, data.type, root);
    if (code != MPI_SUCCESS) return code;
    code = parts.among_leaders([&](MPI_Comm global) {
        return CLOSERANKS_LARGE(Bcast)(data.buffer, data.count, data.type, parts.leader_of(root),
                                       global);
    });
    if (code != MPI_SUCCESS || from_here) return code;
    return parts.give_to_local(data.buffer, data.count, data.type);
}

/// `into` is significant only at the root.
int to_one(Composition &parts, int root, bool at_root, const void *from, void *into,
           const Summands &kind) noexcept {
    const bool from_here = parts.is_in_local_of(root);
    PartialResult partial(parts.at_leader() ? kind : Summands{});
    PartialResult total(from_here && !at_root ? kind : Summands{});
    void *const result = at_root ? into : total.data();
    int code = parts.combine_in_local(from, partial.data(), kind);
    if (code != MPI_SUCCESS) return code;
    if (parts.has_one_local() && parts.at_leader())
        copy_elements(partial.data(), result, kind.count, kind.type);
    code = parts.among_leaders([&](MPI_Comm global) {
        return CLOSERANKS_LARGE(Reduce)(partial.data(), result, kind.count, kind.type, kind.op,
                                        parts.leader_of(root), global);
    });
    if (code != MPI_SUCCESS || !from_here || parts.is_leader(root)) return code;
    return parts.give_to_local(result, kind.count, kind.type);
}

int among_all(Composition &parts, const void *from, void *result, const Summands &kind) noexcept {
    PartialResult partial(parts.at_leader() ? kind : Summands{});
    int code = parts.combine_in_local(from, partial.data(), kind);
    if (code != MPI_SUCCESS) return code;
    if (parts.has_one_local() && parts.at_leader())
        copy_elements(partial.data(), result, kind.count, kind.type);
    code = parts.among_leaders([&](MPI_Comm global) {
        return CLOSERANKS_LARGE(Allreduce)(partial.data(), result, kind.count, kind.type, kind.op,
                                           global);
    });
    if (code != MPI_SUCCESS) return code;
    return parts.give_to_local(result, kind.count, kind.type);
}

/// Collects the blocks of all members, each at its rank's place from `first` on; each member
/// `gives` one. In transit, a byte before each block says that the block exists. A block that its
/// subcommunicator has lost exists nowhere; the ranks without a block are the non-contributors
/// (`silent`).
int collect_blocks(Composition &parts, const LogPlan::Elements &gives,
                   const LogPlan::Elements &first, std::vector<int> &silent) noexcept {
    constexpr std::byte there{1};
    const std::size_t size = 1 + packed_size(gives.count, gives.type);
    std::vector<std::byte> block(size, there);
    pack_elements(gives.buffer, gives.count, gives.type, block.data() + 1);
    std::vector<std::byte> all(size * parts.members().size());
    std::vector<int> lengths = parts.members_by_local();
    std::vector<int> places;
    int length = 0;
    for (int &of_local : lengths) {
        of_local *= static_cast<int>(size);
        places.push_back(std::exchange(length, length + of_local));
    }
    std::byte *const ours = all.data() + places[static_cast<std::size_t>(parts.rank_of_leader())];
    int code = parts.gather_in_local(block.data(), ours, static_cast<int>(size));
    if (code != MPI_SUCCESS) return code;
    code = parts.among_leaders([&](MPI_Comm global) {
        return real.Allgatherv(MPI_IN_PLACE, 0, MPI_BYTE, all.data(), lengths.data(), places.data(),
                               MPI_BYTE, global);
    });
    if (code == MPI_SUCCESS) code = parts.give_to_local(all.data(), length, MPI_BYTE);
    if (code != MPI_SUCCESS) return code;
    const std::byte *at = all.data();
    for (const int member : parts.members()) {
        if (*at == there)
            put(at + 1, block_of(first, member));
        else
            silent.push_back(member);
        at += size;
    }
    return MPI_SUCCESS;
}

/// The number of elements in the block of `rank` in a vector that is shared out.
MPI_Count length_of_block(const LogPlan &kept, int rank) noexcept {
    return kept.counts ? kept.counts[rank] : kept.mine.count;
}

MPI_Count length_of_blocks(const Communicator &c, const LogPlan &kept) noexcept {
    return kept.counts ? sum(kept.counts, c.size) : MPI_Count{kept.mine.count} * c.size;
}

/// The start of each rank's block, and the end. A vector that is composed is short (is_too_long).
std::vector<int> places_of_blocks(const Communicator &c, const LogPlan &kept) {
    std::vector<int> places{0};
    for (int rank = 0; rank < c.size; ++rank)
        places.push_back(places.back() + static_cast<int>(length_of_block(kept, rank)));
    return places;
}

/// The start and the length of each subcommunicator's share in a vector of blocks.
struct Shares {
    std::vector<int> begins, lengths;
    Shares(const Composition &parts, const std::vector<int> &places) {
        for (const int rank : parts.first_of_shares()) {
            const int place = places[static_cast<std::size_t>(rank)];
            if (!begins.empty()) lengths.push_back(place - begins.back());
            begins.push_back(place);
        }
        lengths.push_back(places.back() - begins.back());
    }
};

/// Combines the vectors of all members. Each subcommunicator gets its share, and each member its
/// block of that share.
int share_out(Composition &parts, const Communicator &c, const LogPlan &kept) noexcept {
    void *const into = kept.mine.buffer;
    const MPI_Datatype type = kept.mine.type;
    const std::vector<int> places = places_of_blocks(c, kept);
    const Shares shares(parts, places);
    const auto local = static_cast<std::size_t>(parts.rank_of_leader());
    const Summands all{places.back(), type, kept.op};
    const Summands ours{shares.lengths[local], type, kept.op};
    PartialResult partial(parts.at_leader() ? all : Summands{});
    PartialResult share(ours);
    int code = parts.combine_in_local(kept.from.buffer == MPI_IN_PLACE ? into : kept.from.buffer,
                                      partial.data(), all);
    if (code != MPI_SUCCESS) return code;
    if (parts.has_one_local() && parts.at_leader())
        copy_elements(partial.data(), share.data(), ours.count, type);
    code = parts.among_leaders([&](MPI_Comm global) {
        return real.Reduce_scatter(partial.data(), share.data(), shares.lengths.data(), type,
                                   kept.op, global);
    });
    if (code == MPI_SUCCESS) code = parts.give_to_local(share.data(), ours.count, type);
    if (code != MPI_SUCCESS) return code;
    const int place = places[static_cast<std::size_t>(c.rank)] - shares.begins[local];
    copy_elements(block_of({share.data(), 1, type}, place).buffer, into,
                  length_of_block(kept, c.rank), type);
    return MPI_SUCCESS;
}

/// True when the blocks of a vector that is shared out, and the place of this member's block, are
/// not empty.
bool are_shares(const Communicator &c, const LogPlan &kept) noexcept {
    const auto &[into, count, type] = kept.mine;
    const void *const from = kept.from.buffer == MPI_IN_PLACE ? into : kept.from.buffer;
    const MPI_Count all = length_of_blocks(c, kept);
    for (int rank = 0; kept.counts && rank < c.size; ++rank)
        if (kept.counts[rank] < 0) return false;
    return all <= std::numeric_limits<int>::max() &&
           check_elements(from, all, type, c.messages.get()) == MPI_SUCCESS &&
           check_elements(into, length_of_block(kept, c.rank), type, c.messages.get()) ==
               MPI_SUCCESS;
}

/// True when this member gives one block that is not empty.
bool is_block(const Communicator &c, const LogPlan &kept) noexcept {
    const auto &[buffer, count, type] = kept.from;
    const std::size_t size = packed_size(kept.mine.count, kept.mine.type);
    if (buffer == MPI_IN_PLACE || size == 0) return size != 0;
    return check_elements(buffer, count, type, c.messages.get()) == MPI_SUCCESS &&
           packed_size(count, type) == size;
}

/// An operation that is invalid goes to the real call, whose error the program gets.
bool is_valid(const Communicator &c, const Operation &operation) noexcept {
    const LogPlan &kept = operation.kept;
    if (operation.root != Operation::no_root && (operation.root < 0 || operation.root >= c.size))
        return false;
    if (kept.what == LogPlan::What::nothing) return true;
    if (shape_of(operation) == CompositionShape::shares) return are_shares(c, kept);
    const bool in_place = kept.mine.buffer == MPI_IN_PLACE;
    const LogPlan::Elements &data = in_place ? kept.theirs : kept.mine;
    if (check_elements(data.buffer, data.count, data.type, c.messages.get()) != MPI_SUCCESS)
        return false;
    return shape_of(operation) != CompositionShape::blocks || is_block(c, kept);
}

/// True for operations that take longer by way of the leaders (docs/developers/layouts.md). The
/// length is the same at all members.
bool is_too_long(const Communicator &c, const Operation &operation) noexcept {
    // For a long vector the MPI gives each rank a part to combine. The parts of a composition would
    // each send, and combine, the whole vector.
    constexpr std::size_t longest_vector = 512 << 10; // bytes
    constexpr std::size_t longest_shares = longest_vector;
    // All blocks go up and down. For blocks short enough to be kept, this way is no longer than
    // another.
    constexpr std::size_t longest_blocks = Log::longest;
    const auto &[buffer, count, type] = operation.kept.mine;
    switch (shape_of(operation)) {
    case CompositionShape::among_all:
        return packed_size(count, type) >= longest_vector;
    case CompositionShape::blocks:
        return packed_size(count, type) * static_cast<std::size_t>(c.size) > longest_blocks;
    case CompositionShape::shares:
        return packed_size(length_of_blocks(c, operation.kept), type) >= longest_shares;
    default:
        return false;
    }
}

} // namespace

bool can_compose(const Communicator &c, const Operation &operation) noexcept {
    return shape_of(operation) != CompositionShape::none && is_valid(c, operation) &&
           !is_too_long(c, operation);
}

int compose(Communicator &c, const Hierarchy &hierarchy, const Operation &operation) noexcept {
    Composition parts(c, hierarchy, operation.function);
    const LogPlan &kept = operation.kept;
    const auto &[buffer, count, type] = kept.mine;
    const Summands kind{count, type, kept.op};
    int code = MPI_SUCCESS;
    switch (shape_of(operation)) {
    case CompositionShape::none:
        break;
    case CompositionShape::barrier:
        code = barrier(parts);
        break;
    case CompositionShape::to_all:
        code = to_all(parts, operation.root, kept.mine);
        break;
    case CompositionShape::to_one:
        code =
            to_one(parts, operation.root, c.rank == operation.root,
                   buffer == MPI_IN_PLACE ? kept.theirs.buffer : buffer, kept.theirs.buffer, kind);
        break;
    case CompositionShape::among_all:
        code = among_all(parts, kept.from.buffer == MPI_IN_PLACE ? buffer : kept.from.buffer,
                         buffer, kind);
        break;
    case CompositionShape::blocks:
        code = collect_blocks(
            parts, kept.from.buffer == MPI_IN_PLACE ? block_of(kept.mine, c.rank) : kept.from,
            kept.mine, *operation.silent);
        break;
    case CompositionShape::shares:
        code = share_out(parts, c, kept);
        break;
    }
    this_call.communicator.set(&c);
    return code;
}

Confirmation confirm_composed(Communicator &c, const Hierarchy &hierarchy,
                              const Operation &operation) noexcept {
    Confirmation result;
    if (c.working.is_revoked()) {
        result.code = MPIX_ERR_REVOKED;
        return result;
    }
    result.entered = true;
    Composition parts(c, hierarchy, operation.function);
    if (operation.kept.what == LogPlan::What::contribution) {
        const double mine = measure_pace(c);
        result.code = among_all(parts, &mine, &result.slowest, {1, MPI_DOUBLE, MPI_MAX});
    } else {
        result.code = barrier(parts);
    }
    this_call.communicator.set(&c);
    return result;
}

void note_lost_contributions(Communicator &c, const Hierarchy &parts,
                             Operation &operation) noexcept {
    std::vector<int> &silent = *operation.silent; // the vector of run_carefully()
    const std::vector<int> &members = parts.members;
    if (shape_of(operation) != CompositionShape::blocks && FailedProcesses::count() != 0) {
        static_cast<void>(notice_failures(c));
        std::copy_if(members.begin(), members.end(), std::back_inserter(silent),
                     [&](int rank) { return is_missing(c, rank); });
    }
    c.collectives.set_contributors(static_cast<int>(members.size() - silent.size()));
}

} // namespace closeranks
