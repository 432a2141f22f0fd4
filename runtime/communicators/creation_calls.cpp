#include "runtime/communicators/creation_calls.hpp"

#include "runtime/collectives/nonblocking.hpp"
#include "runtime/commit/collective.hpp"
#include "runtime/communicators/creation_protocol.hpp"
#include "runtime/communicators/format_library.hpp"
#include "runtime/communicators/fortran_promised_comm.hpp"
#include "runtime/communicators/group_creation.hpp"
#include "runtime/communicators/origins.hpp"
#include "runtime/communicators/returning.hpp"
#include "runtime/core/entry.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/support/errors_return.hpp"
#include "runtime/support/group_ranks.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace closeranks {

namespace {

/// A communicator of the program while it is being made.
struct Made {
    Parts parts;
    Numbering numbering;
    [[nodiscard]] bool completed(const WorkingComm &working) const noexcept {
        return parts.completed(working);
    }
    void give_name(std::uint64_t name) noexcept { parts.name = name; }
};

/// Attempts a creation by `call` until all survivors of the parent agree that it completed. `make`
/// is the program's call.
template <typename Attempt>
int create(Function call, Communicator &parent, MPI_Comm *newcomm, MakeCall make, Attempt attempt,
           std::optional<int> color = {}, Use use = Use::program) noexcept {
    if (Returning *const way = returning())
        return way->claim(parent, newcomm, make, {.use = use, .call = call, .color = color});
    Made made = create_agreed<Made>(parent, [&] {
        Made result;
        result.numbering = attempt(result.parts);
        return result;
    });
    made.parts.origin = next_origin(parent, made.parts.name, color);
    made.parts.origin.made_by = call;
    return deliver(parent, std::move(made.parts), std::move(made.numbering), newcomm);
}

/// The program's numbering of the parent, unchanged.
Numbering same_numbering(const Communicator &parent) noexcept {
    Group group;
    static_cast<void>(real.Group_union(parent.identity.group(), MPI_GROUP_EMPTY, group.out()));
    return {std::move(group), parent.identity.topology()};
}

/// True if all members live: then the MPI itself can make the topology.
bool is_whole(const Communicator &parent, const CreationLayout &layout) noexcept {
    return std::none_of(layout.members.begin(), layout.members.end(), [&](int rank) {
        return parent.working_ranks->live(rank) == RankMap::missing;
    });
}

/// Makes a communicator with the topology from one that has exactly its members.
int make_topology(MPI_Comm from, const Topology &topology, MPI_Comm *made) noexcept {
    const auto count = [](const auto &values) { return static_cast<int>(values.size()); };
    if (topology.kind == Topology::Kind::cartesian)
        return real.Cart_create(from, count(topology.dims), topology.dims.data(),
                                topology.periods.data(), 0, made);
    return real.Graph_create(from, count(topology.index), topology.index.data(),
                             topology.edges.data(), 0, made);
}

/// The same from a communicator that has other members as well. Collective over all of its members.
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
    // Other members may be inside, where the revocation of `from` does not reach them.
    if (code != MPI_SUCCESS) static_cast<void>(real.Comm_revoke(members.get()));
    runtime().quarantined_comms.add(std::move(members));
    return code;
}

/// The parts of a communicator of `layout`: its surviving members in the order of their ranks.
void split_by_layout(Communicator &parent, const CreationLayout &layout, Parts &parts) noexcept {
    const auto mine = std::find(layout.members.begin(), layout.members.end(), parent.rank);
    const bool member = mine != layout.members.end();
    const int color = member ? layout.members.front() : MPI_UNDEFINED;
    const int key = static_cast<int>(mine - layout.members.begin());
    const bool whole = is_whole(parent, layout);
    parts.make_all(parent, [&](MPI_Comm from, MPI_Comm *made) {
        return whole ? split_with_topology(from, color, key, layout.topology, made)
                     : real.Comm_split(from, color, key, made);
    });
}

/// The communicator of a replacement process in place of one that the other members have freed. It
/// answers all queries as theirs did, and has no other member.
int make_stand_in(Communicator &parent, CreationLayout layout, MPI_Comm *newcomm) noexcept {
    const bool is_member = std::ranges::find(layout.members, parent.rank) != layout.members.end();
    if (layout.code != MPI_SUCCESS || !is_member) return layout.code;
    Parts parts;
    parts.make_all(MPI_COMM_SELF, split_off_self);
    parts.name = parts.origin.self = mix(parent.identity.global_id(), parent.creation.children());
    Numbering numbering;
    static_cast<void>(real.Group_incl(parent.identity.group(),
                                      static_cast<int>(layout.members.size()),
                                      layout.members.data(), numbering.group.out()));
    numbering.topology = std::move(layout.topology);
    return deliver(parent, std::move(parts), std::move(numbering), newcomm);
}

} // namespace

int create_from_survivors(Communicator &parent, MPI_Comm *newcomm, MakeCall make,
                          std::optional<int> color, Use use) noexcept {
    const auto attempt = [&](Parts &parts) {
        parts.make_all(parent, make);
        // In a file or a window a lost rank keeps its place, because it may be recovered.
        const bool keeps_missing = use != Use::program && parent.has_missing();
        return keeps_missing ? Numbering{same_numbering(parent).group, {}} : Numbering{};
    };
    return create(Entry::function(), parent, newcomm, make, attempt, color, use);
}

int create_from_group(Communicator &parent, MPI_Group group, MPI_Comm *newcomm) noexcept {
    const auto make = [&](MPI_Comm from, MPI_Comm *made) {
        return real.Comm_create(from, group, made);
    };
    return create(Entry::function(), parent, newcomm, make, [&](Parts &parts) {
        Group alive;
        const Group survivors = parent.working.run(group_of);
        if (parent.has_missing() && is_group(group))
            parts.code = real.Group_intersection(group, survivors.get(), alive.out());
        const MPI_Group members = alive ? alive.get() : group;
        parts.make_all(parent, [&](MPI_Comm from, MPI_Comm *made) {
            return real.Comm_create(from, members, made);
        });
        return Numbering{};
    });
}

int duplicate(Communicator &parent, MPI_Comm *newcomm, MakeCall make, const void *caller) noexcept {
    if (Returning *const way = returning()) {
        const auto own = [&](const Topology &) { return parent.identity.topology(); };
        const auto alone = [&](MPI_Comm, MPI_Comm *made) {
            CreationLayout same{.members = {}, .topology = parent.identity.topology()};
            for (int rank = 0; rank < parent.size; ++rank)
                same.members.push_back(rank);
            return make_stand_in(parent, std::move(same), made);
        };
        return way->claim(parent, newcomm, alone, {.call = Function::Comm_dup, .own = own});
    }
    const char *const library = format_library_at(caller);
    return create(Function::Comm_dup, parent, newcomm, make, [&](Parts &parts) {
        parts.format_library = library;
        const auto dup = [](MPI_Comm from, MPI_Comm *made) { return real.Comm_dup(from, made); };
        const bool same = !parent.has_missing();
        if (parent.identity.attribute_holder() == MPI_COMM_NULL) {
            parts.make_all(parent, make);
            return same && !parent.identity.lacks_topology() ? Numbering{} : same_numbering(parent);
        }
        const ErrorsReturn guard(parent.identity.attribute_holder());
        // Open MPI's shrink copies attributes through their callbacks, as its dup does. It comes
        // first, because no revocation ends it. So a process that gives up later makes no other
        // process wait inside.
        if (!same)
            parts.make(parts.handle, parent.identity.attribute_holder(),
                       [](MPI_Comm from, MPI_Comm *made) { return real.Comm_shrink(from, made); });
        // The working communicator carries nothing of the program, so these calls run no callbacks.
        parent.working.run([&](MPI_Comm working) {
            parts.make(parts.messages, working, dup);
            parts.make(parts.working, working, dup);
        });
        if (!same) return numbers_survivors(parent, library) ? Numbering{} : same_numbering(parent);
        parts.make(parts.handle, parent.identity.attribute_holder(), make);
        // The other members may be inside the dup of the handle, where the revocation of the
        // working communicator does not reach them. Nothing else ever runs on the handle.
        if (!parts.completed(parent.working))
            static_cast<void>(real.Comm_revoke(parent.identity.attribute_holder()));
        return parent.identity.lacks_topology() ? same_numbering(parent) : Numbering{};
    });
}

int start_duplicate(Communicator &parent, MPI_Comm *newcomm, MPI_Request *request) noexcept {
    const auto dup = [](MPI_Comm from, MPI_Comm *made) { return real.Comm_dup(from, made); };
    return start_creation(
        Entry::function(), parent, request, [&parent, promise = PromisedComm(newcomm), dup] {
            return promise.keep([&](MPI_Comm *made) { return duplicate(parent, made, dup); });
        });
}

int start_duplicate_with_info(Communicator &parent, MPI_Info info, MPI_Comm *newcomm,
                              MPI_Request *request) noexcept {
    const auto copy = [&parent, promise = PromisedComm(newcomm)](MakeCall make) {
        return promise.keep([&](MPI_Comm *made) { return duplicate(parent, made, make); });
    };
    return start_with_info(parent, info, request, copy);
}

namespace {

/// True when the program's own call must not be made. A call that would leave out members of the
/// parent may crash when a failure breaks it (Quirk::topology_of_members_only,
/// mca_topo_base_cart_create, mca_topo_base_graph_create). And the MPI has no parts of a grid that
/// only the library knows.
bool needs_splitting(Function function, Communicator &parent, DescribeCall describe) noexcept {
    if (function == Function::Cart_sub) return parent.identity.lacks_topology();
    if (function != Function::Cart_create && function != Function::Graph_create) return false;
    const CreationLayout layout = describe(parent);
    return layout.code == MPI_SUCCESS &&
           layout.members.size() < static_cast<std::size_t>(parent.size);
}

} // namespace

int create_with_topology(Communicator &parent, MPI_Comm *newcomm, MakeCall make,
                         DescribeCall describe) noexcept {
    if (Returning *const way = returning()) {
        *newcomm = MPI_COMM_NULL; // where this process is not a member
        const auto own = [&](const Topology &) { return describe(parent).topology; };
        const auto alone = [&](MPI_Comm, MPI_Comm *made) {
            return make_stand_in(parent, describe(parent), made);
        };
        return way->claim(parent, newcomm, alone, {.call = Entry::function(), .own = own});
    }
    const bool splits = needs_splitting(Entry::function(), parent, describe);
    return create(Entry::function(), parent, newcomm, make, [&](Parts &parts) {
        Numbering numbering;
        if (!parent.has_missing() && !splits) {
            parts.make_all(parent, make);
            return numbering;
        }
        CreationLayout layout = describe(parent);
        parts.code = layout.code;
        if (parts.code == MPI_SUCCESS) split_by_layout(parent, layout, parts);
        if (parts.code == MPI_SUCCESS && parts.handle && !is_whole(parent, layout)) {
            static_cast<void>(real.Group_incl(parent.identity.group(),
                                              static_cast<int>(layout.members.size()),
                                              layout.members.data(), numbering.group.out()));
            numbering.topology = std::move(layout.topology);
        }
        return numbering;
    });
}

int create_among_group(Communicator &parent, MPI_Group group, int tag, MPI_Comm *newcomm) noexcept {
    const bool member = rank_in(group) != MPI_UNDEFINED;
    const MPI_Group others = member ? MPI_GROUP_EMPTY : group; // the MPI judges the arguments
    // On a communicator that spans worlds no process can settle anything with all members.
    if (const int code =
            real.Comm_create_group(parent.identity.handle(),
                                   parent.identity.spans_worlds() ? group : others, tag, newcomm);
        !member || parent.identity.spans_worlds() || code != MPI_SUCCESS)
        return code;
    const std::uint64_t purpose = mix(
        mix(parent.creation.origin().self, static_cast<std::uint64_t>(tag)), generation_of_calls());
    const std::uint64_t name = next_name_among(purpose, group);
    const Origin origin = origin_among_some(name, &parent);
    if (Returning *const way = returning()) return way->claim(&parent, origin, newcomm);
    Parts parts = make_among(group, name);
    parts.origin = origin;
    return deliver(parent, std::move(parts), Numbering{}, newcomm);
}

} // namespace closeranks
