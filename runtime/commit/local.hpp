#pragma once

#include "runtime/core/communicator.hpp"

namespace closeranks {

/// The members of a subcommunicator of a hierarchical layout repair it by themselves
/// (docs/developers/layouts.md). They can do so while its leader and the root of the operation live
/// and the parent is in use. Otherwise its members leave it, and the parent is repaired.

/// True when members of `local`, if it is a subcommunicator, may no longer wait for each other in
/// it, because the parent was given up. A member that has seen this comes to no operation of it.
/// The parent's working communicator is revoked, and so tells all members.
[[nodiscard]] inline bool is_given_up(const Communicator &local) noexcept {
    const Communicator *const whole = local.whole;
    if (whole == nullptr) [[likely]]
        return false;
    return whole->hierarchy->local != &local || whole->obstacles.has(Obstacles::frozen) ||
           whole->working.is_revoked();
}

/// True when an operation of `local` with that `root` cannot continue in it.
[[nodiscard]] inline bool has_to_leave(const Communicator &local, LiveRank root) noexcept {
    constexpr int master = 0;
    if (local.whole == nullptr) [[likely]]
        return false;
    return root == RankMap::missing || local.working_ranks->live(master) == RankMap::missing ||
           is_given_up(local);
}

} // namespace closeranks
