#pragma once

#include "runtime/support/handles.hpp"

#include <mpi.h>

namespace closeranks {

/// While it lives, the processes of another MPI_COMM_WORLD, with which this one is being connected,
/// are told of failures in this one.
///
/// Open MPI takes note of a failure when mpirun reports it, and only if it knows that process
/// (Quirk::failure_before_connection). So a process that fails while two worlds are being connected
/// may count as alive on the other side for ever. Its notice came before the connection. Then a
/// waiting agreement of both worlds waits for ever as well.
///
/// So the lowest survivor of this side reports all failures once more, now and at each new failure.
/// Open MPI itself does the same for failures that its own detector finds
/// (ompi_errhandler_proc_failed_internal, PMIx standard 4.1, PMIx_Notify_event).
///
/// Thread safety: several threads may have one each.
class FailureNews {
  public:
    /// `local`: the processes of this side.
    explicit FailureNews(Group local) noexcept;
    ~FailureNews();
    FailureNews(const FailureNews &) = delete;
    FailureNews &operator=(const FailureNews &) = delete;

    /// Reports new failures, if this process has to do so.
    void tell() noexcept;

  private:
    Group local_;
    int told_ = 0; ///< failures that this process knew at the last check
};

} // namespace closeranks
