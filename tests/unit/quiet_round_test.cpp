#include "runtime/stall/quiet_round.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <set>
#include <utility>
#include <vector>

namespace closeranks::stall {
namespace {

/// All ranks of a job, and the messages between them.
class Job {
  public:
    explicit Job(int size) : steps(static_cast<std::size_t>(size)) {
        for (int rank = 0; rank < size; ++rank)
            rounds_.push_back(std::make_unique<QuietRound>(
                [this](int to, const Note &note) {
                    ++sent;
                    under_way_.emplace_back(to, note);
                },
                rank, size));
    }

    /// Rank 0, which has waited for a while, asks.
    void ask() { rounds_[0]->waits(0); }

    /// These ranks wait, and take turns until nothing happens any more. The others compute: what is
    /// sent to them stays under way.
    void run(const std::set<int> &waiting) {
        for (int turn = 0; turn < 20; ++turn) {
            for (const int rank : waiting)
                take_turn(rank);
            for (std::size_t left = under_way_.size(); left > 0; --left) {
                const auto [to, note] = under_way_.front();
                under_way_.pop_front();
                if (waiting.count(to) == 0)
                    under_way_.emplace_back(to, note);
                else if (rounds_[static_cast<std::size_t>(to)]->take(note))
                    alarmed.insert(to);
            }
        }
    }

    std::vector<std::uint64_t> steps;
    std::set<int> alarmed;
    int sent = 0;

  private:
    void take_turn(int rank) {
        QuietRound &round = *rounds_[static_cast<std::size_t>(rank)];
        const std::uint64_t now = steps[static_cast<std::size_t>(rank)];
        if (round.is_open() && round.wants_to_know()) round.waits(now);
        if (round.turn(now)) alarmed.insert(rank);
    }

    std::vector<std::unique_ptr<QuietRound>> rounds_;
    std::deque<std::pair<int, Note>> under_way_;
};

std::set<int> all_but(int size, int one = -1) {
    std::set<int> ranks;
    for (int rank = 0; rank < size; ++rank)
        if (rank != one) ranks.insert(rank);
    return ranks;
}

TEST(QuietRound, AlarmsAllRanksWhenAllWait) {
    for (const int size : {2, 9, 100}) {
        Job job(size);
        job.ask();
        job.run(all_but(size));
        EXPECT_EQ(job.alarmed, all_but(size));
        EXPECT_EQ(job.sent, 5 * (size - 1)); // two questions, two answers, the alarm
    }
}

TEST(QuietRound, OneThatComputesKeepsItsQuestion) {
    for (const int computing : {1, 8, 50}) {
        Job job(100);
        job.ask();
        job.run(all_but(100, computing));
        EXPECT_TRUE(job.alarmed.empty());
        const int sent = job.sent;
        job.run(all_but(100, computing));
        EXPECT_EQ(job.sent, sent); // nothing piles up
        job.run(all_but(100));
        EXPECT_EQ(job.alarmed, all_but(100));
    }
}

TEST(QuietRound, OneThatHasGoneOnSinceItsAnswerMakesTheRoundVain) {
    Job job(20);
    job.ask();
    job.run(all_but(20, 3));
    job.steps[17] = 1; // it has answered, and waits in its next call
    job.run(all_but(20));
    EXPECT_TRUE(job.alarmed.empty());
    job.ask();
    job.run(all_but(20));
    EXPECT_EQ(job.alarmed, all_but(20));
}

} // namespace
} // namespace closeranks::stall
