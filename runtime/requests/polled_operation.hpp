#pragma once

#include "runtime/core/communicator.hpp"

#include <atomic>

namespace closeranks {

/// The number of pending operations, which progress in the library's calls.
inline std::atomic<int> polled_operations = 0;

/// An operation that the MPI knows only as a generalized request. It progresses in the calls of the
/// program that complete or query it (runtime/requests/completion_state.hpp).
///
/// Thread safety: as in MPI: no two threads may complete the same request at once.
class PolledOperation {
  public:
    PolledOperation() = default;
    virtual ~PolledOperation() = default;
    PolledOperation(const PolledOperation &) = delete;
    PolledOperation &operator=(const PolledOperation &) = delete;

    /// Progresses as far as possible without waiting; calls complete() when nothing is left to do.
    /// Not called once the operation is complete.
    virtual void advance() noexcept = 0;

    /// The request was completed. Returns its outcome, which has not been raised, and to which no
    /// policy was applied yet. It is the last call, or the last until the operation is started
    /// again.
    [[nodiscard]] virtual int end() noexcept = 0;

    /// The program frees the request before it is complete: started messages continue.
    virtual void abandon() noexcept = 0;

    [[nodiscard]] bool is_complete() const noexcept {
        return complete_.load(std::memory_order_acquire);
    }

  protected:
    /// Begins the operation: `*request` is the program's request, `record` the library's record of
    /// it.
    void begin(MPI_Request *request, Communicator &c, int peer, Function function) noexcept;

    /// Ends the operation: the next call that tests the request finds it complete.
    void complete() noexcept;

    /// The program's status, in its own terms; to be filled in before complete().
    MPI_Status status_{};

  private:
    static int query(void *operation, MPI_Status *status);

    MPI_Request request_ = MPI_REQUEST_NULL;
    std::atomic<bool> complete_ = false; // threads may mark partitions as ready at the same time
};

} // namespace closeranks
