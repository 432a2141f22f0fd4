#pragma once

#include <mpi.h>

#include <memory>

namespace closeranks::replication {

/// The operation behind a request of the program: a message, or a collective. It is destroyed when
/// it is done and the program has heard of it, or has freed the request. A persistent operation is
/// destroyed when its request is freed.
class Operation {
  public:
    Operation() = default;
    virtual ~Operation() = default;
    Operation(const Operation &) = delete;
    Operation &operator=(const Operation &) = delete;

    /// MPI_Start, for a persistent operation. Returns an error code.
    [[nodiscard]] virtual int start() { return MPI_SUCCESS; }
    /// Progresses; once true, it stays true until the next start.
    [[nodiscard]] virtual bool is_done() = 0;
    /// For an operation that is done: returns its error code and writes its status, unless that is
    /// MPI_STATUS_IGNORE.
    [[nodiscard]] virtual int finish(MPI_Status *status) = 0;
    /// True if MPI_Cancel would succeed now.
    [[nodiscard]] virtual bool may_be_cancelled() { return false; }
    /// Cancels the operation, which is then done.
    virtual void cancel() {}
};

/// Gives the program a request that stands for `operation`. A persistent operation is not active
/// until MPI_Start calls start(); all others have been started. Errors are raised on `comm`.
[[nodiscard]] int make_request(std::unique_ptr<Operation> operation, MPI_Comm comm,
                               bool is_persistent, MPI_Request *request);

} // namespace closeranks::replication
