#include "runtime/collectives/side_parts.hpp"
#include "runtime/support/large.hpp"

#include "runtime/core/entry.hpp"

namespace closeranks {

using namespace side_parts;

namespace {

/// Exchanges blocks with the remote side: `sent(r)` goes to its rank `r`, `received(r)` comes from
/// there. The blocks must have been checked, because no error of the program may occur once
/// messages are on their way.
template <typename Sent, typename Received>
int exchange(const Intercommunicator &sides, MPI_Comm working, Sent sent, Received received) {
    RequestGroup pending(working);
    for (int r = 0; r < sides.remote_size; ++r) {
        const LiveRank peer = sides.live_remote(r);
        const MaybeBlock block = peer == RankMap::missing ? std::nullopt : received(r);
        if (block)
            pending.start([&](MPI_Request *request) {
                return CLOSERANKS_LARGE(Irecv)(block->place, block->count, block->type,
                                               number_of(peer), tag, working, request);
            });
    }
    for (int r = 0; r < sides.remote_size; ++r) {
        const LiveRank peer = sides.live_remote(r);
        const MaybeBlock block = peer == RankMap::missing ? std::nullopt : sent(r);
        if (block)
            pending.start([&](MPI_Request *request) {
                return CLOSERANKS_LARGE(Isend)(block->place, block->count, block->type,
                                               number_of(peer), tag, working, request);
            });
    }
    return pending.finish();
}

/// The error in the arrays of Gatherv and Scatterv, as Open MPI returns it.
int check_places(NumberArray counts, NumberArray displs) noexcept {
    const int code = check_arrays(MPI_ERR_ARG, displs);
    return code != MPI_SUCCESS ? code : check_arrays(MPI_ERR_COUNT, counts);
}

/// Gather and Gatherv: `place(r)` is the place of rank `r`'s block at the root. `wrong`: the error
/// in the arrays, which count at the root.
template <typename Place>
int gather(Intercommunicator &sides, const void *sendbuf, MPI_Count sendcount,
           MPI_Datatype sendtype, const void *recvbuf, Place place, int root,
           Contributions contributions, int wrong = MPI_SUCCESS) noexcept {
    const auto native = [&](MPI_Comm working) {
        if (root == MPI_ROOT && wrong != MPI_SUCCESS) return wrong;
        const Block mine = root >= 0 ? block_at(sendbuf, 0, sendcount, sendtype) : Block{};
        if (root >= 0)
            if (const int code = check(mine, sendbuf, working); code != MPI_SUCCESS) return code;
        for (int r = 0; root == MPI_ROOT && r < sides.remote_size; ++r)
            if (const int code = check(place(r), recvbuf, working); code != MPI_SUCCESS)
                return code;
        return exchange(
            sides, working, [&](int r) { return r == root ? MaybeBlock(mine) : std::nullopt; },
            [&](int r) { return root == MPI_ROOT ? MaybeBlock(place(r)) : std::nullopt; });
    };
    return run(sides, root == MPI_ROOT ? contributions : from_nobody(), native, root);
}

/// Scatter and Scatterv: `place(r)` is the root's data for rank `r`.
template <typename Place>
int scatter(Intercommunicator &sides, const void *sendbuf, Place place, void *recvbuf,
            MPI_Count recvcount, MPI_Datatype recvtype, int root,
            int wrong = MPI_SUCCESS) noexcept {
    const auto native = [&](MPI_Comm working) {
        if (root == MPI_ROOT && wrong != MPI_SUCCESS) return wrong;
        const Block mine = root >= 0 ? block_at(recvbuf, 0, recvcount, recvtype) : Block{};
        if (root >= 0)
            if (const int code = check(mine, recvbuf, working); code != MPI_SUCCESS) return code;
        for (int r = 0; root == MPI_ROOT && r < sides.remote_size; ++r)
            if (const int code = check(place(r), sendbuf, working); code != MPI_SUCCESS)
                return code;
        return exchange(
            sides, working,
            [&](int r) { return root == MPI_ROOT ? MaybeBlock(place(r)) : std::nullopt; },
            [&](int r) { return r == root ? MaybeBlock(mine) : std::nullopt; });
    };
    return run(sides, from_nobody(), native, root);
}

/// Allgather and Alltoall in all their forms: `from(r)` goes to rank `r`, `to(r)` comes from it.
template <typename From, typename To>
int swap_blocks(Intercommunicator &sides, const void *sendbuf, From from, const void *recvbuf,
                To to, Contributions contributions, Snapshot *inputs = nullptr,
                int wrong = MPI_SUCCESS) noexcept {
    const auto native = [&](MPI_Comm working) {
        if (wrong != MPI_SUCCESS) return wrong;
        for (int r = 0; r < sides.remote_size; ++r) {
            if (const int code = check(from(r), sendbuf, working); code != MPI_SUCCESS) return code;
            if (const int code = check(to(r), recvbuf, working); code != MPI_SUCCESS) return code;
        }
        return exchange(
            sides, working, [&](int r) { return MaybeBlock(from(r)); },
            [&](int r) { return MaybeBlock(to(r)); });
    };
    return run(sides, contributions, native, MPI_PROC_NULL, inputs);
}

MPI_Aint times(int i, MPI_Count count) noexcept { return MPI_Aint{i} * count; }

} // namespace

int intercomm_barrier(Intercommunicator &sides) noexcept {
    return run(sides, from_members(), [](MPI_Comm working) { return real.Barrier(working); });
}

int intercomm_bcast(Intercommunicator &sides, void *buffer, MPI_Count count, MPI_Datatype datatype,
                    int root) noexcept {
    bool holds = false; // this process has the root's data
    const bool copies =
        root >= 0 && may_be_ignored(*sides.peers, Entry::function(), Operation::no_root);
    const auto on_side = [&](const auto &call) { return sides.joint->working.run_on_side(call); };
    Receiver receiver{.before = copies ? Snapshot(buffer, count, datatype) : Snapshot()};
    const auto native = [&](MPI_Comm working) {
        if (root == MPI_PROC_NULL) return MPI_SUCCESS;
        const Block block = block_at(buffer, 0, count, datatype);
        if (int code = check(block, buffer, working); code != MPI_SUCCESS) return code;
        const LiveRank peer = root == MPI_ROOT ? sides.remote_leader() : sides.live_remote(root);
        if (peer == RankMap::missing && root == MPI_ROOT) return MPI_SUCCESS;
        if (peer == RankMap::missing) {
            int code = MPI_SUCCESS;
            return on_side([&](MPI_Comm side) {
                const LiveRank holder = find_holder(side, holds, code);
                receiver.served = holder != RankMap::missing;
                return receiver.served ? CLOSERANKS_LARGE(Bcast)(buffer, count, datatype,
                                                                 number_of(holder), side)
                                       : code;
            });
        }
        RequestGroup pending(working);
        pending.start([&](MPI_Request *request) {
            if (root == MPI_ROOT)
                return CLOSERANKS_LARGE(Isend)(buffer, count, datatype, number_of(peer), tag,
                                               working, request);
            return is_leader(sides)
                       ? CLOSERANKS_LARGE(Irecv)(buffer, count, datatype, number_of(peer), tag,
                                                 working, request)
                       : MPI_SUCCESS;
        });
        int code = pending.finish();
        if (root == MPI_ROOT || code != MPI_SUCCESS) return code;
        holds = is_leader(sides);
        code = on_side([&](MPI_Comm side) {
            return CLOSERANKS_LARGE(Bcast)(buffer, count, datatype, lowest, side);
        });
        holds = holds || code == MPI_SUCCESS;
        return code;
    };
    return run(sides, from_nobody(), native, root, nullptr, &receiver);
}

int intercomm_gather(Intercommunicator &sides, const void *sendbuf, MPI_Count sendcount,
                     MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                     MPI_Datatype recvtype, int root) noexcept {
    const auto place = [&](int r) {
        return block_at(recvbuf, times(r, recvcount), recvcount, recvtype);
    };
    return gather(sides, sendbuf, sendcount, sendtype, recvbuf, place, root,
                  from_members(recvcount));
}

int intercomm_gatherv(Intercommunicator &sides, const void *sendbuf, MPI_Count sendcount,
                      MPI_Datatype sendtype, void *recvbuf, NumberArray recvcounts,
                      NumberArray displs, MPI_Datatype recvtype, int root) noexcept {
    const auto place = [&](int r) { return block_at(recvbuf, displs[r], recvcounts[r], recvtype); };
    return gather(sides, sendbuf, sendcount, sendtype, recvbuf, place, root,
                  from_members(recvcounts), check_places(recvcounts, displs));
}

int intercomm_scatter(Intercommunicator &sides, const void *sendbuf, MPI_Count sendcount,
                      MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                      MPI_Datatype recvtype, int root) noexcept {
    const auto place = [&](int r) {
        return block_at(sendbuf, times(r, sendcount), sendcount, sendtype);
    };
    return scatter(sides, sendbuf, place, recvbuf, recvcount, recvtype, root);
}

int intercomm_scatterv(Intercommunicator &sides, const void *sendbuf, NumberArray sendcounts,
                       NumberArray displs, MPI_Datatype sendtype, void *recvbuf,
                       MPI_Count recvcount, MPI_Datatype recvtype, int root) noexcept {
    const auto place = [&](int r) { return block_at(sendbuf, displs[r], sendcounts[r], sendtype); };
    return scatter(sides, sendbuf, place, recvbuf, recvcount, recvtype, root,
                   check_places(sendcounts, displs));
}

int intercomm_allgather(Intercommunicator &sides, const void *sendbuf, MPI_Count sendcount,
                        MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                        MPI_Datatype recvtype) noexcept {
    // A redo among fewer ranks does not overwrite all data that a broken-off attempt may have
    // written.
    Snapshot inputs(recvbuf, recvcount * sides.remote_size, recvtype);
    const auto from = [&](int) { return block_at(sendbuf, 0, sendcount, sendtype); };
    const auto to = [&](int r) {
        return block_at(recvbuf, times(r, recvcount), recvcount, recvtype);
    };
    return swap_blocks(sides, sendbuf, from, recvbuf, to, from_members(recvcount), &inputs);
}

int intercomm_allgatherv(Intercommunicator &sides, const void *sendbuf, MPI_Count sendcount,
                         MPI_Datatype sendtype, void *recvbuf, NumberArray recvcounts,
                         NumberArray displs, MPI_Datatype recvtype) noexcept {
    Snapshot inputs(recvbuf, recvcounts, displs, recvtype, sides.remote_size);
    const auto from = [&](int) { return block_at(sendbuf, 0, sendcount, sendtype); };
    const auto to = [&](int r) { return block_at(recvbuf, displs[r], recvcounts[r], recvtype); };
    int wrong = check_arrays(MPI_ERR_COUNT, recvcounts);
    if (wrong == MPI_SUCCESS) wrong = check_arrays(MPI_ERR_BUFFER, displs); // as in Open MPI
    return swap_blocks(sides, sendbuf, from, recvbuf, to, from_members(recvcounts), &inputs, wrong);
}

int intercomm_alltoall(Intercommunicator &sides, const void *sendbuf, MPI_Count sendcount,
                       MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                       MPI_Datatype recvtype) noexcept {
    const auto from = [&](int r) {
        return block_at(sendbuf, times(r, sendcount), sendcount, sendtype);
    };
    const auto to = [&](int r) {
        return block_at(recvbuf, times(r, recvcount), recvcount, recvtype);
    };
    return swap_blocks(sides, sendbuf, from, recvbuf, to, from_members(recvcount));
}

int intercomm_alltoallv(Intercommunicator &sides, const void *sendbuf, NumberArray sendcounts,
                        NumberArray sdispls, MPI_Datatype sendtype, void *recvbuf,
                        NumberArray recvcounts, NumberArray rdispls,
                        MPI_Datatype recvtype) noexcept {
    const auto from = [&](int r) { return block_at(sendbuf, sdispls[r], sendcounts[r], sendtype); };
    const auto to = [&](int r) { return block_at(recvbuf, rdispls[r], recvcounts[r], recvtype); };
    return swap_blocks(sides, sendbuf, from, recvbuf, to, from_members(recvcounts), nullptr,
                       check_arrays(MPI_ERR_ARG, sendcounts, sdispls, recvcounts, rdispls));
}

int intercomm_alltoallw(Intercommunicator &sides, const void *sendbuf, NumberArray sendcounts,
                        NumberArray sdispls, const MPI_Datatype sendtypes[], void *recvbuf,
                        NumberArray recvcounts, NumberArray rdispls,
                        const MPI_Datatype recvtypes[]) noexcept {
    const auto at = [](const void *buffer, MPI_Count bytes, MPI_Count count, MPI_Datatype type) {
        return Block{static_cast<std::byte *>(const_cast<void *>(buffer)) + bytes, count, type};
    };
    const auto from = [&](int r) { return at(sendbuf, sdispls[r], sendcounts[r], sendtypes[r]); };
    const auto to = [&](int r) { return at(recvbuf, rdispls[r], recvcounts[r], recvtypes[r]); };
    return swap_blocks(
        sides, sendbuf, from, recvbuf, to, from_members(recvcounts), nullptr,
        check_arrays(MPI_ERR_ARG, sendcounts, sdispls, sendtypes, recvcounts, rdispls, recvtypes));
}

} // namespace closeranks
