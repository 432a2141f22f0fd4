#include "runtime/restartable.hpp"

#include "runtime/pending.hpp"

namespace closeranks {

Restartable::Restartable(Communicator &c) noexcept : communicator_(c) {
    const RequestsLock lock;
    ++c.references;
}

Restartable::~Restartable() {
    const RequestsLock lock;
    release(communicator_);
}

void remember_restartable(MPI_Request handle, Restartable *restartable) noexcept {
    const RequestsLock lock;
    static_cast<void>(world().requests.restartable.insert(handle, restartable));
}

Restartable *find_restartable(MPI_Request handle) noexcept {
    const RequestsLock lock;
    Restartable *const *found = world().requests.restartable.find(handle);
    return found != nullptr ? *found : nullptr;
}

std::unique_ptr<Restartable> take_restartable(MPI_Request handle) noexcept {
    const RequestsLock lock;
    return std::unique_ptr<Restartable>(
        world().requests.restartable.take(handle).value_or(nullptr));
}

int start_request(MPI_Request *request) noexcept {
    Restartable *const known = request != nullptr ? find_restartable(*request) : nullptr;
    if (known == nullptr) return real.Start(request);
    if (known->current == MPI_REQUEST_NULL) return known->start();
    MPI_Request none = MPI_REQUEST_NULL; // raises what Open MPI raises for an active request
    return real.Start(&none);
}

int start_all(int count, MPI_Request requests[]) noexcept {
    bool any = false;
    for (int i = 0; i < count && requests != nullptr && !any; ++i)
        any = find_restartable(requests[i]) != nullptr;
    if (!any) return real.Startall(count, requests);
    for (int i = 0; i < count; ++i)
        if (const int code = start_request(&requests[i]); code != MPI_SUCCESS) return code;
    return MPI_SUCCESS;
}

} // namespace closeranks
