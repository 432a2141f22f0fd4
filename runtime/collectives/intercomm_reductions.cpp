// Reductions between two sides: each side combines its values, and the leaders exchange them.

#include "runtime/collectives/side_parts.hpp"
#include "runtime/support/large.hpp"

#include <vector>

namespace closeranks {

using namespace side_parts;

namespace {

/// Room for `count` elements, for the leader of a side.
class Room {
  public:
    Room(MPI_Count count, MPI_Datatype type) : layout_(extent_of(type)) {
        const MPI_Aint extent = layout_.extent < 0 ? -layout_.extent : layout_.extent;
        const MPI_Aint span =
            count == 0 ? 0 : layout_.true_extent + static_cast<MPI_Aint>(count - 1) * extent;
        memory_.resize(static_cast<std::size_t>(span) + 1);
        begin_ = memory_.data() - layout_.true_lower_bound;
        if (layout_.extent < 0) begin_ += static_cast<MPI_Aint>(count - 1) * extent;
    }
    [[nodiscard]] std::byte *data() noexcept { return begin_; }

  private:
    DatatypeExtent layout_;
    std::vector<std::byte> memory_;
    std::byte *begin_;
};

/// Combines this side's values at its leader.
int reduce_side(const Intercommunicator &sides, const void *sendbuf, void *result, MPI_Count count,
                MPI_Datatype type, MPI_Op op) noexcept {
    if (sendbuf == MPI_IN_PLACE) return MPI_ERR_ARG;
    return sides.joint->working.run_on_side([&](MPI_Comm side) {
        return CLOSERANKS_LARGE(Reduce)(sendbuf, result, count, type, op, lowest, side);
    });
}

/// The leaders exchange `mine` for `theirs`; nothing happens when there is no remote leader.
int trade(const Intercommunicator &sides, MPI_Comm working, const void *mine, void *theirs,
          MPI_Count count, MPI_Datatype type) noexcept {
    const LiveRank leader = sides.remote_leader();
    if (leader == RankMap::missing) return MPI_SUCCESS;
    RequestGroup pending(working);
    pending.start([&](MPI_Request *request) {
        return CLOSERANKS_LARGE(Irecv)(theirs, count, type, number_of(leader), tag, working,
                                       request);
    });
    pending.start([&](MPI_Request *request) {
        return CLOSERANKS_LARGE(Isend)(mine, count, type, number_of(leader), tag, working, request);
    });
    return pending.finish();
}

bool has_remote(const Intercommunicator &sides) noexcept {
    return sides.remote_leader() != RankMap::missing;
}

/// Checks the elements for all ranks of this side; those of this process are in `recvbuf`.
int check_counts(const Intercommunicator &sides, const std::vector<LargeCount> &counts,
                 const void *recvbuf, MPI_Datatype type, MPI_Comm working) noexcept {
    for (std::size_t r = 0; r < counts.size(); ++r) {
        const bool own = static_cast<int>(r) == sides.rank;
        const void *const place = own ? recvbuf : &counts; // that of the others is not known here
        if (const int code = check_elements(place, counts[r], type, working); code != MPI_SUCCESS)
            return code;
    }
    return counts.empty() ? MPI_ERR_COUNT : MPI_SUCCESS;
}

/// Reduce_scatter and Reduce_scatter_block: `counts` for each rank of this side; none: the program
/// gives no array.
int reduce_scatter(Intercommunicator &sides, const void *sendbuf, void *recvbuf,
                   const std::vector<LargeCount> &counts, MPI_Datatype type, MPI_Op op) noexcept {
    const auto native = [&](MPI_Comm working) {
        if (const int code = check_counts(sides, counts, recvbuf, type, working);
            code != MPI_SUCCESS)
            return code;
        const MPI_Count all = sum(counts.data(), sides.local_size);
        const LargeCount own = counts[static_cast<std::size_t>(sides.rank)];
        const bool leads = is_leader(sides);
        Room mine(leads ? all : 0, type);
        Room theirs(leads ? all : 0, type);
        int code = reduce_side(sides, sendbuf, mine.data(), all, type, op);
        if (code != MPI_SUCCESS || !has_remote(sides)) return code;
        if (leads) code = trade(sides, working, mine.data(), theirs.data(), all, type);
        if (code != MPI_SUCCESS) return code;
        std::vector<LargeCount> live_counts;
        std::vector<LargeDisplacement> displs;
        LargeDisplacement at = 0;
        for (int r = 0; r < sides.local_size; at += counts[static_cast<std::size_t>(r++)]) {
            if (sides.live_local(r) == RankMap::missing) continue;
            live_counts.push_back(counts[static_cast<std::size_t>(r)]);
            displs.push_back(at);
        }
        return sides.joint->working.run_on_side([&](MPI_Comm side) {
            return CLOSERANKS_LARGE(Scatterv)(theirs.data(), live_counts.data(), displs.data(),
                                              type, recvbuf, own, type, lowest, side);
        });
    };
    return run(sides, from_members(), native);
}

} // namespace

int intercomm_reduce(Intercommunicator &sides, const void *sendbuf, void *recvbuf, MPI_Count count,
                     MPI_Datatype datatype, MPI_Op op, int root) noexcept {
    const auto native = [&](MPI_Comm working) {
        if (root == MPI_PROC_NULL) return MPI_SUCCESS;
        const void *const given = root == MPI_ROOT ? recvbuf : sendbuf;
        const Block block = block_at(given, 0, count, datatype);
        if (const int code = check(block, given, working); code != MPI_SUCCESS) return code;
        const LiveRank peer = root == MPI_ROOT ? sides.remote_leader() : sides.live_remote(root);
        if (peer == RankMap::missing) return MPI_SUCCESS;
        RequestGroup pending(working);
        if (root == MPI_ROOT) {
            pending.start([&](MPI_Request *request) {
                return CLOSERANKS_LARGE(Irecv)(recvbuf, count, datatype, number_of(peer), tag,
                                               working, request);
            });
            return pending.finish();
        }
        const bool leads = is_leader(sides);
        Room result(leads ? count : 0, datatype);
        const int code = reduce_side(sides, sendbuf, result.data(), count, datatype, op);
        if (code != MPI_SUCCESS || !leads) return code;
        pending.start([&](MPI_Request *request) {
            return CLOSERANKS_LARGE(Isend)(result.data(), count, datatype, number_of(peer), tag,
                                           working, request);
        });
        return pending.finish();
    };
    return run(sides, root == MPI_ROOT ? from_members(count) : from_nobody(), native, root);
}

int intercomm_allreduce(Intercommunicator &sides, const void *sendbuf, void *recvbuf,
                        MPI_Count count, MPI_Datatype datatype, MPI_Op op) noexcept {
    const auto native = [&](MPI_Comm working) {
        const Block block = block_at(recvbuf, 0, count, datatype);
        if (const int code = check(block, recvbuf, working); code != MPI_SUCCESS) return code;
        const bool leads = is_leader(sides);
        Room mine(leads ? count : 0, datatype);
        int code = reduce_side(sides, sendbuf, mine.data(), count, datatype, op);
        if (code != MPI_SUCCESS || !has_remote(sides)) return code;
        if (leads) code = trade(sides, working, mine.data(), recvbuf, count, datatype);
        if (code != MPI_SUCCESS) return code;
        return sides.joint->working.run_on_side([&](MPI_Comm side) {
            return CLOSERANKS_LARGE(Bcast)(recvbuf, count, datatype, lowest, side);
        });
    };
    return run(sides, from_members(count), native);
}

int intercomm_reduce_scatter(Intercommunicator &sides, const void *sendbuf, void *recvbuf,
                             NumberArray recvcounts, MPI_Datatype datatype, MPI_Op op) noexcept {
    std::vector<LargeCount> counts;
    for (int r = 0; recvcounts && r < sides.local_size; ++r)
        counts.push_back(static_cast<LargeCount>(recvcounts[r]));
    return reduce_scatter(sides, sendbuf, recvbuf, counts, datatype, op);
}

int intercomm_reduce_scatter_block(Intercommunicator &sides, const void *sendbuf, void *recvbuf,
                                   MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op) noexcept {
    const std::vector<LargeCount> counts(static_cast<std::size_t>(sides.local_size),
                                         static_cast<LargeCount>(recvcount));
    return reduce_scatter(sides, sendbuf, recvbuf, counts, datatype, op);
}

} // namespace closeranks
