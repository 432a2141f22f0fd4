#include "runtime/communicators/comm_from_group.hpp"

#include "runtime/communicators/creation_protocol.hpp"
#include "runtime/communicators/freeing.hpp"
#include "runtime/communicators/group_creation.hpp"
#include "runtime/communicators/intercomm_creation.hpp"
#include "runtime/communicators/leader_handshake.hpp"
#include "runtime/communicators/origins.hpp"
#include "runtime/communicators/returning.hpp"
#include "runtime/core/entry.hpp"
#include "runtime/core/process_name.hpp"
#include "runtime/core/raising.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/core/unprotected.hpp"
#include "runtime/core/way_back.hpp"
#include "runtime/membership/world_ranks.hpp"
#include "runtime/openmpi/self_intercomm.hpp"
#include "runtime/support/group_ranks.hpp"
#include "runtime/support/service_tag.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace closeranks {

namespace {

/// The arguments of a call for the communicator that it makes.
struct Given {
    const char *stringtag;
    MPI_Info info;
    MPI_Errhandler errhandler;

    /// Has the MPI check all arguments: nothing else happens for an empty group.
    [[nodiscard]] int judge() const noexcept {
        MPI_Comm none = MPI_COMM_NULL;
        return real.Comm_create_from_group(MPI_GROUP_EMPTY, stringtag, info, errhandler, &none);
    }

    void give_to(MPI_Comm made) const noexcept {
        static_cast<void>(real.Comm_set_errhandler(made, errhandler));
        give_info_to(made);
    }

    void give_info_to(MPI_Comm made) const noexcept {
        if (info != MPI_INFO_NULL) static_cast<void>(real.Comm_set_info(made, info));
    }

    /// Raises an error for which there is no communicator.
    [[nodiscard]] int raise(int code) const noexcept {
        Comm alone;
        if (real.Comm_split(MPI_COMM_SELF, 0, 0, alone.out()) != MPI_SUCCESS) return code;
        static_cast<void>(real.Comm_set_errhandler(alone.get(), errhandler));
        call_errhandler(alone.get(), code);
        runtime().quarantined_comms.add(std::move(alone)); // called at the end of the MPI call
        return code;
    }
};

/// A number for all calls with the same string; `kind` keeps the two functions apart.
std::uint64_t purpose_of(Function kind, std::string_view stringtag) noexcept {
    std::uint64_t purpose = mix(0, static_cast<std::uint64_t>(kind));
    for (const char letter : stringtag)
        purpose = mix(purpose, static_cast<unsigned char>(letter));
    return purpose;
}

/// True when all members are of MPI_COMM_WORLD.
bool is_in_world(MPI_Group group) noexcept {
    const std::vector<int> ranks = world_ranks_of(group);
    return std::all_of(ranks.begin(), ranks.end(),
                       [](int rank) { return rank >= 0 && rank < runtime().size; });
}

/// True when a call for `group`, of which this process is a member, is protected. Reports a call
/// that could be protected and is not.
bool serves(MPI_Group group) noexcept {
    if (!runtime().active || Entry::nested() || rank_in(group) == MPI_UNDEFINED) return false;
    if (is_in_world(group)) return true;
    passing();
    return false;
}

int size_of(MPI_Group group) noexcept {
    int size = 0;
    static_cast<void>(real.Group_size(group, &size));
    return size;
}

/// The name of the next call of `kind` among `group`.
std::uint64_t next_call_among(Function kind, MPI_Group group, std::string_view stringtag) noexcept {
    return next_name_among(mix(purpose_of(kind, stringtag), generation_of_calls()), group);
}

/// For a replacement process: the communicator that its predecessor had.
int claim_by_name(Returning &way, std::uint64_t name, MPI_Comm *newcomm,
                  const Wanted &wanted) noexcept {
    const int code = way.claim(nullptr, origin_among_some(name), newcomm, wanted);
    if (*newcomm == MPI_COMM_NULL) WayBack::need_others(Entry::function());
    return code;
}

/// Exchanges messages of the library with the other leader, with a tag that both leaders know.
SideMessage meet_leader(const Side &mine, bool able, MPI_Group group, int rank,
                        const char *stringtag) noexcept {
    int size = 0;
    if (!is_group(group) || real.Group_size(group, &size) != MPI_SUCCESS || rank < 0 ||
        rank >= size || !is_in_world(group))
        return SideMessage(SideMessage::pass);
    const int in_world = world_ranks_of(group)[static_cast<std::size_t>(rank)];
    const auto [lower, higher] = std::minmax(runtime().rank, in_world);
    std::uint64_t name = purpose_of(Function::Intercomm_create_from_groups, stringtag);
    for (const int leader : {lower, higher})
        name = mix(name, static_cast<std::uint64_t>(leader));
    return exchange_side_messages(mine, able, runtime().services.get(), service_rank(in_world),
                                  service_tag::of_call(name), in_world);
}

} // namespace

int make_from_group(MPI_Group group, const char *stringtag, MPI_Info info,
                    MPI_Errhandler errhandler, MPI_Comm *newcomm) noexcept {
    const Given given{stringtag, info, errhandler};
    if (!serves(group))
        return real.Comm_create_from_group(group, stringtag, info, errhandler, newcomm);
    if (const int code = given.judge(); code != MPI_SUCCESS) return code;
    const std::uint64_t name = next_call_among(Entry::function(), group, stringtag);
    if (Returning *const way = returning(); way != nullptr && size_of(group) > 1) {
        const int code = claim_by_name(*way, name, newcomm, {});
        given.give_to(*newcomm);
        return code;
    }
    Parts parts = make_among(group, name);
    if (parts.code != MPI_SUCCESS) return given.raise(parts.code);
    parts.origin = origin_among_some(name);
    *newcomm = parts.handle.get();
    given.give_to(*newcomm);
    int size = 0;
    static_cast<void>(real.Comm_size(*newcomm, &size));
    // A process alone has no other process to lose; its calls need no protection.
    if (size == 1)
        static_cast<void>(parts.handle.release());
    else
        protect(std::move(parts), Numbering{});
    return MPI_SUCCESS;
}

Group living_members_of(MPI_Group group) noexcept {
    if (serves(group)) {
        constexpr const char *purpose = "closeranks/horizon";
        if (size_of(group) > 1) WayBack::need_others(Entry::function());
        const std::uint64_t name = next_call_among(Entry::function(), group, purpose);
        return settle(group, tags_for(name, group), true).alive;
    }
    Group copy;
    static_cast<void>(real.Group_union(group, MPI_GROUP_EMPTY, copy.out()));
    return copy;
}

int join_groups(MPI_Group local_group, int local_leader, MPI_Group remote_group, int remote_leader,
                const char *stringtag, MPI_Info info, MPI_Errhandler errhandler,
                MPI_Comm *newcomm) noexcept {
    const auto native = [&](SideMessage::Word, bool) {
        return real.Intercomm_create_from_groups(local_group, local_leader, remote_group,
                                                 remote_leader, stringtag, info, errhandler,
                                                 newcomm);
    };
    const Given given{stringtag, info, errhandler};
    if (!can_make_self_intercomm() || !serves(local_group)) return native(SideMessage::pass, false);
    if (const int code = given.judge(); code != MPI_SUCCESS) return code;
    Numbering numbering;
    if (local_leader < 0 || local_leader >= size_of(local_group))
        return native(SideMessage::pass, false);

    const std::uint64_t name = next_call_among(Entry::function(), local_group, stringtag);
    if (Returning *const way = returning()) {
        const int found = claim_by_name(*way, name, newcomm, {.has_sides = true});
        given.give_to(*newcomm);
        return found;
    }
    Parts parts = make_among(local_group, name);
    if (parts.code != MPI_SUCCESS) return given.raise(parts.code);
    given.give_to(parts.handle.get());
    static_cast<void>(
        real.Group_union(local_group, MPI_GROUP_EMPTY, numbering.group.out())); // a copy
    Communicator &local = *protect(std::move(parts), std::move(numbering));
    const auto meet = [&](const Side &mine, bool able) {
        return meet_leader(mine, able, remote_group, remote_leader, stringtag);
    };
    const int code = join_sides({.function = Entry::function(),
                                 .local_comm = local.identity.handle(),
                                 .local_leader = local_leader,
                                 .meet = meet,
                                 .native = native,
                                 .origin = origin_among_some(name)},
                                newcomm);
    if (code == MPI_SUCCESS && *newcomm != MPI_COMM_NULL) given.give_info_to(*newcomm);
    MPI_Comm handle = local.identity.handle();
    static_cast<void>(free_communicator(&handle));
    return code;
}

} // namespace closeranks
