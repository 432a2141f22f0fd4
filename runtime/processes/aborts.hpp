#pragma once

#include <mpi.h>

namespace closeranks {

/// MPI_Abort: the generated wrapper calls this function. It ends the processes that
/// core/end_scope.hpp determines. If the whole job ends, the MPI's own MPI_Abort does it. Fatal
/// error handlers call mpi_is_aborting().
int abort(MPI_Comm comm, int code) noexcept;

} // namespace closeranks
