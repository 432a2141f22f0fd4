#pragma once

#include <cstdint>

namespace closeranks {

/// The events about votes on a communicator in this repair epoch that this process has received and
/// passed on (docs/developers/commit.md, "Who is asked, and who is told"). A process that has
/// completed more than one of the voters has to join from outside. So only the lowest number among
/// the voters matters.
class VoteNews {
  public:
    /// A process that has completed `number` is in vote `vote`. True: the event has to be passed
    /// on.
    [[nodiscard]] bool hear(std::uint32_t vote, std::uint64_t number) noexcept {
        if (vote < vote_ || (vote == vote_ && number >= lowest_)) return false;
        vote_ = vote;
        lowest_ = number;
        return true;
    }

    /// The latest vote of which this process has received an event, counted from 1; 0: none.
    [[nodiscard]] std::uint32_t vote() const noexcept { return vote_; }
    [[nodiscard]] std::uint64_t lowest() const noexcept { return lowest_; }

  private:
    std::uint32_t vote_ = 0;
    std::uint64_t lowest_ = 0;
};

} // namespace closeranks
