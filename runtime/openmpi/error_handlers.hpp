#pragma once

#include <mpi.h>

namespace closeranks {

/// Calls the error handler of the object in the name of `function`: Open MPI's own way to call one
/// takes the name for its message, and the standard's call names itself. Where that cannot be had,
/// or for nullptr, the standard's call serves. What the handler throws passes through.
void call_errhandler(MPI_Comm comm, int code, const char *function);
void call_errhandler(MPI_Win win, int code, const char *function);
void call_errhandler(MPI_File file, int code, const char *function);

/// An error whose handler ends processes: MPI_ERRORS_ARE_FATAL or MPI_ERRORS_ABORT.
struct FatalError {
    MPI_Comm comm = nullptr; ///< nullptr: it is of another object
    void *object = nullptr;  ///< that one
    int code = MPI_SUCCESS;
    const char *function = nullptr; ///< nullptr: not known
};

/// The one whose handler this thread has called last, by the functions above or within the MPI. Of
/// use while a fatal handler runs (mpi_is_aborting()); nullptr: there was none.
[[nodiscard]] const FatalError *latest_fatal_error() noexcept;

} // namespace closeranks
