#include "runtime/stall/stall_graph.hpp"

#include <gtest/gtest.h>

namespace closeranks::stall {
namespace {

constexpr std::uint64_t world = 1;
constexpr std::uint64_t other = 2;

Condition message_from(std::vector<int> ranks, std::uint64_t communicator = world) {
    return {.kind = Condition::message, .communicator = communicator, .ranks = std::move(ranks)};
}
Condition room_at(int rank) {
    return {.kind = Condition::room, .communicator = world, .ranks = {rank}};
}
Condition collective(std::uint64_t number, std::vector<int> ranks) {
    return {.kind = Condition::collective,
            .communicator = world,
            .number = number,
            .ranks = std::move(ranks)};
}

/// One that waits for all of `conditions`, and has begun `entered` collectives.
Survivor waiting(int rank, std::vector<Condition> conditions, std::uint64_t entered = 0) {
    Survivor one{.rank = rank, .waits = true};
    one.branches.push_back({.all = true, .conditions = std::move(conditions)});
    one.entered.push_back({world, entered});
    return one;
}
Survivor waiting_for_any(int rank, std::vector<Condition> conditions) {
    Survivor one = waiting(rank, std::move(conditions));
    one.branches.front().all = false;
    return one;
}

using Ranks = std::vector<int>;

TEST(StallGraph, AMasterAndTheFinalizeOfTheOthersAreStuck) {
    const std::vector<Survivor> all = {waiting(0, {message_from({1, 3})}),
                                       waiting(1, {collective(1, {0, 3})}, 1),
                                       waiting(3, {collective(1, {0, 1})}, 1)};
    EXPECT_EQ(examine({0, 1, 3}, all).stuck, (Ranks{0, 1, 3}));
}

TEST(StallGraph, OneThatHasSaidNothingMayDoAnything) {
    const std::vector<Survivor> all = {waiting(0, {message_from({1, 3})}),
                                       waiting(1, {message_from({0})})};
    EXPECT_EQ(examine({0, 1, 3}, all).stuck, Ranks{});
}

TEST(StallGraph, OneThatComputesReleasesWhoeverItCanReach) {
    const Survivor computes{.rank = 3};
    const std::vector<Survivor> all = {waiting(0, {message_from({1, 3})}),
                                       waiting(1, {message_from({0})}), computes};
    EXPECT_EQ(examine({0, 1, 3}, all).stuck, Ranks{});
}

TEST(StallGraph, AGroupIsStuckWhileOthersWork) {
    const Survivor computes{.rank = 3};
    const std::vector<Survivor> all = {waiting(0, {message_from({1})}),
                                       waiting(1, {message_from({0})}),
                                       waiting(2, {message_from({3})}), computes};
    EXPECT_EQ(examine({0, 1, 2, 3}, all).stuck, (Ranks{0, 1}));
}

TEST(StallGraph, OneOfSeveralThatCanCompleteIsEnoughForWaitany) {
    const Survivor computes{.rank = 2};
    const std::vector<Condition> both = {message_from({1}), message_from({2})};
    const Survivor one = waiting(1, {message_from({0})});
    EXPECT_EQ(examine({0, 1, 2}, {waiting_for_any(0, both), one, computes}).stuck, Ranks{});
    EXPECT_EQ(examine({0, 1, 2}, {waiting(0, both), one, computes}).stuck, (Ranks{0, 1}));
}

TEST(StallGraph, AMessageThatBothEndsAreAtArrives) {
    Survivor sender = waiting(1, {room_at(0)});
    sender.offers.push_back({true, world, 0});
    Survivor receiver = waiting(0, {message_from({1})});
    receiver.offers.push_back({false, world, 1});
    const Findings findings = examine({0, 1}, {receiver, sender});
    EXPECT_EQ(findings.stuck, Ranks{});
    EXPECT_TRUE(findings.moving);
}

TEST(StallGraph, AMessageOnAnotherCommunicatorIsNoHelp) {
    Survivor sender = waiting(1, {room_at(0)});
    sender.offers.push_back({true, world, 0});
    Survivor receiver = waiting(0, {message_from({1}, other)});
    receiver.offers.push_back({false, other, 1});
    const Findings findings = examine({0, 1}, {receiver, sender});
    EXPECT_EQ(findings.stuck, (Ranks{0, 1}));
    EXPECT_FALSE(findings.moving);
}

TEST(StallGraph, AMessageWithAnotherTagIsNoHelp) {
    Survivor sender = waiting(1, {room_at(0)});
    sender.branches.front().conditions.front().tag = 5;
    sender.offers.push_back({true, world, 0, 5});
    Survivor receiver = waiting(0, {message_from({1})});
    receiver.branches.front().conditions.front().tag = 6;
    receiver.offers.push_back({false, world, 1, 6});
    const Findings findings = examine({0, 1}, {receiver, sender});
    EXPECT_EQ(findings.stuck, (Ranks{0, 1}));
    EXPECT_FALSE(findings.moving);
}

TEST(StallGraph, AReceiveWithAnyTagTakesAMessageWithOne) {
    Survivor sender = waiting(1, {room_at(0)});
    sender.branches.front().conditions.front().tag = 5;
    sender.offers.push_back({true, world, 0, 5});
    Survivor receiver = waiting(0, {message_from({1})});
    receiver.offers.push_back({false, world, 1, MPI_ANY_TAG});
    EXPECT_EQ(examine({0, 1}, {receiver, sender}).stuck, Ranks{});
}

TEST(StallGraph, AReceiveFromAnybodyTakesAPendingSend) {
    Survivor sender = waiting(1, {message_from({0}, other)});
    sender.offers.push_back({true, world, 0});
    Survivor receiver = waiting(0, {message_from({1, 2})});
    receiver.offers.push_back({false, world, MPI_ANY_SOURCE});
    EXPECT_EQ(examine({0, 1}, {receiver, sender}).stuck, Ranks{});
}

TEST(StallGraph, ACollectiveToWhichAllHaveComeEnds) {
    const Findings findings =
        examine({0, 1}, {waiting(0, {collective(4, {1})}, 4), waiting(1, {collective(4, {0})}, 4)});
    EXPECT_EQ(findings.stuck, Ranks{});
    EXPECT_TRUE(findings.moving);
}

TEST(StallGraph, WhoIsPastACollectiveHasComeToIt) {
    EXPECT_EQ(
        examine({0, 1}, {waiting(0, {collective(4, {1})}, 4), waiting(1, {message_from({0})}, 5)})
            .stuck,
        Ranks{});
}

TEST(StallGraph, AnEventThatNobodyKnowsOfMayHappen) {
    EXPECT_EQ(examine({0, 1}, {waiting(0, {Condition{}}), waiting(1, {message_from({0})})}).stuck,
              Ranks{});
}

TEST(StallGraph, AnyThreadMayGoOn) {
    Survivor two_threads = waiting(0, {message_from({1})});
    two_threads.branches.push_back({.all = true, .conditions = {message_from({2})}});
    const Survivor computes{.rank = 2};
    const Survivor one = waiting(1, {message_from({0})});
    EXPECT_EQ(examine({0, 1, 2}, {two_threads, one, computes}).stuck, Ranks{});
    EXPECT_EQ(examine({0, 1}, {two_threads, one}).stuck, (Ranks{0, 1}));
}

TEST(StallGraph, NobodyIsLeftToSendToOneThatIsAlone) {
    EXPECT_EQ(examine({3}, {waiting(3, {message_from({})})}).stuck, Ranks{3});
}

TEST(StallGraph, AwaitedAreThoseWhoseMessagesMayBeUnderWay) {
    const Survivor one =
        waiting(1, {message_from({0, 2, 5}), room_at(4), collective(3, {0, 2, 4, 5})});
    EXPECT_EQ(awaited(one, {0, 1, 4, 5}), (Ranks{0, 4, 5}));
}

/// In collective `number` of a function, which needs all of `others`.
Survivor inside(int rank, std::uint64_t number, int function, std::vector<int> others,
                Condition::Kind kind = Condition::collective) {
    Condition condition = collective(number, std::move(others));
    condition.kind = kind;
    condition.function = function;
    Survivor one = waiting(rank, {condition});
    one.entered = {{world, number, function}, {final_meeting, 0, 0}};
    return one;
}
/// In MPI_Finalize, after so many collectives.
Survivor finalizing(int rank, std::uint64_t number, std::vector<int> others) {
    Condition condition = collective(1, std::move(others));
    condition.communicator = final_meeting;
    Survivor one = waiting(rank, {condition});
    one.entered = {{world, number}, {final_meeting, 1, 0}};
    return one;
}

TEST(StallGraph, WhoeverIsInAnotherFunctionHasNotCome) {
    EXPECT_EQ(examine({0, 1}, {inside(0, 4, 1, {1}), inside(1, 4, 2, {0})}).stuck, (Ranks{0, 1}));
    EXPECT_EQ(examine({0, 1}, {inside(0, 4, 1, {1}), inside(1, 4, any_function, {0})}).stuck,
              Ranks{});
}

TEST(StallGraph, OneInFinalizeComesToNoOtherCollective) {
    const std::vector<Survivor> all = {inside(0, 5, 1, {1, 2}), finalizing(1, 4, {0, 2}),
                                       inside(2, 5, 1, {0, 1})};
    const Findings findings = examine({0, 1, 2}, all);
    EXPECT_EQ(findings.stuck, (Ranks{0, 1, 2}));
    EXPECT_FALSE(findings.moving);
}

TEST(StallGraph, AllInFinalizeGetThrough) {
    const std::vector<Survivor> all = {finalizing(0, 4, {1}), finalizing(1, 4, {0})};
    EXPECT_EQ(examine({0, 1}, all).stuck, Ranks{});
}

TEST(StallGraph, ARootedCollectiveNeedsSomeMemberToAct) {
    const Survivor rooted = inside(0, 4, 1, {1, 2}, Condition::member);
    const Survivor other_one = inside(2, 4, 1, {0, 1}, Condition::member);
    EXPECT_EQ(examine({0, 1, 2}, {rooted, waiting(1, {message_from({0})}, 3), other_one}).stuck,
              (Ranks{0, 1, 2}));
    const Survivor computes{.rank = 1};
    EXPECT_EQ(examine({0, 1, 2}, {rooted, computes, other_one}).stuck, Ranks{});
    EXPECT_EQ(examine({0, 1, 2}, {rooted, waiting(1, {message_from({0})}, 4), other_one}).stuck,
              Ranks{}); // all have come: it is under way
}

} // namespace
} // namespace closeranks::stall
