#include "runtime/replication/matching.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>

namespace closeranks::replication {
namespace {

constexpr std::uint64_t context = 7;

class MatchingTest : public testing::Test {
  protected:
    Matching matching;
    std::deque<Posted> receives; // which stay where they are
    std::vector<std::pair<std::uint64_t, MessageId>> told;
    std::map<int, std::uint64_t> numbers;

    void SetUp() override {
        matching.tell([this](std::uint64_t wildcard, const MessageId &id) {
            told.emplace_back(wildcard, id);
        });
    }

    Posted &receive(int place, int tag) {
        Posted &posted = receives.emplace_back(
            Posted{.pattern = {.context = context, .place = place, .tag = tag}});
        if (place == any) posted.wildcard = matching.next_wildcard();
        matching.post(posted);
        return posted;
    }
    MessageId arrive(int rank, int tag) {
        const MessageId id{rank, numbers[rank]++};
        const Envelope envelope{.number = id.number, .context = context, .tag = tag, .place = rank};
        matching.arrive({id, envelope, std::make_shared<Packet>(envelope)});
        return id;
    }
    static bool has(const Posted &posted, const MessageId &id) {
        return posted.message && posted.message->id == id;
    }
};

using Leader = MatchingTest;

class Twin : public MatchingTest {
  protected:
    void SetUp() override {
        MatchingTest::SetUp();
        matching.decide_here(false);
    }
};

TEST_F(Leader, GivesTheFirstThatFits) {
    const MessageId first = arrive(1, 5);
    const MessageId second = arrive(1, 6);
    EXPECT_TRUE(has(receive(1, 6), second));
    EXPECT_TRUE(has(receive(1, any), first));
    const Posted &later = receive(2, 5);
    arrive(1, 5);
    EXPECT_FALSE(later.message);
    EXPECT_TRUE(has(later, arrive(2, 5)));
}

TEST_F(Leader, TellsWhatAWildcardGot) {
    const Posted &first = receive(any, 5);
    const Posted &second = receive(any, 5);
    const MessageId id = arrive(3, 5);
    EXPECT_TRUE(has(first, id));
    EXPECT_FALSE(second.message);
    ASSERT_EQ(told.size(), 1U);
    EXPECT_EQ(told[0].first, 0U);
    EXPECT_EQ(told[0].second, id);
}

TEST_F(Leader, KeepsCommunicatorsApart) {
    const Posted &posted = receive(any, any);
    const Envelope envelope{.context = context + 1, .place = 0};
    matching.arrive({{0, 0}, envelope, std::make_shared<Packet>(envelope)});
    EXPECT_FALSE(posted.message);
}

TEST_F(Leader, FindsWithoutTaking) {
    const MessageId id = arrive(1, 5);
    const Pattern pattern{.context = context, .place = any, .tag = any};
    ASSERT_NE(matching.find(pattern), nullptr);
    EXPECT_EQ(matching.find(pattern)->id, id);
    EXPECT_TRUE(matching.extract(pattern, id));
    EXPECT_EQ(matching.find(pattern), nullptr);
}

TEST_F(Twin, WaitsForTheDecision) {
    const Posted &posted = receive(any, 5);
    const MessageId first = arrive(1, 5);
    const MessageId second = arrive(2, 5);
    EXPECT_FALSE(posted.message);
    matching.decide(0, second);
    EXPECT_TRUE(has(posted, second));
    EXPECT_TRUE(has(receive(1, 5), first));
    EXPECT_TRUE(told.empty());
}

TEST_F(Twin, TakesADecisionThatComesBeforeReceiveAndMessage) {
    matching.decide(0, {2, 0});
    const Posted &posted = receive(any, 5);
    arrive(1, 5);
    EXPECT_FALSE(posted.message);
    EXPECT_TRUE(has(posted, arrive(2, 5)));
}

TEST_F(Twin, HoldsBackWhatAWildcardMayTake) {
    const Posted &wildcard = receive(any, 5);
    const Posted &named = receive(1, any);
    const MessageId first = arrive(1, 5);
    const MessageId second = arrive(1, 6); // does not fit the wildcard, but may not overtake
    EXPECT_FALSE(named.message);
    matching.decide(0, first);
    EXPECT_TRUE(has(wildcard, first));
    EXPECT_TRUE(has(named, second));
}

TEST_F(Twin, GivesANamedReceiveWhatTheWildcardDoesNotTake) {
    const Posted &wildcard = receive(any, 5);
    const Posted &named = receive(1, any);
    const MessageId first = arrive(1, 5);
    matching.decide(0, {2, 0});
    EXPECT_TRUE(has(named, first));
    EXPECT_TRUE(has(wildcard, arrive(2, 5)));
}

TEST_F(Twin, FindsNothingThatIsHeldBack) {
    receive(any, 5);
    const MessageId id = arrive(1, 5);
    const Pattern pattern{.context = context, .place = 1, .tag = any};
    EXPECT_EQ(matching.find(pattern), nullptr);
    matching.decide(0, {2, 0});
    ASSERT_NE(matching.find(pattern), nullptr);
    EXPECT_EQ(matching.find(pattern)->id, id);
}

TEST_F(Twin, TakesOverAndDecides) {
    const Posted &decided = receive(any, 5);
    const Posted &open = receive(any, any);
    const MessageId id = arrive(1, 5);
    matching.decide(0, {2, 0}); // the leader's last
    EXPECT_FALSE(open.message);
    matching.take_over();
    EXPECT_TRUE(has(open, id));
    EXPECT_TRUE(has(decided, arrive(2, 5)));
    EXPECT_EQ(told.size(), 1U); // nobody hears it, but it was decided here
}

TEST_F(Twin, GivesToOthersWhatACancelledReceiveHas) {
    Posted &cancelled = receive(1, 5);
    const MessageId id = arrive(1, 5);
    EXPECT_TRUE(has(cancelled, id));
    const Posted &next = receive(1, 5);
    matching.withdraw(cancelled); // in the leader it was cancelled before the message came
    EXPECT_TRUE(has(next, id));
}

TEST_F(Leader, TellsOfSynchronousMessagesThatWereTaken) {
    std::vector<MessageId> taken;
    matching.on_synchronous([&](const MessageId &id) { taken.push_back(id); });
    const Envelope envelope{.context = context, .tag = 5, .place = 1, .is_synchronous = true};
    matching.arrive({{1, 0}, envelope, std::make_shared<Packet>(envelope)});
    EXPECT_TRUE(taken.empty());
    receive(1, 5);
    EXPECT_THAT(taken, testing::ElementsAre(MessageId{1, 0}));
}

} // namespace
} // namespace closeranks::replication
