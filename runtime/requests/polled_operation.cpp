#include "runtime/requests/polled_operation.hpp"

#include "runtime/core/status.hpp"
#include "runtime/openmpi/generalized_request.hpp"
#include "runtime/requests/pending.hpp"

namespace closeranks {

int PolledOperation::query(void *operation, MPI_Status *status) {
    copy_real_status(static_cast<PolledOperation *>(operation)->status_, status);
    return MPI_SUCCESS;
}

void PolledOperation::begin(MPI_Request *request, Communicator &c, int peer,
                            Function function) noexcept {
    complete_ = false;
    make_empty(&status_);
    static_cast<void>(start_generalized(query, this, &request_));
    *request = request_;
    remember(request_, {.communicator = &c, .peer = peer, .function = function, .polled = this});
    ++polled_operations;
}

void PolledOperation::complete() noexcept {
    if (complete_.exchange(true)) return;
    --polled_operations;
    static_cast<void>(real.Grequest_complete(request_));
}

} // namespace closeranks
