#pragma once

#include "runtime/communicators/side_message.hpp"
#include "runtime/support/function_ref.hpp"

namespace closeranks {

/// Makes an intercommunicator of two sides that know nothing of each other. One process of each
/// side leads: Intercomm_create, Comm_accept and Comm_connect, Comm_join.
///
/// 1. The leaders exchange lists of their sides (`meet`).
/// 2. Each leader broadcasts the received list to its side. That is an agreed operation, so either
///   all survivors of the side know the other side, or none does. A side that does not know it
///   cannot continue, and tells all processes so (refuse), because the other side may wait for it.
/// 3. All members of both sides use messages that need no leader. They settle which members are
///   alive, make the communicators, and settle whether all members have them. If not, they try
///   again.
struct Introduction {
    Function function;
    MPI_Comm local_comm;
    int local_leader;

    /// Step 1, at the leader: returns the other leader's message. Unless `able`, this side will not
    /// come to step 3, and has to say so.
    FunctionRef<SideMessage(const Side &mine, bool able)> meet;

    /// The MPI's own call, of all members, for arguments or sides that the library cannot serve.
    FunctionRef<int(SideMessage::Word why, bool able)> native;

    /// The creation id of the intercommunicator, as far as this side knows it. By default a
    /// recovery does not make it again.
    Origin origin = {};

    /// When the other side has failed, or will not come, another side may take its place.
    bool serves_the_next = false;
};

/// Makes the intercommunicator. If a leader fails before its side knows the other side, no other
/// process can find that side. Then the policy of the function decides (ignored: there is none).
[[nodiscard]] int join_sides(const Introduction &introduction, MPI_Comm *newcomm) noexcept;

/// The message of a leader about its own side, for the other leader.
[[nodiscard]] inline SideMessage side_message_of(const Side &mine, bool able) {
    return able ? SideMessage(SideMessage::known, mine) : SideMessage(SideMessage::pass);
}

/// Exchanges messages between the leaders on `comm` with `tag`. Sends this side's `mine` (or,
/// unless `able`, that this side will not come), and receives the message of rank `peer` there.
/// `in_world`: the rank of `peer` in MPI_COMM_WORLD; RankMap::missing: there is no peer.
[[nodiscard]] SideMessage exchange_side_messages(const Side &mine, bool able, MPI_Comm comm,
                                                 LiveRank peer, int tag, int in_world) noexcept;

} // namespace closeranks
