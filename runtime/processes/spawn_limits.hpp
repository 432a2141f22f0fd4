#pragma once

#include "runtime/support/mutex.hpp"

#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <thread>

namespace closeranks {

/// How long the two sides of a spawn wait for each other once somebody has died: as long as the
/// option spawn_patience says. Open MPI itself may wait for ever, and in PMIx, where it makes no
/// progress and the stall watch does not look (docs/reference/limits.md, "Spawned processes").

/// Calls a function on a thread of its own, every so often until it returns true, or until this is
/// destroyed.
class RepeatedLook {
  public:
    RepeatedLook() noexcept = default;
    ~RepeatedLook();
    RepeatedLook(const RepeatedLook &) = delete;
    RepeatedLook &operator=(const RepeatedLook &) = delete;

    void begin(std::chrono::milliseconds between, std::function<bool()> look);

  private:
    Mutex<LockRank::leaf> mutex_;
    Condition ended_;
    bool over_ = false;
    std::thread thread_;
};

/// In a spawned process: whether the parents protect what connects them with it.
[[nodiscard]] bool is_expected_by_parents() noexcept;

/// In a parent: tells children that it starts from now on who it is.
void name_starting_parent() noexcept;

/// While it lives, in a spawned process only, it ends the process, quietly, when that takes longer:
/// the parents' survivors start others. The same at once if the parent that has started it dies
/// before they have met, and runs on this host. For MPI_Init.
class WaitingForParents {
  public:
    WaitingForParents() noexcept;
    ~WaitingForParents();
    WaitingForParents(const WaitingForParents &) = delete;
    WaitingForParents &operator=(const WaitingForParents &) = delete;

    /// The MPI has begun, for which the parents were needed.
    void have_met() noexcept { met_ = true; }

  private:
    std::atomic<bool> met_{false};
    RepeatedLook look_;
};

/// While it lives, in a parent, it ends the program when that takes longer after a death that was
/// told meanwhile. For MPI_Comm_spawn, from one attempt on: begin_attempt() for the next one.
///
/// Thread safety: several threads may have one each.
class WaitingForChildren {
  public:
    /// `call`: the program's, for what is said.
    explicit WaitingForChildren(const char *call) noexcept;
    ~WaitingForChildren() = default;
    WaitingForChildren(const WaitingForChildren &) = delete;
    WaitingForChildren &operator=(const WaitingForChildren &) = delete;

    void begin_attempt() noexcept;

  private:
    [[nodiscard]] bool look() noexcept;

    using Clock = std::chrono::steady_clock;
    const char *call_;
    std::atomic<int> attempt_{0};
    std::atomic<int> known_;                 ///< the failures that were told when the attempt began
    int seen_attempt_ = 0;                   ///< from here on: the thread's
    std::optional<Clock::time_point> since_; ///< when it first saw that there are more
    RepeatedLook look_;
};

} // namespace closeranks
