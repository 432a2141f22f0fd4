#pragma once

#include "runtime/replication/communicator.hpp"
#include "runtime/replication/matching.hpp"
#include "runtime/replication/packet.hpp"
#include "runtime/support/kept_datatype.hpp"

#include <memory>

namespace closeranks::replication {

/// The arguments of a call for a message that it sends.
struct Outbound {
    const void *data;
    int count;
    MPI_Datatype type;
    int place; ///< of the receiving rank; MPI_PROC_NULL is allowed
    int tag;
    bool is_synchronous = false;
};

/// Packs the message and sends it; its buffer is not needed any more. `id`: the sent message,
/// unless that went to MPI_PROC_NULL. Returns an error code.
[[nodiscard]] int send_packed(const Outbound &message, const Communicator &on, Talk talk,
                              MessageId *id = nullptr);

/// The buffer for the message of a receive.
struct Inbound {
    void *data;
    int count;
    MPI_Datatype type;
};

/// Writes a message there. Returns MPI_SUCCESS, MPI_ERR_TRUNCATE, or another code.
[[nodiscard]] int deliver(const Arrived &message, const Inbound &to) noexcept;

/// The status of the message.
void set_status_of(const Arrived &message, MPI_Status *status) noexcept;

/// A receive from its posting until it has its message, or is destroyed.
class Receiving {
  public:
    Receiving() = default;
    ~Receiving() { withdraw(); }
    Receiving(const Receiving &) = delete;
    Receiving &operator=(const Receiving &) = delete;

    void post(const Communicator &on, Talk talk, int place, int tag);
    [[nodiscard]] bool has_message() const noexcept { return posted_.message.has_value(); }
    /// Takes the message, so that the receive can be posted again.
    [[nodiscard]] Arrived take();
    void withdraw();

  private:
    Posted posted_;
    bool is_posted_ = false;
};

} // namespace closeranks::replication
