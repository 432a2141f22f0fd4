#include "generated/replicas/calls.hpp"
#include "runtime/membership/process_locations.hpp"
#include "runtime/replication/call.hpp"
#include "runtime/replication/creation.hpp"
#include "runtime/replication/raising.hpp"
#include "runtime/replication/world.hpp"
#include "runtime/replication/world_attributes.hpp"

#include <algorithm>
#include <array>
#include <string>

/// Making and freeing communicators.

namespace closeranks::replication {

namespace {

/// The handle of a duplicate: the MPI copies the attributes of the program from the old one.
int duplicate_handle(MPI_Comm old, MPI_Comm *made) {
    if (old == MPI_COMM_WORLD) {
        if (const int code = plain_handle(old, made); code != MPI_SUCCESS) return code;
        const int code = copy_world_attributes(*made);
        if (code != MPI_SUCCESS) static_cast<void>(real.Comm_free(made));
        return code;
    }
    const ProgramScope callbacks;
    return real.Comm_dup(old, made);
}

int duplicate(Communicator &parent, MPI_Comm *newcomm, MPI_Info info, bool with_info) {
    *newcomm = MPI_COMM_NULL;
    MPI_Comm handle = MPI_COMM_NULL;
    // Counted even if a callback fails, because it may not fail at other members.
    const std::uint64_t context = next_context(parent);
    if (const int code = duplicate_handle(parent.handle, &handle); code != MPI_SUCCESS) return code;
    if (with_info && info != MPI_INFO_NULL) static_cast<void>(real.Comm_set_info(handle, info));
    auto made = parent.is_inter() ? make_inter(parent.ranks, parent.remote, context)
                                  : make_intra(parent.ranks, context);
    made->topology = parent.topology;
    made->handle = handle;
    publish_with_handle(std::move(made));
    *newcomm = handle;
    return MPI_SUCCESS;
}

/// A complete request of the MPI.
int completed_request(MPI_Request *request) noexcept {
    return real.Isend(nullptr, 0, MPI_BYTE, MPI_PROC_NULL, 0, quiet_self(), request);
}

/// The color and key of one member in a split, and its rank.
struct Wish {
    int color;
    int key;
    int rank;
};

/// The ranks of one color, by key and then by place.
std::vector<int> ranks_with(int color, const std::vector<int> &wishes,
                            const std::vector<int> &ranks) {
    std::vector<Wish> chosen;
    for (std::size_t i = 0; i < ranks.size(); ++i)
        if (wishes[2 * i] == color) chosen.push_back({color, wishes[2 * i + 1], ranks[i]});
    std::stable_sort(chosen.begin(), chosen.end(),
                     [](const Wish &a, const Wish &b) { return a.key < b.key; });
    std::vector<int> result;
    for (const Wish &wish : chosen)
        result.push_back(wish.rank);
    return result;
}

int split(Communicator &parent, int color, int key, MPI_Comm *newcomm) {
    *newcomm = MPI_COMM_NULL;
    if (color < 0 && color != MPI_UNDEFINED) return MPI_ERR_ARG;
    const std::array<int, 2> mine{color, key};
    std::vector<int> wishes;
    std::vector<int> remote_wishes;
    Communicator &own_side = parent.is_inter() ? *parent.side : parent;
    if (const int code = gather_all(own_side, mine, wishes); code != MPI_SUCCESS) return code;
    if (parent.is_inter())
        if (const int code = gather_all(parent, mine, remote_wishes); code != MPI_SUCCESS)
            return code;
    // The new communicators have no members in common, so they may have the same context.
    const std::uint64_t context = next_context(parent);
    if (color == MPI_UNDEFINED) return MPI_SUCCESS;
    std::vector<int> ranks = ranks_with(color, wishes, parent.ranks);
    if (!parent.is_inter())
        return publish(make_intra(std::move(ranks), context), parent.handle, newcomm);
    std::vector<int> remote = ranks_with(color, remote_wishes, parent.remote);
    if (remote.empty()) return MPI_SUCCESS;
    return publish(make_inter(std::move(ranks), std::move(remote), context), parent.handle,
                   newcomm);
}

/// The members of the other side that are in their new group, in the order of that group.
int remote_members(Communicator &parent, const std::vector<int> &ranks, std::vector<int> &remote) {
    const int mine = place_of(my_rank(), ranks);
    std::vector<int> places;
    if (const int code = gather_all(parent, std::span(&mine, 1), places); code != MPI_SUCCESS)
        return code;
    std::vector<int> wishes;
    for (const int place : places) {
        wishes.push_back(place < 0 ? 1 : 0);
        wishes.push_back(place);
    }
    remote = ranks_with(0, wishes, parent.remote);
    return MPI_SUCCESS;
}

int create_of_group(Communicator &parent, MPI_Group group, MPI_Comm *newcomm) {
    *newcomm = MPI_COMM_NULL;
    std::vector<int> ranks;
    if (const int code = ranks_of(group, ranks); code != MPI_SUCCESS) return code;
    for (const int rank : ranks)
        if (place_of(rank, parent.ranks) < 0) return MPI_ERR_GROUP;
    std::vector<int> remote;
    if (parent.is_inter())
        if (const int code = remote_members(parent, ranks, remote); code != MPI_SUCCESS)
            return code;
    const std::uint64_t context = next_context(parent);
    if (place_of(my_rank(), ranks) < 0) return MPI_SUCCESS;
    if (!parent.is_inter())
        return publish(make_intra(std::move(ranks), context), parent.handle, newcomm);
    if (remote.empty()) return MPI_SUCCESS;
    return publish(make_inter(std::move(ranks), std::move(remote), context), parent.handle,
                   newcomm);
}

/// Only members of the group take part: the calls are counted by group and tag.
int create_among_group(Communicator &parent, MPI_Group group, int tag, MPI_Comm *newcomm) {
    *newcomm = MPI_COMM_NULL;
    if (parent.is_inter()) return MPI_ERR_COMM;
    std::vector<int> ranks;
    if (const int code = ranks_of(group, ranks); code != MPI_SUCCESS) return code;
    for (const int rank : ranks)
        if (place_of(rank, parent.ranks) < 0) return MPI_ERR_GROUP;
    if (place_of(my_rank(), ranks) < 0) return MPI_SUCCESS;
    constexpr std::uint64_t among_group = 0x67726f7570;
    std::uint64_t shared =
        combined(combined(parent.context, among_group), static_cast<std::uint64_t>(tag));
    for (const int rank : ranks)
        shared = combined(shared, static_cast<std::uint64_t>(rank));
    const std::uint64_t context = combined(shared, ++parent.creations_of_groups[shared]);
    return publish(make_intra(std::move(ranks), context), parent.handle, newcomm);
}

/// The color of the host on which the rank's first process was started. It stays when that process
/// fails. So both processes of a rank, and all members, give the same color at all times.
int color_of_host() {
    const std::vector<std::string> hosts = process_locations().hosts();
    const auto mine = static_cast<std::size_t>(my_rank());
    if (mine >= hosts.size()) return 0;
    return static_cast<int>(std::find(hosts.begin(), hosts.end(), hosts[mine]) - hosts.begin());
}

int free_handle(MPI_Comm *comm) {
    if (comm == nullptr) return raise(MPI_COMM_WORLD, MPI_ERR_ARG);
    const MPI_Comm handle = *comm;
    if (find(handle) == nullptr || handle == MPI_COMM_WORLD || handle == MPI_COMM_SELF)
        return raise(MPI_COMM_WORLD, MPI_ERR_COMM);
    // The attributes of the program are deleted while the communicator still exists for the
    // program.
    int code = MPI_SUCCESS;
    const std::shared_ptr<Communicator> kept = find(handle)->shared_from_this();
    {
        const ProgramScope callbacks;
        code = real.Comm_free(comm);
    }
    if (code == MPI_SUCCESS) forget(handle);
    return code;
}

} // namespace

namespace calls {

int comm_dup(MPI_Comm comm, MPI_Comm *newcomm) {
    return create_from(comm, newcomm, [&](Communicator &parent, MPI_Comm *made) {
        return duplicate(parent, made, MPI_INFO_NULL, false);
    });
}

int comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm) {
    return create_from(comm, newcomm, [&](Communicator &parent, MPI_Comm *made) {
        return duplicate(parent, made, info, true);
    });
}

int comm_idup(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request) {
    const int code = comm_dup(comm, newcomm);
    return code == MPI_SUCCESS ? raise(comm, completed_request(request)) : code;
}

int comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm, MPI_Request *request) {
    const int code = comm_dup_with_info(comm, info, newcomm);
    return code == MPI_SUCCESS ? raise(comm, completed_request(request)) : code;
}

int comm_split(MPI_Comm comm, int color, int key, MPI_Comm *newcomm) {
    return create_from(comm, newcomm, [&](Communicator &parent, MPI_Comm *made) {
        return split(parent, color, key, made);
    });
}

int comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info /*info*/, MPI_Comm *newcomm) {
    return create_from(comm, newcomm, [&](Communicator &parent, MPI_Comm *made) {
        const bool takes_part = split_type == MPI_COMM_TYPE_SHARED;
        return split(parent, takes_part ? color_of_host() : MPI_UNDEFINED, key, made);
    });
}

int comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm) {
    return create_from(comm, newcomm, [&](Communicator &parent, MPI_Comm *made) {
        return create_of_group(parent, group, made);
    });
}

int comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *newcomm) {
    return create_from(comm, newcomm, [&](Communicator &parent, MPI_Comm *made) {
        return create_among_group(parent, group, tag, made);
    });
}

int comm_free(MPI_Comm *comm) { return free_handle(comm); }

/// Pending operations end by themselves: MPI_Finalize waits for them as for all others.
int comm_disconnect(MPI_Comm *comm) { return free_handle(comm); }

} // namespace calls

} // namespace closeranks::replication
