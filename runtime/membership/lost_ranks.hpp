#pragma once

#include "runtime/support/mutex.hpp"
#include "runtime/support/never_destroyed.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace closeranks {

/// The lost ranks of MPI_COMM_WORLD, as far as this process knows: ranks without a live process.
///
/// Processes fail, and other processes take the places of failed ones; this class says which ranks
/// are lost by that. A process that stands for no rank, such as a spare, may fail, and no rank is
/// lost. Failed connected processes count as well, by their numbers (foreign_processes.hpp).
///
/// Thread safety: queries, look() and add() may run at the same time. Queries take no lock, because
/// every point-to-point call asks.
class LostRanks {
  public:
    /// No rank is lost. `recoveries`: the recoveries before this process was started.
    void begin(int recoveries) noexcept;

    [[nodiscard]] bool empty() const noexcept { return size() == 0; }
    [[nodiscard]] std::size_t size() const noexcept {
        return count_.load(std::memory_order_acquire);
    }
    [[nodiscard]] bool contains(int rank) const noexcept {
        const std::size_t count = size(); // read first: a room read later has at least as many
        const std::span known(ranks_.load(std::memory_order_acquire), count);
        return std::find(known.begin(), known.end(), rank) != known.end();
    }

    /// The recovery generation: recoveries so far in which other processes took the places of lost
    /// ranks.
    [[nodiscard]] int recoveries() const noexcept { return recoveries_; }

    /// True if a rank has been lost, even if a replacement process stands for it now.
    [[nodiscard]] bool any_ever() const noexcept { return recoveries() != 0 || !empty(); }

    /// Asks the MPI which processes have failed (a local query, about 25 ns). Returns the ranks
    /// that are newly lost, in ascending order.
    [[nodiscard]] std::vector<int> look() noexcept;

    /// Other processes know that these ranks are lost. Returns those that are newly lost, in
    /// ascending order.
    [[nodiscard]] std::vector<int> add(std::span<const int> ranks);

    /// A recovery: other processes stand for these ranks now. Must not run at the same time as any
    /// other function.
    void recover(std::span<const int> ranks);

  private:
    /// Makes room for `count` ranks in all.
    void reserve(std::size_t count);

    std::vector<std::unique_ptr<int[]>> rooms_; ///< other threads may still read the earlier ones
    std::size_t capacity_ = 0;                  ///< of the latest room
    std::atomic<int *> ranks_{nullptr};         ///< in the latest room
    std::atomic<std::size_t> count_{0};
    std::atomic<int> recoveries_{0};
    std::atomic<int> looked_up_{0}; ///< failed processes when their ranks were looked up
    Mutex<LockRank::lost> mutex_;
};

inline constinit NeverDestroyed<LostRanks> lost_ranks_of_this_process;

/// The lost ranks that this process knows.
[[nodiscard]] inline LostRanks &lost_ranks() noexcept { return lost_ranks_of_this_process.value; }

/// The lost ranks, as the MPI knows them now (a local query).
[[nodiscard]] std::vector<int> failed_in_world();

} // namespace closeranks
