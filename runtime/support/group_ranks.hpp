#pragma once

#include <mpi.h>

#include <vector>

namespace closeranks {

/// The ranks in `to` of all members of `from`, in its order; MPI_UNDEFINED: a member is not in `to`
/// (a local query).
[[nodiscard]] std::vector<int> translate_ranks(MPI_Group from, MPI_Group to);

/// The rank of this process in an argument of the program; MPI_UNDEFINED also where the argument is
/// no group. The MPI would raise that error on a communicator of its choice.
[[nodiscard]] int rank_in(MPI_Group group) noexcept;

/// True for a handle that is not certainly invalid.
[[nodiscard]] inline bool is_group(MPI_Group group) noexcept {
    return group != nullptr && group != MPI_GROUP_NULL;
}

} // namespace closeranks
