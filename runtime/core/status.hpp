#pragma once

#include "runtime/core/communicator.hpp"

namespace closeranks {

/// Gives the source of a completed receive in the program's numbering.
inline void translate_source(const Communicator &c, MPI_Status *status) noexcept {
    if (status != MPI_STATUS_IGNORE && !c.message_ranks.is_identity()) [[unlikely]]
        status->MPI_SOURCE = c.message_ranks.application(LiveRank{status->MPI_SOURCE});
}

/// Copies the status of a completed receive to the program's, which keeps its MPI_ERROR.
inline void copy_real_status(const MPI_Status &from, MPI_Status *to) noexcept {
    if (to == MPI_STATUS_IGNORE) return;
    const int error = to->MPI_ERROR;
    *to = from;
    to->MPI_ERROR = error;
}

/// The same, with the source in the program's numbering.
inline void copy_status(const Communicator &c, const MPI_Status &from, MPI_Status *to) noexcept {
    copy_real_status(from, to);
    translate_source(c, to);
}

/// The status of a receive from MPI_PROC_NULL (MPI 4.1, 3.11). MPI_ERROR stays as it is, as in
/// every call that completes a single operation.
inline void make_empty(MPI_Status *status) noexcept {
    if (status == MPI_STATUS_IGNORE) return;
    static_cast<void>(real.Status_set_elements(status, MPI_BYTE, 0));
    static_cast<void>(real.Status_set_cancelled(status, 0));
    status->MPI_SOURCE = MPI_PROC_NULL;
    status->MPI_TAG = MPI_ANY_TAG;
}

} // namespace closeranks
