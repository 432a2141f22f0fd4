#pragma once

#include <mpi.h>

#include <vector>

namespace closeranks {

/// The ranks in `to` of all members of `from`, in its order; MPI_UNDEFINED: a member is not in `to`
/// (a local query).
[[nodiscard]] std::vector<int> translate_ranks(MPI_Group from, MPI_Group to);

} // namespace closeranks
