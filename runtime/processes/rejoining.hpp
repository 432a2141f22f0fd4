#pragma once

#include "runtime/core/entry.hpp"

namespace closeranks {

/// Connects those who have come back with the files and windows that were made before the resume
/// point. They have made them on their way, too; from one that it has not made there a process is
/// left out. Collective over MPI_COMM_WORLD, after a recovery.
void rejoin_objects(Entry &entry) noexcept;

} // namespace closeranks
