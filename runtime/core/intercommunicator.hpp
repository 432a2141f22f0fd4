#pragma once

#include "runtime/core/communicator.hpp"

#include <array>

namespace closeranks {

/// The state of one intercommunicator of the program (docs/developers/design.md).
///
/// The library handles an intercommunicator as the intracommunicator of both sides, `joint`. The
/// joint communicator is protected like any other, but the program never sees its handle.
/// Collectives run on it and on the communicator of this side; messages run on another one with the
/// same members. The program's handle is an intercommunicator of this process alone. It holds
/// attributes, name and error handler; runtime/communicators/view.cpp answers queries about its
/// members.
///
/// The object lives as long as the joint communicator. Collectives that are pending when the
/// program frees the handle, or when the handle gets other members, continue with the old members.
///
/// Joint ranks: the members of one side in order, then those of the other side. Both sides know the
/// same order.
///
/// Nothing but `native` changes after the creation (communicators/sided_parts.cpp).
struct Intercommunicator {
    const MPI_Comm handle;     ///< the handle that the program holds
    Communicator *const peers; ///< for messages: its ranks are those of the remote side
    Communicator *const joint; ///< for collectives
    const Group local;         ///< the program's view, missing members included
    const int local_size;      ///< the program's view
    const int remote_size;     ///< the program's view
    const int rank;            ///< the program's view, in the local group
    /// The creation id of the joint communicator, as the members of each side know it.
    const std::array<Origin, 2> by_side;
    Comm native; ///< for calls that are not protected; the first such call makes it

    /// Makes `native` if it does not exist, and gives it the error handler of the handle. Returns
    /// the handle if `native` cannot be made. Collective over both sides.
    [[nodiscard]] MPI_Comm make_native() noexcept;

    [[nodiscard]] bool is_first() const noexcept { return joint->working.side_number() == 0; }
    [[nodiscard]] int joint_of_local(int r) const noexcept {
        return is_first() ? r : remote_size + r;
    }
    [[nodiscard]] int joint_of_remote(int r) const noexcept {
        return is_first() ? local_size + r : r;
    }

    /// The rank of the remote side's member `r` in the joint working communicator, or
    /// RankMap::missing.
    [[nodiscard]] LiveRank live_remote(int r) const noexcept {
        return joint->working_ranks->live(joint_of_remote(r));
    }
    [[nodiscard]] LiveRank live_local(int r) const noexcept {
        return joint->working_ranks->live(joint_of_local(r));
    }

    /// The rank in the joint working communicator of the lowest survivor of a side;
    /// RankMap::missing: there is none.
    [[nodiscard]] LiveRank remote_leader() const noexcept;
};

} // namespace closeranks
