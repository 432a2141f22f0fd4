#include "runtime/collectives/compacted_collectives.hpp"

#include "runtime/core/intercommunicator.hpp"
#include "runtime/support/datatype_copy.hpp"
#include "runtime/support/large.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace closeranks {

namespace {

/// `count` elements of `type` in a row as one datatype, or MPI_DATATYPE_NULL.
Type block_of(MPI_Count count, MPI_Datatype type) noexcept {
    Type block;
    const MPI_Aint extent = extent_of(type).extent * count;
    if (CLOSERANKS_LARGE(Type_contiguous)(count, type, block.out()) != MPI_SUCCESS) return {};
    // MPI makes the bounds span all elements, which differs from the sum of extents when an extent
    // is negative.
    if (const DatatypeExtent layout = extent_of(block.get()); layout.extent != extent) {
        Type resized;
        if (real.Type_create_resized(block.get(), layout.lower_bound, extent, resized.out()) !=
            MPI_SUCCESS)
            return {};
        block = std::move(resized);
    }
    MPI_Datatype handle = block.get();
    return real.Type_commit(&handle) == MPI_SUCCESS ? std::move(block) : Type{};
}

/// Memory for `count` elements of `type` whose bounds may be anywhere.
class Elements {
  public:
    Elements(MPI_Count count, MPI_Datatype type) : layout_(extent_of(type)) {
        const MPI_Count steps = std::max<MPI_Count>(count - 1, 0) * layout_.extent;
        before_ = layout_.true_lower_bound + std::min<MPI_Count>(steps, 0);
        const MPI_Count size = layout_.true_extent + (steps < 0 ? -steps : steps);
        memory_ = std::make_unique_for_overwrite<std::byte[]>(static_cast<std::size_t>(size));
    }

    /// The address at which the elements from `index` begin, as MPI needs it.
    [[nodiscard]] std::byte *at(MPI_Count index) const noexcept {
        return memory_.get() - before_ + index * layout_.extent;
    }

  private:
    DatatypeExtent layout_;
    MPI_Count before_ = 0;
    std::unique_ptr<std::byte[]> memory_;
};

/// The input blocks of the survivors, one after the other; count_of(rank) elements for each rank.
template <typename CountOf>
Elements survivors_blocks(const Communicator &c, const void *input, CountOf count_of,
                          MPI_Datatype type) {
    const MPI_Aint extent = extent_of(type).extent;
    MPI_Count total = 0;
    for (int survivor : c.working_ranks->survivors())
        total += count_of(survivor);
    Elements blocks(total, type);
    MPI_Count from = 0;
    MPI_Count to = 0;
    for (int rank = 0; rank < c.size; from += count_of(rank++)) {
        if (c.working_ranks->live(rank) == RankMap::missing) continue;
        copy_elements(static_cast<const std::byte *>(input) + from * extent, blocks.at(to),
                      count_of(rank), type);
        to += count_of(rank);
    }
    return blocks;
}

/// The survivors' elements of an array argument; nothing for nullptr.
template <typename Element>
std::vector<Element> live_numbers(const Communicator &c, NumberArray all) {
    std::vector<Element> live;
    if (!all) return live;
    for (const int survivor : c.working_ranks->survivors())
        live.push_back(static_cast<Element>(all[survivor]));
    return live;
}

template <typename Element> const Element *data_of(const std::vector<Element> &live) noexcept {
    return live.empty() ? nullptr : live.data();
}

const void *input_of(const void *sendbuf, const void *recvbuf) noexcept {
    return sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf;
}

} // namespace

Type block_type(const Communicator &c, MPI_Count count, MPI_Datatype type) noexcept {
    // The address is not known here and does not matter for this check.
    const int address = 0;
    const auto check = [&](MPI_Comm on) { return check_elements(&address, count, type, on); };
    return c.working.run(check) == MPI_SUCCESS ? block_of(count, type) : Type{};
}

int compacted_reduce_scatter(Communicator &c, MPI_Comm working, const void *sendbuf, void *recvbuf,
                             NumberArray recvcounts, MPI_Datatype datatype, MPI_Op op) noexcept {
    const void *input = input_of(sendbuf, recvbuf);
    if (!recvcounts)
        return CLOSERANKS_LARGE(Reduce_scatter)(sendbuf, recvbuf, nullptr, datatype, op, working);
    const auto counts = live_numbers<LargeCount>(c, recvcounts);
    for (int rank = 0; rank < c.size; ++rank)
        if (const int code = check_elements(input, recvcounts[rank], datatype, working);
            code != MPI_SUCCESS)
            return code;
    const Elements blocks = survivors_blocks(
        c, input, [&](int rank) { return recvcounts[rank]; }, datatype);
    return CLOSERANKS_LARGE(Reduce_scatter)(blocks.at(0), recvbuf, counts.data(), datatype, op,
                                            working);
}

int compacted_reduce_scatter_block(Communicator &c, MPI_Comm working, const void *sendbuf,
                                   void *recvbuf, MPI_Count recvcount, MPI_Datatype datatype,
                                   MPI_Op op) noexcept {
    const void *input = input_of(sendbuf, recvbuf);
    if (const int code = check_elements(input, recvcount, datatype, working); code != MPI_SUCCESS)
        return code;
    const Elements blocks = survivors_blocks(
        c, input, [&](int) { return recvcount; }, datatype);
    return CLOSERANKS_LARGE(Reduce_scatter_block)(blocks.at(0), recvbuf, recvcount, datatype, op,
                                                  working);
}

int compacted_alltoallw(Communicator &c, MPI_Comm working, const void *sendbuf,
                        NumberArray sendcounts, NumberArray sdispls, const MPI_Datatype sendtypes[],
                        void *recvbuf, NumberArray recvcounts, NumberArray rdispls,
                        const MPI_Datatype recvtypes[]) noexcept {
    const bool in_place = sendbuf == MPI_IN_PLACE; // the send arrays are not significant
    const NumberArray none;
    const auto live_sendcounts = live_numbers<LargeCount>(c, in_place ? none : sendcounts);
    const auto live_sdispls = live_numbers<LargeDisplacement>(c, in_place ? none : sdispls);
    const Compacted live_sendtypes(c, in_place ? nullptr : sendtypes);
    const auto live_recvcounts = live_numbers<LargeCount>(c, recvcounts);
    const auto live_rdispls = live_numbers<LargeDisplacement>(c, rdispls);
    const Compacted live_recvtypes(c, recvtypes);
    const bool alone = c.working_ranks->survivors().size() == 1;
    if (alone && !in_place && sdispls && rdispls) {
        const LargeDisplacement start = 0;
        return CLOSERANKS_LARGE(Alltoallw)(
            static_cast<const std::byte *>(sendbuf) + sdispls[c.rank], data_of(live_sendcounts),
            &start, live_sendtypes.data(), static_cast<std::byte *>(recvbuf) + rdispls[c.rank],
            data_of(live_recvcounts), &start, live_recvtypes.data(), working);
    }
    return CLOSERANKS_LARGE(Alltoallw)(sendbuf, data_of(live_sendcounts), data_of(live_sdispls),
                                       live_sendtypes.data(), recvbuf, data_of(live_recvcounts),
                                       data_of(live_rdispls), live_recvtypes.data(), working);
}

int members_of(const Communicator &c) noexcept { return c.size; }
int members_of(const Intercommunicator &sides) noexcept { return sides.remote_size; }
int own_side_of(const Communicator &c) noexcept { return c.size; }
int own_side_of(const Intercommunicator &sides) noexcept { return sides.local_size; }

int sources_of(const Communicator &c) {
    return static_cast<int>(neighbours_of(c.identity.topology(), c.rank).sources.size());
}

int destinations_of(const Communicator &c) {
    return static_cast<int>(neighbours_of(c.identity.topology(), c.rank).destinations.size());
}

} // namespace closeranks
