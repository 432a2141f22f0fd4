#pragma once

#include "runtime/stall/quiet_round.hpp"

#include <chrono>
#include <cstdint>
#include <functional>

namespace closeranks::stall {

/// The option, for this run; 0 s: never. Planned deaths end waits that nothing else would end.
[[nodiscard]] std::chrono::seconds deadlock_after() noexcept;

/// What one process does for the stall watch while no rank is lost: it looks now and then whether
/// it is still in the call in which it was, takes part in the rounds that find out whether all
/// ranks wait, and knows for how long an alarm lasts, in which the exact search runs
/// (docs/explanation/stalls.md).
///
/// Thread safety: none.
class CalmWatch {
  public:
    using Clock = std::chrono::steady_clock;

    /// `after`: the option deadlock_after; 0 s: never.
    CalmWatch(QuietRound::Send send, std::chrono::seconds after, int rank, int size);

    [[nodiscard]] bool is_on() const noexcept { return after_ != Clock::duration::zero(); }

    /// To be called in each turn, first: counts calls for a while. `counts_all`: all are counted.
    /// `alone`: no other thread looks at this one's calls.
    void sample(Clock::time_point now, bool counts_all, bool alone);

    /// The process has been in the same call for a while.
    [[nodiscard]] bool is_in_long_call(Clock::time_point now) const noexcept;

    /// Takes part in the round; `waits()` tells whether this process can only wait. Returns true
    /// when an alarm begins here.
    bool turn(Clock::time_point now, const std::function<bool()> &waits);

    /// A message of the round. Returns true when an alarm begins here.
    bool take(const Note &message, Clock::time_point now);

    /// An alarm has begun, and may still lead to something.
    [[nodiscard]] bool is_alarmed(Clock::time_point now) const noexcept;

    [[nodiscard]] Clock::time_point in_call_since() const noexcept { return since_; }

  private:
    void begin_alarm(Clock::time_point now);

    QuietRound round_;
    Clock::duration after_;
    bool is_root_;
    bool counts_ = false; ///< ends of calls, since `since_`
    std::uint64_t steps_ = 0;
    Clock::time_point since_{}; ///< it has been in the call that it is in at least
    Clock::time_point next_sample_{};
    Clock::time_point next_look_{};
    Clock::time_point next_round_{}; ///< not before that, at the root
    Clock::duration between_alarms_ = std::chrono::seconds(1);
    Clock::time_point alarm_ends_{};
    std::uint64_t alarm_steps_ = 0;
};

} // namespace closeranks::stall
