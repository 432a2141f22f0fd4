#pragma once

#include "runtime/replication/communicator.hpp"
#include "runtime/replication/packet.hpp" // Talk

#include <memory>

namespace closeranks::replication {

/// Messages between ranks, the base of everything that several ranks do together. They are
/// replicated: each live process of the receiving rank gets each message once.
///
/// A `place` is a rank in the communicator, and in an intercommunicator a rank of the remote side;
/// MPI_PROC_NULL is allowed. Tags are 0 or more. Functions return MPI_SUCCESS or an error code,
/// which they do not raise. When a send has returned, its buffer is not needed any more.

[[nodiscard]] int send(const void *data, int count, MPI_Datatype type, int place, int tag,
                       Communicator &on, Talk talk);
[[nodiscard]] int receive(void *data, int count, MPI_Datatype type, int place, int tag,
                          Communicator &on, Talk talk, MPI_Status *status);

/// A send or a receive that was started. It must not be destroyed before it is done.
class Pending {
  public:
    Pending() = default;
    virtual ~Pending() = default;
    Pending(const Pending &) = delete;
    Pending &operator=(const Pending &) = delete;
    /// Progresses.
    [[nodiscard]] virtual bool is_done() = 0;
    /// The result of an operation that is done.
    [[nodiscard]] virtual int result(MPI_Status *status) = 0;
};

[[nodiscard]] int start_send(const void *data, int count, MPI_Datatype type, int place, int tag,
                             Communicator &on, Talk talk, std::unique_ptr<Pending> &started);
[[nodiscard]] int start_receive(void *data, int count, MPI_Datatype type, int place, int tag,
                                Communicator &on, Talk talk, std::unique_ptr<Pending> &started);

[[nodiscard]] inline bool is_done(Pending &pending) { return pending.is_done(); }
[[nodiscard]] int wait(Pending &pending, MPI_Status *status);

} // namespace closeranks::replication
