#pragma once

#include "runtime/core/failures.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/support/ulfm.hpp"

#include <chrono>
#include <cstddef>

namespace closeranks {

/// True when `peer` is an application rank of `c` whose process is known to have failed.
[[nodiscard]] inline bool is_peer_missing(const Communicator &c, int peer) noexcept {
    if (peer < 0 || peer >= c.size) return false;
    if (c.message_ranks.live(peer) == RankMap::missing) return true;
    return !runtime().missing.empty() && is_missing(c, peer);
}

/// True when this process is the only member of `c` that is not known to have failed.
[[nodiscard]] bool is_alone(const Communicator &c) noexcept;

/// True when `request` is complete; does not complete it.
[[nodiscard]] bool is_complete(MPI_Request request, MPI_Status *status) noexcept;

/// True when `request` is complete after at most `polls` looks.
[[nodiscard]] bool completes(MPI_Request request, int polls) noexcept;

/// For a request with which a real call has just failed as pending (is_failure_pending): true when
/// it is complete nevertheless, with `status`; then it is ended.
///
/// Open MPI keeps that mark when a message comes after all (Quirk::pending_mark_stays), and from
/// then on no completion call ends the request: all of them report the failure again.
[[nodiscard]] bool ends_nevertheless(MPI_Request *request, MPI_Status *status) noexcept;

/// True when `request`, a pending receive from MPI_ANY_SOURCE on `c`, can never complete: it has
/// matched a long message whose sender died before all of it was sent.
[[nodiscard]] bool is_stuck(const Communicator &c, MPI_Request request) noexcept;

/// What a wait for any rank on `c` returns that a stall has ended (docs/explanation/stalls.md):
/// success, as for MPI_PROC_NULL, or MPIX_ERR_PROC_FAILED_PENDING, raised.
[[nodiscard]] int apply_stall_policy(Communicator &c, Function function) noexcept;

/// Judges for somebody who polls for a message when it has become pointless to go on: the source is
/// missing, or for MPI_ANY_SOURCE everybody else is.
///
/// Even then a message may be on its way: sent before the sender died, or by this process to
/// itself. So polling goes on for a little longer. A program with several threads might even send
/// the message to itself later, from another thread; it gets two seconds to do so, because waiting
/// for ever is not an option when nobody sends at all.
class PollTimer {
  public:
    PollTimer(Communicator &c, int source) noexcept : c_(c), source_(source) {}

    /// To be asked after each poll that found nothing.
    [[nodiscard]] bool exhausted() noexcept {
        return ++polls_ % polls_between_looks == 0 && look();
    }

    /// What the call returns then: that of its policy for the source, or, when nobody can send any
    /// more what it waits for, of its policy for stalls.
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
    std::size_t known_ = 0; // how many were missing at the last look
    bool hopeless_ = false;
    bool stalled_ = false;
    std::chrono::steady_clock::time_point hopeless_since_;
};

} // namespace closeranks
