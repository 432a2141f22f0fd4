#include "generated/replicas/calls.hpp"
#include "runtime/replication/arguments.hpp"
#include "runtime/replication/decisions.hpp"
#include "runtime/replication/message_data.hpp"
#include "runtime/replication/message_wait.hpp"
#include "runtime/replication/probed_messages.hpp"
#include "runtime/replication/progress.hpp"
#include "runtime/replication/raising.hpp"
#include "runtime/replication/requests.hpp"
#include "runtime/replication/status.hpp"
#include "runtime/support/real.hpp"

#include <optional>

/// Probes, and receives of probed messages. The outcome of a probe is a decision, unless the probe
/// waits for a message of a named source.

namespace closeranks::replication {

namespace {

using Outcome = Decisions::Outcome;

Pattern pattern_of(const Communicator &on, int source, int tag) noexcept {
    return {.context = on.context,
            .talk = Talk::program,
            .place = source == MPI_ANY_SOURCE ? any : source,
            .tag = tag == MPI_ANY_TAG ? any : tag};
}

Outcome outcome_of(const Arrived *message) {
    if (message == nullptr) return {};
    return {message->id.rank, static_cast<std::int64_t>(message->id.number)};
}

/// The message that the leader has found, when it has arrived here as well.
const Arrived *found_by_leader(const Pattern &pattern, const Outcome &found) {
    const MessageId id{static_cast<int>(found[0]), static_cast<std::uint64_t>(found[1])};
    const Arrived *message = nullptr;
    wait_for_message([&] {
        message = matching().find(pattern, id);
        return message != nullptr;
    });
    return message;
}

const Arrived *wait_for(const Pattern &pattern) {
    const Arrived *message = nullptr;
    const auto has_come = [&] {
        message = matching().find(pattern);
        return message != nullptr;
    };
    if (!pattern.is_wildcard()) {
        wait_for_message(has_come);
        return message;
    }
    const Outcome found = decisions().decide([&] {
        wait_until(has_come);
        return outcome_of(message);
    });
    return found_by_leader(pattern, found);
}

/// nullptr: there is no message yet.
const Arrived *look_for(const Pattern &pattern) {
    const Outcome found = decisions().decide([&] {
        progress();
        return outcome_of(matching().find(pattern));
    });
    return found.empty() ? nullptr : found_by_leader(pattern, found);
}

int take_found(const Pattern &pattern, const Arrived &found, const Communicator &on,
               MPI_Message *message, MPI_Status *status) {
    set_status_of(found, status);
    std::optional<Arrived> taken = matching().extract(pattern, MessageId(found.id));
    return probed_messages().add({std::move(*taken), on.handle}, message);
}

/// A receive of a probed message: it is done at once.
class ProbedOperation final : public Operation {
  public:
    ProbedOperation(const Arrived *message, const Inbound &to) {
        if (message == nullptr) {
            set_status_of_no_process(&status_);
            return;
        }
        set_status_of(*message, &status_);
        code_ = deliver(*message, to);
    }
    bool is_done() override { return true; }
    int finish(MPI_Status *status) override {
        copy_status(status_, status);
        return code_;
    }

  private:
    int code_ = MPI_SUCCESS;
    MPI_Status status_{};
};

} // namespace

namespace calls {

int probe(int source, int tag, MPI_Comm comm, MPI_Status *status) {
    Communicator *const on = find(comm);
    if (on == nullptr) return real.Probe(source, tag, comm, status);
    if (const int code = check_source(source, tag, *on); code != MPI_SUCCESS)
        return raise(comm, code);
    if (source == MPI_PROC_NULL)
        set_status_of_no_process(status);
    else
        set_status_of(*wait_for(pattern_of(*on, source, tag)), status);
    return MPI_SUCCESS;
}

int iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status) {
    Communicator *const on = find(comm);
    if (on == nullptr) return real.Iprobe(source, tag, comm, flag, status);
    if (const int code = check_source(source, tag, *on); code != MPI_SUCCESS)
        return raise(comm, code);
    *flag = 1;
    if (source == MPI_PROC_NULL) {
        set_status_of_no_process(status);
        return MPI_SUCCESS;
    }
    const Arrived *const found = look_for(pattern_of(*on, source, tag));
    *flag = found != nullptr ? 1 : 0;
    if (found != nullptr) set_status_of(*found, status);
    return MPI_SUCCESS;
}

int mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status) {
    Communicator *const on = find(comm);
    if (on == nullptr) return real.Mprobe(source, tag, comm, message, status);
    if (const int code = check_source(source, tag, *on); code != MPI_SUCCESS)
        return raise(comm, code);
    if (source == MPI_PROC_NULL) {
        *message = MPI_MESSAGE_NO_PROC;
        set_status_of_no_process(status);
        return MPI_SUCCESS;
    }
    const Pattern pattern = pattern_of(*on, source, tag);
    return raise(comm, take_found(pattern, *wait_for(pattern), *on, message, status));
}

int improbe(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message,
            MPI_Status *status) {
    Communicator *const on = find(comm);
    if (on == nullptr) return real.Improbe(source, tag, comm, flag, message, status);
    if (const int code = check_source(source, tag, *on); code != MPI_SUCCESS)
        return raise(comm, code);
    *flag = 1;
    if (source == MPI_PROC_NULL) {
        *message = MPI_MESSAGE_NO_PROC;
        set_status_of_no_process(status);
        return MPI_SUCCESS;
    }
    const Pattern pattern = pattern_of(*on, source, tag);
    const Arrived *const found = look_for(pattern);
    *flag = found != nullptr ? 1 : 0;
    if (found == nullptr) return MPI_SUCCESS;
    return raise(comm, take_found(pattern, *found, *on, message, status));
}

int mrecv(void *buf, int count, MPI_Datatype type, MPI_Message *message, MPI_Status *status) {
    const std::optional<ProbedMessage> taken = probed_messages().take(message);
    if (!taken) return real.Mrecv(buf, count, type, message, status);
    set_status_of(taken->arrived, status);
    return raise(taken->comm, deliver(taken->arrived, {buf, count, type}));
}

int imrecv(void *buf, int count, MPI_Datatype type, MPI_Message *message, MPI_Request *request) {
    const std::optional<ProbedMessage> taken = probed_messages().take(message);
    if (!taken && *message != MPI_MESSAGE_NO_PROC)
        return real.Imrecv(buf, count, type, message, request);
    if (!taken) *message = MPI_MESSAGE_NULL;
    auto operation = std::make_unique<ProbedOperation>(taken ? &taken->arrived : nullptr,
                                                       Inbound{buf, count, type});
    const MPI_Comm comm = taken ? taken->comm : MPI_COMM_WORLD;
    constexpr bool is_persistent = false;
    return raise(comm, make_request(std::move(operation), comm, is_persistent, request));
}

} // namespace calls

} // namespace closeranks::replication
