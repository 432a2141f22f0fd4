#pragma once

#include <mpi.h>

namespace closeranks {

/// Where a receive request of Open MPI keeps its status. There is no MPI call that tells whether a
/// pending receive has matched a message, so we read it there, at an offset that is found, and
/// verified, with messages to ourselves. Where that fails nothing is ever reported as matched.
class RequestStatus {
  public:
    /// Finds the place. To be called once, before any other thread may ask.
    void learn() noexcept;

    /// The rank in the request's communicator whose message the pending receive `request` has
    /// matched; MPI_ANY_SOURCE when it has matched none, or when we cannot know.
    [[nodiscard]] int matched_source(MPI_Request request) const noexcept;

    /// True when a call waits for `request`, which is not complete, whatever MPI_Request_get_status
    /// says (Quirk::wait_mark_taken_for_done).
    [[nodiscard]] bool is_waited_for(MPI_Request request) const noexcept;

  private:
    static constexpr int unknown = -2;
    int offset_ = unknown;
    int completion_ = unknown; ///< where a request holds 0, 1 when complete, or the waiting call
};

} // namespace closeranks
