#include "runtime/communicators/remaking.hpp"

#include "runtime/communicators/creation_protocol.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/membership/lost_ranks.hpp"
#include "runtime/membership/members.hpp"
#include "runtime/requests/pending.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace closeranks {

void take_over(Communicator &c, Communicator &before) noexcept {
    c.identity.take_over(before.identity);
    c.creation.take_over(before.creation, c);
    c.current_policies = before.current_policies.load();
    const RequestsLock lock;
    release(before);
}

namespace {

/// Only local calls run on the handle.
void make_handle(Parts &parts) noexcept { parts.make(parts.handle, MPI_COMM_SELF, split_off_self); }

} // namespace

Communicator &protect_again(Remade remade, Communicator *before) noexcept {
    Recipe &recipe = remade.recipe;
    Parts &parts = remade.parts.joint;
    Numbering numbering;
    static_cast<void>(real.Group_incl(members().group(), static_cast<int>(recipe.ranks.size()),
                                      recipe.ranks.data(), numbering.group.out()));
    // Only each process itself knows its own neighbours in a distributed graph.
    numbering.topology =
        before != nullptr ? before->identity.topology() : std::move(recipe.topology);
    parts.origin = recipe.origin;
    parts.name = mix(recipe.origin.self, static_cast<std::uint64_t>(lost_ranks().recoveries()));
    if (before != nullptr) {
        runtime().communicators.erase(before->identity.handle());
        parts.handle = Comm(before->identity.handle());
    } else {
        make_handle(parts);
    }
    Communicator &c = *protect(std::move(parts), std::move(numbering));
    c.identity.replaced();
    c.creation.set_use(recipe.use);
    c.creation.attach(std::move(recipe.attachment));
    c.creation.set_all_new(recipe.all_new && recipe.use == Use::window);
    if (before != nullptr) take_over(c, *before);
    return c;
}

namespace {

SidedNumbering numbering_of(const Recipe &recipe) noexcept {
    const auto place = std::ranges::find(recipe.ranks, members().rank()) - recipe.ranks.begin();
    const int first = recipe.first_side;
    const int second = static_cast<int>(recipe.ranks.size()) - first;
    std::array<Group, 2> sides;
    static_cast<void>(
        real.Group_incl(members().group(), first, recipe.ranks.data(), sides[0].out()));
    static_cast<void>(
        real.Group_incl(members().group(), second, recipe.ranks.data() + first, sides[1].out()));
    const int number = recipe.side_of(place);
    if (number == 1) std::swap(sides[0], sides[1]);
    return {std::move(sides[0]), std::move(sides[1]), number};
}

/// Gives up the parts that stood behind the handles of `before`; `sides` has the handles now.
void take_over(Intercommunicator &sides, Intercommunicator &before) noexcept {
    Communicator &peers = *before.peers;
    if (before.native) runtime().quarantined_comms.add(std::move(before.native));
    peers.identity.parted();
    take_over(*sides.joint, *before.joint);
    take_over(*sides.peers, peers);
}

} // namespace

Intercommunicator &join_again(Remade remade, Intercommunicator *before) noexcept {
    const Recipe &recipe = remade.recipe;
    SidedParts &parts = remade.parts;
    parts.joint.origin = recipe.origin;
    parts.by_side = recipe.by_side;
    parts.joint.name =
        mix(recipe.origin.self, static_cast<std::uint64_t>(lost_ranks().recoveries()));
    if (before != nullptr) {
        runtime().intercommunicators.erase(before->handle);
        runtime().communicators.erase(before->joint->identity.handle());
        parts.handle = Comm(before->handle);
        parts.joint.handle = Comm(before->joint->identity.handle());
    } else {
        parts.make_own_handle();
        make_handle(parts.joint);
        static_cast<void>(real.Comm_set_errhandler(parts.joint.handle.get(), MPI_ERRORS_RETURN));
    }
    Intercommunicator &sides = protect_sides(std::move(parts), numbering_of(recipe));
    sides.joint->identity.replaced();
    if (before != nullptr) take_over(sides, *before);
    return sides;
}

void protect_all_again(std::vector<Remade> remade) noexcept {
    std::map<std::uint64_t, Communicator *> by_name;
    runtime().communicators.for_each([&](Communicator &c) {
        if (can_be_remade(c)) by_name[c.creation.origin().self] = &c;
    });
    for (Remade &one : remade) {
        const auto found = by_name.find(one.recipe.origin.self);
        if (found == by_name.end() || one.recipe.is_freed) continue;
        if (Communicator *const before = found->second; before->identity.sides() != nullptr)
            join_again(std::move(one), before->identity.sides());
        else
            protect_again(std::move(one), before);
    }
}

} // namespace closeranks
