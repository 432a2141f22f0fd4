#include "runtime/commit/recovery_server.hpp"

#include "runtime/commit/ballot.hpp"
#include "runtime/core/runtime.hpp"

#include "fake_mail.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

namespace closeranks {
namespace {

using test::FakeMail;
using test::Letter;
using test::Replaced;

class RecoveryServerTest : public testing::Test {
  protected:
    [[nodiscard]] static Letter from(int rank, Letter::Kind kind, std::uint64_t number,
                                     std::uint64_t token = 5) {
        return {.kind = kind,
                .communicator = FakeMail::id,
                .number = number,
                .token = token,
                .peer = rank};
    }

    FakeMail mail;
    Communicator &c = mail.c;
};

TEST_F(RecoveryServerTest, TellsWhatIsCompleteAndFreezes) {
    mail.give(from(2, Letter::ask, 6));
    recovery_server().serve();
    ASSERT_EQ(mail.sent.size(), 1U);
    EXPECT_EQ(mail.sent[0].kind, Letter::state);
    EXPECT_EQ(mail.sent[0].number, 7U);
    EXPECT_EQ(mail.sent[0].token, 5U);
    EXPECT_EQ(mail.sent[0].peer, 2);
    EXPECT_TRUE(c.obstacles.has(Obstacles::frozen));
    EXPECT_EQ(mail.revoked, 1);
}

TEST_F(RecoveryServerTest, KeepsTheContextIdWhileOthersMaySend) {
    runtime().quarantined_comms.clear();
    int freed = 0;
    {
        const Replaced<&Real::Comm_free> free([&](MPI_Comm *) {
            ++freed;
            return MPI_SUCCESS;
        });
        recovery_server().stop();
        EXPECT_EQ(freed, 0);
    }
    runtime().quarantined_comms.clear();
}

TEST_F(RecoveryServerTest, AnswersWhenTheAttemptIsJudged) {
    c.collectives.begin_attempt();
    mail.give(from(2, Letter::ask, 6));
    recovery_server().serve();
    EXPECT_TRUE(mail.sent.empty());
    EXPECT_EQ(mail.revoked, 1) << "who is inside gets out of it at once";
    c.fast.begin(); // another thread's
    c.collectives.end_attempt();
    recovery_server().serve();
    EXPECT_TRUE(mail.sent.empty());
    c.sequence.set(8);
    c.fast.end();
    recovery_server().serve();
    ASSERT_EQ(mail.sent.size(), 1U);
    EXPECT_EQ(mail.sent[0].number, 8U);
}

TEST_F(RecoveryServerTest, HandsOverWhatIsInTheLog) {
    const int kept = 4711;
    c.log.cut(7);
    std::memcpy(c.log.append(sizeof kept, sizeof kept, 1), &kept, sizeof kept);
    mail.give(from(0, Letter::fetch, 8));
    recovery_server().serve();
    EXPECT_TRUE(mail.sent.empty()) << "it has not got there yet";
    mail.give(from(0, Letter::fetch, 7));
    recovery_server().serve();
    ASSERT_EQ(mail.sent.size(), 1U);
    EXPECT_EQ(mail.sent[0].kind, Letter::entry);
    int got = 0;
    ASSERT_EQ(mail.sent[0].payload.size(), sizeof got);
    std::memcpy(&got, mail.sent[0].payload.data(), sizeof got);
    EXPECT_EQ(got, kept);
    c.sequence.set(8);
    recovery_server().serve();
    EXPECT_EQ(mail.sent.size(), 1U) << "it counts it as completed, and has no result yet";
    static_cast<void>(c.log.append(0, 0, 1));
    recovery_server().serve();
    EXPECT_EQ(mail.sent.size(), 2U);
}

TEST_F(RecoveryServerTest, SaysWhoseContributionsAnEntryLacks) {
    const int kept = 4711;
    c.log.cut(7);
    std::memcpy(c.log.append(sizeof kept, sizeof kept, 1), &kept, sizeof kept);
    c.collectives.add_gap({.number = 6, .ranks = {2}});
    c.collectives.add_gap({.number = 7, .ranks = {0}});
    mail.give(from(2, Letter::fetch, 7));
    recovery_server().serve();
    ASSERT_EQ(mail.sent.size(), 1U);
    int got[2] = {};
    ASSERT_EQ(mail.sent[0].payload.size(), sizeof got);
    std::memcpy(got, mail.sent[0].payload.data(), sizeof got);
    EXPECT_EQ(got[0], kept);
    EXPECT_EQ(got[1], 0);
}

TEST_F(RecoveryServerTest, ServesFromTheProgressEngineWhenItGaveUpBeforeAnyDeathIsKnown) {
    mail.give(from(2, Letter::ask, 6));
    recovery_server().progress();
    EXPECT_TRUE(mail.sent.empty());
    freeze(c);
    recovery_server().progress();
    EXPECT_EQ(mail.sent.size(), 1U);
}

TEST_F(RecoveryServerTest, TakesNothingBeforeALongLetterThatCameFirst) {
    Letter first = from(2, Letter::ask, 6, 1);
    first.late = true;
    mail.give(first);
    mail.give(from(2, Letter::ask, 6, 2));
    recovery_server().serve();
    EXPECT_TRUE(mail.sent.empty());
    mail.late_has_come = true;
    recovery_server().serve();
    ASSERT_EQ(mail.sent.size(), 2U);
    EXPECT_EQ(mail.sent[0].token, 1U);
    EXPECT_EQ(mail.sent[1].token, 2U);
}

TEST_F(RecoveryServerTest, KnowsOldEpochsAndNewOnes) {
    c.collectives.begin_epoch();
    mail.give(from(2, Letter::ask, 6)); // of epoch 0
    Letter next = from(2, Letter::ask, 6);
    next.epoch = 2;
    mail.give(next);
    recovery_server().serve();
    EXPECT_TRUE(mail.sent.empty());
    c.collectives.begin_epoch();
    recovery_server().serve();
    EXPECT_EQ(mail.sent.size(), 1U) << "the old one is forgotten";
}

TEST_F(RecoveryServerTest, AnswersForACommunicatorThatComesLater) {
    Letter other = from(2, Letter::ask, 0);
    other.communicator = 78;
    mail.give(other);
    recovery_server().serve();
    EXPECT_TRUE(mail.sent.empty());
    mail.c.begin({.global_id = 78});
    recovery_server().serve();
    EXPECT_EQ(mail.sent.size(), 1U);
}

TEST_F(RecoveryServerTest, StandsLettersThatAreNone) {
    mail.give({.kind = 99, .communicator = FakeMail::id, .peer = 2});
    mail.give({.kind = Letter::state, .token = 12345, .peer = 2});
    recovery_server().serve();
    EXPECT_TRUE(mail.sent.empty());
}

/// Counts the votes that are joined from outside.
class JoiningTest : public RecoveryServerTest {
  protected:
    int joined = 0;
    int ballot = -1;
    const Replaced<&Real::Comm_iagree> join{[this](MPI_Comm, int *flag, MPI_Request *request) {
        ++joined;
        ballot = *flag;
        *request = MPI_REQUEST_NULL;
        return MPI_SUCCESS;
    }};
};

TEST_F(JoiningTest, JoinsTheVotesOfWhoLagsBehind) {
    mail.give(from(2, Letter::voting, 6, 1));
    recovery_server().serve();
    EXPECT_EQ(joined, 1);
    EXPECT_EQ(ballot, Ballot::from_outside);
    EXPECT_EQ(c.collectives.votes(), 1U);
    mail.give(from(0, Letter::voting, 6, 1)); // of the same vote
    recovery_server().serve();
    EXPECT_EQ(joined, 1);
}

TEST_F(JoiningTest, JoinsAllVotesInBetween) {
    mail.give(from(2, Letter::voting, 6, 3)); // who started the first two has died
    for (int turn = 0; turn < 5; ++turn)
        recovery_server().serve();
    EXPECT_EQ(joined, 3);
}

TEST_F(JoiningTest, ComesByItselfToWhatItHasNotCompleted) {
    mail.give(from(2, Letter::voting, 7, 1));
    recovery_server().serve();
    EXPECT_EQ(joined, 0);
    c.sequence.set(8);
    recovery_server().serve();
    EXPECT_EQ(joined, 1);
}

TEST_F(JoiningTest, JoinsNoneWhileItVotesItself) {
    recovery_server().before_vote(c, MemberAhead::possible);
    mail.give(from(2, Letter::voting, 6, 2));
    recovery_server().serve();
    EXPECT_EQ(joined, 0);
    recovery_server().after_vote(c);
    recovery_server().serve();
    EXPECT_EQ(joined, 1);
    EXPECT_EQ(c.collectives.votes(), 2U);
}

TEST_F(JoiningTest, PassesOnWhatItHears) {
    const auto told = [this] {
        std::vector<std::uint64_t> numbers;
        for (const Letter &letter : mail.sent)
            if (letter.kind == Letter::voting) numbers.push_back(letter.number);
        return numbers;
    };
    mail.give(from(2, Letter::voting, 9, 1));
    recovery_server().serve();
    EXPECT_EQ(told(), (std::vector<std::uint64_t>{9, 9})) << "both others";
    mail.give(from(0, Letter::voting, 9, 1));
    mail.give(from(0, Letter::voting, 10, 1));
    recovery_server().serve();
    EXPECT_EQ(told().size(), 2U) << "that is no news";
    mail.give(from(2, Letter::voting, 8, 1)); // one who lags behind more is in that vote, too
    recovery_server().serve();
    EXPECT_EQ(told(), (std::vector<std::uint64_t>{9, 9, 8, 8}));
    mail.give(from(2, Letter::voting, 9, 2));
    recovery_server().serve();
    EXPECT_EQ(told().size(), 6U);
    mail.give(from(2, Letter::voting, 1, 1)); // over, as there is a second one
    recovery_server().serve();
    EXPECT_EQ(told().size(), 6U);
}

TEST_F(JoiningTest, TellsWhenItVotesUnlessItHasPassedThatOn) {
    c.obstacles.put(Obstacles::frozen, true);
    recovery_server().before_vote(c, MemberAhead::possible);
    ASSERT_EQ(mail.sent.size(), 2U);
    EXPECT_EQ(mail.sent[0].kind, Letter::voting);
    EXPECT_EQ(mail.sent[0].number, 7U);
    EXPECT_EQ(mail.sent[0].token, 1U);
    recovery_server().after_vote(c);
    mail.give(from(2, Letter::voting, 7, 2));
    recovery_server().serve();
    EXPECT_EQ(mail.sent.size(), 4U);
    recovery_server().before_vote(c, MemberAhead::possible);
    EXPECT_EQ(mail.sent.size(), 4U);
    EXPECT_EQ(c.collectives.votes(), 2U);
    recovery_server().after_vote(c);
}

TEST_F(JoiningTest, JoinsNoneWhileAnAttemptIsNotJudged) {
    c.collectives.begin_attempt();
    mail.give(from(2, Letter::voting, 6, 1));
    recovery_server().serve();
    EXPECT_EQ(joined, 0);
    EXPECT_TRUE(c.obstacles.has(Obstacles::frozen)) << "it ends soon";
    c.collectives.end_attempt();
    recovery_server().serve();
    EXPECT_EQ(joined, 1);
}

TEST_F(RecoveryServerTest, AsksNobodyWhileItKnowsWhoIsAhead) {
    std::uint64_t ahead = 9;
    mail.when_sent = [&](const Letter &letter) {
        if (letter.peer == 0 || ahead != 0)
            mail.give(from(letter.peer, Letter::state, letter.peer == 2 ? ahead : 8, letter.token));
    };
    EXPECT_EQ(recovery_server().ask(c), 2) << "the one that is most ahead";
    EXPECT_EQ(mail.sent.size(), 2U);
    c.sequence.set(8);
    EXPECT_EQ(recovery_server().ask(c), 2);
    EXPECT_EQ(mail.sent.size(), 2U);
    c.sequence.set(9);
    EXPECT_EQ(recovery_server().ask(c), std::nullopt);
    EXPECT_EQ(mail.sent.size(), 4U);
    ahead = 10;
    EXPECT_EQ(recovery_server().ask(c), 2);
    c.working_ranks.replace(RankMap(3, std::array{0, 1}), false); // it has died
    ahead = 0;
    EXPECT_EQ(recovery_server().ask(c), std::nullopt);
}

TEST_F(RecoveryServerTest, AsksEverybodyAndFindsWhoIsAhead) {
    mail.when_sent = [this](const Letter &letter) {
        if (letter.kind == Letter::ask)
            mail.give(from(letter.peer, Letter::state, letter.peer == 2 ? 9 : 7, letter.token));
    };
    EXPECT_EQ(recovery_server().ask(c), 2);
    EXPECT_EQ(mail.sent.size(), 2U);
}

TEST_F(RecoveryServerTest, DoesNotWaitForTheMissing) {
    c.working_ranks.replace(RankMap(3, std::array{0, 1}), false);
    mail.when_sent = [this](const Letter &letter) {
        if (letter.peer == 0) mail.give(from(letter.peer, Letter::state, 7, letter.token));
    };
    EXPECT_EQ(recovery_server().ask(c), std::nullopt);
    EXPECT_EQ(c.commit_messages.take_counts().received, 1U);
}

} // namespace
} // namespace closeranks
