#pragma once

#include <mpi.h>

namespace closeranks {

/// The place of the status in a receive request of Open MPI. No MPI call tells whether a pending
/// receive has matched a message, so the library reads it there. It finds and verifies the offset
/// with messages to this process. Where that fails, no receive is ever reported as matched.
class RequestStatus {
  public:
    /// Finds the place. Must be called once, before any other thread may ask.
    void learn() noexcept;

    /// The rank in the request's communicator whose message the pending receive `request` has
    /// matched; MPI_ANY_SOURCE when it has matched none, or when the match cannot be known.
    [[nodiscard]] int matched_source(MPI_Request request) const noexcept;

    /// True when a call waits for `request`, which is not complete, whatever MPI_Request_get_status
    /// says (Quirk::wait_mark_taken_for_done).
    [[nodiscard]] bool is_waited_for(MPI_Request request) const noexcept;

  private:
    static constexpr int unknown = -2;
    int offset_ = unknown;
    int completion_ = unknown; ///< place of a value that is 0, 1 when complete, or the waiting call
};

} // namespace closeranks
