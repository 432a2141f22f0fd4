#pragma once

#include "runtime/support/handles.hpp"

#include <mpi.h>

namespace closeranks {

/// While it lives, the processes of another MPI_COMM_WORLD, with which this one is being connected,
/// are told who has failed in this one.
///
/// Open MPI takes note of a failure when mpirun tells of it, and only if it knows that process
/// (Quirk::failure_before_connection). So
/// one that fails while two worlds are being connected may be taken for alive by the other side
/// for ever: its notice came before the connection. A waiting agreement of both then waits for
/// ever, too. The lowest survivor of this side tells of all failures once more, now and with each
/// that is noticed meanwhile, as Open MPI itself does for those that its own detector finds
/// (ompi_errhandler_proc_failed_internal, PMIx standard 4.1, PMIx_Notify_event).
///
/// Thread safety: several threads may have one each.
class FailureNews {
  public:
    /// `local`: those of this side.
    explicit FailureNews(Group local) noexcept;
    ~FailureNews();
    FailureNews(const FailureNews &) = delete;
    FailureNews &operator=(const FailureNews &) = delete;

    /// Tells what is new, if this process is the one to do so.
    void tell() noexcept;

  private:
    Group local_;
    int told_ = 0; ///< how many failures this process knew when it last looked
};

} // namespace closeranks
