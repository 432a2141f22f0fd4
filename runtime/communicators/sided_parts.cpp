#include "runtime/communicators/sided_parts.hpp"

#include "runtime/communicators/creation_protocol.hpp"
#include "runtime/communicators/origins.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/openmpi/self_intercomm.hpp"
#include "runtime/support/errors_return.hpp"
#include "runtime/support/group_ranks.hpp"

#include <memory>
#include <utility>
#include <vector>

namespace closeranks {

namespace {

int size_of(const Group &group) noexcept {
    int size = 0;
    static_cast<void>(real.Group_size(group.get(), &size));
    return size;
}

int size_of(const Comm &comm) noexcept {
    int size = 0;
    static_cast<void>(real.Comm_size(comm.get(), &size));
    return size;
}

void revoke(MPI_Comm comm) noexcept {
    if (comm != MPI_COMM_NULL) static_cast<void>(real.Comm_revoke(comm));
}

/// Ends the turn of a failed creation. Open MPI gives context ids to one creation at a time, the
/// oldest communicator's first. It does not take the turn back from one that failed (Quirk::turn,
/// finish_context_ids). Only the world is older than MPI_COMM_SELF, so a creation on MPI_COMM_SELF
/// ends the turn; a local operation.
void end_turn_at_context_ids() noexcept {
    const ErrorsReturn guard(MPI_COMM_SELF);
    Comm unused;
    static_cast<void>(split_off_self(MPI_COMM_SELF, unused.out()));
}

Communicator *protect_peers(MPI_Comm handle, std::uint64_t name, Comm messages,
                            Group remote) noexcept {
    auto c = std::make_unique<Communicator>();
    c->messages = std::move(messages);
    static_cast<void>(real.Comm_set_errhandler(c->messages.get(), MPI_ERRORS_RETURN));
    c->size = size_of(remote);
    c->rank = MPI_UNDEFINED; // this process is not one of its own peers
    c->message_ranks =
        RankMap(c->size, translate_ranks(group_of(c->messages.get()).get(), remote.get()));
    c->identity.created({.global_id = name, .handle = handle, .group = std::move(remote)});
    return c.release();
}

/// The group of both sides by joint ranks.
Group unite(const SidedNumbering &numbering) noexcept {
    Group both;
    const bool first = numbering.number == 0;
    const Group &front = first ? numbering.local : numbering.remote;
    const Group &back = first ? numbering.remote : numbering.local;
    static_cast<void>(real.Group_union(front.get(), back.get(), both.out()));
    return both;
}

} // namespace

SidedParts::~SidedParts() {
    // Messages were sent on these communicators before any process knew whether all have them.
    // Their context ids must not be reused too soon.
    for (Comm *part : {&joint.handle, &joint.messages, &joint.working, &side, &messages,
                       &scratch[0], &scratch[1]})
        if (*part) runtime().quarantined_comms.add(std::move(*part));
}

void SidedParts::make_members(MPI_Comm both, int number) noexcept {
    const auto dup = [](MPI_Comm from, MPI_Comm *made) { return real.Comm_dup(from, made); };
    joint.make_all(both, dup);
    joint.make(messages, both, dup);
    joint.make(side, joint.working.get(), [&](MPI_Comm from, MPI_Comm *made) {
        return real.Comm_split(from, number, 0, made);
    });
}

void SidedParts::make(MPI_Comm both, int number) noexcept {
    if (both == MPI_COMM_NULL) return;
    make_members(both, number);
    if (joint.code != MPI_SUCCESS || size_of(side) == size_of(joint.working)) return;
    make_own_handle();
}

void SidedParts::make_own_handle() noexcept {
    joint.make(handle, MPI_COMM_SELF,
               [](MPI_Comm, MPI_Comm *made) { return make_self_intercomm(made); });
}

void SidedParts::make_duplicate(MPI_Comm both, int number, MPI_Comm parent, MakeCall dup) noexcept {
    make_members(both, number);
    const ErrorsReturn guard(parent);
    joint.make(handle, parent, dup); // local
}

void SidedParts::conclude() noexcept {
    if (joint.code == MPI_SUCCESS) return;
    for (const Comm *part : {&joint.handle, &joint.messages, &joint.working, &side, &messages,
                             &scratch[0], &scratch[1]})
        revoke(part->get());
    end_turn_at_context_ids();
}

void SidedParts::come_from(const Origin &origin) noexcept {
    joint.origin = origin;
    by_side = {origin, origin};
}

void SidedParts::come_from_sides(const std::array<Origin, 2> &origins) noexcept {
    const bool comes_back = origins[0].order != 0 && origins[1].order != 0;
    joint.origin = comes_back ? origin_among_some(joint.name) : Origin{.self = joint.name};
    joint.origin.in_words = function_name(creating_function()); // the sides have different parents
    by_side = origins;
}

Intercommunicator &protect_sides(SidedParts parts, SidedNumbering numbering) noexcept {
    Group both = unite(numbering);
    if (std::string &call = parts.joint.origin.in_words; call.empty())
        call = function_name(creating_function());
    const int local_size = size_of(numbering.local);
    const int remote_size = size_of(numbering.remote);
    int rank = MPI_UNDEFINED;
    static_cast<void>(real.Group_rank(numbering.local.get(), &rank));
    Communicator *const peers =
        protect_peers(parts.handle.get(), mix(parts.joint.name, 1), std::move(parts.messages),
                      std::move(numbering.remote));
    Communicator *const joint =
        protect(std::move(parts.joint), Numbering{std::move(both), Topology{}});
    joint->working.add_side(std::move(parts.side), numbering.number);
    peers->lifetime.retain(); // for the joint
    auto *const sides = new Intercommunicator{.handle = parts.handle.release(),
                                              .peers = peers,
                                              .joint = joint,
                                              .local = std::move(numbering.local),
                                              .local_size = local_size,
                                              .remote_size = remote_size,
                                              .rank = rank,
                                              .by_side = parts.by_side,
                                              .native = {}};
    peers->identity.joined(*sides);
    joint->identity.joined(*sides);
    runtime().intercommunicators.insert(sides->handle, sides);
    return *sides;
}

} // namespace closeranks
