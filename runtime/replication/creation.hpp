#pragma once

#include "runtime/replication/communicator.hpp"
#include "runtime/replication/raising.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace closeranks::replication {

/// What all creations of communicators stand on.

/// The ranks of a group of the program, and the group of such ranks. Real calls' codes.
[[nodiscard]] int ranks_of(MPI_Group group, std::vector<int> &ranks);
[[nodiscard]] int group_of_ranks(std::span<const int> ranks, MPI_Group *group);

/// Where `rank` is in `ranks`; -1: nowhere.
[[nodiscard]] int place_of(int rank, std::span<const int> ranks) noexcept;

/// A new intracommunicator of `ranks`, which include the own one; not published yet.
[[nodiscard]] std::shared_ptr<Communicator> make_intra(std::vector<int> ranks,
                                                       std::uint64_t context);

/// A new intercommunicator; not published yet.
[[nodiscard]] std::shared_ptr<Communicator>
make_inter(std::vector<int> ranks, std::vector<int> remote, std::uint64_t context);

/// Calls `creation(parent, &made)`, and raises what it says on the communicator that the call is
/// on. After an error the program's variable is as it was.
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

/// What each member has, by place: `mine` has the same length at all of them. In an
/// intercommunicator: what the members of the other side have. Collective.
[[nodiscard]] int gather_all(Communicator &c, std::span<const int> mine, std::vector<int> &all);

} // namespace closeranks::replication
