#pragma once

#include "runtime/support/mutex.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <iterator>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace closeranks {

/// The ranks in MPI_COMM_WORLD that this process knows to have failed, and the numbers of failed
/// connected processes (runtime/core/foreign_processes.hpp). The set only grows, until spares take
/// the places of its ranks.
///
/// Thread safety: all functions but remove() may run at the same time. Reading takes no lock,
/// because every point-to-point call checks the set.
class MissingRanks {
  public:
    /// Makes room for `count` ranks in all.
    void reserve(int count) {
        const std::scoped_lock lock(mutex_);
        auto room = std::make_unique_for_overwrite<int[]>(static_cast<std::size_t>(count));
        std::copy_n(ranks_.load(std::memory_order_relaxed), size(), room.get());
        ranks_.store(room.get(), std::memory_order_release);
        rooms_.push_back(std::move(room)); // other threads may still read the previous room
    }

    [[nodiscard]] bool empty() const noexcept { return size() == 0; }
    [[nodiscard]] std::size_t size() const noexcept {
        return count_.load(std::memory_order_acquire);
    }
    [[nodiscard]] bool contains(int rank) const noexcept {
        const std::size_t count = size(); // read first: a room read later has at least as many
        const std::span known(ranks_.load(std::memory_order_acquire), count);
        return std::find(known.begin(), known.end(), rank) != known.end();
    }

    /// Adds those of `ranks` that are new and returns them, in ascending order.
    std::vector<int> add(std::span<const int> ranks) {
        const std::scoped_lock lock(mutex_);
        std::vector<int> fresh;
        std::copy_if(ranks.begin(), ranks.end(), std::back_inserter(fresh),
                     [&](int rank) { return !contains(rank); });
        std::sort(fresh.begin(), fresh.end());
        std::copy(fresh.begin(), fresh.end(), ranks_.load(std::memory_order_relaxed) + size());
        count_.store(size() + fresh.size(), std::memory_order_release);
        return fresh;
    }

    /// True if the ranks of `failed` processes have been looked up, and no rank has got another
    /// process since. A process may fail that stands for no rank.
    [[nodiscard]] bool knows(int failed) const noexcept {
        return processes_.load(std::memory_order_relaxed) == failed;
    }
    void know(int failed) noexcept { processes_.store(failed, std::memory_order_relaxed); }

    /// Replacement processes stand for these ranks now. Must not run at the same time as any other
    /// function.
    void remove(std::span<const int> ranks) {
        const std::scoped_lock lock(mutex_);
        const std::span known(ranks_.load(std::memory_order_relaxed), size());
        const auto end = std::remove_if(known.begin(), known.end(), [&](int rank) {
            return std::find(ranks.begin(), ranks.end(), rank) != ranks.end();
        });
        count_.store(static_cast<std::size_t>(end - known.begin()), std::memory_order_release);
        know(0);
    }

  private:
    std::vector<std::unique_ptr<int[]>> rooms_;
    std::atomic<int *> ranks_{nullptr}; ///< in the latest room
    std::atomic<std::size_t> count_{0};
    std::atomic<int> processes_{0}; ///< failed ones whose ranks were looked up
    Mutex<LockRank::missing> mutex_;
};

} // namespace closeranks
