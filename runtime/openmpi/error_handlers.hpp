#pragma once

#include <mpi.h>

namespace closeranks {

/// Calls the error handler of the object in the name of `function`. Open MPI's own function for
/// this takes the name for its message, and the standard's call names itself. Where Open MPI's
/// cannot be found, or for nullptr, the standard's call is used. Exceptions of the handler pass
/// through.
void call_errhandler(MPI_Comm comm, int code, const char *function);
void call_errhandler(MPI_Win win, int code, const char *function);
void call_errhandler(MPI_File file, int code, const char *function);

/// True for MPI_ERRORS_ARE_FATAL and MPI_ERRORS_ABORT, which end processes.
[[nodiscard]] bool is_fatal(MPI_Errhandler handler) noexcept;

/// An error whose handler ends processes: MPI_ERRORS_ARE_FATAL or MPI_ERRORS_ABORT.
struct FatalError {
    MPI_Comm comm = nullptr; ///< nullptr: the error belongs to another object
    void *object = nullptr;  ///< that object
    int code = MPI_SUCCESS;
    const char *function = nullptr; ///< nullptr: not known
};

/// The error whose handler this thread has called last, by the functions above or within the MPI.
/// Used while a fatal handler runs (mpi_is_aborting()); nullptr: there was none.
[[nodiscard]] const FatalError *latest_fatal_error() noexcept;

} // namespace closeranks
