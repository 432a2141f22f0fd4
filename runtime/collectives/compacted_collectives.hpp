#pragma once

#include "runtime/core/communicator.hpp"
#include "runtime/support/large.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <vector>

namespace closeranks {

/// Helpers that turn a positional call into its v/w variant on the working communicator. Every
/// block stays at the place of its *application* rank, and the blocks of lost ranks are left
/// untouched. Generated wrappers combine the helpers as the spec says; they are used only while
/// ranks are missing.

/// An array argument with one element per application rank, reduced to the survivors' elements.
/// nullptr stays nullptr.
template <typename Element> class Compacted {
  public:
    Compacted(const Communicator &c, const Element *array) {
        if (array == nullptr) return;
        for (int survivor : c.working_ranks->survivors())
            elements_.push_back(array[survivor]);
    }
    [[nodiscard]] const Element *data() const noexcept {
        return elements_.empty() ? nullptr : elements_.data();
    }

  private:
    std::vector<Element> elements_;
};

/// `count` elements of `type` as one datatype; none if MPI rejects the arguments.
[[nodiscard]] Type block_type(const Communicator &c, MPI_Count count, MPI_Datatype type) noexcept;

/// A regular block argument (`count` elements of `type` per rank) as arguments of a v variant: one
/// element of a block type at the survivor's application rank. Displacements are counted in blocks,
/// so they cannot overflow where count * rank would.
///
/// Arguments that MPI rejects pass unchanged (the counts are `count`, the type is `type`). So the
/// call itself raises the error, or ignores the argument where it is not significant.
template <typename Count> class Blocks {
  public:
    using Displacement = std::conditional_t<std::is_same_v<Count, int>, int, MPI_Aint>;

    Blocks(const Communicator &c, Count count, MPI_Datatype type) noexcept
        : block_type_(block_type(c, count, type)), given_type_(type) {
        const auto survivors = c.working_ranks->survivors();
        ranks_.assign(survivors.begin(), survivors.end());
        counts_.assign(ranks_.size(), block_type_ ? 1 : count);
    }
    [[nodiscard]] const Count *counts() const noexcept { return counts_.data(); }
    [[nodiscard]] const Displacement *displs() const noexcept { return ranks_.data(); }
    [[nodiscard]] MPI_Datatype type() const noexcept {
        return block_type_ ? block_type_.get() : given_type_;
    }

  private:
    std::vector<Count> counts_;
    std::vector<Displacement> ranks_;
    Type block_type_;
    MPI_Datatype given_type_;
};

/// A copy of an array argument, for a call that continues when the program's array may no longer
/// exist. Open MPI reads counts before it returns. So mpi4py 3.1.4 frees those of Iallgatherv and
/// Ireduce_scatter at once, and Open MPI's Fortran layer does so with the datatypes of Ialltoallw.
/// nullptr stays nullptr, and an array of no elements has no copy.
template <typename Element>
[[nodiscard]] std::shared_ptr<Element[]> copy_array(const Element array[], int length) {
    if (array == nullptr) return nullptr;
    auto copy = std::make_shared<Element[]>(static_cast<std::size_t>(length));
    std::copy_n(array, length, copy.get());
    return copy;
}

/// The number of elements of an array argument. Arrays of an intercommunicator describe its remote
/// side, except for those of Reduce_scatter.
[[nodiscard]] int members_of(const Communicator &c) noexcept;
[[nodiscard]] int members_of(const Intercommunicator &sides) noexcept;
[[nodiscard]] int own_side_of(const Communicator &c) noexcept;
[[nodiscard]] int own_side_of(const Intercommunicator &sides) noexcept;
[[nodiscard]] int sources_of(const Communicator &c);
[[nodiscard]] int destinations_of(const Communicator &c);

/// Reduce_scatter and Reduce_scatter_block without the input blocks of lost ranks.
[[nodiscard]] int compacted_reduce_scatter(Communicator &c, MPI_Comm working, const void *sendbuf,
                                           void *recvbuf, NumberArray recvcounts,
                                           MPI_Datatype datatype, MPI_Op op) noexcept;
[[nodiscard]] int compacted_reduce_scatter_block(Communicator &c, MPI_Comm working,
                                                 const void *sendbuf, void *recvbuf,
                                                 MPI_Count recvcount, MPI_Datatype datatype,
                                                 MPI_Op op) noexcept;

/// Alltoallw among the survivors, of which there may be only one (Quirk::alltoallw_alone,
/// coll_self_alltoallw.c).
[[nodiscard]] int compacted_alltoallw(Communicator &c, MPI_Comm working, const void *sendbuf,
                                      NumberArray sendcounts, NumberArray sdispls,
                                      const MPI_Datatype sendtypes[], void *recvbuf,
                                      NumberArray recvcounts, NumberArray rdispls,
                                      const MPI_Datatype recvtypes[]) noexcept;

/// The neighbourhood collectives while ranks are missing. The library exchanges the blocks itself
/// on the working communicator, which has no topology, over the topology that the program knows
/// (MPI 4.1, 8.6). The blocks of missing neighbours, as those of MPI_PROC_NULL, are left untouched.
///
/// Arguments: those of the MPI call without its communicator, which is `c` for the program and
/// `working` for MPI. Returns the program's error, or a failure after which nothing is pending and
/// `working` is revoked.

[[nodiscard]] int compacted_neighbor_allgather(Communicator &c, MPI_Comm working,
                                               const void *sendbuf, MPI_Count sendcount,
                                               MPI_Datatype sendtype, void *recvbuf,
                                               MPI_Count recvcount, MPI_Datatype recvtype) noexcept;

[[nodiscard]] int compacted_neighbor_allgatherv(Communicator &c, MPI_Comm working,
                                                const void *sendbuf, MPI_Count sendcount,
                                                MPI_Datatype sendtype, void *recvbuf,
                                                NumberArray recvcounts, NumberArray displs,
                                                MPI_Datatype recvtype) noexcept;

[[nodiscard]] int compacted_neighbor_alltoall(Communicator &c, MPI_Comm working,
                                              const void *sendbuf, MPI_Count sendcount,
                                              MPI_Datatype sendtype, void *recvbuf,
                                              MPI_Count recvcount, MPI_Datatype recvtype) noexcept;

[[nodiscard]] int compacted_neighbor_alltoallv(Communicator &c, MPI_Comm working,
                                               const void *sendbuf, NumberArray sendcounts,
                                               NumberArray sdispls, MPI_Datatype sendtype,
                                               void *recvbuf, NumberArray recvcounts,
                                               NumberArray rdispls, MPI_Datatype recvtype) noexcept;

[[nodiscard]] int compacted_neighbor_alltoallw(Communicator &c, MPI_Comm working,
                                               const void *sendbuf, NumberArray sendcounts,
                                               NumberArray sdispls, const MPI_Datatype sendtypes[],
                                               void *recvbuf, NumberArray recvcounts,
                                               NumberArray rdispls,
                                               const MPI_Datatype recvtypes[]) noexcept;

} // namespace closeranks
