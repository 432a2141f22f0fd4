#pragma once

#include <mpi.h>

namespace closeranks {

/// Calls the error handler of the object in the name of `function`: Open MPI's own way to call one
/// takes the name for its message, and the standard's call names itself. Where that cannot be had,
/// or for nullptr, the standard's call serves. What the handler throws passes through.
void call_errhandler(MPI_Comm comm, int code, const char *function);
void call_errhandler(MPI_Win win, int code, const char *function);
void call_errhandler(MPI_File file, int code, const char *function);

} // namespace closeranks
