#include "runtime/creation.hpp"

#include "runtime/among.hpp"
#include "runtime/commit.hpp"
#include "runtime/creating.hpp"
#include "runtime/errors_return.hpp"
#include "runtime/intercommunicator.hpp"
#include "runtime/pending.hpp"
#include "runtime/promised_comm.hpp"
#include "runtime/stall.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace closeranks {

void inherit_error_handler(MPI_Comm parent, MPI_Comm child) noexcept {
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    if (real.Comm_get_errhandler(parent, &handler) != MPI_SUCCESS) return;
    static_cast<void>(real.Comm_set_errhandler(child, handler));
    static_cast<void>(real.Errhandler_free(&handler));
}

Communicator *protect(Parts parts, Numbering numbering) noexcept {
    auto c = std::make_unique<Communicator>();
    c->id = world().next_communicator_id++;
    c->name = parts.name;
    c->handle = parts.handle.release();
    c->messages = std::move(parts.messages);
    c->working = std::move(parts.working);
    static_cast<void>(real.Comm_set_errhandler(c->messages.get(), MPI_ERRORS_RETURN));
    static_cast<void>(real.Comm_set_errhandler(c->working.get(), MPI_ERRORS_RETURN));
    if (numbering.group) {
        c->group = std::move(numbering.group);
        c->topology = std::move(numbering.topology);
    } else {
        static_cast<void>(real.Comm_group(c->handle, c->group.out()));
        c->topology = capture_topology(c->handle);
    }
    static_cast<void>(real.Group_size(c->group.get(), &c->size));
    static_cast<void>(real.Group_rank(c->group.get(), &c->rank));
    c->contributors.set(c->size);
    c->message_ranks = map_ranks(*c, c->messages.get());
    c->working_ranks.replace(map_ranks(*c, c->working.get()), false);
    c->partial = !c->message_ranks.is_identity();
    c->foreign = world().connected.has_members_in(c->group.get());
    c->assess();
    Communicator *const result = c.release();
    world().communicators.insert(result->handle, result);
    return result;
}

int deliver(Communicator &parent, Parts parts, Numbering numbering, MPI_Comm *newcomm) noexcept {
    if (parts.code != MPI_SUCCESS) return parent.raise(parts.code);
    *newcomm = parts.handle.get();
    if (!parts.handle) return MPI_SUCCESS; // not a member
    inherit_error_handler(parent.handle, parts.handle.get());
    int size = 0;
    static_cast<void>(real.Comm_size(parts.handle.get(), &size));
    // A process alone has nobody to lose; its calls need no protection.
    if (size == 1 && !numbering.group)
        static_cast<void>(parts.handle.release());
    else
        protect(std::move(parts), std::move(numbering))->own_policies = parent.own_policies.load();
    return MPI_SUCCESS;
}

void finish_context_ids(Communicator &parent) noexcept {
    const ErrorsReturn guard(parent.handle);
    Comm unused;
    static_cast<void>(real.Comm_shrink(parent.handle, unused.out()));
}

std::uint64_t mix(std::uint64_t a, std::uint64_t b) noexcept {
    std::uint64_t z = a + 0x9E3779B97F4A7C15U * (b + 1);
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
}

namespace {

/// A communicator of the program's in the making.
struct Made {
    Parts parts;
    Numbering numbering;
    [[nodiscard]] bool completed(MPI_Comm working) const noexcept {
        return parts.completed(working);
    }
    void give_name(std::uint64_t name) noexcept { parts.name = name; }
};

/// Attempts a creation until all survivors of the parent agree that it completed.
template <typename Attempt>
int create(Communicator &parent, MPI_Comm *newcomm, Attempt attempt) noexcept {
    Made made = create_agreed<Made>(parent, [&] {
        Made result;
        result.numbering = attempt(result.parts);
        return result;
    });
    return deliver(parent, std::move(made.parts), std::move(made.numbering), newcomm);
}

Group group_of(MPI_Comm comm) noexcept {
    Group group;
    static_cast<void>(real.Comm_group(comm, group.out()));
    return group;
}

/// The program's group of the parent, again.
Group same_group(const Communicator &parent) noexcept {
    Group group;
    static_cast<void>(real.Group_union(parent.group.get(), MPI_GROUP_EMPTY, group.out()));
    return group;
}

/// Whether all members live: then the MPI itself can make the topology.
bool is_whole(const Communicator &parent, const CreationLayout &layout) noexcept {
    return std::none_of(layout.members.begin(), layout.members.end(), [&](int rank) {
        return parent.working_ranks->live(rank) == RankMap::missing;
    });
}

/// The topology of a communicator of just its members.
int make_topology(MPI_Comm from, const Topology &topology, MPI_Comm *made) noexcept {
    const auto count = [](const auto &values) { return static_cast<int>(values.size()); };
    if (topology.kind == Topology::Kind::cartesian)
        return real.Cart_create(from, count(topology.dims), topology.dims.data(),
                                topology.periods.data(), 0, made);
    return real.Graph_create(from, count(topology.index), topology.index.data(),
                             topology.edges.data(), 0, made);
}

/// The same of a communicator that has others, too. Collective over them all.
int split_with_topology(MPI_Comm from, int color, int key, const Topology &topology,
                        MPI_Comm *made) noexcept {
    Comm members;
    int code = real.Comm_split(from, color, key, members.out());
    if (code != MPI_SUCCESS) {
        static_cast<void>(members.release()); // see Parts::make
        return code;
    }
    *made = MPI_COMM_NULL;
    if (!members) return MPI_SUCCESS;
    code = make_topology(members.get(), topology, made);
    // Others may be inside, where the revocation of `from` does not reach them.
    if (code != MPI_SUCCESS) static_cast<void>(real.Comm_revoke(members.get()));
    world().retired.add(std::move(members));
    return code;
}

/// The parts of a communicator of `layout`: its surviving members in the order of their ranks.
void split_by_layout(Communicator &parent, const CreationLayout &layout, Parts &parts) noexcept {
    const auto mine = std::find(layout.members.begin(), layout.members.end(), parent.rank);
    const bool member = mine != layout.members.end();
    const int color = member ? layout.members.front() : MPI_UNDEFINED;
    const int key = static_cast<int>(mine - layout.members.begin());
    const bool whole = is_whole(parent, layout);
    parts.make_all(parent.working.get(), [&](MPI_Comm from, MPI_Comm *made) {
        return whole ? split_with_topology(from, color, key, layout.topology, made)
                     : real.Comm_split(from, color, key, made);
    });
}

/// True when a member that lags behind may still ask this process about `c`. Not while no
/// collective has run on it: all members have agreed that it was made.
[[nodiscard]] bool is_needed(const Communicator &c) noexcept {
    return world().service.active() && !c.foreign && (c.sequence.get() != 0 || !c.tasks.empty());
}

/// Waits for all survivors.
[[nodiscard]] int meet(Function function, Communicator &c) noexcept {
    const auto barrier = [](MPI_Comm working, int) { return real.Barrier(working); };
    Operation meeting{.function = function, .native = barrier, .kept = agree_on()};
    return run_carefully(c, meeting);
}

} // namespace

int start_creation(Function function, Communicator &c, MPI_Request *request,
                   std::function<int()> create) noexcept {
    return start_in_background(function, c, request, [function, &c, create = std::move(create)] {
        const int code = meet(function, c);
        return code == MPI_SUCCESS ? create() : code;
    });
}

int forget(Communicator &c, MPI_Comm *comm) noexcept {
    world().communicators.erase(c.handle);
    const int code = real.Comm_free(comm);
    c.handle = MPI_COMM_NULL;
    const RequestsLock lock;
    release(c);
    return code;
}

int create_from_survivors(Entry &, Communicator &parent, MPI_Comm *newcomm,
                          MakeCall make) noexcept {
    return create(parent, newcomm, [&](Parts &parts) {
        parts.make_all(parent.working.get(), make);
        return Numbering{};
    });
}

int create_from_group(Entry &, Communicator &parent, MPI_Group group, MPI_Comm *newcomm) noexcept {
    return create(parent, newcomm, [&](Parts &parts) {
        Group alive;
        const Group survivors = group_of(parent.working.get());
        if (parent.has_missing())
            parts.code = real.Group_intersection(group, survivors.get(), alive.out());
        const MPI_Group members = parent.has_missing() ? alive.get() : group;
        parts.make_all(parent.working.get(), [&](MPI_Comm from, MPI_Comm *made) {
            return real.Comm_create(from, members, made);
        });
        return Numbering{};
    });
}

namespace {

int duplicate(Communicator &parent, MPI_Comm *newcomm, MakeCall make) noexcept {
    return create(parent, newcomm, [&](Parts &parts) {
        const auto dup = [](MPI_Comm from, MPI_Comm *made) { return real.Comm_dup(from, made); };
        const ErrorsReturn guard(parent.handle);
        const bool same = !parent.has_missing() && !parent.is_partial();
        // Open MPI's shrink copies attributes through their callbacks, as its dup does. It comes
        // first, for no revocation ends it: who gives up later makes nobody wait inside.
        if (!same)
            parts.make(parts.handle, parent.handle,
                       [](MPI_Comm from, MPI_Comm *made) { return real.Comm_shrink(from, made); });
        // Nothing of the program hangs on the working communicator, so these run no callbacks.
        parts.make(parts.messages, parent.working.get(), dup);
        parts.make(parts.working, parent.working.get(), dup);
        if (!same) return Numbering{same_group(parent), parent.topology};
        parts.make(parts.handle, parent.handle, make);
        // The others may be inside the dup of the handle, where the revocation of the working
        // communicator does not reach them. Nothing else ever runs on the handle.
        if (!parts.completed(parent.working.get()))
            static_cast<void>(real.Comm_revoke(parent.handle));
        return Numbering{};
    });
}

} // namespace

int duplicate(Entry &, Communicator &parent, MPI_Comm *newcomm, MakeCall make) noexcept {
    return duplicate(parent, newcomm, make);
}

int start_duplicate(Entry &entry, Communicator &parent, MPI_Comm *newcomm,
                    MPI_Request *request) noexcept {
    const auto dup = [](MPI_Comm from, MPI_Comm *made) { return real.Comm_dup(from, made); };
    return start_creation(
        entry.function(), parent, request, [&parent, promise = PromisedComm(newcomm), dup] {
            return promise.keep([&](MPI_Comm *made) { return duplicate(parent, made, dup); });
        });
}

int start_duplicate_with_info(Entry &entry, Communicator &parent, MPI_Info info, MPI_Comm *newcomm,
                              MPI_Request *request) noexcept {
    const auto copy = [&parent, promise = PromisedComm(newcomm)](MakeCall make) {
        return promise.keep([&](MPI_Comm *made) { return duplicate(parent, made, make); });
    };
    return start_with_info(entry, parent, info, request, copy);
}

namespace {

/// True when the program's own call would leave out members of the parent. Open MPI 5.0.7 crashes
/// at these when a failure breaks the call: it gives back a topology that it has made for members
/// only (mca_topo_base_cart_create, mca_topo_base_graph_create).
bool leaves_out(Function function, Communicator &parent, DescribeCall describe) noexcept {
    if (function != Function::Cart_create && function != Function::Graph_create) return false;
    const CreationLayout layout = describe(parent);
    return layout.code == MPI_SUCCESS &&
           layout.members.size() < static_cast<std::size_t>(parent.size);
}

} // namespace

int create_with_topology(Entry &, Communicator &parent, MPI_Comm *newcomm, MakeCall make,
                         DescribeCall describe) noexcept {
    const bool splits = leaves_out(Entry::function(), parent, describe);
    return create(parent, newcomm, [&](Parts &parts) {
        Numbering numbering;
        if (!parent.has_missing() && !splits) {
            parts.make_all(parent.working.get(), make);
            return numbering;
        }
        CreationLayout layout = describe(parent);
        parts.code = layout.code;
        if (parts.code == MPI_SUCCESS) split_by_layout(parent, layout, parts);
        if (parts.code == MPI_SUCCESS && parts.handle && !is_whole(parent, layout)) {
            static_cast<void>(real.Group_incl(parent.group.get(),
                                              static_cast<int>(layout.members.size()),
                                              layout.members.data(), numbering.group.out()));
            numbering.topology = std::move(layout.topology);
        }
        return numbering;
    });
}

int create_among_group(Entry &, Communicator &parent, MPI_Group group, int tag,
                       MPI_Comm *newcomm) noexcept {
    int me = MPI_UNDEFINED;
    const bool member = real.Group_rank(group, &me) == MPI_SUCCESS && me != MPI_UNDEFINED;
    const MPI_Group others = member ? MPI_GROUP_EMPTY : group; // the MPI judges the arguments
    // On a foreign communicator nobody can settle anything with all of them.
    if (const int code =
            real.Comm_create_group(parent.handle, parent.foreign ? group : others, tag, newcomm);
        !member || parent.foreign || code != MPI_SUCCESS)
        return code;
    int size = 0;
    static_cast<void>(real.Group_size(group, &size));
    const std::vector<int> tags(static_cast<std::size_t>(size), tag);
    const std::uint64_t purpose = mix(parent.name, static_cast<std::uint64_t>(tag));
    return deliver(parent, make_among(group, tags, next_name_among(purpose, group)), Numbering{},
                   newcomm);
}

namespace {

/// What the program gives up. Also within nested calls: an attribute's delete function may free a
/// communicator, and whatever gets that handle next must not be taken for it.
std::pair<Communicator *, Intercommunicator *> given_up(const MPI_Comm *comm) noexcept {
    if (comm == nullptr) return {};
    forget_promise(*comm);
    if (Communicator *const c = world().communicators.find(*comm); c != nullptr)
        return {c, nullptr};
    return {nullptr, world().intercommunicators.search(*comm)};
}

} // namespace

int free_communicator(Entry &entry, MPI_Comm *comm) noexcept {
    const auto [c, sides] = given_up(comm);
    if ((c == nullptr && sides == nullptr) || c == world().everyone) return real.Comm_free(comm);
    // Others may lag behind and need this process, until all have come here. The program does not
    // wait for them: others' programs may wait for it, in another order.
    Communicator &shared = sides ? *sides->joint : *c;
    if (is_needed(shared))
        part(shared, [&shared, function = entry.function()] { return meet(function, shared); });
    return sides ? forget(*sides, comm) : forget(*c, comm);
}

int disconnect(Entry &entry, MPI_Comm *comm) noexcept {
    const auto [c, sides] = given_up(comm);
    if ((c == nullptr && sides == nullptr) || c == world().everyone)
        return real.Comm_disconnect(comm);
    const int code = meet(entry.function(), sides ? *sides->joint : *c);
    if (code != MPI_SUCCESS) return code;
    return sides ? forget(*sides, comm) : forget(*c, comm);
}

Communicator *protect_world(bool serving) noexcept {
    const ErrorsReturn guard;
    const auto dup = [](MPI_Comm from, MPI_Comm *made) { return real.Comm_dup(from, made); };
    // Somebody may die while others are still in MPI_Init. An attempt that the survivors do not
    // agree on is redone, from then on with whoever is left.
    constexpr int attempts = 100;
    for (int attempt = 0; attempt < attempts; ++attempt) {
        Parts parts;
        Comm survivors;
        if (attempt > 0) {
            const int code = real.Comm_shrink(MPI_COMM_WORLD, survivors.out());
            if (code != MPI_SUCCESS) static_cast<void>(survivors.release()); // see Parts::make
            if (!agree(MPI_COMM_WORLD, code == MPI_SUCCESS)) continue;
        }
        const MPI_Comm from = survivors ? survivors.get() : MPI_COMM_WORLD;
        parts.make(parts.messages, from, dup);
        parts.make(parts.working, from, dup);
        parts.make(world().services, from, dup);
        parts.make(world().partitions.comm, from, dup);
        parts.make(world().bridge, from, dup);
        Comm mail;
        Comm stall_mail;
        parts.make(mail, from, dup);
        parts.make(stall_mail, from, dup);
        if (parts.code != MPI_SUCCESS) static_cast<void>(real.Comm_revoke(from));
        if (!agree(MPI_COMM_WORLD, parts.code == MPI_SUCCESS)) continue;
        for (const MPI_Comm own : {world().services.get(), world().partitions.comm.get(),
                                   world().bridge.get(), mail.get(), stall_mail.get()})
            static_cast<void>(real.Comm_set_errhandler(own, MPI_ERRORS_RETURN));
        if (serving) world().service.start(std::move(mail));
        if (world().progresses) stall_watch().start(std::move(stall_mail));
        parts.handle = Comm(MPI_COMM_WORLD);
        Communicator *const everyone = protect(std::move(parts), Numbering{});
        everyone->partial = false; // the program's own handle always answers for all
        if (attempt > 0) static_cast<void>(notice_failures(*everyone));
        return everyone;
    }
    return nullptr;
}

} // namespace closeranks
