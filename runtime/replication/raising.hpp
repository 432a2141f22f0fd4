#pragma once

#include <mpi.h>

namespace closeranks::replication {

/// Has the error handler of the program's communicator called with `code`, unless that is
/// MPI_SUCCESS, and returns `code`. An invalid communicator counts as MPI_COMM_WORLD.
[[nodiscard]] int raise(MPI_Comm comm, int code);

} // namespace closeranks::replication
