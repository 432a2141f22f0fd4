#pragma once

#include "runtime/core/failures.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/membership/lost_ranks.hpp"
#include "runtime/support/ulfm.hpp"

#include <chrono>
#include <cstddef>

namespace closeranks {

/// True when `peer` is an application rank of `c` whose process is known to have failed.
[[nodiscard]] inline bool is_peer_missing(const Communicator &c, int peer) noexcept {
    if (peer < 0 || peer >= c.size) return false;
    if (c.message_ranks.live(peer) == RankMap::missing) return true;
    return !lost_ranks().empty() && is_missing(c, peer);
}

/// True when this process is the only member of `c` that is not known to have failed.
[[nodiscard]] bool is_alone(const Communicator &c) noexcept;

/// True when `request` is complete; does not complete it.
[[nodiscard]] bool is_complete(MPI_Request request, MPI_Status *status) noexcept;

/// True when `request` is complete after at most `polls` tests.
[[nodiscard]] bool completes(MPI_Request request, int polls) noexcept;

/// For a request for which a real call has just returned a pending failure (is_failure_pending).
/// True when it is complete nevertheless, with `status`; then this function ends it.
///
/// Open MPI keeps the pending mark when a message arrives after all (Quirk::pending_mark_stays).
/// From then on no completion call ends the request: all of them report the failure again.
[[nodiscard]] bool ends_nevertheless(MPI_Request *request, MPI_Status *status) noexcept;

/// True when `request`, a pending receive from MPI_ANY_SOURCE on `c`, can never complete: it has
/// matched a long message whose sender failed before all of it was sent.
[[nodiscard]] bool is_stuck(const Communicator &c, MPI_Request request) noexcept;

/// The code of a wait for any rank on `c` that a stall has ended (docs/explanation/stalls.md):
/// success, as for MPI_PROC_NULL, or MPIX_ERR_PROC_FAILED_PENDING, raised.
[[nodiscard]] int apply_stall_policy(Communicator &c, Function function) noexcept;

/// Decides for a call that polls for a message when polling has become pointless. That is so when
/// the source is missing, or for MPI_ANY_SOURCE when all other processes are.
///
/// Even then a message may be on its way: sent before the sender failed, or by this process to
/// itself. So polling continues for a little longer. A program with several threads might still
/// send the message to itself from another thread. It gets two seconds to do so, because it cannot
/// wait for ever when no process sends at all.
class PollTimer {
  public:
    PollTimer(Communicator &c, int source) noexcept : c_(c), source_(source) {}

    /// Called after each poll without success.
    [[nodiscard]] bool exhausted() noexcept {
        return ++polls_ % polls_between_looks == 0 && look();
    }

    /// The code of the call then: that of its policy for the source. If no process can send the
    /// awaited message any more, that of its policy for stalls.
    [[nodiscard]] int outcome(Function function, MPI_Status *status) noexcept;

  private:
    [[nodiscard]] bool look() noexcept;

    static constexpr unsigned polls_between_looks = 16;
    static constexpr unsigned looks_when_hopeless = 8;
    static constexpr std::chrono::seconds other_threads_have{2};

    Communicator &c_;
    int source_;
    unsigned polls_ = 0;
    unsigned hopeless_looks_ = 0;
    std::size_t known_ = 0; // the number of missing processes at the last check
    bool hopeless_ = false;
    bool stalled_ = false;
    std::chrono::steady_clock::time_point hopeless_since_;
};

} // namespace closeranks
