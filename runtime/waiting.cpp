#include "runtime/waiting.hpp"

#include <mpi-ext.h>

namespace closeranks {

bool is_alone(const Communicator &c) noexcept {
    if (!c.is_partial() && world().missing.size() + 1 < static_cast<std::size_t>(c.size))
        return false;
    for (int rank = 0; rank < c.size; ++rank)
        if (rank != c.rank && !is_peer_missing(c, rank)) return false;
    return true;
}

bool is_failure_pending(int code) noexcept {
    int error_class = code;
    static_cast<void>(real.Error_class(code, &error_class));
    return error_class == MPIX_ERR_PROC_FAILED_PENDING;
}

bool Patience::look() noexcept {
    static_cast<void>(notice_failures(c_));
    if (world().missing.size() != known_) {
        known_ = world().missing.size();
        hopeless_ = source_ == MPI_ANY_SOURCE ? is_alone(c_) : is_peer_missing(c_, source_);
        hopeless_since_ = std::chrono::steady_clock::now();
    }
    if (!hopeless_ || ++hopeless_looks_ < looks_when_hopeless) return false;
    return source_ != MPI_ANY_SOURCE || !world().threads ||
           std::chrono::steady_clock::now() - hopeless_since_ > other_threads_have;
}

} // namespace closeranks
