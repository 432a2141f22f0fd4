#include "runtime/collectives/compacted_collectives.hpp"

#include "runtime/collectives/request_group.hpp"
#include "runtime/support/datatype_copy.hpp"
#include "runtime/support/large.hpp"

#include <cstddef>
#include <vector>

namespace closeranks {

namespace {

/// The data that is sent to, or received from, one neighbour. `offset` is in units of the call:
/// extents of the datatype, or bytes for the w form.
struct NeighborBlock {
    MPI_Count count;
    MPI_Datatype type;
    MPI_Aint offset;
};

/// Pairs messages between the same two processes by tag. On a grid whose dimension has one or two
/// periodic processes both neighbours are the same process. A message that is sent upwards is
/// received from below, and the reverse. Open MPI pairs them in this way (coll_basic_neighbor_*.c).
/// In graphs it pairs them by order, which MPI keeps.
class Tags {
  public:
    explicit Tags(const Topology &topology) noexcept
        : by_direction_(topology.kind == Topology::Kind::cartesian) {}
    [[nodiscard]] int of_send(std::size_t i) const noexcept {
        // A message sent upwards is received from below.
        return of_receive(by_direction_ ? i ^ 1U : i);
    }
    [[nodiscard]] int of_receive(std::size_t i) const noexcept {
        return by_direction_ ? static_cast<int>(i) : 0;
    }

  private:
    bool by_direction_;
};

/// One call's arguments: the blocks in the order of the neighbours, and the unit of their offsets.
struct Side {
    std::vector<NeighborBlock> blocks;
    bool in_bytes = false;

    [[nodiscard]] MPI_Aint byte_offset(const NeighborBlock &block) const noexcept {
        if (in_bytes || block.offset == 0) return block.offset;
        const bool has_type = block.type != nullptr && block.type != MPI_DATATYPE_NULL;
        return has_type ? block.offset * extent_of(block.type).extent : 0;
    }
    /// `buffer` may be MPI_BOTTOM: then each block is at an address of its own.
    [[nodiscard]] int check(const void *buffer, MPI_Comm working) const noexcept {
        for (const NeighborBlock &block : blocks) {
            const auto *const place = static_cast<const std::byte *>(buffer) + byte_offset(block);
            if (const int code = check_elements(place, block.count, block.type, working);
                code != MPI_SUCCESS)
                return code;
        }
        return MPI_SUCCESS;
    }
};

int exchange(Communicator &c, MPI_Comm working, const Neighbours &neighbours, const void *sendbuf,
             const Side &sends, void *recvbuf, const Side &receives) {
    // All arguments are checked first, because no error of the program may occur once messages are
    // on their way.
    if (const int code = sends.check(sendbuf, working); code != MPI_SUCCESS) return code;
    if (const int code = receives.check(recvbuf, working); code != MPI_SUCCESS) return code;

    const Tags tags(c.identity.topology());
    RequestGroup pending(working);
    for (std::size_t i = 0; i < receives.blocks.size(); ++i) {
        const LiveRank peer = c.working_ranks->live(neighbours.sources[i]);
        if (peer == RankMap::missing || number_of(peer) == MPI_PROC_NULL) continue;
        const NeighborBlock &block = receives.blocks[i];
        std::byte *place = static_cast<std::byte *>(recvbuf) + receives.byte_offset(block);
        pending.start([&](MPI_Request *request) {
            return CLOSERANKS_LARGE(Irecv)(place, block.count, block.type, number_of(peer),
                                           tags.of_receive(i), working, request);
        });
    }
    for (std::size_t i = 0; i < sends.blocks.size(); ++i) {
        const LiveRank peer = c.working_ranks->live(neighbours.destinations[i]);
        if (peer == RankMap::missing || number_of(peer) == MPI_PROC_NULL) continue;
        const NeighborBlock &block = sends.blocks[i];
        const std::byte *place = static_cast<const std::byte *>(sendbuf) + sends.byte_offset(block);
        pending.start([&](MPI_Request *request) {
            return CLOSERANKS_LARGE(Isend)(place, block.count, block.type, number_of(peer),
                                           tags.of_send(i), working, request);
        });
    }
    return pending.finish();
}

/// A side of `degree` blocks, block_at(i) for neighbour i.
template <typename BlockAt>
Side make_side(const std::vector<int> &neighbours, BlockAt block_at, bool in_bytes = false) {
    Side side;
    side.in_bytes = in_bytes;
    side.blocks.reserve(neighbours.size());
    for (std::size_t i = 0; i < neighbours.size(); ++i)
        side.blocks.push_back(block_at(i));
    return side;
}

/// The checks that Open MPI makes of the arguments as a whole.
int check_call(const Communicator &c, const void *sendbuf, const void *recvbuf) noexcept {
    if (!c.identity.topology()) return MPI_ERR_TOPOLOGY;
    if (sendbuf == MPI_IN_PLACE || recvbuf == MPI_IN_PLACE) return MPI_ERR_ARG;
    return MPI_SUCCESS;
}

/// True when an array argument is missing that has to describe neighbours.
template <typename... Arrays>
bool lacks_arrays(const std::vector<int> &neighbours, Arrays... arrays) noexcept {
    return !neighbours.empty() && (!arrays || ...);
}

MPI_Aint times(std::size_t i, MPI_Count count) noexcept { return static_cast<MPI_Aint>(i) * count; }

} // namespace

int compacted_neighbor_allgather(Communicator &c, MPI_Comm working, const void *sendbuf,
                                 MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                                 MPI_Count recvcount, MPI_Datatype recvtype) noexcept {
    if (const int code = check_call(c, sendbuf, recvbuf); code != MPI_SUCCESS) return code;
    const Neighbours neighbours = neighbours_of(c.identity.topology(), c.rank);
    const Side sends = make_side(neighbours.destinations, [&](std::size_t) {
        return NeighborBlock{sendcount, sendtype, 0};
    });
    const Side receives = make_side(neighbours.sources, [&](std::size_t i) {
        return NeighborBlock{recvcount, recvtype, times(i, recvcount)};
    });
    return exchange(c, working, neighbours, sendbuf, sends, recvbuf, receives);
}

int compacted_neighbor_allgatherv(Communicator &c, MPI_Comm working, const void *sendbuf,
                                  MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                                  NumberArray recvcounts, NumberArray displs,
                                  MPI_Datatype recvtype) noexcept {
    if (const int code = check_call(c, sendbuf, recvbuf); code != MPI_SUCCESS) return code;
    const Neighbours neighbours = neighbours_of(c.identity.topology(), c.rank);
    if (lacks_arrays(neighbours.sources, recvcounts, displs)) return MPI_ERR_ARG;
    const Side sends = make_side(neighbours.destinations, [&](std::size_t) {
        return NeighborBlock{sendcount, sendtype, 0};
    });
    const Side receives = make_side(neighbours.sources, [&](std::size_t i) {
        return NeighborBlock{recvcounts[i], recvtype, displs[i]};
    });
    return exchange(c, working, neighbours, sendbuf, sends, recvbuf, receives);
}

int compacted_neighbor_alltoall(Communicator &c, MPI_Comm working, const void *sendbuf,
                                MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                                MPI_Count recvcount, MPI_Datatype recvtype) noexcept {
    if (const int code = check_call(c, sendbuf, recvbuf); code != MPI_SUCCESS) return code;
    const Neighbours neighbours = neighbours_of(c.identity.topology(), c.rank);
    const Side sends = make_side(neighbours.destinations, [&](std::size_t i) {
        return NeighborBlock{sendcount, sendtype, times(i, sendcount)};
    });
    const Side receives = make_side(neighbours.sources, [&](std::size_t i) {
        return NeighborBlock{recvcount, recvtype, times(i, recvcount)};
    });
    return exchange(c, working, neighbours, sendbuf, sends, recvbuf, receives);
}

int compacted_neighbor_alltoallv(Communicator &c, MPI_Comm working, const void *sendbuf,
                                 NumberArray sendcounts, NumberArray sdispls, MPI_Datatype sendtype,
                                 void *recvbuf, NumberArray recvcounts, NumberArray rdispls,
                                 MPI_Datatype recvtype) noexcept {
    if (const int code = check_call(c, sendbuf, recvbuf); code != MPI_SUCCESS) return code;
    const Neighbours neighbours = neighbours_of(c.identity.topology(), c.rank);
    if (lacks_arrays(neighbours.destinations, sendcounts, sdispls) ||
        lacks_arrays(neighbours.sources, recvcounts, rdispls))
        return MPI_ERR_ARG;
    const Side sends = make_side(neighbours.destinations, [&](std::size_t i) {
        return NeighborBlock{sendcounts[i], sendtype, sdispls[i]};
    });
    const Side receives = make_side(neighbours.sources, [&](std::size_t i) {
        return NeighborBlock{recvcounts[i], recvtype, rdispls[i]};
    });
    return exchange(c, working, neighbours, sendbuf, sends, recvbuf, receives);
}

int compacted_neighbor_alltoallw(Communicator &c, MPI_Comm working, const void *sendbuf,
                                 NumberArray sendcounts, NumberArray sdispls,
                                 const MPI_Datatype sendtypes[], void *recvbuf,
                                 NumberArray recvcounts, NumberArray rdispls,
                                 const MPI_Datatype recvtypes[]) noexcept {
    if (const int code = check_call(c, sendbuf, recvbuf); code != MPI_SUCCESS) return code;
    const Neighbours neighbours = neighbours_of(c.identity.topology(), c.rank);
    if (lacks_arrays(neighbours.destinations, sendcounts, sdispls, sendtypes) ||
        lacks_arrays(neighbours.sources, recvcounts, rdispls, recvtypes))
        return MPI_ERR_ARG;
    const bool in_bytes = true;
    const Side sends = make_side(
        neighbours.destinations,
        [&](std::size_t i) {
            return NeighborBlock{sendcounts[i], sendtypes[i], sdispls[i]};
        },
        in_bytes);
    const Side receives = make_side(
        neighbours.sources,
        [&](std::size_t i) {
            return NeighborBlock{recvcounts[i], recvtypes[i], rdispls[i]};
        },
        in_bytes);
    return exchange(c, working, neighbours, sendbuf, sends, recvbuf, receives);
}

} // namespace closeranks
