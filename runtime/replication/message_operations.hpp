#pragma once

#include "runtime/replication/message_data.hpp"
#include "runtime/replication/requests.hpp"

namespace closeranks::replication {

/// A message that is sent when the operation starts. It is kept afterwards only if the operation
/// starts again.
class SendOperation final : public Operation {
  public:
    SendOperation(const Outbound &message, const Communicator &on)
        : message_(message), type_(message.type), on_(on.shared_from_this()) {
        message_.type = type_.get();
    }

    int start() override;
    /// True for a synchronous message when it has been received.
    bool is_done() override;
    int finish(MPI_Status *status) override;

  private:
    Outbound message_;
    KeptDatatype type_;
    std::shared_ptr<const Communicator> on_;
    MessageId id_;
};

/// A receive. For MPI_Isendrecv it is the part that remains after the message was sent.
class ReceiveOperation final : public Operation {
  public:
    ReceiveOperation(const Inbound &to, int place, int tag, const Communicator &on)
        : to_(to.data), count_(to.count), type_(to.type), place_(place), tag_(tag),
          on_(on.shared_from_this()) {}

    int start() override;
    bool is_done() override;
    /// May be called several times.
    int finish(MPI_Status *status) override;
    bool may_be_cancelled() override;
    void cancel() override;

  private:
    enum class State : std::uint8_t { waits, finished, cancelled };

    void *to_;
    int count_;
    KeptDatatype type_;
    int place_;
    int tag_;
    std::shared_ptr<const Communicator> on_;
    Receiving receiving_;
    State state_ = State::waits;
    int code_ = MPI_SUCCESS;
    MPI_Status status_{};
};

} // namespace closeranks::replication
