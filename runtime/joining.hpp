#pragma once

#include "runtime/function_ref.hpp"
#include "runtime/world.hpp"

#include <optional>

namespace closeranks {

/// Making an intercommunicator of two sides that know nothing of each other but for their leaders:
/// Intercomm_create, Intercomm_create_from_groups (MPI 4.1, 7.6.2).
///
/// 1. The leaders exchange lists of their sides.
/// 2. Each leader broadcasts what it got to its side: an agreed operation, so that all survivors of
///    the side know the other side, or none does. Those who do not cannot go on, and say so to
///    everybody (refuse), for the other side may wait for them.
/// 3. All members of both sides, by messages that need no leader: settle who is alive, make the
///    communicators, settle whether everybody has them; else once more.

/// How a leader reaches the other one.
struct OtherLeader {
    MPI_Comm comm = MPI_COMM_NULL; ///< null: not for us; everybody is to make the MPI's own call
    int rank = RankMap::missing;   ///< in `comm`; missing: it is gone
    int tag = 0;
    int in_world = MPI_UNDEFINED; ///< its rank in MPI_COMM_WORLD
};

/// This process's side, as all of its members describe it.
struct OwnSide {
    Function function;               ///< whose policy decides when there is no leader
    Communicator *local = nullptr;   ///< its members; nullptr: this process alone
    MPI_Comm handle = MPI_COMM_NULL; ///< whose error handler is inherited
    int leader = 0;
    bool is_led_by_us = false; ///< this process is the leader
    bool able = true;          ///< false: everybody is to make the MPI's own call
};

/// Collective over both sides; `find_leader` is called at the leader only. Returns what the call
/// returns; nothing when everybody is to make the MPI's own call.
[[nodiscard]] std::optional<int>
join_sides(const OwnSide &own, FunctionRef<OtherLeader()> find_leader, MPI_Comm *newcomm) noexcept;

} // namespace closeranks
