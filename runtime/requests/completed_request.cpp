#include "runtime/requests/completed_request.hpp"

#include "runtime/core/status.hpp"
#include "runtime/openmpi/generalized_request.hpp"

namespace closeranks {

namespace {

int describe(void *, MPI_Status *status) {
    make_empty(status);
    return MPI_SUCCESS;
}

} // namespace

MPI_Request make_completed_request() noexcept {
    MPI_Request request = MPI_REQUEST_NULL;
    if (start_generalized(describe, nullptr, &request) == MPI_SUCCESS)
        static_cast<void>(real.Grequest_complete(request));
    return request;
}

} // namespace closeranks
