#pragma once

#include "runtime/core/runtime.hpp"
#include "runtime/openmpi/progress_engine.hpp"
#include "runtime/support/mutex.hpp"

namespace closeranks {

/// While one lives, only this thread answers other processes under the optimistic commit. It alone
/// changes the state for which they ask: the number of completed collectives of a communicator,
/// their log, votes and the working communicator itself. The fast path of collectives takes no turn
/// (FastAttempt).
///
/// A thread in a turn neither waits for other processes nor calls the program. Turns may be nested.
class RecoveryTurn {
  public:
    RecoveryTurn() noexcept {
        if (depth_++ == 0 && runtime().threads) mutex_.lock();
    }
    ~RecoveryTurn() {
        if (--depth_ == 0 && runtime().threads) mutex_.unlock();
    }
    RecoveryTurn(const RecoveryTurn &) = delete;
    RecoveryTurn &operator=(const RecoveryTurn &) = delete;

    /// Calls `act` in a turn, unless this thread or another one is in a turn already.
    template <typename Act> static void try_to(Act act) noexcept {
        if (depth_ != 0) return;
        if (runtime().threads && !mutex_.try_lock()) return;
        ++depth_;
        {
            const ExclusiveTurn turn;
            act();
        }
        --depth_;
        if (runtime().threads) mutex_.unlock();
    }

    /// For its test.
    [[nodiscard]] static Mutex<LockRank::recovery> &mutex() noexcept { return mutex_; }

  private:
    static inline constinit Mutex<LockRank::recovery> mutex_;
    static inline constinit thread_local int depth_ = 0;
    ExclusiveTurn turn_;
};

} // namespace closeranks
