#pragma once

#include "runtime/core/entry.hpp"

namespace closeranks {

/// Connects replacement processes with the files and windows that were made before the resume
/// point. A replacement process has made them on its way as well; it is left out of an object that
/// it has not made there. Collective over MPI_COMM_WORLD, after a recovery.
void rejoin_objects() noexcept;

} // namespace closeranks
