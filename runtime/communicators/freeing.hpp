#pragma once

#include "runtime/core/entry.hpp"

namespace closeranks {

/// The end of communicators of both kinds.

/// Comm_free. Under the optimistic commit it waits for the survivors (docs/commit.md); else it is
/// local, as in Open MPI.
[[nodiscard]] int free_communicator(Entry &entry, MPI_Comm *comm) noexcept;

/// Comm_disconnect: waits for the survivors, then frees.
[[nodiscard]] int disconnect(Entry &entry, MPI_Comm *comm) noexcept;

} // namespace closeranks
