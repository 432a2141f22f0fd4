#pragma once

#include "runtime/support/process_id.hpp"

#include <mpi.h>

#include <optional>
#include <vector>

namespace closeranks::replication {

/// The one real communicator on which all processes exchange messages. It returns errors;
/// MPI_COMM_NULL before MPI_Init.
[[nodiscard]] MPI_Comm wire() noexcept;

/// Makes it of all living processes, which also tell each other where they run. Collective in
/// MPI_Init: all processes that live have come here when it returns, and have the same wire. False:
/// there is none.
///
/// It is never freed. A process that hears of a death late sends on it to processes that are in
/// MPI_Finalize already, where Open MPI makes a communicator of the survivors. That one must not
/// get the wire's number, or it would take the packet for its own.
[[nodiscard]] bool make_wire();

/// The rank of a process in the wire. Nothing: it died in MPI_Init.
[[nodiscard]] std::optional<int> place_on_wire(ProcessId process) noexcept;
[[nodiscard]] ProcessId process_at(int place) noexcept;

/// The processes that died in MPI_Init.
[[nodiscard]] std::vector<ProcessId> absent_from_wire();

} // namespace closeranks::replication
