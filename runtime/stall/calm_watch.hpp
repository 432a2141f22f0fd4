#pragma once

#include "runtime/stall/quiet_round.hpp"

#include <chrono>
#include <cstdint>
#include <functional>

namespace closeranks::stall {

/// The value of the option for this run; 0 s: never. With planned deaths it is 0 s, because these
/// end waits that nothing else would end.
[[nodiscard]] std::chrono::seconds deadlock_after() noexcept;

/// The part of one process in the stall watch while no rank is lost. It checks now and then whether
/// the process is still in the same call. It takes part in the rounds that find out whether all
/// ranks wait. It also times an alarm, during which the exact search runs
/// (docs/explanation/stalls.md).
///
/// Thread safety: none.
class CalmWatch {
  public:
    using Clock = std::chrono::steady_clock;

    /// `after`: the option deadlock_after; 0 s: never.
    CalmWatch(QuietRound::Send send, std::chrono::seconds after, int rank, int size);

    [[nodiscard]] bool is_on() const noexcept { return after_ != Clock::duration::zero(); }

    /// Called first in each turn: counts calls for a while. `counts_all`: all calls are counted.
    /// `alone`: no other thread reads this one's calls.
    void sample(Clock::time_point now, bool counts_all, bool alone);

    /// The process has been in the same call for a while.
    [[nodiscard]] bool is_in_long_call(Clock::time_point now) const noexcept;

    /// Takes part in the round; `waits()` tells whether this process can only wait. Returns true
    /// when an alarm begins at this process.
    bool turn(Clock::time_point now, const std::function<bool()> &waits);

    /// Takes a message of the round. Returns true when an alarm begins at this process.
    bool take(const Note &message, Clock::time_point now);

    /// An alarm has begun, and may still find a stall.
    [[nodiscard]] bool is_alarmed(Clock::time_point now) const noexcept;

    [[nodiscard]] Clock::time_point in_call_since() const noexcept { return since_; }

  private:
    void begin_alarm(Clock::time_point now);

    QuietRound round_;
    Clock::duration after_;
    bool is_root_;
    bool counts_ = false; ///< true if ends of calls are counted, since `since_`
    std::uint64_t steps_ = 0;
    Clock::time_point since_{}; ///< the process has been in its present call at least since then
    Clock::time_point next_sample_{};
    Clock::time_point next_look_{};
    Clock::time_point next_round_{}; ///< at the root: the earliest time of the next round
    Clock::duration between_alarms_ = std::chrono::seconds(1);
    Clock::time_point alarm_ends_{};
    std::uint64_t alarm_steps_ = 0;
};

} // namespace closeranks::stall
