#include "runtime/communicators/remaking.hpp"

#include "runtime/communicators/creation_protocol.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/requests/pending.hpp"
#include "runtime/run/members.hpp"

#include <map>
#include <utility>

namespace closeranks {

void take_over(Communicator &c, Communicator &before) noexcept {
    c.local_id = before.local_id;
    c.note = std::move(before.note);
    c.holder = before.holder;
    if (c.holder != nullptr) *c.holder = &c;
    c.origin = before.origin;
    c.creations = before.creations;
    c.current_policies = before.current_policies.load();
    // Nothing of the program that is still pending there raises its error handler.
    before.handle = before.carrier = MPI_COMM_NULL;
    const RequestsLock lock;
    release(before);
}

Communicator &protect_again(Remade remade, Communicator *before) noexcept {
    Recipe &recipe = remade.recipe;
    Parts &parts = remade.parts;
    Numbering numbering;
    static_cast<void>(real.Group_incl(members().group(), static_cast<int>(recipe.ranks.size()),
                                      recipe.ranks.data(), numbering.group.out()));
    // Its own neighbours in a distributed graph each process knows alone.
    numbering.topology = before != nullptr ? before->topology : std::move(recipe.topology);
    parts.origin = recipe.origin;
    parts.name = mix(recipe.origin.self, static_cast<std::uint64_t>(runtime().recoveries));
    if (before != nullptr) {
        runtime().communicators.erase(before->handle);
        parts.handle = Comm(before->handle);
    } else {
        parts.make(parts.handle, MPI_COMM_SELF, [](MPI_Comm self, MPI_Comm *made) {
            return real.Comm_split(self, 0, 0, made); // only local calls run on it
        });
    }
    Communicator &c = *protect(std::move(parts), std::move(numbering));
    c.partial = true; // the handle knows other processes
    c.carrier = MPI_COMM_NULL;
    c.use = recipe.use;
    c.note = std::move(recipe.note);
    c.all_new = recipe.all_new && recipe.use == Use::window;
    if (before != nullptr) take_over(c, *before);
    return c;
}

void protect_all_again(std::vector<Remade> remade) noexcept {
    std::map<std::uint64_t, Communicator *> by_name;
    runtime().communicators.for_each([&](Communicator &c) {
        if (can_be_remade(c)) by_name[c.origin.self] = &c;
    });
    for (Remade &one : remade)
        if (const auto found = by_name.find(one.recipe.origin.self); found != by_name.end())
            protect_again(std::move(one), found->second);
}

} // namespace closeranks
