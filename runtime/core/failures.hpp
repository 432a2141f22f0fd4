#pragma once

#include "runtime/core/communicator.hpp"
#include "runtime/run/communicator_label.hpp"
#include "runtime/support/function_ref.hpp"

#include <string>
#include <vector>

namespace closeranks {

/// Who has failed, in the numbering of MPI_COMM_WORLD, behind whose ranks connected processes have
/// theirs (runtime/core/foreign_processes.hpp).

/// The rank in MPI_COMM_WORLD of application rank `rank` of `c`, or MPI_UNDEFINED (a local query).
[[nodiscard]] int world_rank_of(const Communicator &c, int rank) noexcept;

/// The world ranks of everybody in `group`, in its order (a local query).
[[nodiscard]] std::vector<int> world_ranks_of(MPI_Group group);

/// The same for reports: also of those for whose rank another process stands by now.
[[nodiscard]] std::vector<int> world_ranks_ever_of(MPI_Group group);

/// Of everybody in `group` those who are gone: `lost`, or lost and `back` in another process, which
/// is not in the group (a local query).
struct Gone {
    std::vector<int> lost;
    std::vector<int> back;
    /// Both, in ascending order.
    [[nodiscard]] std::vector<int> all() const;
};
[[nodiscard]] Gone gone_from(MPI_Group group);

/// `function` was called on what the processes of `group` share and the program calls `object`: one
/// of them says who has come back since that was made, and is not in it.
void tell_if_older(Function function, MPI_Group group, FunctionRef<std::string()> object);

/// What name_communicator() and name_parent() make of `c` (local queries).
[[nodiscard]] std::string name_of(const Communicator &c);
[[nodiscard]] std::string name_as_parent(const Communicator &c);

/// What reports call `c` (a local query).
[[nodiscard]] CommunicatorLabel label_of(const Communicator &c);

/// Of MPI_COMM_WORLD, as the MPI knows now; processes that stand for no rank are left out (a local
/// query).
[[nodiscard]] std::vector<int> failed_in_world();

/// Asks Open MPI who failed (a local query, about 25 ns), tells the report about the newly failed,
/// and acknowledges them on `c`'s messages communicator so that wildcard receives go on. Returns
/// true when there were new ones.
bool notice_failures(Communicator &c) noexcept;

/// True when application rank `rank` of `c` is known to have failed.
[[nodiscard]] bool is_missing(const Communicator &c, int rank) noexcept;

} // namespace closeranks
