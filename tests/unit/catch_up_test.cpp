#include "runtime/commit/catch_up.hpp"

#include "runtime/commit/ballot.hpp"
#include "runtime/commit/operation_log.hpp"
#include "runtime/core/runtime.hpp"

#include "fake_mail.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <span>
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
            if (const auto kept = entries.find(letter.peer); kept != entries.end())
                reply.payload = packed({kept->second});
            if (const auto kept = long_entries.find(letter.peer); kept != long_entries.end())
                reply.payload = packed(kept->second);
        } else {
            return;
        }
        mail.give(reply);
    }

    static std::vector<std::byte> packed(const std::vector<int> &values) {
        const auto bytes = std::as_bytes(std::span(values));
        return {bytes.begin(), bytes.end()};
    }

    /// What this process has kept of operation 8 for application rank `rank`.
    std::vector<int> kept_for(int rank) {
        const auto entry = c.log.find(8, rank);
        std::vector<int> values(entry.size() / sizeof(int));
        std::memcpy(values.data(), entry.data(), entry.size());
        return values;
    }

    bool catch_up_with(Operation &operation) {
        Breakage breakage{.function = operation.function};
        operation.outcome = MPIX_ERR_PROC_FAILED;
        operation.silent = &silent;
        return catch_up(c, operation, bytes_for_all(c, operation), true, code, breakage);
    }

    FakeMail mail;
    Communicator &c = mail.c;
    std::map<int, std::uint64_t> completed{{0, 7}, {2, 7}};
    std::map<int, int> entries;
    std::map<int, std::vector<int>> long_entries;
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

TEST_F(CatchUpTest, LeavesThePlacesOfBlocksUntouchedThatNobodyHas) {
    completed[2] = 8;
    long_entries[2] = {100, 10, 4711, 2}; // of ranks 0 to 2, and rank 2's is not there
    int mine = 10;
    std::vector<int> all{-1, -1, -1};
    Operation allgather{.function = Function::Allgather,
                        .kept = log_blocks(&mine, 1, MPI_INT, all.data(), 1, MPI_INT)};
    EXPECT_TRUE(catch_up_with(allgather));
    EXPECT_EQ(code, MPI_SUCCESS);
    EXPECT_EQ(all, (std::vector<int>{100, 10, -1}));
    EXPECT_EQ(silent, std::vector<int>{2});
    ASSERT_EQ(c.collectives.gaps().size(), 1U) << "who fetches it from here has to know, too";
    EXPECT_EQ(c.collectives.gaps().front().number, 8U);
    EXPECT_EQ(c.collectives.gaps().front().ranks, std::vector<int>{2});
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

TEST_F(CatchUpTest, LeavesItsOwnErrorsToTheProgram) {
    completed[0] = completed[2] = 8; // who are there have got theirs
    const Replaced<&Real::Send> send(
        [](const void *, int count, MPI_Datatype, int peer, int, MPI_Comm) {
            EXPECT_EQ(peer, MPI_PROC_NULL);
            return count < 0 ? MPI_ERR_COUNT : MPI_SUCCESS;
        });
    int value = 0;
    const LogPlan plans[] = {
        log_result(&value, -1, MPI_INT),
        log_contribution(&value, -1, MPI_INT, nullptr, 0, MPI_INT, MPI_SUM),
    };
    for (const LogPlan &plan : plans) {
        Operation operation{.function = Function::Ibcast,
                            .root = 0,
                            .result_is_shared = plan.what == LogPlan::What::result,
                            .kept = plan};
        EXPECT_TRUE(catch_up_with(operation));
        EXPECT_EQ(code, MPI_ERR_COUNT);
        c.sequence.set(7);
    }
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

TEST_F(CatchUpTest, ExchangesBlocksWithAll) {
    completed = {{0, 8}, {2, 8}};
    entries = {{0, 100}, {2, 102}};
    int mine[] = {10, 11, 12};
    int theirs[] = {-1, -1, -1};
    Operation alltoall{.function = Function::Alltoall,
                       .kept = log_exchange(mine, 1, MPI_INT, theirs, 1, MPI_INT)};
    EXPECT_TRUE(catch_up_with(alltoall));
    EXPECT_EQ(code, MPI_SUCCESS);
    EXPECT_EQ((std::vector<int>{theirs, theirs + 3}), (std::vector<int>{100, 11, 102}));
    EXPECT_EQ(kept_for(2), std::vector<int>{12}) << "others may need it from here";
    EXPECT_TRUE(silent.empty());
}

TEST_F(CatchUpTest, ExchangesBlocksInPlace) {
    completed[2] = 8;
    entries = {{2, 102}};
    int all[] = {10, 11, 12};
    Snapshot inputs(all, 3, MPI_INT);
    all[0] = all[1] = all[2] = -1; // the call has failed in the middle of it
    Operation alltoall{.function = Function::Alltoall,
                       .inputs = &inputs,
                       .kept = log_exchange(MPI_IN_PLACE, 0, MPI_BYTE, all, 1, MPI_INT)};
    EXPECT_TRUE(catch_up_with(alltoall));
    EXPECT_EQ((std::vector<int>{all, all + 3}), (std::vector<int>{10, 11, 102}));
    EXPECT_EQ(kept_for(0), std::vector<int>{10});
    EXPECT_EQ(silent, std::vector<int>{0});
}

/// A scan in which somebody is ahead.
class ScanTest : public CatchUpTest {
  protected:
    ScanTest() { completed = {{0, 8}, {2, 8}}; }

    int mine = 10;
    int sum = -1;
    Operation scan{.function = Function::Scan,
                   .kept = log_prefix(&mine, 1, MPI_INT, &sum, 1, MPI_INT, false, MPI_SUM)};
    Operation exscan{.function = Function::Exscan,
                     .kept = log_prefix(&mine, 1, MPI_INT, &sum, 1, MPI_INT, true, MPI_SUM)};

    /// Rank 0 has failed in an epoch of before.
    void lose_rank_0() {
        const int survivors[] = {1, 2};
        c.working_ranks.replace(RankMap(3, survivors), false);
    }
};

TEST_F(ScanTest, GoesOnFromTheResultOfTheNextBelow) {
    entries = {{0, 100}};
    EXPECT_TRUE(catch_up_with(scan));
    EXPECT_EQ(code, MPI_SUCCESS);
    EXPECT_EQ(sum, 110);
    EXPECT_EQ(kept_for(2), std::vector<int>{110});
    EXPECT_TRUE(silent.empty());
    for (const Letter &letter : mail.sent)
        EXPECT_FALSE(letter.kind == Letter::fetch && letter.peer == 2) << "it is above";
}

TEST_F(ScanTest, HasItsOwnContributionAtTheLowest) {
    lose_rank_0();
    EXPECT_TRUE(catch_up_with(scan));
    EXPECT_EQ(sum, 10);
    EXPECT_EQ(kept_for(2), std::vector<int>{10});
    EXPECT_TRUE(c.collectives.gaps().empty()) << "nobody has died in this epoch";
}

TEST_F(ScanTest, LeavesOutItsOwnContributionIfExclusive) {
    long_entries = {{0, {100, -1}}}; // the lowest has no result
    EXPECT_TRUE(catch_up_with(exscan));
    EXPECT_EQ(sum, 100);
    EXPECT_EQ(kept_for(2), (std::vector<int>{10, 100}));
}

TEST_F(ScanTest, LeavesTheLowestResultUntouchedIfExclusive) {
    lose_rank_0();
    EXPECT_TRUE(catch_up_with(exscan));
    EXPECT_EQ(sum, -1);
    EXPECT_EQ(kept_for(2)[0], 10);
}

TEST_F(ScanTest, RestoresWhatTheCallHasOverwritten) {
    sum = 10;
    Snapshot inputs(&sum, 1, MPI_INT);
    sum = -1;
    exscan.inputs = &inputs;
    exscan.kept.mine.buffer = MPI_IN_PLACE;
    long_entries = {{0, {100, -1}}};
    EXPECT_TRUE(catch_up_with(exscan));
    EXPECT_EQ(sum, 100);
    EXPECT_EQ(kept_for(2), (std::vector<int>{10, 100}));
}

TEST_F(ScanTest, IsAheadBeforeItHasItsResultAndHandsThatOnAfterwards) {
    entries = {{0, 100}};
    const auto answer_before = mail.when_sent;
    mail.when_sent = [&](const Letter &letter) {
        if (letter.kind == Letter::fetch) {
            mail.give(
                {.kind = Letter::fetch, .communicator = FakeMail::id, .number = 8, .peer = 2});
            mail.give({.kind = Letter::ask, .communicator = FakeMail::id, .number = 7, .peer = 2});
        }
        answer_before(letter);
    };
    EXPECT_TRUE(catch_up_with(scan));
    EXPECT_EQ(mail.sent.back().kind, Letter::state);
    EXPECT_EQ(mail.sent.back().number, 8U);
    recovery_server().serve();
    EXPECT_EQ(mail.sent.back().kind, Letter::entry);
    EXPECT_EQ(mail.sent.back().payload, packed({110}));
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
