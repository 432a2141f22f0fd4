#pragma once

#include "generated/tables/functions.hpp"

#include <atomic>
#include <cstdint>
#include <optional>

namespace closeranks {

/// Counts the steps of this process for the stall watch, since the first loss or the latest sample
/// (docs/explanation/stalls.md). It also passes the stall watch's word to a wait for any rank that
/// shall end.
///
/// Thread safety: every function may be called by several threads at once.
class Activity {
  public:
    /// A call of the program has ended. Called only while calls are counted (Runtime::armed).
    void left(Function function) noexcept;

    /// While no rank is lost, calls are only sampled. From now on calls are counted until one ends,
    /// an empty poll or a query included. As long as steps() stays the same, no call has ended.
    /// `ends_by_itself`: sampling ends with that call; otherwise end_sampling() ends it. Called by
    /// the stall watch.
    void begin_sampling(bool ends_by_itself) noexcept;
    void end_sampling() noexcept;
    [[nodiscard]] bool is_sampling() const noexcept {
        return sampling_.load(std::memory_order_relaxed);
    }
    /// A rank is lost: from now on all calls are counted.
    void count_all() noexcept;

    /// The call of this thread that is about to end has polled without success.
    static void polled_in_vain() noexcept;

    /// The library's own work within one call has advanced by one step.
    void progressed() noexcept { steps_.fetch_add(1, std::memory_order_relaxed); }

    /// Completed calls and steps, without empty polls.
    [[nodiscard]] std::uint64_t steps() const noexcept {
        return steps_.load(std::memory_order_relaxed);
    }

    /// Completed calls, empty polls included.
    [[nodiscard]] std::uint64_t calls() const noexcept {
        return calls_.load(std::memory_order_relaxed);
    }

    /// The function of the latest call, if that call was a poll without success.
    [[nodiscard]] std::optional<Function> latest_poll() const noexcept {
        const int function = polled_.load(std::memory_order_relaxed);
        return function < 0 ? std::nullopt : std::optional(static_cast<Function>(function));
    }

    /// A stall was found at `steps`, so a wait for any rank shall end. The stall may be over by
    /// now.
    void release(std::uint64_t steps) noexcept { released_ = steps; }

    /// True once, if the calling wait for any rank is the one that was released.
    [[nodiscard]] bool take_release() noexcept {
        return released_.load(std::memory_order_relaxed) != nobody &&
               released_.exchange(nobody) == steps();
    }

  private:
    std::atomic<std::uint64_t> steps_{0};
    std::atomic<std::uint64_t> calls_{0};
    std::atomic<bool> sampling_{false};
    std::atomic<bool> ends_by_itself_{false};
    static constexpr int no_poll = -1;
    /// The Function of the latest call, if it polled without success.
    std::atomic<int> polled_{no_poll};
    static constexpr std::uint64_t nobody = ~std::uint64_t{0};
    std::atomic<std::uint64_t> released_{nobody};
};

[[nodiscard]] inline Activity &activity() noexcept {
    static constinit Activity of_this_process;
    return of_this_process;
}

} // namespace closeranks
