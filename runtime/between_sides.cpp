#include "runtime/between_sides.hpp"

#include "runtime/collective.hpp"
#include "runtime/commit.hpp"
#include "runtime/elements.hpp"
#include "runtime/snapshot.hpp"
#include "runtime/transfers.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace closeranks {

namespace {

constexpr int tag =
    0; // one operation at a time, and messages between two processes keep their order

/// What is sent to, or received from, one process; none: nothing.
struct Block {
    std::byte *place;
    int count;
    MPI_Datatype type;
};
using MaybeBlock = std::optional<Block>;

/// Block `i` of `count` elements each, or at a displacement; only ever read if it is sent.
Block block_at(const void *buffer, MPI_Aint elements, int count, MPI_Datatype type) noexcept {
    auto *const first = static_cast<std::byte *>(const_cast<void *>(buffer));
    const bool moved = elements != 0 && type != MPI_DATATYPE_NULL;
    const MPI_Aint extent = moved ? layout_of(type).extent : 0;
    return {first + elements * extent, count, type};
}

int check(const Block &block, const void *buffer, MPI_Comm working) noexcept {
    if (buffer == MPI_IN_PLACE) return MPI_ERR_ARG;
    return check_elements(buffer, block.count, block.type, working);
}

/// Exchanges blocks with the remote side: `sent(r)` goes to its rank `r`, `received(r)` comes from
/// there. Nothing may go wrong by the program's fault once messages are on their way, so the blocks
/// have been checked.
template <typename Sent, typename Received>
int exchange(const Intercommunicator &sides, MPI_Comm working, Sent sent, Received received) {
    Transfers pending(working);
    for (int r = 0; r < sides.remote_size; ++r) {
        const int peer = sides.live_remote(r);
        const MaybeBlock block = peer == RankMap::missing ? std::nullopt : received(r);
        if (block)
            pending.start([&](MPI_Request *request) {
                return real.Irecv(block->place, block->count, block->type, peer, tag, working,
                                  request);
            });
    }
    for (int r = 0; r < sides.remote_size; ++r) {
        const int peer = sides.live_remote(r);
        const MaybeBlock block = peer == RankMap::missing ? std::nullopt : sent(r);
        if (block)
            pending.start([&](MPI_Request *request) {
                return real.Isend(block->place, block->count, block->type, peer, tag, working,
                                  request);
            });
    }
    return pending.finish();
}

/// Whoever gets the root's data in a broadcast.
struct Receiver {
    const Snapshot before;
    bool served = false; ///< somebody stands in for a missing root
};

/// Runs `native(working)` until both sides agree on its outcome. `root` is that of the program's
/// call, MPI_PROC_NULL for those without one; when it is missing the policy decides, unless the
/// `receiver` has been served.
template <typename Native>
int run(Entry &entry, Intercommunicator &sides, Contributions contributions, Native native,
        int root = MPI_PROC_NULL, Snapshot *inputs = nullptr,
        const Receiver *receiver = nullptr) noexcept {
    if (root != MPI_ROOT && root != MPI_PROC_NULL && (root < 0 || root >= sides.remote_size))
        return sides.peers->raise(MPI_ERR_ROOT);
    const auto call = [&](MPI_Comm working, int) { return native(working); };
    Operation operation{.function = entry.function(),
                        .native = call,
                        .inputs = inputs,
                        .contributions = contributions,
                        .kept = agree_on()};
    const int code = run_carefully(*sides.joint, operation);
    if (code != MPI_SUCCESS) return sides.peers->raise(code);
    if (root < 0 || sides.live_remote(root) != RankMap::missing) return code;
    if (receiver != nullptr) {
        if (receiver->served) return code;
        receiver->before.restore();
    }
    return apply_policy(*sides.peers, entry.function(), root);
}

/// Room for `count` elements, for the leader of a side.
class Room {
  public:
    Room(MPI_Count count, MPI_Datatype type) : layout_(layout_of(type)) {
        const MPI_Aint extent = layout_.extent < 0 ? -layout_.extent : layout_.extent;
        const MPI_Aint span =
            count == 0 ? 0 : layout_.true_extent + static_cast<MPI_Aint>(count - 1) * extent;
        memory_.resize(static_cast<std::size_t>(span) + 1);
        begin_ = memory_.data() - layout_.true_lower_bound;
        if (layout_.extent < 0) begin_ += static_cast<MPI_Aint>(count - 1) * extent;
    }
    [[nodiscard]] std::byte *data() noexcept { return begin_; }

  private:
    Layout layout_;
    std::vector<std::byte> memory_;
    std::byte *begin_;
};

constexpr int lowest = 0; // who leads a side: its lowest survivor

bool is_leader(const Intercommunicator &sides) noexcept {
    int rank = 0;
    static_cast<void>(real.Comm_rank(sides.joint->side.get(), &rank));
    return rank == lowest;
}

/// This side's values combined, at its leader.
int reduce_side(const Intercommunicator &sides, const void *sendbuf, void *result, int count,
                MPI_Datatype type, MPI_Op op) noexcept {
    if (sendbuf == MPI_IN_PLACE) return MPI_ERR_ARG;
    return real.Reduce(sendbuf, result, count, type, op, lowest, sides.joint->side.get());
}

/// The leaders exchange `mine` for `theirs`; nothing happens when there is no remote leader.
int trade(const Intercommunicator &sides, MPI_Comm working, const void *mine, void *theirs,
          int count, MPI_Datatype type) noexcept {
    const int leader = sides.remote_leader();
    if (leader == RankMap::missing) return MPI_SUCCESS;
    Transfers pending(working);
    pending.start([&](MPI_Request *request) {
        return real.Irecv(theirs, count, type, leader, tag, working, request);
    });
    pending.start([&](MPI_Request *request) {
        return real.Isend(mine, count, type, leader, tag, working, request);
    });
    return pending.finish();
}

bool has_remote(const Intercommunicator &sides) noexcept {
    return sides.remote_leader() != RankMap::missing;
}

/// Gather and Gatherv: `place(r)` is where the root wants rank `r`'s block.
template <typename Place>
int gather(Entry &entry, Intercommunicator &sides, const void *sendbuf, int sendcount,
           MPI_Datatype sendtype, const void *recvbuf, Place place, int root,
           Contributions contributions) noexcept {
    const auto native = [&](MPI_Comm working) {
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
    return run(entry, sides, root == MPI_ROOT ? contributions : from_nobody(), native, root);
}

/// Scatter and Scatterv: `place(r)` is what the root has for rank `r`.
template <typename Place>
int scatter(Entry &entry, Intercommunicator &sides, const void *sendbuf, Place place, void *recvbuf,
            int recvcount, MPI_Datatype recvtype, int root) noexcept {
    const auto native = [&](MPI_Comm working) {
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
    return run(entry, sides, from_nobody(), native, root);
}

/// Allgather and Alltoall in all their forms: `from(r)` goes to rank `r`, `to(r)` comes from it.
template <typename From, typename To>
int swap_blocks(Entry &entry, Intercommunicator &sides, const void *sendbuf, From from,
                const void *recvbuf, To to, Contributions contributions,
                Snapshot *inputs = nullptr) noexcept {
    const auto native = [&](MPI_Comm working) {
        for (int r = 0; r < sides.remote_size; ++r) {
            if (const int code = check(from(r), sendbuf, working); code != MPI_SUCCESS) return code;
            if (const int code = check(to(r), recvbuf, working); code != MPI_SUCCESS) return code;
        }
        return exchange(
            sides, working, [&](int r) { return MaybeBlock(from(r)); },
            [&](int r) { return MaybeBlock(to(r)); });
    };
    return run(entry, sides, contributions, native, MPI_PROC_NULL, inputs);
}

/// Reduce_scatter and Reduce_scatter_block: `counts` for each rank of this side.
int reduce_scatter(Entry &entry, Intercommunicator &sides, const void *sendbuf, void *recvbuf,
                   const std::vector<int> &counts, MPI_Datatype type, MPI_Op op) noexcept {
    const auto native = [&](MPI_Comm working) {
        const MPI_Count all = sum(counts.data(), sides.local_size);
        const int total = static_cast<int>(all);
        const int own = counts[static_cast<std::size_t>(sides.rank)];
        if (const int code = check_elements(recvbuf, own, type, working); code != MPI_SUCCESS)
            return code;
        const bool leads = is_leader(sides);
        Room mine(leads ? all : 0, type);
        Room theirs(leads ? all : 0, type);
        int code = reduce_side(sides, sendbuf, mine.data(), total, type, op);
        if (code != MPI_SUCCESS || !has_remote(sides)) return code;
        if (leads) code = trade(sides, working, mine.data(), theirs.data(), total, type);
        if (code != MPI_SUCCESS) return code;
        std::vector<int> live_counts;
        std::vector<int> displs;
        for (int r = 0, at = 0; r < sides.local_size; at += counts[static_cast<std::size_t>(r++)]) {
            if (sides.live_local(r) == RankMap::missing) continue;
            live_counts.push_back(counts[static_cast<std::size_t>(r)]);
            displs.push_back(at);
        }
        return real.Scatterv(theirs.data(), live_counts.data(), displs.data(), type, recvbuf, own,
                             type, lowest, sides.joint->side.get());
    };
    return run(entry, sides, from_members(), native);
}

MPI_Aint times(int i, int count) noexcept { return MPI_Aint{i} * count; }

} // namespace

int sides_barrier(Entry &entry, Intercommunicator &sides) noexcept {
    return run(entry, sides, from_members(),
               [](MPI_Comm working) { return real.Barrier(working); });
}

int sides_bcast(Entry &entry, Intercommunicator &sides, void *buffer, int count,
                MPI_Datatype datatype, int root) noexcept {
    bool holds = false; // this process has the root's data
    const bool copies =
        root >= 0 && may_be_ignored(*sides.peers, entry.function(), Operation::no_root);
    Receiver receiver{.before = copies ? Snapshot(buffer, count, datatype) : Snapshot()};
    const auto native = [&](MPI_Comm working) {
        if (root == MPI_PROC_NULL) return MPI_SUCCESS;
        const Block block = block_at(buffer, 0, count, datatype);
        if (int code = check(block, buffer, working); code != MPI_SUCCESS) return code;
        const int peer = root == MPI_ROOT ? sides.remote_leader() : sides.live_remote(root);
        if (peer == RankMap::missing && root == MPI_ROOT) return MPI_SUCCESS;
        if (peer == RankMap::missing) {
            const MPI_Comm side = sides.joint->side.get();
            int code = MPI_SUCCESS;
            const int holder = find_holder(side, holds, code);
            receiver.served = holder != RankMap::missing;
            return receiver.served ? real.Bcast(buffer, count, datatype, holder, side) : code;
        }
        Transfers pending(working);
        pending.start([&](MPI_Request *request) {
            if (root == MPI_ROOT)
                return real.Isend(buffer, count, datatype, peer, tag, working, request);
            return is_leader(sides)
                       ? real.Irecv(buffer, count, datatype, peer, tag, working, request)
                       : MPI_SUCCESS;
        });
        int code = pending.finish();
        if (root == MPI_ROOT || code != MPI_SUCCESS) return code;
        holds = is_leader(sides);
        code = real.Bcast(buffer, count, datatype, lowest, sides.joint->side.get());
        holds = holds || code == MPI_SUCCESS;
        return code;
    };
    return run(entry, sides, from_nobody(), native, root, nullptr, &receiver);
}

int sides_gather(Entry &entry, Intercommunicator &sides, const void *sendbuf, int sendcount,
                 MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                 int root) noexcept {
    const auto place = [&](int r) {
        return block_at(recvbuf, times(r, recvcount), recvcount, recvtype);
    };
    return gather(entry, sides, sendbuf, sendcount, sendtype, recvbuf, place, root,
                  from_members(recvcount));
}

int sides_gatherv(Entry &entry, Intercommunicator &sides, const void *sendbuf, int sendcount,
                  MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int displs[],
                  MPI_Datatype recvtype, int root) noexcept {
    const auto place = [&](int r) { return block_at(recvbuf, displs[r], recvcounts[r], recvtype); };
    return gather(entry, sides, sendbuf, sendcount, sendtype, recvbuf, place, root,
                  from_members(recvcounts));
}

int sides_scatter(Entry &entry, Intercommunicator &sides, const void *sendbuf, int sendcount,
                  MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                  int root) noexcept {
    const auto place = [&](int r) {
        return block_at(sendbuf, times(r, sendcount), sendcount, sendtype);
    };
    return scatter(entry, sides, sendbuf, place, recvbuf, recvcount, recvtype, root);
}

int sides_scatterv(Entry &entry, Intercommunicator &sides, const void *sendbuf,
                   const int sendcounts[], const int displs[], MPI_Datatype sendtype, void *recvbuf,
                   int recvcount, MPI_Datatype recvtype, int root) noexcept {
    const auto place = [&](int r) { return block_at(sendbuf, displs[r], sendcounts[r], sendtype); };
    return scatter(entry, sides, sendbuf, place, recvbuf, recvcount, recvtype, root);
}

int sides_allgather(Entry &entry, Intercommunicator &sides, const void *sendbuf, int sendcount,
                    MPI_Datatype sendtype, void *recvbuf, int recvcount,
                    MPI_Datatype recvtype) noexcept {
    // A redo among fewer ranks does not write all that a broken-off attempt may have written.
    Snapshot inputs(recvbuf, MPI_Count{recvcount} * sides.remote_size, recvtype);
    const auto from = [&](int) { return block_at(sendbuf, 0, sendcount, sendtype); };
    const auto to = [&](int r) {
        return block_at(recvbuf, times(r, recvcount), recvcount, recvtype);
    };
    return swap_blocks(entry, sides, sendbuf, from, recvbuf, to, from_members(recvcount), &inputs);
}

int sides_allgatherv(Entry &entry, Intercommunicator &sides, const void *sendbuf, int sendcount,
                     MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                     const int displs[], MPI_Datatype recvtype) noexcept {
    Snapshot inputs(recvbuf, recvcounts, displs, recvtype, sides.remote_size);
    const auto from = [&](int) { return block_at(sendbuf, 0, sendcount, sendtype); };
    const auto to = [&](int r) { return block_at(recvbuf, displs[r], recvcounts[r], recvtype); };
    return swap_blocks(entry, sides, sendbuf, from, recvbuf, to, from_members(recvcounts), &inputs);
}

int sides_alltoall(Entry &entry, Intercommunicator &sides, const void *sendbuf, int sendcount,
                   MPI_Datatype sendtype, void *recvbuf, int recvcount,
                   MPI_Datatype recvtype) noexcept {
    const auto from = [&](int r) {
        return block_at(sendbuf, times(r, sendcount), sendcount, sendtype);
    };
    const auto to = [&](int r) {
        return block_at(recvbuf, times(r, recvcount), recvcount, recvtype);
    };
    return swap_blocks(entry, sides, sendbuf, from, recvbuf, to, from_members(recvcount));
}

int sides_alltoallv(Entry &entry, Intercommunicator &sides, const void *sendbuf,
                    const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
                    void *recvbuf, const int recvcounts[], const int rdispls[],
                    MPI_Datatype recvtype) noexcept {
    const auto from = [&](int r) { return block_at(sendbuf, sdispls[r], sendcounts[r], sendtype); };
    const auto to = [&](int r) { return block_at(recvbuf, rdispls[r], recvcounts[r], recvtype); };
    return swap_blocks(entry, sides, sendbuf, from, recvbuf, to, from_members(recvcounts));
}

int sides_alltoallw(Entry &entry, Intercommunicator &sides, const void *sendbuf,
                    const int sendcounts[], const int sdispls[], const MPI_Datatype sendtypes[],
                    void *recvbuf, const int recvcounts[], const int rdispls[],
                    const MPI_Datatype recvtypes[]) noexcept {
    const auto at = [](const void *buffer, int bytes, int count, MPI_Datatype type) {
        return Block{static_cast<std::byte *>(const_cast<void *>(buffer)) + bytes, count, type};
    };
    const auto from = [&](int r) { return at(sendbuf, sdispls[r], sendcounts[r], sendtypes[r]); };
    const auto to = [&](int r) { return at(recvbuf, rdispls[r], recvcounts[r], recvtypes[r]); };
    return swap_blocks(entry, sides, sendbuf, from, recvbuf, to, from_members(recvcounts));
}

int sides_reduce(Entry &entry, Intercommunicator &sides, const void *sendbuf, void *recvbuf,
                 int count, MPI_Datatype datatype, MPI_Op op, int root) noexcept {
    const auto native = [&](MPI_Comm working) {
        if (root == MPI_PROC_NULL) return MPI_SUCCESS;
        const void *const given = root == MPI_ROOT ? recvbuf : sendbuf;
        const Block block = block_at(given, 0, count, datatype);
        if (const int code = check(block, given, working); code != MPI_SUCCESS) return code;
        const int peer = root == MPI_ROOT ? sides.remote_leader() : sides.live_remote(root);
        if (peer == RankMap::missing) return MPI_SUCCESS;
        Transfers pending(working);
        if (root == MPI_ROOT) {
            pending.start([&](MPI_Request *request) {
                return real.Irecv(recvbuf, count, datatype, peer, tag, working, request);
            });
            return pending.finish();
        }
        const bool leads = is_leader(sides);
        Room result(leads ? count : 0, datatype);
        const int code = reduce_side(sides, sendbuf, result.data(), count, datatype, op);
        if (code != MPI_SUCCESS || !leads) return code;
        pending.start([&](MPI_Request *request) {
            return real.Isend(result.data(), count, datatype, peer, tag, working, request);
        });
        return pending.finish();
    };
    return run(entry, sides, root == MPI_ROOT ? from_members(count) : from_nobody(), native, root);
}

int sides_allreduce(Entry &entry, Intercommunicator &sides, const void *sendbuf, void *recvbuf,
                    int count, MPI_Datatype datatype, MPI_Op op) noexcept {
    const auto native = [&](MPI_Comm working) {
        const Block block = block_at(recvbuf, 0, count, datatype);
        if (const int code = check(block, recvbuf, working); code != MPI_SUCCESS) return code;
        const bool leads = is_leader(sides);
        Room mine(leads ? count : 0, datatype);
        int code = reduce_side(sides, sendbuf, mine.data(), count, datatype, op);
        if (code != MPI_SUCCESS || !has_remote(sides)) return code;
        if (leads) code = trade(sides, working, mine.data(), recvbuf, count, datatype);
        if (code != MPI_SUCCESS) return code;
        return real.Bcast(recvbuf, count, datatype, lowest, sides.joint->side.get());
    };
    return run(entry, sides, from_members(count), native);
}

int sides_reduce_scatter(Entry &entry, Intercommunicator &sides, const void *sendbuf, void *recvbuf,
                         const int recvcounts[], MPI_Datatype datatype, MPI_Op op) noexcept {
    const std::vector<int> counts(recvcounts, recvcounts + sides.local_size);
    return reduce_scatter(entry, sides, sendbuf, recvbuf, counts, datatype, op);
}

int sides_reduce_scatter_block(Entry &entry, Intercommunicator &sides, const void *sendbuf,
                               void *recvbuf, int recvcount, MPI_Datatype datatype,
                               MPI_Op op) noexcept {
    const std::vector<int> counts(static_cast<std::size_t>(sides.local_size), recvcount);
    return reduce_scatter(entry, sides, sendbuf, recvbuf, counts, datatype, op);
}

} // namespace closeranks
