#include "runtime/replication/message_operations.hpp"

#include "runtime/replication/progress.hpp"
#include "runtime/replication/status.hpp"
#include "runtime/replication/synchronous.hpp"

namespace closeranks::replication {

int SendOperation::start() { return send_packed(message_, *on_, Talk::program, &id_); }

bool SendOperation::is_done() {
    if (!message_.is_synchronous || message_.place == MPI_PROC_NULL) return true;
    if (!synchronous_sends().is_received(id_)) progress();
    return synchronous_sends().is_received(id_);
}

int SendOperation::finish(MPI_Status *status) {
    if (message_.is_synchronous) synchronous_sends().forget(id_);
    set_empty_status(status);
    return MPI_SUCCESS;
}

int ReceiveOperation::start() {
    state_ = State::waits;
    code_ = MPI_SUCCESS;
    if (place_ != MPI_PROC_NULL) receiving_.post(*on_, Talk::program, place_, tag_);
    return MPI_SUCCESS;
}

bool ReceiveOperation::is_done() {
    if (place_ == MPI_PROC_NULL || state_ != State::waits || receiving_.has_message()) return true;
    progress();
    return receiving_.has_message();
}

int ReceiveOperation::finish(MPI_Status *status) {
    if (place_ == MPI_PROC_NULL) {
        set_status_of_no_process(status);
        return MPI_SUCCESS;
    }
    if (state_ == State::waits) {
        const Arrived message = receiving_.take();
        set_status_of(message, &status_);
        code_ = deliver(message, {to_, count_, type_.get()});
        state_ = State::finished;
    }
    copy_status(status_, status);
    return code_;
}

bool ReceiveOperation::may_be_cancelled() {
    return place_ != MPI_PROC_NULL && state_ == State::waits && !receiving_.has_message();
}

void ReceiveOperation::cancel() {
    receiving_.withdraw();
    state_ = State::cancelled;
    constexpr bool is_cancelled = true;
    set_status(&status_, MPI_ANY_SOURCE, MPI_ANY_TAG, 0, is_cancelled);
}

} // namespace closeranks::replication
