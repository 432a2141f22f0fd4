#include "runtime/core/collective_state.hpp"

#include <gtest/gtest.h>

namespace closeranks {
namespace {

TEST(CollectiveState, ARepairDiscardsWhatIsKnownOfTheMembers) {
    CollectiveState state;
    state.begin_vote();
    state.end_vote();
    state.join_vote();
    EXPECT_EQ(state.votes(), 2U);
    EXPECT_TRUE(state.hear_of_vote(3, 7));
    EXPECT_FALSE(state.hear_of_vote(3, 8)) << "a lower number is known";
    state.set_ahead({.rank = 2, .number = 9});
    state.add_gap({.number = 5, .ranks = {1}});
    state.go_unrepaired();
    state.set_contributors(3);
    state.begin_epoch();
    EXPECT_EQ(state.epoch().get(), 1U);
    EXPECT_EQ(state.votes(), 0U);
    EXPECT_EQ(state.vote_news().vote(), 0U);
    EXPECT_TRUE(state.hear_of_vote(1, 8));
    EXPECT_EQ(state.ahead().number, 0U);
    EXPECT_TRUE(state.gaps().empty());
    EXPECT_FALSE(state.unrepaired().get());
    EXPECT_EQ(state.contributors().get(), 3) << "of a result that the program has";
}

TEST(CollectiveState, AGapOfAnAllgatherReplacesEarlierOnes) {
    CollectiveState state;
    state.add_gap({.number = 5, .ranks = {1}});
    state.add_gap({.number = 6, .ranks = {1}});
    state.replace_gaps({.number = 7, .ranks = {2}});
    ASSERT_EQ(state.gaps().size(), 1U);
    EXPECT_EQ(state.gaps().front().number, 7U);
}

TEST(CollectiveState, CallsAreNested) {
    CollectiveState state;
    const InCall outer(state);
    { const InCall inner(state); }
    EXPECT_TRUE(state.is_in_call());
}

TEST(CollectiveState, TellsOfARecoveryOnce) {
    CollectiveState state;
    EXPECT_FALSE(state.note_recoveries(0));
    EXPECT_TRUE(state.note_recoveries(2));
    EXPECT_FALSE(state.note_recoveries(2));
}

TEST(CommitMessages, CountsAreTakenOnce) {
    CommitMessages messages;
    messages.count_sent();
    messages.count_sent();
    messages.count_received();
    const Letters counts = messages.take_counts();
    EXPECT_EQ(counts.sent, 2U);
    EXPECT_EQ(counts.received, 1U);
    EXPECT_EQ(messages.take_counts().sent, 0U);
}

TEST(CommitMessages, RanksAreFoundAgainInANewCommunicator) {
    CommitMessages messages;
    const auto first = [] { return std::vector{2, 1}; };
    const auto second = [] { return std::vector{4, 3}; };
    EXPECT_EQ(messages.ranks(first), first());
    EXPECT_EQ(messages.ranks(second), first());
    messages.forget_ranks();
    EXPECT_EQ(messages.ranks(second), second());
}

} // namespace
} // namespace closeranks
