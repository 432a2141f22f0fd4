#include "generated/replicas/calls.hpp"
#include "runtime/replication/creation.hpp"
#include "runtime/replication/plans.hpp"
#include "runtime/replication/raising.hpp"
#include "runtime/replication/world.hpp"

#include <algorithm>
#include <array>

/// Intercommunicators: made from two sides, and merged.

namespace closeranks::replication {

namespace {

/// The message of one side to the other. It has the number of ranks, the two halves of a number
/// that follows from the creations of its communicator, and then the ranks.
struct Side {
    std::array<int, 3> head{};
    std::vector<int> ranks;

    [[nodiscard]] std::uint64_t context() const noexcept {
        return static_cast<std::uint64_t>(static_cast<std::uint32_t>(head[1])) << 32U |
               static_cast<std::uint32_t>(head[2]);
    }
};

Side own_side(Communicator &local) {
    const std::uint64_t context = next_context(local);
    return {{local.size(), static_cast<int>(context >> 32U), static_cast<int>(context)},
            local.ranks};
}

/// The leaders exchange the descriptions of their sides.
int exchange_sides(const Side &mine, Side &theirs, Communicator &peers, int place, int tag) {
    const auto swap = [&](const int *from, int from_count, int *to, int to_count) {
        std::unique_ptr<Pending> receiving;
        std::unique_ptr<Pending> sending;
        int code =
            start_receive(to, to_count, MPI_INT, place, tag, peers, Talk::creation, receiving);
        if (code != MPI_SUCCESS) return code;
        code = start_send(from, from_count, MPI_INT, place, tag, peers, Talk::creation, sending);
        const int received = wait(*receiving, MPI_STATUS_IGNORE);
        if (sending != nullptr && code == MPI_SUCCESS) code = wait(*sending, MPI_STATUS_IGNORE);
        return code == MPI_SUCCESS ? received : code;
    };
    if (const int code = swap(mine.head.data(), 3, theirs.head.data(), 3); code != MPI_SUCCESS)
        return code;
    theirs.ranks.resize(static_cast<std::size_t>(theirs.head[0]));
    return swap(mine.ranks.data(), mine.head[0], theirs.ranks.data(), theirs.head[0]);
}

int broadcast(Communicator &c, int *data, int count, int root) {
    Schedule s(c, Way::blocking);
    if (const int code = plan_bcast(s, elements(data, count, MPI_INT), root); code != MPI_SUCCESS)
        return code;
    static_cast<void>(s.start());
    return s.finish();
}

/// All members receive the description from their leader, or learn that the leader failed (no
/// ranks).
int tell_members(Communicator &local, Side &theirs, int leader) {
    if (const int code = broadcast(local, theirs.head.data(), 3, leader); code != MPI_SUCCESS)
        return code;
    theirs.ranks.resize(static_cast<std::size_t>(theirs.head[0]));
    return broadcast(local, theirs.ranks.data(), theirs.head[0], leader);
}

int connect(Communicator &local, int leader, MPI_Comm peer_comm, int remote_leader, int tag,
            MPI_Comm *newcomm) {
    *newcomm = MPI_COMM_NULL;
    if (local.is_inter()) return MPI_ERR_COMM;
    if (leader < 0 || leader >= local.size()) return MPI_ERR_ARG;
    const Side mine = own_side(local);
    Side theirs;
    int code = MPI_SUCCESS;
    if (local.place == leader) {
        Communicator *const peers = find(peer_comm);
        if (peers == nullptr)
            code = MPI_ERR_COMM;
        else if (remote_leader < 0 || remote_leader >= static_cast<int>(peers->peers().size()))
            code = MPI_ERR_ARG;
        else
            code = exchange_sides(mine, theirs, *peers, remote_leader, tag);
        if (code != MPI_SUCCESS) theirs = Side{};
    }
    const int told = tell_members(local, theirs, leader);
    if (code != MPI_SUCCESS) return code;
    if (told != MPI_SUCCESS) return told;
    if (theirs.ranks.empty()) return MPI_ERR_INTERN;
    for (const int rank : theirs.ranks)
        if (place_of(rank, local.ranks) >= 0) return MPI_ERR_COMM;
    const std::uint64_t low = std::min(mine.context(), theirs.context());
    const std::uint64_t high = std::max(mine.context(), theirs.context());
    return publish(make_inter(local.ranks, theirs.ranks, combined(low, high)), local.handle,
                   newcomm);
}

/// The side whose `high` is false comes first. If both sides give the same value, the side whose
/// first member has the lower rank comes first.
int merge(Communicator &inter, int high, MPI_Comm *newcomm) {
    *newcomm = MPI_COMM_NULL;
    if (!inter.is_inter()) return MPI_ERR_COMM;
    const int mine = high != 0 ? 1 : 0;
    std::vector<int> theirs;
    if (const int code = gather_all(inter, std::span(&mine, 1), theirs); code != MPI_SUCCESS)
        return code;
    const bool first =
        mine != theirs.front() ? mine == 0 : inter.ranks.front() < inter.remote.front();
    std::vector<int> ranks = first ? inter.ranks : inter.remote;
    const std::vector<int> &behind = first ? inter.remote : inter.ranks;
    ranks.insert(ranks.end(), behind.begin(), behind.end());
    return publish(make_intra(std::move(ranks), next_context(inter)), inter.handle, newcomm);
}

} // namespace

namespace calls {

int intercomm_create(MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm, int remote_leader,
                     int tag, MPI_Comm *newintercomm) {
    return create_from(local_comm, newintercomm, [&](Communicator &local, MPI_Comm *made) {
        return connect(local, local_leader, peer_comm, remote_leader, tag, made);
    });
}

int intercomm_merge(MPI_Comm intercomm, int high, MPI_Comm *newintracomm) {
    return create_from(intercomm, newintracomm, [&](Communicator &inter, MPI_Comm *made) {
        return merge(inter, high, made);
    });
}

} // namespace calls

} // namespace closeranks::replication
