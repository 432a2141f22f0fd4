#pragma once

#include <mpi.h>

namespace closeranks {

/// Calls the error handler of the object, in the name of the function that the program has called:
/// "An error occurred in MPI_Allreduce", as without closeranks.
void call_errhandler(MPI_Comm comm, int code) noexcept;
void call_errhandler(MPI_Win win, int code) noexcept;
void call_errhandler(MPI_File file, int code) noexcept;

} // namespace closeranks
