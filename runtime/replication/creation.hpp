#pragma once

#include "runtime/replication/communicator.hpp"
#include "runtime/replication/raising.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace closeranks::replication {

/// The base of all creations of communicators.

/// The ranks of a group of the program, and the group of such ranks. They return codes of real
/// calls.
[[nodiscard]] int ranks_of(MPI_Group group, std::vector<int> &ranks);
[[nodiscard]] int group_of_ranks(std::span<const int> ranks, MPI_Group *group);

/// The place of `rank` in `ranks`; -1: it is not there.
[[nodiscard]] int place_of(int rank, std::span<const int> ranks) noexcept;

/// A new intracommunicator of `ranks`, which include the own one; not published yet.
[[nodiscard]] std::shared_ptr<Communicator> make_intra(std::vector<int> ranks,
                                                       std::uint64_t context);

/// A new intercommunicator; not published yet.
[[nodiscard]] std::shared_ptr<Communicator>
make_inter(std::vector<int> ranks, std::vector<int> remote, std::uint64_t context);

/// Calls `creation(parent, &made)`, and raises its error on the communicator of the call. After an
/// error the program's variable is unchanged.
template <typename Creation>
[[nodiscard]] int create_from(MPI_Comm comm, MPI_Comm *made, Creation creation) {
    Communicator *const parent = find(comm);
    if (parent == nullptr) return raise(MPI_COMM_WORLD, MPI_ERR_COMM);
    if (made == nullptr) return raise(comm, MPI_ERR_ARG);
    MPI_Comm result = MPI_COMM_NULL;
    const int code = creation(*parent, &result);
    if (code == MPI_SUCCESS) *made = result;
    return raise(comm, code);
}

/// The values of all members, by place: `mine` has the same length at all of them. In an
/// intercommunicator: the values of the other side's members. Collective.
[[nodiscard]] int gather_all(Communicator &c, std::span<const int> mine, std::vector<int> &all);

} // namespace closeranks::replication
