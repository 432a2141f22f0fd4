#pragma once

#include "runtime/core/entry.hpp"

namespace closeranks {

/// The end of intracommunicators and intercommunicators.

/// Comm_free. It never waits. Under the optimistic commit the communicator's log outlives the call
/// until all survivors have made it (docs/developers/commit.md).
[[nodiscard]] int free_communicator(MPI_Comm *comm) noexcept;

/// Comm_disconnect: waits for the survivors, then frees.
[[nodiscard]] int disconnect(MPI_Comm *comm) noexcept;

} // namespace closeranks
