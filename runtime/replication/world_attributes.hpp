#pragma once

#include <mpi.h>

namespace closeranks::replication {

/// The attributes that the program sets on MPI_COMM_WORLD, for its duplicates.
///
/// A duplicate of any other communicator is made by the MPI, which runs the copy callbacks. That of
/// MPI_COMM_WORLD cannot be: the real one has all processes of the job. So the copy callbacks are
/// noted when a key is made. Keys that Fortran makes are not seen, as Open MPI's Fortran layer
/// makes them inside the MPI: they stay on MPI_COMM_WORLD, and its duplicates lack them.

/// Runs the callbacks for a duplicate of MPI_COMM_WORLD, whose handle this is.
[[nodiscard]] int copy_world_attributes(MPI_Comm to);

} // namespace closeranks::replication
