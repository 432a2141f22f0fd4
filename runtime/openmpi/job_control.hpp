#pragma once

#include "runtime/support/process_id.hpp"

namespace closeranks {

/// PMIx, by which Open MPI talks with mpirun. The library defines two of its functions, PMIx_Init
/// and PMIx_Abort, and so sees Open MPI's calls of them.

/// Has all processes of this job but `self`, which are `count` with it, killed by the daemons of
/// mpirun. False: that cannot be done.
[[nodiscard]] bool kill_others(ProcessId self, int count);

/// Upcalls: rooms above define them.

/// Open MPI is being initialised by the library that `caller`, an address in it, belongs to.
void mpi_is_initialising(const void *caller) noexcept;

/// Open MPI ends the job: for MPI_Abort, for fatal error handlers and when it is at its own end.
/// When this returns PMIx gets the call.
void mpi_is_aborting(int status) noexcept;

} // namespace closeranks
