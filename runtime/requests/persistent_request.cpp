#include "runtime/requests/persistent_request.hpp"

#include "runtime/requests/request.hpp"

namespace closeranks {

PersistentRequest::PersistentRequest(Communicator &c) noexcept : communicator_(c) {
    const RequestsLock lock;
    c.lifetime.retain();
}

PersistentRequest::~PersistentRequest() {
    const RequestsLock lock;
    release(communicator_);
}

void remember_persistent(MPI_Request handle, PersistentRequest *persistent) noexcept {
    const RequestsLock lock;
    static_cast<void>(request_table().persistent.insert(handle, persistent));
}

PersistentRequest *find_persistent(MPI_Request handle) noexcept {
    const RequestsLock lock;
    PersistentRequest *const *found = request_table().persistent.find(handle);
    return found != nullptr ? *found : nullptr;
}

std::unique_ptr<PersistentRequest> take_persistent(MPI_Request handle) noexcept {
    const RequestsLock lock;
    return std::unique_ptr<PersistentRequest>(
        request_table().persistent.take(handle).value_or(nullptr));
}

int start_request(MPI_Request *request) noexcept {
    PersistentRequest *const known = request != nullptr ? find_persistent(*request) : nullptr;
    if (known == nullptr) return real.Start(request);
    if (known->current == MPI_REQUEST_NULL) return known->start();
    // Raises the error that Open MPI raises for an active request.
    MPI_Request none = MPI_REQUEST_NULL;
    return real.Start(&none);
}

int start_all(int count, MPI_Request requests[]) noexcept {
    bool any = false;
    for (int i = 0; i < count && requests != nullptr && !any; ++i)
        any = find_persistent(requests[i]) != nullptr;
    if (!any) return real.Startall(count, requests);
    for (int i = 0; i < count; ++i)
        if (const int code = start_request(&requests[i]); code != MPI_SUCCESS) return code;
    return MPI_SUCCESS;
}

} // namespace closeranks
