#include "runtime/core/obstacles.hpp"
#include "runtime/core/recovery_turn.hpp"
#include "runtime/support/process_barrier.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace closeranks {
namespace {

class RecoveryTurnTest : public testing::Test {
  protected:
    RecoveryTurnTest() { runtime().threads = true; }
    ~RecoveryTurnTest() override { runtime().threads = false; }
};

/// Whether another thread gets a turn now.
bool is_free() {
    bool taken = false;
    std::thread([&] { RecoveryTurn::try_to([&] { taken = true; }); }).join();
    return taken;
}

TEST_F(RecoveryTurnTest, IsOneThreadsAtATime) {
    EXPECT_TRUE(is_free());
    {
        const RecoveryTurn outer;
        EXPECT_FALSE(is_free());
        { const RecoveryTurn inner; }
        EXPECT_FALSE(is_free());
    }
    EXPECT_TRUE(is_free());
}

TEST_F(RecoveryTurnTest, IsNotTakenWithinItself) {
    const auto never = [] { ADD_FAILURE() << "the engine serves within a turn"; };
    bool first = false;
    RecoveryTurn::try_to([&] {
        first = true;
        RecoveryTurn::try_to(never);
        EXPECT_TRUE(ProgressEngine::is_taken());
    });
    EXPECT_TRUE(first);
    const RecoveryTurn turn;
    RecoveryTurn::try_to(never);
}

TEST_F(RecoveryTurnTest, OneThreadAloneTakesNoLock) {
    runtime().threads = false;
    const RecoveryTurn turn;
    EXPECT_TRUE(RecoveryTurn::mutex().try_lock());
    RecoveryTurn::mutex().unlock();
}

TEST(Obstacles, AreToldApart) {
    Obstacles obstacles;
    EXPECT_TRUE(obstacles.none());
    EXPECT_FALSE(obstacles.put(Obstacles::frozen, true));
    EXPECT_TRUE(obstacles.put(Obstacles::frozen, true));
    obstacles.put(Obstacles::tasks, true);
    EXPECT_TRUE(obstacles.put(Obstacles::frozen, false));
    EXPECT_FALSE(obstacles.none());
    EXPECT_TRUE(obstacles.has(Obstacles::tasks));
    EXPECT_FALSE(obstacles.has(Obstacles::frozen));
    obstacles.put(Obstacles::tasks, false);
    EXPECT_TRUE(obstacles.none());
}

/// One epoch of a communicator: one thread completes collectives on the fast path until it sees an
/// obstacle, another one freezes the communicator and notes how many are complete.
struct Epoch {
    Obstacles obstacles;
    FastAttempt fast;
    std::atomic<unsigned> completed = 0;

    void complete_all() {
        for (bool calm = true; calm;) {
            fast.begin();
            calm = obstacles.none();
            if (calm)
                completed.store(completed.load(std::memory_order_relaxed) + 1,
                                std::memory_order_relaxed);
            fast.end();
        }
    }
    unsigned freeze() {
        obstacles.put(Obstacles::frozen, true);
        process_barrier();
        while (fast.is_on()) {
        }
        return completed.load(std::memory_order_relaxed);
    }
};

// Without the barrier this fails on x86 within some hundred epochs.
TEST(FastAttempt, CompletesNothingThatItWasNotAskedFor) {
    ASSERT_TRUE(prepare_process_barrier()) << "this system has no membarrier(2)";
    constexpr int epochs = 300;
    for (int i = 0; i < epochs; ++i) {
        Epoch epoch;
        std::atomic<bool> begun = false;
        std::thread collective([&] {
            begun = true;
            epoch.complete_all();
        });
        while (!begun) {
        }
        const unsigned answer = epoch.freeze();
        collective.join();
        ASSERT_EQ(epoch.completed.load(), answer) << "epoch " << i;
    }
}

} // namespace
} // namespace closeranks
