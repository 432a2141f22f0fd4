#pragma once

#include "runtime/core/communicator.hpp"
#include "runtime/run/communicator_label.hpp"
#include "runtime/support/function_ref.hpp"

#include <string>
#include <vector>

namespace closeranks {

/// The failed processes, in the numbering of MPI_COMM_WORLD. Connected processes have the numbers
/// behind its ranks (runtime/core/foreign_processes.hpp).

/// The rank in MPI_COMM_WORLD of application rank `rank` of `c`, or MPI_UNDEFINED (a local query).
[[nodiscard]] int world_rank_of(const Communicator &c, int rank) noexcept;

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

/// Called when `function` runs on an object that the processes of `group` share and that the
/// program calls `object`. One of the processes reports the ranks that were recovered after the
/// object was made, and so are not in it.
void tell_if_older(Function function, MPI_Group group, FunctionRef<std::string()> object);

/// The result of name_communicator() and name_parent() for `c` (local queries).
[[nodiscard]] std::string name_of(const Communicator &c);
[[nodiscard]] std::string name_as_parent(const Communicator &c);

/// The label of `c` in reports (a local query).
[[nodiscard]] CommunicatorLabel label_of(const Communicator &c);

/// The failed processes of MPI_COMM_WORLD, as the MPI knows them now. Processes that stand for no
/// rank are left out (a local query).
[[nodiscard]] std::vector<int> failed_in_world();

/// Asks Open MPI for failed processes (a local query, about 25 ns), and reports the newly failed
/// ones. Also acknowledges them on the messages communicator of `c`, so that wildcard receives
/// continue. Returns true when there were new ones.
bool notice_failures(Communicator &c) noexcept;

/// True when application rank `rank` of `c` is known to have failed.
[[nodiscard]] bool is_missing(const Communicator &c, int rank) noexcept;

} // namespace closeranks
