#pragma once

#include <mpi.h>

#include <vector>

namespace closeranks {

/// Ranks in MPI_COMM_WORLD of the processes in groups. Connected processes have the numbers behind
/// its ranks (foreign_processes.hpp).

/// The world ranks of all processes in `group`, in its order (a local query).
[[nodiscard]] std::vector<int> world_ranks_of(MPI_Group group);

/// The same for reports: it includes processes whose rank has a replacement process by now.
[[nodiscard]] std::vector<int> world_ranks_ever_of(MPI_Group group);

/// The failed processes of `group` (a local query). `lost`: ranks without a live process. `back`:
/// ranks that have a replacement process, which is not in the group.
struct Gone {
    std::vector<int> lost;
    std::vector<int> back;
    /// Both, in ascending order.
    [[nodiscard]] std::vector<int> all() const;
};
[[nodiscard]] Gone gone_from(MPI_Group group);

} // namespace closeranks
