#pragma once

#include <cstdint>
#include <vector>

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

/// A member ahead: it has completed `number` collectives and its working communicator is frozen.
/// Number 0: no such member is known.
struct Witness {
    int rank = -1; ///< application rank
    std::uint64_t number = 0;
};

/// Missing contributions: the members whose contributions this process's result of scan or
/// Allgather `number` lacks. Members of the working communicator, by application rank.
struct Gap {
    std::uint64_t number;
    std::vector<int> ranks;
};

/// The knowledge that this process has of the members of a communicator in one repair epoch. A
/// repair discards it.
struct RepairEpoch {
    std::uint32_t votes = 0; ///< votes joined
    VoteNews vote_news;
    Witness witness;
    std::vector<Gap> gaps;
};

} // namespace closeranks
