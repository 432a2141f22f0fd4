#pragma once

#include <mpi.h>

#include <cstddef>

namespace closeranks::replication {

/// Writes the status of a message of `bytes` bytes, unless the status is to be ignored; its
/// MPI_ERROR stays (MPI 4.1, 3.2.5).
void set_status(MPI_Status *status, int source, int tag, std::size_t bytes,
                bool is_cancelled = false) noexcept;

/// The same for a stored status.
inline void copy_status(const MPI_Status &from, MPI_Status *status) noexcept {
    if (status == MPI_STATUS_IGNORE) return;
    const int error = status->MPI_ERROR;
    *status = from;
    status->MPI_ERROR = error;
}

/// The empty status, as for a null request.
inline void set_empty_status(MPI_Status *status) noexcept {
    set_status(status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0);
}

/// The status of a receive from MPI_PROC_NULL.
inline void set_status_of_no_process(MPI_Status *status) noexcept {
    set_status(status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
}

} // namespace closeranks::replication
