#include "runtime/requests/missing_peer.hpp"

#include "runtime/core/activity.hpp"
#include "runtime/core/apply_policy.hpp"
#include "runtime/membership/lost_ranks.hpp"
#include "runtime/requests/outcome.hpp"
#include "runtime/requests/request.hpp"
#include "runtime/requests/wildcard.hpp"

#include <mpi-ext.h>

namespace closeranks {

bool is_alone(const Communicator &c) noexcept {
    if (!c.identity.is_partial() && lost_ranks().size() + 1 < static_cast<std::size_t>(c.size))
        return false;
    for (int rank = 0; rank < c.size; ++rank)
        if (rank != c.rank && !is_peer_missing(c, rank)) return false;
    return true;
}

bool is_complete(MPI_Request request, MPI_Status *status) noexcept {
    int flag = 0;
    return real.Request_get_status(request, &flag, status) == MPI_SUCCESS && flag != 0 &&
           !request_table().status.is_waited_for(request);
}

bool completes(MPI_Request request, int polls) noexcept {
    for (int i = 0; i < polls; ++i)
        if (is_complete(request, MPI_STATUS_IGNORE)) return true;
    return false;
}

bool ends_nevertheless(MPI_Request *request, MPI_Status *status) noexcept {
    if (!is_complete(*request, status)) return false;
    static_cast<void>(real.Request_free(request));
    return true;
}

bool is_stuck(const Communicator &c, MPI_Request request) noexcept {
    const int source = matched_source(request);
    if (source < 0 || !is_peer_missing(c, c.message_ranks.application(LiveRank{source})))
        return false;
    // A message that the sender did send may still be on its way.
    constexpr int polls = 1000;
    return !completes(request, polls);
}

bool PollTimer::look() noexcept {
    static_cast<void>(notice_failures(c_));
    stalled_ = source_ == MPI_ANY_SOURCE && activity().take_release();
    if (stalled_) return true;
    if (lost_ranks().size() != known_) {
        known_ = lost_ranks().size();
        hopeless_ = source_ == MPI_ANY_SOURCE ? is_alone(c_) : is_peer_missing(c_, source_);
        hopeless_since_ = std::chrono::steady_clock::now();
    }
    if (!hopeless_ || ++hopeless_looks_ < looks_when_hopeless) return false;
    return source_ != MPI_ANY_SOURCE || !runtime().threads ||
           std::chrono::steady_clock::now() - hopeless_since_ > other_threads_have;
}

int PollTimer::outcome(Function function, MPI_Status *status) noexcept {
    if (!stalled_) return receive_nothing(function, c_, source_, status);
    make_empty(status);
    return apply_stall_policy(c_, function);
}

int apply_stall_policy(Communicator &c, Function function) noexcept {
    if (policy_of(c, function, PolicyKind::stall) == Policy::error)
        return c.raise(MPIX_ERR_PROC_FAILED_PENDING);
    runtime().report.skipped(function, MPI_ANY_SOURCE);
    return MPI_SUCCESS;
}

} // namespace closeranks
