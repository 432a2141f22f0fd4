#include "runtime/driven.hpp"

#include "runtime/generalized_request.hpp"
#include "runtime/pending.hpp"
#include "runtime/status.hpp"

namespace closeranks {

int Driven::query(void *driven, MPI_Status *status) {
    copy_real_status(static_cast<Driven *>(driven)->status_, status);
    return MPI_SUCCESS;
}

void Driven::begin(MPI_Request *request, Communicator &c, int peer, Function function) noexcept {
    complete_ = false;
    make_empty(&status_);
    static_cast<void>(start_generalized(query, this, &request_));
    *request = request_;
    remember(request_, {.communicator = &c, .peer = peer, .function = function, .driven = this});
    ++world().driven;
}

void Driven::complete() noexcept {
    if (complete_.exchange(true)) return;
    --world().driven;
    static_cast<void>(real.Grequest_complete(request_));
}

} // namespace closeranks
