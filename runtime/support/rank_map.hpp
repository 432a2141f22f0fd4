#pragma once

#include "runtime/support/live_rank.hpp"

#include <mpi.h>

#include <limits>
#include <span>
#include <vector>

namespace closeranks {

/// The ranks of the program in one of the library's own communicators.
///
/// While no rank is missing the map is the identity and holds no table. Members
/// (runtime/membership/members.hpp) has the process of each rank of MPI_COMM_WORLD.
class RankMap {
  public:
    /// The answer for a rank whose process failed.
    static constexpr LiveRank missing{MPI_UNDEFINED};

    RankMap() = default;

    /// A map for `size` application ranks, of which `survivors[i]` has rank i; negative: no
    /// application rank has it.
    RankMap(int size, std::span<const int> survivors);

    [[nodiscard]] bool is_identity() const noexcept { return to_live_.empty(); }

    /// Application rank -> live rank, or `missing`. An argument that is no rank (MPI_PROC_NULL,
    /// MPI_ANY_SOURCE, a number out of range) returns unchanged, so that MPI checks it as always.
    /// MPI_UNDEFINED returns another number that is no rank: it is not `missing`.
    [[nodiscard]] LiveRank live(int application) const noexcept {
        if (application < 0) [[unlikely]]
            return application == number_of(missing) ? no_rank : LiveRank{application};
        if (is_identity()) return LiveRank{application};
        // For an intercommunicator the library's communicator has more ranks than the program sees.
        if (application >= static_cast<int>(to_live_.size())) return no_rank;
        return to_live_[static_cast<std::size_t>(application)];
    }

    /// Live rank -> application rank; an argument that is no rank returns unchanged.
    [[nodiscard]] int application(LiveRank live) const noexcept {
        const int number = number_of(live);
        if (is_identity() || number < 0 || number >= static_cast<int>(to_application_.size()))
            return number;
        return to_application_[static_cast<std::size_t>(number)];
    }

    /// The surviving application ranks in order of their live ranks; empty for the identity.
    [[nodiscard]] std::span<const int> survivors() const noexcept { return to_application_; }

  private:
    static constexpr LiveRank no_rank{std::numeric_limits<int>::max()};

    std::vector<LiveRank> to_live_;
    std::vector<int> to_application_;
};

} // namespace closeranks
