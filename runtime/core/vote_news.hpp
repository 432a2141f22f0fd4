#pragma once

#include <cstdint>

namespace closeranks {

/// What this process has heard of the votes on a communicator in this epoch, and passed on
/// (docs/developers/commit.md, "Who is asked, and who is told"). Who has completed more than one of
/// the voters has to join from outside, so the lowest number among them is what matters.
class VoteNews {
  public:
    /// That one who has completed `number` is in vote `vote`. True: this is to be passed on.
    [[nodiscard]] bool hear(std::uint32_t vote, std::uint64_t number) noexcept {
        if (vote < vote_ || (vote == vote_ && number >= lowest_)) return false;
        vote_ = vote;
        lowest_ = number;
        return true;
    }

    /// The latest vote that it has heard of, counted from 1; 0: none.
    [[nodiscard]] std::uint32_t vote() const noexcept { return vote_; }
    [[nodiscard]] std::uint64_t lowest() const noexcept { return lowest_; }

  private:
    std::uint32_t vote_ = 0;
    std::uint64_t lowest_ = 0;
};

} // namespace closeranks
