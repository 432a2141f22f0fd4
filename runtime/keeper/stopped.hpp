#pragma once

#include <chrono>
#include <sys/types.h>

namespace closeranks::keeper {

/// Open MPI's heartbeat detector (--detector) gives up a process that is stopped (SIGSTOP), and for
/// the others it is lost from then on. It would never end, and mpirun would wait for it. This finds
/// out that it has been stopped for so long.
///
/// A keeper that is stopped with its process, as by Ctrl-Z, does not count that time.
class StoppedWatch {
  public:
    /// By the settings of the detector; without one nothing is watched.
    StoppedWatch();

    /// For poll(2): until the next look, in milliseconds; -1: none is needed.
    [[nodiscard]] int patience() const noexcept { return is_stopped_ ? tick : -1; }

    /// Looks at `child`. Whether it has been stopped for longer than the detector waits.
    [[nodiscard]] bool has_given_up(pid_t child) noexcept;

    /// How long the detector waits, in seconds.
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
