#include "runtime/replication/messages.hpp"

#include "runtime/replication/message_data.hpp"
#include "runtime/replication/message_wait.hpp"
#include "runtime/replication/progress.hpp"
#include "runtime/replication/status.hpp"

namespace closeranks::replication {

namespace {

/// A send that is complete when it has begun.
class PendingSend final : public Pending {
  public:
    bool is_done() override { return true; }
    int result(MPI_Status *status) override {
        set_empty_status(status);
        return MPI_SUCCESS;
    }
};

class PendingReceive final : public Pending {
  public:
    PendingReceive(const Inbound &to, const Communicator &on, Talk talk, int place, int tag)
        : to_(to), type_(to.type), place_(place) {
        to_.type = type_.get();
        if (place != MPI_PROC_NULL) receiving_.post(on, talk, place, tag);
    }
    bool is_done() override {
        if (place_ == MPI_PROC_NULL || receiving_.has_message()) return true;
        progress();
        return receiving_.has_message();
    }
    int result(MPI_Status *status) override {
        if (place_ == MPI_PROC_NULL) {
            set_status_of_no_process(status);
            return MPI_SUCCESS;
        }
        const Arrived message = receiving_.take();
        set_status_of(message, status);
        return deliver(message, to_);
    }

  private:
    Inbound to_;
    KeptDatatype type_;
    int place_;
    Receiving receiving_;
};

} // namespace

int start_send(const void *data, int count, MPI_Datatype type, int place, int tag, Communicator &on,
               Talk talk, std::unique_ptr<Pending> &started) {
    started = std::make_unique<PendingSend>();
    return send_packed({data, count, type, place, tag}, on, talk);
}

int start_receive(void *data, int count, MPI_Datatype type, int place, int tag, Communicator &on,
                  Talk talk, std::unique_ptr<Pending> &started) {
    started = std::make_unique<PendingReceive>(Inbound{data, count, type}, on, talk, place, tag);
    return MPI_SUCCESS;
}

int wait(Pending &pending, MPI_Status *status) {
    wait_for_message([&] { return pending.is_done(); });
    return pending.result(status);
}

int send(const void *data, int count, MPI_Datatype type, int place, int tag, Communicator &on,
         Talk talk) {
    return send_packed({data, count, type, place, tag}, on, talk);
}

int receive(void *data, int count, MPI_Datatype type, int place, int tag, Communicator &on,
            Talk talk, MPI_Status *status) {
    if (place == MPI_PROC_NULL) {
        set_status_of_no_process(status);
        return MPI_SUCCESS;
    }
    Receiving receiving;
    receiving.post(on, talk, place, tag);
    wait_for_message([&] { return receiving.has_message(); });
    const Arrived message = receiving.take();
    set_status_of(message, status);
    return deliver(message, {data, count, type});
}

} // namespace closeranks::replication
