#pragma once

#include "runtime/core/communicator.hpp"
#include "runtime/run/communicator_label.hpp"
#include "runtime/support/function_ref.hpp"

#include <string>
#include <vector>

namespace closeranks {

/// The rank in MPI_COMM_WORLD of application rank `rank` of `c`, or MPI_UNDEFINED (a local query).
[[nodiscard]] int world_rank_of(const Communicator &c, int rank) noexcept;

/// Called when `function` runs on an object that the processes of `group` share and that the
/// program calls `object`. One of the processes reports the ranks that were recovered after the
/// object was made, and so are not in it.
void tell_if_older(Function function, MPI_Group group, FunctionRef<std::string()> object);

/// The result of name_communicator() and name_parent() for `c` (local queries).
[[nodiscard]] std::string name_of(const Communicator &c);
[[nodiscard]] std::string name_as_parent(const Communicator &c);

/// The label of `c` in reports (a local query).
[[nodiscard]] CommunicatorLabel label_of(const Communicator &c);

/// Asks Open MPI for failed processes (a local query, about 25 ns), and reports the newly failed
/// ones. Also acknowledges them on the messages communicator of `c`, so that wildcard receives
/// continue. Returns true when there were new ones.
bool notice_failures(Communicator &c) noexcept;

/// True when application rank `rank` of `c` is known to have failed.
[[nodiscard]] bool is_missing(const Communicator &c, int rank) noexcept;

} // namespace closeranks
