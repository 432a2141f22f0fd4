#pragma once

#include "runtime/core/communicator.hpp"

#include <array>

namespace closeranks {

/// Everything we keep about one intercommunicator of the program (docs/developers/design.md).
///
/// To us an intercommunicator is the intracommunicator of both sides: `joint`, which is protected
/// like any other but has a handle that the program never sees. Collectives run on it and on
/// this side of it alone; messages on another one of the same members. The program's
/// handle is an intercommunicator of this process alone: it holds attributes, name and error
/// handler, and queries about its members are answered by runtime/communicators/view.cpp.
///
/// It ends with the joint: collectives that are pending when the program frees the handle, or gets
/// other members under it, go on with these.
///
/// Joint ranks: those of one side in order, then those of the other. Both sides know the same
/// order.
struct Intercommunicator {
    MPI_Comm handle = MPI_COMM_NULL; ///< what the program holds
    Communicator *peers = nullptr;   ///< for messages: its ranks are those of the remote side
    Communicator *joint = nullptr;   ///< for collectives
    Group local;                     ///< the program's view, the missing included
    int local_size = 0;              ///< the program's view
    int remote_size = 0;             ///< the program's view
    int rank = 0;                    ///< the program's view, in the local group
    std::array<Origin, 2> by_side;   ///< that of the joint, as the members of each side know it
    Comm native; ///< for calls that are not protected; made by the first of them

    /// `native`, or the handle if it cannot be made. Collective over both sides.
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
