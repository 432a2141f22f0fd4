#pragma once

#include "runtime/files/file_pieces.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace closeranks {

/// The settings of collective buffering that processes ask for (runtime/files/buffering.hpp). The
/// largest of each holds for all.
struct BufferingWishes {
    std::int64_t none = 1;        ///< 1: nothing is buffered
    std::int64_t aggregators = 0; ///< upper limit; 0: chosen by the library
    std::int64_t section = 0;     ///< most bytes for one aggregator at once
};

/// Positions of the view: the positions that a process accesses in a collective call, or a part of
/// them.
struct Positions {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    [[nodiscard]] std::int64_t bytes() const noexcept { return end - begin; }
};

/// Places in the file.
struct Section {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    [[nodiscard]] std::int64_t bytes() const noexcept { return end - begin; }
};

/// The access of one member, as it tells the others; all zero from a missing member.
struct AccessFacts {
    std::int64_t present = 0;
    std::int64_t refuses = 0;
    std::int64_t begin = 0; ///< the first place that it accesses
    std::int64_t end = 0;   ///< behind the last one
    std::int64_t bytes = 0;
    std::int64_t pieces = 0;
};

/// The facts of a member that accesses `mine`, or that has to do its access alone (`refuses`).
[[nodiscard]] AccessFacts describe_access(const FilePieces &pieces, const Positions &mine,
                                          bool refuses) noexcept;

/// The division of a collective access: the file is cut into sections, which the aggregators take
/// in turns, each one in a round. The same at all processes that take part.
class BufferingPlan {
  public:
    /// The plan that follows from the facts of all members. Nothing: each should do its access
    /// alone, or one has to.
    [[nodiscard]] static std::optional<BufferingPlan> from(std::span<const AccessFacts> members,
                                                           const BufferingWishes &wishes) noexcept;

    [[nodiscard]] int aggregators() const noexcept { return static_cast<int>(ranks_.size()); }
    [[nodiscard]] int rank_of(int aggregator) const noexcept {
        return ranks_[static_cast<std::size_t>(aggregator)];
    }
    [[nodiscard]] std::int64_t rounds() const noexcept {
        const std::int64_t round = section_ * aggregators();
        return (end_ - begin_ + round - 1) / round;
    }
    /// Empty if no section is left in the last round.
    [[nodiscard]] Section section(std::int64_t round, int aggregator) const noexcept {
        const std::int64_t begin = begin_ + (round * aggregators() + aggregator) * section_;
        return {.begin = std::min(begin, end_), .end = std::min(begin + section_, end_)};
    }
    /// The number of processes that take part.
    [[nodiscard]] std::int64_t taking_part() const noexcept { return taking_part_; }

  private:
    std::vector<int> ranks_; ///< of the aggregators
    std::int64_t taking_part_ = 0;
    std::int64_t begin_ = 0;
    std::int64_t end_ = 0;
    std::int64_t section_ = 0;
};

} // namespace closeranks
