#include "runtime/commit/catch_up.hpp"

#include "runtime/commit/ballot.hpp"
#include "runtime/commit/operation_log.hpp"
#include "runtime/core/runtime.hpp"

#include "fake_mail.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <vector>

namespace closeranks {
namespace {

using test::FakeMail;
using test::Letter;
using test::Replaced;

/// Rank 1's real call of operation 8 has failed; what the others have completed, and have kept of
/// it, is given.
class CatchUpTest : public testing::Test {
  protected:
    CatchUpTest() {
        mail.when_sent = [this](const Letter &letter) { answer(letter); };
        c.log.cut(8);
        c.obstacles.put(Obstacles::frozen, true);
    }

    void answer(const Letter &letter) {
        Letter reply = letter;
        if (letter.kind == Letter::ask) {
            reply.kind = Letter::state;
            reply.number = completed.at(letter.peer);
        } else if (letter.kind == Letter::fetch) {
            EXPECT_EQ(letter.number, 8U);
            reply.kind = Letter::entry;
            if (const auto kept = entries.find(letter.peer); kept != entries.end()) {
                reply.payload.resize(sizeof(int));
                std::memcpy(reply.payload.data(), &kept->second, sizeof(int));
            }
        } else {
            return;
        }
        mail.give(reply);
    }

    bool catch_up_with(Operation &operation) {
        Breakage breakage{.function = operation.function};
        operation.outcome = MPIX_ERR_PROC_FAILED;
        operation.silent = &silent;
        return catch_up(c, operation, sizeof(int), true, code, breakage);
    }

    FakeMail mail;
    Communicator &c = mail.c;
    std::map<int, std::uint64_t> completed{{0, 7}, {2, 7}};
    std::map<int, int> entries;
    std::vector<int> silent;
    int code = -1;
};

TEST_F(CatchUpTest, TakesASharedResultFromWhoIsAhead) {
    completed[2] = 8;
    entries[2] = 4711;
    int value = 0;
    Operation bcast{.function = Function::Bcast,
                    .root = 0,
                    .result_is_shared = true,
                    .kept = log_result(&value, 1, MPI_INT)};
    EXPECT_TRUE(catch_up_with(bcast));
    EXPECT_EQ(code, MPI_SUCCESS);
    EXPECT_EQ(value, 4711);
    EXPECT_EQ(c.sequence.get(), 8U);
    int kept = 0;
    ASSERT_EQ(c.log.find(8, 0).size(), sizeof kept) << "others may need it from here";
    std::memcpy(&kept, c.log.find(8, 0).data(), sizeof kept);
    EXPECT_EQ(kept, 4711);
}

TEST_F(CatchUpTest, CollectsContributionsAtTheRoot) {
    completed[0] = 8;
    completed[2] = 8;
    entries = {{0, 100}, {2, 1}};
    int mine = 10;
    int sum = -1;
    Operation reduce{.function = Function::Reduce,
                     .root = 1,
                     .kept = log_contribution(&mine, 1, MPI_INT, &sum, 1, MPI_INT, MPI_SUM)};
    EXPECT_TRUE(catch_up_with(reduce));
    EXPECT_EQ(code, MPI_SUCCESS);
    EXPECT_EQ(sum, 111);
    EXPECT_TRUE(silent.empty());
}

TEST_F(CatchUpTest, NotesWhoseContributionIsNotThere) {
    completed[2] = 8;
    entries = {{2, 1}}; // rank 0's was confirmed with an epoch of before
    int mine = 10;
    int sum = -1;
    Operation reduce{.function = Function::Reduce,
                     .root = 1,
                     .kept = log_contribution(&mine, 1, MPI_INT, &sum, 1, MPI_INT, MPI_SUM)};
    EXPECT_TRUE(catch_up_with(reduce));
    EXPECT_EQ(sum, 11);
    EXPECT_EQ(silent, std::vector<int>{0});
}

TEST_F(CatchUpTest, GivesItsContributionAndGoesOn) {
    completed[0] = 8;
    int mine = 10;
    Operation reduce{.function = Function::Reduce,
                     .root = 0,
                     .kept = log_contribution(&mine, 1, MPI_INT, nullptr, 1, MPI_INT, MPI_SUM)};
    EXPECT_TRUE(catch_up_with(reduce));
    EXPECT_EQ(c.sequence.get(), 8U);
    EXPECT_EQ(c.log.find(8, 0).size(), sizeof(int));
    for (const Letter &letter : mail.sent)
        EXPECT_EQ(letter.kind, Letter::ask) << "nothing is to be fetched";
}

/// Nobody is ahead: the others' ballots decide.
class VotingTest : public CatchUpTest {
  protected:
    std::vector<int> ballots; ///< of the others, one for each vote
    std::size_t votes = 0;
    const Replaced<&Real::Comm_agree> agree{[this](MPI_Comm, int *flag) {
        *flag &= ballots.at(votes++);
        return MPIX_ERR_PROC_FAILED;
    }};
    int value = 0;
    Operation bcast{.function = Function::Bcast,
                    .root = 0,
                    .result_is_shared = true,
                    .kept = log_result(&value, 1, MPI_INT)};
};

TEST_F(VotingTest, DoesItAgainWhenAllAreInIt) {
    ballots = {Ballot(7, false).flag()};
    EXPECT_FALSE(catch_up_with(bcast));
    EXPECT_EQ(c.sequence.get(), 7U);
    EXPECT_EQ(votes, 1U);
}

TEST_F(VotingTest, AsksAgainWhenSomebodyWasNotInIt) {
    ballots = {Ballot::from_outside};
    entries[2] = 5;
    const auto answer_before = mail.when_sent;
    mail.when_sent = [&, asked = 0](const Letter &letter) mutable {
        if (letter.kind == Letter::ask && letter.peer == 2 && ++asked == 2) completed[2] = 8;
        answer_before(letter);
    };
    EXPECT_TRUE(catch_up_with(bcast));
    EXPECT_EQ(value, 5);
    EXPECT_EQ(votes, 1U);
}

TEST_F(VotingTest, LetsAConfirmedResultStand) {
    ballots = {Ballot(7, true).flag()};
    bcast.confirmation.entered = true;
    EXPECT_TRUE(catch_up_with(bcast));
    EXPECT_EQ(c.sequence.get(), 8U);
}

} // namespace
} // namespace closeranks
