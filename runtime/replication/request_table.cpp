#include "runtime/replication/request_table.hpp"

#include "runtime/openmpi/generalized_request.hpp"
#include "runtime/replication/progress.hpp"
#include "runtime/replication/status.hpp"
#include "runtime/support/never_destroyed.hpp"

#include <algorithm>
#include <utility>

namespace closeranks::replication {

namespace {

int query_nothing(void *, MPI_Status *status) {
    set_empty_status(status);
    return MPI_SUCCESS;
}

} // namespace

RequestTable &request_table() noexcept {
    static NeverDestroyed<RequestTable> one;
    return one.value;
}

int RequestTable::add(std::unique_ptr<Request> request, MPI_Request *handle) {
    if (spare_handles_.empty()) {
        MPI_Request made = MPI_REQUEST_NULL;
        if (const int code = start_generalized(query_nothing, nullptr, &made); code != MPI_SUCCESS)
            return code;
        spare_handles_.push_back(made);
    }
    *handle = spare_handles_.back();
    spare_handles_.pop_back();
    table_.insert(*handle, request.release());
    return MPI_SUCCESS;
}

void RequestTable::remove(MPI_Request *handle) noexcept {
    delete table_.search(*handle);
    table_.erase(*handle);
    spare_handles_.push_back(std::exchange(*handle, MPI_REQUEST_NULL));
}

void RequestTable::let_go(MPI_Request *handle) {
    Request *const request = table_.search(*handle);
    if (request->is_active) orphans_.push_back(std::move(request->operation));
    remove(handle);
}

void RequestTable::finish_orphans() {
    std::erase_if(orphans_, [](const std::unique_ptr<Operation> &operation) {
        if (!operation->is_done()) return false;
        static_cast<void>(operation->finish(MPI_STATUS_IGNORE));
        return true;
    });
}

void RequestTable::end() noexcept {
    for (MPI_Request &handle : spare_handles_) {
        static_cast<void>(real.Grequest_complete(handle));
        static_cast<void>(real.Request_free(&handle));
    }
    spare_handles_.clear();
}

int make_request(std::unique_ptr<Operation> operation, MPI_Comm comm, bool is_persistent,
                 MPI_Request *request) {
    auto made = std::make_unique<Request>();
    made->operation = std::move(operation);
    made->comm = comm;
    made->is_persistent = is_persistent;
    made->is_active = !is_persistent;
    return request_table().add(std::move(made), request);
}

} // namespace closeranks::replication
