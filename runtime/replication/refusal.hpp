#pragma once

#include "generated/tables/functions.hpp"

#include <mpi.h>

namespace closeranks::replication {

/// Reports once that replicated runs do not support `function` yet, and the alternative; raises
/// MPI_ERR_UNSUPPORTED_OPERATION on `comm`, and returns the code for the program. Before MPI_Init,
/// after MPI_Finalize, and in another thread than that of MPI_Init it ends the program instead.
[[nodiscard]] int refuse(Function function, MPI_Comm comm);

} // namespace closeranks::replication
