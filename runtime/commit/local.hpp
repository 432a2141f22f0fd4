#pragma once

#include "runtime/core/communicator.hpp"

namespace closeranks {

/// A local of a hierarchical layout is repaired by its own members alone, as long as its master and
/// the root of the operation live and the whole goes on (docs/developers/layouts.md). Else its
/// members leave it, and the whole is repaired.

/// True when members of `local`, if it is one, may wait for nobody in it any more, as the whole was
/// given up: who has seen that comes to no operation of it. Being revoked, the working communicator
/// of the whole tells everybody.
[[nodiscard]] inline bool is_given_up(const Communicator &local) noexcept {
    const Communicator *const whole = local.whole;
    if (whole == nullptr) [[likely]]
        return false;
    return whole->hierarchy->local != &local || whole->obstacles.has(Obstacles::frozen) ||
           whole->working.is_revoked();
}

/// True when an operation of `local` with that `root` cannot go on in it.
[[nodiscard]] inline bool has_to_leave(const Communicator &local, LiveRank root) noexcept {
    constexpr int master = 0;
    if (local.whole == nullptr) [[likely]]
        return false;
    return root == RankMap::missing || local.working_ranks->live(master) == RankMap::missing ||
           is_given_up(local);
}

} // namespace closeranks
