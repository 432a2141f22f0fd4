#pragma once

#include "runtime/collectives/request_group.hpp"
#include "runtime/commit/collective.hpp"
#include "runtime/commit/commit.hpp"
#include "runtime/commit/snapshot.hpp"
#include "runtime/core/apply_policy.hpp"
#include "runtime/core/entry.hpp"
#include "runtime/support/datatype_copy.hpp"

#include <cstddef>
#include <optional>

/// What the collectives between two sides are made of.
namespace closeranks::side_parts {

/// One operation at a time, and messages between two processes keep their order.
inline constexpr int tag = 0;

/// What is sent to, or received from, one process; none: nothing.
struct Block {
    std::byte *place;
    MPI_Count count;
    MPI_Datatype type;
};
using MaybeBlock = std::optional<Block>;

/// The block of `count` elements that begins so many `elements` behind `buffer`; only ever read if
/// it is sent.
[[nodiscard]] inline Block block_at(const void *buffer, MPI_Aint elements, MPI_Count count,
                                    MPI_Datatype type) noexcept {
    auto *const first = static_cast<std::byte *>(const_cast<void *>(buffer));
    const bool moved = elements != 0 && type != MPI_DATATYPE_NULL;
    const MPI_Aint extent = moved ? extent_of(type).extent : 0;
    return {first + elements * extent, count, type};
}

[[nodiscard]] inline int check(const Block &block, const void *buffer, MPI_Comm working) noexcept {
    if (buffer == MPI_IN_PLACE) return MPI_ERR_ARG;
    return check_elements(buffer, block.count, block.type, working);
}

/// Whoever gets the root's data in a broadcast.
struct Receiver {
    const Snapshot before;
    bool served = false; ///< somebody stands in for a missing root
};

/// Runs `native(working)` until both sides agree on its outcome. `root` is that of the program's
/// call, MPI_PROC_NULL for those without one; when it is missing the policy decides, unless the
/// `receiver` has been served.
template <typename Native>
[[nodiscard]] int run(Entry &entry, Intercommunicator &sides, Contributions contributions,
                      Native native, int root = MPI_PROC_NULL, Snapshot *inputs = nullptr,
                      const Receiver *receiver = nullptr) noexcept {
    if (root != MPI_ROOT && root != MPI_PROC_NULL && (root < 0 || root >= sides.remote_size))
        return sides.peers->raise(MPI_ERR_ROOT);
    const auto call = [&](MPI_Comm working, int) { return native(working); };
    Operation operation{.function = entry.function(),
                        .native = call,
                        .inputs = inputs,
                        .contributions = contributions,
                        .kept = agree_on()};
    const int code = run_carefully(*sides.joint, operation);
    if (code != MPI_SUCCESS) return sides.peers->raise(code);
    if (root < 0 || sides.live_remote(root) != RankMap::missing) return code;
    if (receiver != nullptr) {
        if (receiver->served) return code;
        receiver->before.restore();
    }
    return apply_policy(*sides.peers, entry.function(), root);
}

/// Who leads a side: its lowest survivor.
inline constexpr int lowest = 0;

[[nodiscard]] inline bool is_leader(const Intercommunicator &sides) noexcept {
    int rank = 0;
    static_cast<void>(sides.joint->working.run_on_side(
        [&](MPI_Comm side) { return real.Comm_rank(side, &rank); }));
    return rank == lowest;
}

} // namespace closeranks::side_parts
