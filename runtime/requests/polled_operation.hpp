#pragma once

#include "runtime/core/communicator.hpp"

#include <atomic>

namespace closeranks {

/// How many are pending: they go on in our calls.
inline std::atomic<int> polled_operations = 0;

/// An operation that the MPI knows only as a generalized request: it goes on in the calls of the
/// program which complete or query it (runtime/requests/completion_state.hpp).
///
/// Thread safety: as MPI: no two threads may complete the same request at once.
class PolledOperation {
  public:
    PolledOperation() = default;
    virtual ~PolledOperation() = default;
    PolledOperation(const PolledOperation &) = delete;
    PolledOperation &operator=(const PolledOperation &) = delete;

    /// Does what can be done without waiting; complete() when nothing is left to do. Not called
    /// once the operation is complete.
    virtual void advance() noexcept = 0;

    /// The request was completed. Returns its outcome, which nobody has raised and to which no
    /// policy was applied yet. The last call, or the last until the operation is started again.
    [[nodiscard]] virtual int end() noexcept = 0;

    /// The program frees the request before it is complete: what has been started goes on.
    virtual void abandon() noexcept = 0;

    [[nodiscard]] bool is_complete() const noexcept {
        return complete_.load(std::memory_order_acquire);
    }

  protected:
    /// Begins the operation: `*request` is the program's, `record` what we know of it.
    void begin(MPI_Request *request, Communicator &c, int peer, Function function) noexcept;

    /// Ends it: the next call that looks at the request finds it complete.
    void complete() noexcept;

    /// The program's status, in its own terms; to be filled in before complete().
    MPI_Status status_{};

  private:
    static int query(void *operation, MPI_Status *status);

    MPI_Request request_ = MPI_REQUEST_NULL;
    std::atomic<bool> complete_ = false; // threads may make partitions ready at once
};

} // namespace closeranks
