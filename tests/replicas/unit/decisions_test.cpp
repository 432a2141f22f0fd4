#include "runtime/replication/decisions.hpp"

#include "runtime/replication/world.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace closeranks::replication {
namespace {

using Outcome = Decisions::Outcome;

/// A twin on another host than its leader, from which decisions come as messages.
struct DecisionsTest : testing::Test {
    DecisionsTest() { world() = World(2, {0}, ProcessId{1}); }
    ~DecisionsTest() override { world() = World(); }
    DecisionsTest(const DecisionsTest &) = delete;
    DecisionsTest &operator=(const DecisionsTest &) = delete;

    /// The leader's outcome of a call arrives.
    void arrives(std::uint64_t call, const Outcome &outcome) {
        constexpr std::int32_t is_outcome = 1;
        Envelope envelope{.number = call, .size = outcome.size() * sizeof(outcome[0])};
        envelope.kind = Kind::decision;
        envelope.tag = is_outcome;
        Packet packet(envelope);
        std::memcpy(packet.payload(), outcome.data(), packet.size());
        decisions.take(packet);
    }
    /// The leader is in MPI_Finalize after so many calls.
    void leader_ends(std::uint64_t calls) {
        constexpr std::int32_t is_end = 9;
        Envelope envelope{.number = calls};
        envelope.kind = Kind::decision;
        envelope.tag = is_end;
        decisions.take(Packet(envelope));
    }
    void leader_dies() {
        ASSERT_TRUE(world().lose(ProcessId{0}));
        decisions.take_over();
    }
    /// What this process finds out itself is 1, 2, 3.
    Outcome decide() {
        return decisions.decide([&] { return Outcome{++found_out}; });
    }
    std::uint64_t read_clock() {
        std::uint64_t word = 0;
        decisions.repeat(clock, std::span(&word, 1),
                         [&] { word = static_cast<std::uint64_t>(++found_out); });
        return word;
    }

    static constexpr std::uint64_t clock = 64;
    Decisions decisions;
    std::int64_t found_out = 0;
};

TEST_F(DecisionsTest, CallsBeforeOneThatWasToldAreOver) {
    arrives(2, {70});
    leader_dies();
    EXPECT_EQ(decide(), Outcome{}); // polls that have found nothing
    EXPECT_EQ(decide(), Outcome{});
    EXPECT_EQ(decide(), Outcome{70});
    EXPECT_EQ(decide(), Outcome{1});
}

TEST_F(DecisionsTest, TheEndTellsTheNumberOfPollsWithoutOutcome) {
    arrives(0, {70});
    leader_ends(3);
    EXPECT_EQ(decide(), Outcome{70});
    EXPECT_EQ(decide(), Outcome{});
    EXPECT_EQ(decide(), Outcome{});
}

TEST_F(DecisionsTest, ReadingsThatADeadLeaderHasToldAreTaken) {
    arrives(0, {clock, 80});
    arrives(1, {90});
    leader_dies();
    EXPECT_EQ(read_clock(), 80U);
    EXPECT_EQ(decide(), Outcome{90});
    EXPECT_EQ(read_clock(), 1U);
    EXPECT_EQ(decide(), Outcome{2});
}

TEST_F(DecisionsTest, WhatComesAfterThePromotionIsNoDecision) {
    arrives(0, {70});
    leader_dies();
    arrives(2, {71});
    EXPECT_EQ(decide(), Outcome{70});
    EXPECT_EQ(decide(), Outcome{1});
    EXPECT_EQ(decide(), Outcome{2});
}

} // namespace
} // namespace closeranks::replication
