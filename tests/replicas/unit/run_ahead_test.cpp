#include "runtime/replication/run_ahead.hpp"

#include <gtest/gtest.h>

#include <array>
#include <thread>
#include <vector>

namespace closeranks::replication {
namespace {

struct SharedRunAheadTest : testing::Test {
    alignas(64) std::array<std::byte, SharedRunAhead::bytes> memory{};
    SharedRunAhead leader{memory};
    SharedRunAhead twin{memory};
};

TEST_F(SharedRunAheadTest, AFreeTwinWaitsForNothing) {
    EXPECT_TRUE(twin.try_to_end(1));
    EXPECT_TRUE(twin.try_to_end(2));
    EXPECT_EQ(leader.ended_by_twin(), 2U);
}

TEST_F(SharedRunAheadTest, AHeldTwinEndsOnlyWhatItsLeaderHasEnded) {
    EXPECT_TRUE(twin.try_to_end(1));
    leader.hold();
    EXPECT_FALSE(twin.try_to_end(2));
    EXPECT_EQ(leader.ended_by_twin(), 1U);
    leader.end(2);
    EXPECT_TRUE(twin.try_to_end(2));
    EXPECT_FALSE(twin.try_to_end(3));
    leader.free();
    EXPECT_TRUE(twin.try_to_end(3));
    EXPECT_EQ(twin.ended_by_leader(), 2U);
}

/// The leader serves in calls that it finds not ended. The twin has to know of that when it ends
/// them.
TEST_F(SharedRunAheadTest, NoCallIsServedThatTheTwinHasEnded) {
    constexpr std::uint64_t calls = 20'000;
    std::vector<std::atomic<bool>> is_served(calls + 1);
    std::thread other([&] {
        for (std::uint64_t call = 1; call <= calls; ++call) {
            if (call % 3 != 0) {
                leader.hold();
                if (leader.ended_by_twin() < call)
                    is_served[call].store(true, std::memory_order_relaxed);
            }
            leader.end(call);
            if (call % 7 == 0) leader.free();
        }
        leader.free();
    });
    std::vector<bool> seen(calls + 1);
    for (std::uint64_t call = 1; call <= calls; ++call) {
        while (!twin.try_to_end(call))
            std::this_thread::yield();
        seen[call] = is_served[call].load(std::memory_order_relaxed);
    }
    other.join();
    for (std::uint64_t call = 1; call <= calls; ++call)
        ASSERT_EQ(seen[call], is_served[call].load()) << call;
}

/// Words under way, each to the other process.
struct SentRunAheadTest : testing::Test {
    using Word = SentRunAhead::Word;
    struct Sent {
        Word word;
        std::uint64_t calls;
    };
    static std::vector<Sent> &sent() {
        static std::vector<Sent> words;
        return words;
    }
    static void send(Word word, std::uint64_t calls) { sent().push_back({word, calls}); }
    SentRunAheadTest() { sent().clear(); }

    static void carry(SentRunAhead &to) {
        const std::vector<Sent> words = std::move(sent());
        sent().clear();
        for (const Sent &one : words)
            to.take(one.word, one.calls);
    }

    SentRunAhead leader{send};
    SentRunAhead twin{send};
};

TEST_F(SentRunAheadTest, TheLeaderWaitsForTheAnswer) {
    EXPECT_TRUE(twin.try_to_end(1));
    leader.hold();
    EXPECT_FALSE(leader.ended_by_twin().has_value());
    EXPECT_TRUE(twin.try_to_end(2)); // it does not know
    carry(twin);
    EXPECT_FALSE(twin.try_to_end(3));
    carry(leader);
    EXPECT_EQ(leader.ended_by_twin(), 2U);
}

TEST_F(SentRunAheadTest, AHeldTwinEndsOnlyWhatItsLeaderHasEnded) {
    leader.hold();
    carry(twin);
    carry(leader);
    leader.end(1, true);
    EXPECT_FALSE(twin.try_to_end(1));
    carry(twin);
    EXPECT_TRUE(twin.try_to_end(1));
    EXPECT_FALSE(twin.try_to_end(2));
    leader.free();
    carry(twin);
    EXPECT_TRUE(twin.try_to_end(2));
}

TEST_F(SentRunAheadTest, AnAnswerBelongsToItsHold) {
    leader.hold();
    leader.free();
    leader.hold();
    carry(twin);
    const std::vector<Sent> answers = sent();
    ASSERT_EQ(answers.size(), 2U);
    leader.take(answers[0].word, answers[0].calls);
    EXPECT_FALSE(leader.ended_by_twin().has_value());
    leader.take(answers[1].word, answers[1].calls);
    EXPECT_EQ(leader.ended_by_twin(), 0U);
}

} // namespace
} // namespace closeranks::replication
