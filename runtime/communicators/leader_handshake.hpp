#pragma once

#include "runtime/communicators/side_message.hpp"
#include "runtime/support/function_ref.hpp"

namespace closeranks {

/// Two sides that know nothing of each other become an intercommunicator, led together by one
/// process of each: Intercomm_create, Comm_accept and Comm_connect, Comm_join.
///
/// 1. The leaders exchange lists of their sides (`meet`).
/// 2. Each leader broadcasts what it got to its side: an agreed operation, so that all survivors of
///    the side know the other side, or none does. Those who do not cannot go on, and say so to
///    everybody (refuse), for the other side may wait for them.
/// 3. All members of both sides, by messages that need no leader: settle who is alive, make the
///    communicators, settle whether everybody has them; else once more.
struct Introduction {
    Function function;
    MPI_Comm local_comm;
    int local_leader;

    /// Step 1, at the leader: what the other leader has to say. Unless `able` this side will not
    /// come to step 3, and is to say so.
    FunctionRef<SideMessage(const Side &mine, bool able)> meet;

    /// The MPI's own call, of all members, for arguments or sides that we cannot serve.
    FunctionRef<int(SideMessage::Word why, bool able)> native;

    /// What this side knows of where the intercommunicator comes from; by default it is not made
    /// again for who comes back.
    Origin origin = {};

    /// When the other side is gone, or will not come, another one may.
    bool serves_the_next = false;
};

/// Makes the intercommunicator. A leader who dies before its side knows of the other one leaves
/// nobody who could find it: then the policy of the function decides (ignored: there is none).
[[nodiscard]] int join_sides(const Introduction &introduction, MPI_Comm *newcomm) noexcept;

/// What a leader says to the other one of its own side.
[[nodiscard]] inline SideMessage side_message_of(const Side &mine, bool able) {
    return able ? SideMessage(SideMessage::known, mine) : SideMessage(SideMessage::pass);
}

/// A letter for another in messages on `comm` with `tag`: this side's `mine` (or, unless `able`,
/// that it will not come) for that of the process of rank `peer` there, `in_world` in
/// MPI_COMM_WORLD; RankMap::missing: nobody.
[[nodiscard]] SideMessage exchange_side_messages(const Side &mine, bool able, MPI_Comm comm,
                                                 LiveRank peer, int tag, int in_world) noexcept;

} // namespace closeranks
