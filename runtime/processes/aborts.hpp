#pragma once

#include <mpi.h>

namespace closeranks {

/// MPI_Abort: the generated wrapper calls here. It ends whom core/end_scope.hpp says; what ends the
/// whole job goes on to the MPI. Fatal error handlers come to mpi_is_aborting().
int abort(MPI_Comm comm, int code) noexcept;

} // namespace closeranks
