#pragma once

#include "runtime/support/mutex.hpp"

#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <thread>

namespace closeranks {

/// The limit for which the two sides of a spawn wait for each other after a failure: option
/// spawn_patience. Open MPI itself may wait for ever, also in PMIx, where it makes no progress and
/// the stall watch does not look (docs/reference/limits.md, "Spawned processes").

/// Calls a function repeatedly on a thread of its own, until it returns true or this object is
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

/// In a spawned process: true if the parents protect the connection with it.
[[nodiscard]] bool is_expected_by_parents() noexcept;

/// In a parent: gives its pid to children that it starts from now on.
void name_starting_parent() noexcept;

/// In a spawned process: while it lives, it ends the process without a message when the limit has
/// passed. Then the parents' survivors start other children. The process also ends at once if the
/// parent that has started it runs on this host and fails before they are connected. For MPI_Init.
class WaitingForParents {
  public:
    WaitingForParents() noexcept;
    ~WaitingForParents();
    WaitingForParents(const WaitingForParents &) = delete;
    WaitingForParents &operator=(const WaitingForParents &) = delete;

    /// The MPI has begun; the parents were needed for that.
    void have_met() noexcept { met_ = true; }

  private:
    std::atomic<bool> met_{false};
    RepeatedLook look_;
};

/// In a parent: while it lives, it ends the program when the limit has passed since a failure
/// reported meanwhile. For MPI_Comm_spawn, from one attempt on: begin_attempt() starts the next
/// one.
///
/// Thread safety: several threads may have one each.
class WaitingForChildren {
  public:
    /// `call`: the program's call, for the report.
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
    std::atomic<int> known_;                 ///< the failures known when the attempt began
    int seen_attempt_ = 0;                   ///< from here on only the thread uses the members
    std::optional<Clock::time_point> since_; ///< the time when the thread first saw more failures
    RepeatedLook look_;
};

} // namespace closeranks
