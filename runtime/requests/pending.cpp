#include "runtime/requests/pending.hpp"

namespace closeranks {

void learn_about_requests() noexcept {
    request_table().status.learn();
    MPI_Request handles[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Request waited[2];
    for (int i = 0; i < 2; ++i) {
        static_cast<void>(
            real.Isend(nullptr, 0, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_SELF, &handles[i]));
        waited[i] = handles[i];
    }
    request_table().complete_at_once = handles[0] == handles[1] ? handles[0] : MPI_REQUEST_NULL;
    for (MPI_Request &request : waited)
        static_cast<void>(real.Wait(&request, MPI_STATUS_IGNORE));
}

void replace_record(Request &stale, const Request &record) noexcept {
    let_go(std::exchange(stale, record));
}

void Batch::take_all() noexcept {
    const RequestsLock lock;
    apart_records_.reserve(static_cast<std::size_t>(count_));
    for (int i = 0; i < count_; ++i)
        apart_records_.push_back(request_table().pending.take(before_[i]));
}

void Batch::put_back() noexcept {
    const RequestsLock lock;
    for (int i = 0; i < count_; ++i)
        if (const auto &record = apart_records_[static_cast<std::size_t>(i)]; record)
            insert_record(before_[i], *record);
}

void Batch::drop_apart(int i) noexcept {
    if (const std::optional<Request> taken = take(i)) closeranks::drop(*taken);
}

void CurrentRequests::replace() noexcept {
    Replaced &replaced = replaced_.emplace(static_cast<std::size_t>(count_));
    const RequestsLock lock;
    for (int i = 0; i < count_; ++i) {
        PersistentRequest *const *found = request_table().persistent.find(requests_[i]);
        replaced.owners[i] = found != nullptr ? *found : nullptr;
        replaced.current[i] = found != nullptr ? (*found)->current : requests_[i];
    }
}

void CurrentRequests::write_back() noexcept {
    for (int i = 0; i < count_; ++i) {
        PersistentRequest *const owner = replaced_->owners[i];
        (owner != nullptr ? owner->current : requests_[i]) = replaced_->current[i];
    }
}

} // namespace closeranks
