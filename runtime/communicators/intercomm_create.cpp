// MPI_Intercomm_create: the leaders know each other by a communicator of the program's.

#include "runtime/communicators/creation_protocol.hpp"
#include "runtime/communicators/intercomm_creation.hpp"
#include "runtime/communicators/leader_handshake.hpp"
#include "runtime/communicators/origins.hpp"
#include "runtime/communicators/returning.hpp"
#include "runtime/core/entry.hpp"
#include "runtime/core/failures.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/core/way_back.hpp"
#include "runtime/openmpi/self_intercomm.hpp"

namespace closeranks {

namespace {

/// The communicator for the leaders' messages, also for an intercommunicator; nullptr: the leaders
/// use the MPI's own.
Communicator *find_bridge(MPI_Comm comm) noexcept {
    if (Communicator *const c = runtime().communicators.find(comm); c != nullptr) return c;
    const Intercommunicator *const sides = runtime().intercommunicators.search(comm);
    return sides != nullptr ? sides->peers : nullptr;
}

/// A communicator with exactly the program's ranks in `comm`, even if the MPI has more in it.
MPI_Comm unprotected(MPI_Comm comm) noexcept {
    const Communicator *const c = runtime().communicators.find(comm);
    return c != nullptr ? c->unprotected() : comm;
}

SideMessage meet_leader(const Side &mine, bool able, MPI_Comm bridge_comm, int remote_leader,
                        int tag) noexcept {
    Communicator *const bridge = find_bridge(bridge_comm);
    // Wrong arguments go to the MPI's own call as well, which checks them. So do processes of
    // another MPI_COMM_WORLD, whose ranks have no meaning here.
    if (bridge == nullptr || bridge->identity.spans_worlds() || remote_leader < 0 ||
        remote_leader >= bridge->size)
        return SideMessage(SideMessage::pass);
    return exchange_side_messages(mine, able, bridge->messages.get(),
                                  bridge->message_ranks.live(remote_leader), tag,
                                  world_rank_of(*bridge, remote_leader));
}

/// For a replacement process: the intercommunicator that its predecessor had. No other process
/// takes part.
int claim_sides(Returning &way, MPI_Comm local_comm, MPI_Comm *newcomm) noexcept {
    Communicator *const local = runtime().communicators.find(local_comm);
    const Communicator *const parent = local != nullptr ? local : runtime().everyone;
    const int code = way.claim(parent, next_origin_on_side(local), newcomm, {.has_sides = true});
    if (*newcomm == MPI_COMM_NULL) WayBack::need_others(Function::Intercomm_create);
    inherit_error_handler(local_comm, *newcomm);
    return code;
}

} // namespace

int connect_sides(MPI_Comm local_comm, int local_leader, MPI_Comm bridge_comm, int remote_leader,
                  int tag, MPI_Comm *newcomm) noexcept {
    const auto native = [&](SideMessage::Word, bool) {
        // No messages can be sent on the handle of an intercommunicator.
        const Communicator *const bridge = Entry::nested() ? nullptr : find_bridge(bridge_comm);
        const bool between = bridge != nullptr && bridge->identity.sides() != nullptr;
        const MPI_Comm via = between ? bridge->messages.get() : unprotected(bridge_comm);
        const int peer =
            between ? number_of(bridge->message_ranks.live(remote_leader)) : remote_leader;
        return real.Intercomm_create(unprotected(local_comm), local_leader, via, peer, tag,
                                     newcomm);
    };
    if (Returning *const way = returning(); way != nullptr && !Entry::nested())
        return claim_sides(*way, local_comm, newcomm);
    if (!runtime().active || Entry::nested() || !can_make_self_intercomm())
        return native(SideMessage::pass, false);
    const auto meet = [&](const Side &mine, bool able) {
        return meet_leader(mine, able, bridge_comm, remote_leader, tag);
    };
    return join_sides({.function = Function::Intercomm_create,
                       .local_comm = local_comm,
                       .local_leader = local_leader,
                       .meet = meet,
                       .native = native,
                       .origin = next_origin_on_side(runtime().communicators.find(local_comm))},
                      newcomm);
}

} // namespace closeranks
