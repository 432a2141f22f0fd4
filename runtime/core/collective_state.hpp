#pragma once

#include "runtime/run/summary.hpp"
#include "runtime/support/published.hpp"

#include <atomic>
#include <cstdint>
#include <utility>
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

/// The progress of this process in the collectives of one communicator, beside the numbers that the
/// fast path reads. Only the room `commit` changes it, and `layouts` notes contributors. A comment
/// names the function that makes each change.
///
/// Thread safety: attempts, votes and the repair epoch change in a RecoveryTurn. The values that
/// are Published belong to the thread of the collective.
class CollectiveState {
  public:
    /// Repairs so far.
    [[nodiscard]] const Published<std::uint32_t> &epoch() const noexcept { return epoch_; }

    /// repair(): the communicator has a new working communicator. Discards the knowledge of the
    /// members that this process had.
    void begin_epoch() noexcept {
        epoch_.set(epoch_.get() + 1);
        votes_ = 0;
        vote_news_ = {};
        ahead_ = {};
        gaps_.clear();
        unrepaired_.set(false);
    }

    /// Ranks in the latest collective's result on this process. Each function that finds
    /// contributions missing sets it, and run_carefully() at the beginning.
    [[nodiscard]] const Published<int> &contributors() const noexcept { return contributors_; }
    void set_contributors(int count) noexcept { contributors_.set(count); }

    /// An error has told the program of a loss since the last repair: go_without_repair().
    [[nodiscard]] const Published<bool> &unrepaired() const noexcept { return unrepaired_; }
    void go_unrepaired() noexcept { unrepaired_.set(true); }

    /// True inside a real call whose success would be final, also off the fast path (see
    /// Communicator::fast). The optimistic commit.
    [[nodiscard]] bool is_attempting() const noexcept { return is_attempting_; }
    void begin_attempt() noexcept { is_attempting_ = true; }
    void end_attempt() noexcept { is_attempting_ = false; }

    /// Votes that this process has joined in this epoch, from inside or outside.
    [[nodiscard]] std::uint32_t votes() const noexcept { return votes_; }
    /// True inside a vote.
    [[nodiscard]] bool is_voting() const noexcept { return is_voting_; }
    /// RecoveryServer::before_vote() and after_vote().
    void begin_vote() noexcept {
        ++votes_;
        is_voting_ = true;
    }
    void end_vote() noexcept { is_voting_ = false; }
    /// A vote that runs beside the program: RecoveryServer and Partings.
    void join_vote() noexcept { ++votes_; }

    /// RecoveryServer: what other members have said of their votes.
    [[nodiscard]] const VoteNews &vote_news() const noexcept { return vote_news_; }
    [[nodiscard]] bool hear_of_vote(std::uint32_t vote, std::uint64_t number) noexcept {
        return vote_news_.hear(vote, number);
    }

    /// The member ahead that RecoveryServer::ask() has found. go_without_repair() forgets it.
    [[nodiscard]] const Witness &ahead() const noexcept { return ahead_; }
    void set_ahead(Witness member) noexcept { ahead_ = member; }

    /// The missing contributions that other members may ask for. A scan adds its own; an Allgather,
    /// which synchronizes all members, replaces all.
    [[nodiscard]] const std::vector<Gap> &gaps() const noexcept { return gaps_; }
    void add_gap(Gap gap) { gaps_.push_back(std::move(gap)); }
    void replace_gaps(Gap gap) { gaps_.assign(1, std::move(gap)); }

    /// Decided by the latest vote(): its repair begins a batch.
    [[nodiscard]] bool leads_batch() const noexcept { return leads_batch_; }
    void set_leads_batch(bool leads) noexcept { leads_batch_ = leads; }
    /// A member failed in the latest batch: renew_batch(). A repair() without a batch clears it.
    [[nodiscard]] bool has_failed_batch() const noexcept { return batch_failed_; }
    void set_batch_failed(bool failed) noexcept { batch_failed_ = failed; }

    /// judge_result(): true if ranks have been recovered since the last call.
    [[nodiscard]] bool note_recoveries(int recoveries) noexcept {
        return std::exchange(recoveries_told_, recoveries) != recoveries;
    }

    /// True while this process is in a call on the communicator, off the fast path (InCall).
    [[nodiscard]] bool is_in_call() const noexcept { return calls_ != 0; }

  private:
    friend class InCall;

    Published<std::uint32_t> epoch_{0};
    Published<int> contributors_{0};
    std::uint32_t votes_ = 0;
    VoteNews vote_news_;
    Witness ahead_;
    std::vector<Gap> gaps_;
    std::atomic<int> calls_ = 0;
    int recoveries_told_ = 0;
    Published<bool> unrepaired_{false};
    bool is_attempting_ = false;
    bool is_voting_ = false;
    bool leads_batch_ = false;
    bool batch_failed_ = false;
};

/// The messages of the commit about one communicator. Only RecoveryMail, RecoveryServer and the
/// report of a repair change it.
class CommitMessages {
  public:
    /// Application rank -> rank in Runtime::services. `find()` finds them at first.
    template <typename Find> [[nodiscard]] const std::vector<int> &ranks(const Find &find) {
        if (ranks_.empty()) ranks_ = find();
        return ranks_;
    }
    /// There is another Runtime::services.
    void forget_ranks() noexcept { ranks_.clear(); }

    void count_sent() noexcept { ++counts_.sent; }
    void count_received() noexcept { ++counts_.received; }
    /// The counts since the last call.
    [[nodiscard]] Letters take_counts() noexcept { return std::exchange(counts_, {}); }

  private:
    std::vector<int> ranks_;
    Letters counts_;
};

/// Lives as long as this process is in a call on a communicator that other members may have to wait
/// for.
class InCall {
  public:
    explicit InCall(CollectiveState &state) noexcept : state_(state) { ++state_.calls_; }
    ~InCall() { --state_.calls_; }
    InCall(const InCall &) = delete;
    InCall &operator=(const InCall &) = delete;

  private:
    CollectiveState &state_;
};

} // namespace closeranks
