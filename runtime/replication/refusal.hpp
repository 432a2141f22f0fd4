#pragma once

#include "generated/tables/functions.hpp"

#include <mpi.h>

namespace closeranks::replication {

/// Says once that replicated runs do not have `function` yet, and what to do; raises
/// MPI_ERR_UNSUPPORTED_OPERATION on `comm`. Returns what the program gets.
[[nodiscard]] int refuse(Function function, MPI_Comm comm);

} // namespace closeranks::replication
