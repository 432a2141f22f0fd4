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

/// The common parts of collectives between two sides.
namespace closeranks::side_parts {

/// One tag is enough: there is one operation at a time, and messages between two processes keep
/// their order.
inline constexpr int tag = 0;

/// The data that is sent to, or received from, one process; an empty block: nothing.
struct Block {
    std::byte *place;
    MPI_Count count;
    MPI_Datatype type;
};
using MaybeBlock = std::optional<Block>;

/// The block of `count` elements that begins `elements` elements behind `buffer`. It is only read,
/// and only if it is sent.
[[nodiscard]] inline Block block_at(const void *buffer, MPI_Aint elements, MPI_Count count,
                                    MPI_Datatype type) noexcept {
    auto *const first = static_cast<std::byte *>(const_cast<void *>(buffer));
    const bool moved = elements != 0 && type != nullptr && type != MPI_DATATYPE_NULL;
    const MPI_Aint extent = moved ? extent_of(type).extent : 0;
    return {first + elements * extent, count, type};
}

/// Checks a block of the argument `buffer`, which may be MPI_BOTTOM: then the block is at an
/// address of its own.
[[nodiscard]] inline int check(const Block &block, const void *buffer, MPI_Comm working) noexcept {
    if (buffer == MPI_IN_PLACE) return MPI_ERR_ARG;
    return check_elements(block.place, block.count, block.type, working);
}

/// `code` if an array argument is missing.
template <typename... Arrays>
[[nodiscard]] int check_arrays(int code, const Arrays &...arrays) noexcept {
    return (!arrays || ...) ? code : MPI_SUCCESS;
}

/// A process that gets the root's data in a broadcast.
struct Receiver {
    const Snapshot before;
    bool served = false; ///< another member stands in for a missing root
};

/// Runs `native(working)` until both sides agree on its outcome. `root`: that of the program's
/// call, MPI_PROC_NULL for calls without one. When the root is missing the policy decides, unless
/// the `receiver` has been served.
template <typename Native>
[[nodiscard]] int run(Intercommunicator &sides, Contributions contributions, Native native,
                      int root = MPI_PROC_NULL, Snapshot *inputs = nullptr,
                      const Receiver *receiver = nullptr) noexcept {
    if (root != MPI_ROOT && root != MPI_PROC_NULL && (root < 0 || root >= sides.remote_size))
        return sides.peers->raise(MPI_ERR_ROOT);
    const auto call = [&](MPI_Comm working, int) { return native(working); };
    Operation operation{.function = Entry::function(),
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
    return apply_policy(*sides.peers, Entry::function(), root);
}

/// The leader of a side: its lowest survivor.
inline constexpr int lowest = 0;

[[nodiscard]] inline bool is_leader(const Intercommunicator &sides) noexcept {
    int rank = 0;
    static_cast<void>(sides.joint->working.run_on_side(
        [&](MPI_Comm side) { return real.Comm_rank(side, &rank); }));
    return rank == lowest;
}

} // namespace closeranks::side_parts
