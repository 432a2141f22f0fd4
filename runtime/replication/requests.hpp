#pragma once

#include <mpi.h>

#include <memory>

namespace closeranks::replication {

/// What a request of the program stands for: a message, or a collective. It is destroyed when it is
/// done and the program has heard of it, or has freed the request; a persistent one, when it is
/// freed.
class Operation {
  public:
    Operation() = default;
    virtual ~Operation() = default;
    Operation(const Operation &) = delete;
    Operation &operator=(const Operation &) = delete;

    /// MPI_Start, of a persistent one. Returns an error code.
    [[nodiscard]] virtual int start() { return MPI_SUCCESS; }
    /// Progresses; once true it stays so until the next start.
    [[nodiscard]] virtual bool is_done() = 0;
    /// Of one that is done: its error code, and its status, unless that is MPI_STATUS_IGNORE.
    [[nodiscard]] virtual int finish(MPI_Status *status) = 0;
    /// Whether MPI_Cancel would succeed now.
    [[nodiscard]] virtual bool may_be_cancelled() { return false; }
    /// It does; the operation is done.
    virtual void cancel() {}
};

/// Gives the program a request that stands for `operation`. A persistent one is not active until
/// MPI_Start calls start(); each other has been started. Errors are raised on `comm`.
[[nodiscard]] int make_request(std::unique_ptr<Operation> operation, MPI_Comm comm,
                               bool is_persistent, MPI_Request *request);

} // namespace closeranks::replication
