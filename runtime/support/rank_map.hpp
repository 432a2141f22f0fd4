#pragma once

#include "runtime/support/live_rank.hpp"

#include <mpi.h>

#include <limits>
#include <span>
#include <vector>

namespace closeranks {

/// Where the ranks that the program knows live in one of our own communicators.
///
/// While nobody is missing the map is the identity and holds no table. Which process stands for a
/// rank of MPI_COMM_WORLD is for Members to say (runtime/run/members.hpp).
class RankMap {
  public:
    /// The answer for a rank whose process failed.
    static constexpr LiveRank missing{MPI_UNDEFINED};

    RankMap() = default;

    /// A map for `size` application ranks of which `survivors[i]` lives at rank i; a negative one:
    /// none of them does.
    RankMap(int size, std::span<const int> survivors);

    [[nodiscard]] bool is_identity() const noexcept { return to_live_.empty(); }

    /// Application rank -> live rank, or `missing`. What is no rank (MPI_PROC_NULL, MPI_ANY_SOURCE,
    /// a number out of range) stays none, so that MPI judges it as it always does.
    [[nodiscard]] LiveRank live(int application) const noexcept {
        if (is_identity() || application < 0) return LiveRank{application};
        // Of an intercommunicator our own communicator has more ranks than the program sees.
        if (application >= static_cast<int>(to_live_.size()))
            return LiveRank{std::numeric_limits<int>::max()};
        return to_live_[static_cast<std::size_t>(application)];
    }

    /// Live rank -> application rank; what is no rank comes back unchanged.
    [[nodiscard]] int application(LiveRank live) const noexcept {
        const int number = number_of(live);
        if (is_identity() || number < 0 || number >= static_cast<int>(to_application_.size()))
            return number;
        return to_application_[static_cast<std::size_t>(number)];
    }

    /// The surviving application ranks in order of their live ranks; empty for the identity.
    [[nodiscard]] std::span<const int> survivors() const noexcept { return to_application_; }

  private:
    std::vector<LiveRank> to_live_;
    std::vector<int> to_application_;
};

} // namespace closeranks
