#pragma once

#include "generated/tables/functions.hpp"

#include <mpi.h>

namespace closeranks::replication {

/// Reports once that replicated runs do not support `function` yet, and the alternative; raises
/// MPI_ERR_UNSUPPORTED_OPERATION on `comm`. Returns the code for the program.
[[nodiscard]] int refuse(Function function, MPI_Comm comm);

} // namespace closeranks::replication
