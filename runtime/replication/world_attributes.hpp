#pragma once

#include <mpi.h>

namespace closeranks::replication {

/// The attributes that the program sets on MPI_COMM_WORLD, for its duplicates, and those on
/// MPI_COMM_SELF, for the end.
///
/// The MPI makes a duplicate of any other communicator, and runs the copy callbacks. It cannot make
/// one of MPI_COMM_WORLD, because the real one has all processes of the job. So the copy callbacks
/// are noted when a key is made. Keys that Fortran makes are not seen, because Open MPI's Fortran
/// layer makes them inside the MPI. They stay on MPI_COMM_WORLD, and its duplicates lack them.

/// Runs the callbacks for a duplicate of MPI_COMM_WORLD with the handle `to`.
[[nodiscard]] int copy_world_attributes(MPI_Comm to);

/// Deletes the attributes of MPI_COMM_SELF, in the reverse order in which they were set: the first
/// thing that MPI_Finalize does (MPI 4.1, 11.2.4). The MPI itself would call back when no message
/// can be sent any more.
void delete_attributes_of_self();

} // namespace closeranks::replication
