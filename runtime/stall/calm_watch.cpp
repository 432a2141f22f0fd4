#include "runtime/stall/calm_watch.hpp"

#include "runtime/core/activity.hpp"
#include "runtime/core/runtime.hpp"

#include <algorithm>
#include <utility>

namespace closeranks::stall {

namespace {

using namespace std::chrono_literals;

constexpr auto between_samples = 1s; ///< with several threads, where one sample costs all calls
constexpr auto between_rounds = 500ms;
constexpr auto between_looks = 200ms; ///< a check may go through thousands of requests
constexpr auto alarm_lasts = 10s;     ///< the exact search takes about one second
constexpr auto longest_between_alarms = 64s;

} // namespace

std::chrono::seconds deadlock_after() noexcept {
    const Config &config = runtime().config;
    const bool kills = !config.kill.empty() || !config.kill_random.empty();
    return std::chrono::seconds(kills ? 0 : config.deadlock_after);
}

CalmWatch::CalmWatch(QuietRound::Send send, std::chrono::seconds after, int rank, int size)
    : round_(std::move(send), rank, size), after_(after), is_root_(rank == 0) {}

void CalmWatch::sample(Clock::time_point now, bool counts_all, bool alone) {
    Activity &counted = activity();
    counts_ = counts_all || counted.is_sampling();
    if (counts_ && counted.steps() == steps_ && since_ != Clock::time_point{}) return;
    if (!counts_all && counted.is_sampling()) {
        // Another thread may be read only as long as calls are counted without a break.
        counted.end_sampling();
        next_sample_ = now + between_samples;
    }
    steps_ = counted.steps();
    since_ = now;
    if (!counts_all && now >= next_sample_) counted.begin_sampling(alone);
    counts_ = counts_all || counted.is_sampling();
}

bool CalmWatch::is_in_long_call(Clock::time_point now) const noexcept {
    return counts_ && activity().steps() == steps_ && now - since_ >= after_ / 4;
}

bool CalmWatch::turn(Clock::time_point now, const std::function<bool()> &waits) {
    if (is_alarmed(now)) return false;
    const bool long_enough =
        is_in_long_call(now) && (!is_root_ || (now - since_ >= after_ / 2 && now >= next_round_));
    if (long_enough && round_.wants_to_know() && now >= next_look_) {
        next_look_ = now + between_looks;
        if (waits()) {
            round_.waits(steps_);
            next_look_ = now;
            if (is_root_) next_round_ = std::max(next_round_, now + between_rounds);
        }
    }
    if (!round_.turn(activity().steps())) return false;
    begin_alarm(now);
    return true;
}

bool CalmWatch::take(const Note &message, Clock::time_point now) {
    if (!round_.take(message)) return false;
    begin_alarm(now);
    return true;
}

void CalmWatch::begin_alarm(Clock::time_point now) {
    if (counts_) alarm_ends_ = now + alarm_lasts; // otherwise this process is in no long call
    alarm_steps_ = activity().steps();
    // Vain alarms happen when all ranks wait for an operation that takes long.
    next_round_ = now + between_alarms_;
    between_alarms_ = std::min<Clock::duration>(2 * between_alarms_, longest_between_alarms);
}

bool CalmWatch::is_alarmed(Clock::time_point now) const noexcept {
    return now < alarm_ends_ && activity().steps() == alarm_steps_;
}

} // namespace closeranks::stall
