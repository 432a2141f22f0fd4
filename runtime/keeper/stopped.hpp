#pragma once

#include <chrono>
#include <sys/types.h>

namespace closeranks::keeper {

/// Open MPI's heartbeat detector (--detector) gives up a process that is stopped (SIGSTOP), which
/// then is lost for the others. The process would never end, and mpirun would wait for it. This
/// class notices that it has been stopped for so long.
///
/// A keeper that is stopped together with its process, for example by Ctrl-Z, does not count that
/// time.
class StoppedWatch {
  public:
    /// Reads the settings of the detector; without a detector nothing is watched.
    StoppedWatch();

    /// For poll(2): milliseconds until the next check; -1: none is needed.
    [[nodiscard]] int patience() const noexcept { return is_stopped_ ? tick : -1; }

    /// Checks `child`. True if it has been stopped for longer than the detector waits.
    [[nodiscard]] bool has_given_up(pid_t child) noexcept;

    /// The time for which the detector waits, in seconds.
    [[nodiscard]] double limit() const noexcept { return limit_; }

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr int tick = 100;
    double limit_ = 0.0;   ///< 0: there is no detector
    double stopped_ = 0.0; ///< seconds
    bool is_stopped_ = false;
    Clock::time_point latest_{};
};

} // namespace closeranks::keeper
