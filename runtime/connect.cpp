// MPI_Intercomm_create: the sides are communicators, whose leaders have a third one in common.

#include "runtime/entry.hpp"
#include "runtime/intercommunicator.hpp"
#include "runtime/joining.hpp"

namespace closeranks {

namespace {

/// What carries the leaders' messages, also over an intercommunicator; nullptr: the MPI's own.
Communicator *find_bridge(MPI_Comm comm) noexcept {
    if (Communicator *const c = world().communicators.find(comm); c != nullptr) return c;
    const Intercommunicator *const sides = world().intercommunicators.search(comm);
    return sides != nullptr ? sides->peers : nullptr;
}

/// Over the program's bridge. Also for arguments that are wrong it is the MPI's own call that
/// judges them, and for processes of another MPI_COMM_WORLD, whose ranks say nothing to us.
OtherLeader leader_over(MPI_Comm bridge_comm, int remote_leader, int tag) noexcept {
    const Communicator *const bridge = find_bridge(bridge_comm);
    if (bridge == nullptr || bridge->foreign || remote_leader < 0 || remote_leader >= bridge->size)
        return {};
    return {.comm = bridge->messages.get(),
            .rank = bridge->message_ranks.live(remote_leader),
            .tag = tag,
            .in_world = world_rank_of(*bridge, remote_leader)};
}

} // namespace

int connect_sides(MPI_Comm local_comm, int local_leader, MPI_Comm bridge_comm, int remote_leader,
                  int tag, MPI_Comm *newcomm) noexcept {
    const auto native = [&] {
        // The handle of an intercommunicator leads nowhere.
        const Communicator *const bridge = Entry::nested() ? nullptr : find_bridge(bridge_comm);
        const bool between = bridge != nullptr && bridge->sides != nullptr;
        const MPI_Comm via = between ? bridge->messages.get() : bridge_comm;
        const int peer = between ? bridge->message_ranks.live(remote_leader) : remote_leader;
        return real.Intercomm_create(local_comm, local_leader, via, peer, tag, newcomm);
    };
    if (!world().active || Entry::nested() || !can_make_handles()) return native();
    Communicator *const local = world().communicators.find(local_comm);
    int size = 0;
    int inter = 1;
    if (local_comm == MPI_COMM_NULL || real.Comm_test_inter(local_comm, &inter) != MPI_SUCCESS ||
        inter || real.Comm_size(local_comm, &size) != MPI_SUCCESS)
        return native();
    if (local != nullptr) size = local->size;
    if (local_leader < 0 || local_leader >= size) return native();
    int rank = local != nullptr ? local->rank : 0;
    const bool able = (local != nullptr && !local->foreign) || size == 1;
    if (!able) static_cast<void>(real.Comm_rank(local_comm, &rank));
    const OwnSide own{.function = Function::Intercomm_create,
                      .local = local,
                      .handle = local_comm,
                      .leader = local_leader,
                      .is_led_by_us = rank == local_leader,
                      .able = able};
    const auto find_leader = [&] { return leader_over(bridge_comm, remote_leader, tag); };
    if (const auto code = join_sides(own, find_leader, newcomm)) return *code;
    return native();
}

} // namespace closeranks
