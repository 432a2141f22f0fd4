#pragma once

#include "runtime/support/published.hpp"
#include "runtime/support/sanitizers.hpp"

#include <atomic>
#include <cstdint>

namespace closeranks {

/// The reasons for which the collectives of a communicator cannot take the fast path. While there
/// is no reason, a collective under the optimistic commit needs nothing before its real call.
///
/// Thread safety: any thread may change a reason at any time. Reading costs as much as reading a
/// plain variable.
class Obstacles {
  public:
    enum Reason : std::uint8_t {
        agreed = 1,     ///< its collectives are agreed on
        frozen = 2,     ///< the working communicator will not be used again in this epoch
        missing = 4,    ///< the working communicator lacks application ranks, or the topology
        tasks = 8,      ///< nonblocking collectives are pending
        devices = 16,   ///< buffers may be memory that the CPU cannot access
        returning = 32, ///< this process is on its way to the resume point
        composed = 64,  ///< its layout may run them on other communicators (core/layout.hpp)
        broken = 128,   ///< a member of the working communicator is known to have failed
    };

    [[nodiscard]] bool none() const noexcept { return read() == 0; }
    [[nodiscard]] bool has(Reason reason) const noexcept { return (read() & reason) != 0; }

    /// Sets or clears `reason`. Returns whether it was set before.
    bool put(Reason reason, bool there) noexcept {
        const std::uint8_t before =
            there ? __atomic_fetch_or(&reasons_, reason, __ATOMIC_SEQ_CST)
                  : __atomic_fetch_and(&reasons_, static_cast<std::uint8_t>(~reason),
                                       __ATOMIC_SEQ_CST);
        return (before & reason) != 0;
    }

  private:
    [[nodiscard]] std::uint8_t read() const noexcept {
#ifdef CLOSERANKS_THREAD_SANITIZER
        return __atomic_load_n(&reasons_, __ATOMIC_RELAXED);
#else
        return reasons_; // the compiler cannot compare an atomic variable in memory
#endif
    }

    std::uint8_t reasons_ = 0;
};

/// Whether the thread of a communicator's collective is on the fast path. The thread sets this
/// before it reads the obstacles. Another thread that has set an obstacle (`frozen`) reads this
/// afterwards. So one of the two threads sees the other (Dekker's mutual exclusion). The thread on
/// the fast path pays only a plain store; the thread that sets `frozen` makes all threads of the
/// process pass a barrier in between (support/process_barrier.hpp).
class FastAttempt {
  public:
    void begin() noexcept {
        is_on_.set(true);
        std::atomic_signal_fence(std::memory_order_seq_cst);
    }
    void end() noexcept {
        std::atomic_signal_fence(std::memory_order_seq_cst);
        is_on_.set(false);
    }

    /// Read by all other threads.
    [[nodiscard]] bool is_on() const noexcept { return is_on_.read(); }

  private:
    Published<bool> is_on_{false};
};

} // namespace closeranks
