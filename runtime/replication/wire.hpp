#pragma once

#include "runtime/support/process_id.hpp"

#include <mpi.h>

#include <optional>
#include <vector>

namespace closeranks::replication {

/// The one real communicator on which all processes exchange messages. It returns errors;
/// MPI_COMM_NULL before MPI_Init.
[[nodiscard]] MPI_Comm wire() noexcept;

/// Makes the wire of all live processes, which also exchange their locations. Collective in
/// MPI_Init: when it returns, all live processes have come here, and have the same wire. False:
/// there is none.
///
/// The wire is never freed. A process that hears late of a failure sends on it to processes that
/// are already in MPI_Finalize. There Open MPI makes a communicator of the survivors. That
/// communicator must not get the number of the wire, or it would take the packet for its own.
[[nodiscard]] bool make_wire();

/// The rank of a process in the wire. Nothing: it failed in MPI_Init.
[[nodiscard]] std::optional<int> place_on_wire(ProcessId process) noexcept;
[[nodiscard]] ProcessId process_at(int place) noexcept;

/// The processes that failed in MPI_Init.
[[nodiscard]] std::vector<ProcessId> absent_from_wire();

} // namespace closeranks::replication
