#pragma once

#include "runtime/support/mutex.hpp"

#include <mpi.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <utility>
#include <vector>

namespace closeranks {

/// Receives that have ended because their sender failed. A message that the sender had sent before
/// may still arrive, and a later receive would take it for its own. So later receives that match it
/// end likewise. (Open MPI ends a receive when it hears of the failure, even while the message lies
/// in its queue.)
///
/// Thread safety: all functions exclude each other.
class AbandonedReceives {
  public:
    /// For a request that receives nothing.
    static constexpr int no_tag = std::numeric_limits<int>::min();

    void add(int peer, int tag) noexcept {
        if (peer < 0 || tag == no_tag) return;
        const std::scoped_lock lock(mutex_);
        if (matches(peer, tag, true)) return;
        const auto of_peer = [peer](const auto &one) { return one.first == peer; };
        if (std::count_if(receives_.begin(), receives_.end(), of_peer) >= most_tags) {
            std::erase_if(receives_, of_peer);
            tag = MPI_ANY_TAG;
        }
        receives_.emplace_back(peer, tag);
        any_ = true;
    }
    [[nodiscard]] bool covers(int peer, int tag) const noexcept {
        if (!any_.load(std::memory_order_relaxed)) [[likely]]
            return false;
        const std::scoped_lock lock(mutex_);
        return matches(peer, tag, false);
    }

  private:
    // The limit keeps a program that gives each message its own tag from filling the memory.
    static constexpr int most_tags = 64;

    /// `wholly`: true if every message that `tag` matches was given up.
    [[nodiscard]] bool matches(int peer, int tag, bool wholly) const noexcept {
        return std::any_of(receives_.begin(), receives_.end(), [&](const auto &one) {
            return one.first == peer && (one.second == tag || one.second == MPI_ANY_TAG ||
                                         (tag == MPI_ANY_TAG && !wholly));
        });
    }
    std::atomic<bool> any_ = false;
    mutable Mutex<LockRank::leaf> mutex_;
    std::vector<std::pair<int, int>> receives_; ///< peers and tags
};

} // namespace closeranks
