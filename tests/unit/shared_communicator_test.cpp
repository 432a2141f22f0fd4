// What one thread changes about a communicator while others use it. A race shows under the thread
// sanitizer (the test clang); without it these test the values alone.

#include "runtime/core/apply_policy.hpp"
#include "runtime/core/failures.hpp"
#include "runtime/core/runtime.hpp"
#include "tests/unit/fixture.hpp"

#include <closeranks.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <thread>

namespace closeranks {
namespace {

using test::LoneSurvivor;

/// Runs `changes` while another thread does `reads` over and over.
template <typename Changes, typename Reads> void run_beside(Changes changes, Reads reads) {
    std::atomic<bool> begun = false;
    std::atomic<bool> over = false;
    std::thread reader([&] {
        do {
            reads();
            begun = true;
        } while (!over);
    });
    while (!begun)
        std::this_thread::yield();
    changes();
    over = true;
    reader.join();
}

/// Known to closeranks.h by its working communicator's handle.
class SharedCommunicator : public testing::Test {
  protected:
    SharedCommunicator() { runtime().communicators.insert(c.alone, &c); }
    ~SharedCommunicator() override { runtime().communicators.erase(c.alone); }

    static constexpr int ranks = 64;
    LoneSurvivor c{ranks, 0};
};

TEST_F(SharedCommunicator, TellsWhoIsMissingBesideRepairs) {
    const auto repair = [this] {
        std::vector<int> survivors = test::iota(ranks, 0);
        while (survivors.size() > 1) {
            survivors.pop_back(); // the highest rank dies
            c.working_ranks.replace(RankMap(ranks, survivors), true);
            c.collectives.begin_epoch();
        }
    };
    int before = 0;
    c.working_ranks.replace(RankMap(ranks, test::iota(ranks, 0)), true);
    run_beside(repair, [&] {
        EXPECT_FALSE(is_missing(c, 0));
        std::array<int, ranks> missing{};
        int count = 0;
        EXPECT_EQ(closeranks_missing_ranks(c.alone, ranks, missing.data(), &count), 0);
        EXPECT_GE(count, before);
        // Of one repair, whatever happens meanwhile: the highest `count` ranks in order.
        for (int i = 0; i < count; ++i)
            EXPECT_EQ(missing[static_cast<std::size_t>(i)], ranks - count + i);
        before = count;
    });
    int count = 0;
    EXPECT_EQ(closeranks_missing_count(c.alone, &count), 0);
    EXPECT_EQ(count, ranks - 1);
    int generation = 0;
    EXPECT_EQ(closeranks_generation(c.alone, &generation), 0);
    EXPECT_EQ(generation, ranks - 1);
    EXPECT_TRUE(is_missing(c, ranks - 1));
}

TEST_F(SharedCommunicator, GoesByItsPoliciesBesideChanges) {
    const auto set = [this](const char *function, closeranks_policy policy) {
        EXPECT_EQ(closeranks_set_policy(c.alone, function, policy), MPI_SUCCESS);
    };
    set("Send", CLOSERANKS_POLICY_IGNORE);
    set("Recv", CLOSERANKS_POLICY_IGNORE);
    const auto change = [&] {
        for (int i = 0; i < 1000; ++i)
            set("Recv", i % 2 == 0 ? CLOSERANKS_POLICY_ERROR : CLOSERANKS_POLICY_IGNORE);
    };
    run_beside(change, [this] {
        EXPECT_EQ(policy_of(c, Function::Send), Policy::ignore);
        EXPECT_NE(policy_of(c, Function::Recv), Policy::abort);
    });
    EXPECT_EQ(policy_of(c, Function::Recv), Policy::ignore);
}

TEST_F(SharedCommunicator, LosesNoPolicyOfTwoThreads) {
    const auto set = [this](const char *function) {
        for (int i = 0; i < 1000; ++i)
            EXPECT_EQ(closeranks_set_policy(c.alone, function,
                                            i % 2 == 0 ? CLOSERANKS_POLICY_IGNORE
                                                       : CLOSERANKS_POLICY_ERROR),
                      MPI_SUCCESS);
    };
    std::thread other([&] { set("Send"); });
    set("Bcast");
    other.join();
    EXPECT_EQ(policy_of(c, Function::Send), Policy::error);
    EXPECT_EQ(policy_of(c, Function::Bcast), Policy::error);
}

TEST_F(SharedCommunicator, LeavesToTheRunWhatTheProgramHasNotSet) {
    Runtime &w = runtime();
    const LossPolicies before = w.policies;
    w.policies.for_now.set(Function::Recv, PolicyKind::peer, Policy::ignore);
    EXPECT_EQ(closeranks_set_policy(c.alone, "Send", CLOSERANKS_POLICY_ERROR), MPI_SUCCESS);
    EXPECT_EQ(policy_of(c, Function::Recv), Policy::abort);
    for (const bool come_back : {true, false}) {
        w.recovery.choose(come_back, false);
        EXPECT_EQ(policy_of(c, Function::Recv), come_back ? Policy::ignore : Policy::abort);
        EXPECT_EQ(policy_of(c, Function::Send), Policy::error);
    }
    w.policies = before;
}

TEST_F(SharedCommunicator, KeepsNoPoliciesTwice) {
    EXPECT_EQ(closeranks_set_policy(c.alone, "Send", CLOSERANKS_POLICY_ERROR), MPI_SUCCESS);
    const LossPolicies *const first = c.current_policies;
    EXPECT_EQ(closeranks_set_policy(c.alone, "Send", CLOSERANKS_POLICY_IGNORE), MPI_SUCCESS);
    EXPECT_NE(c.current_policies.load(), first);
    EXPECT_EQ(closeranks_set_policy(c.alone, "Send", CLOSERANKS_POLICY_ERROR), MPI_SUCCESS);
    EXPECT_EQ(c.current_policies.load(), first);
    EXPECT_EQ(closeranks_set_policy(c.alone, "Sond", CLOSERANKS_POLICY_ERROR), MPI_ERR_ARG);
    EXPECT_EQ(c.current_policies.load(), first);
}

} // namespace
} // namespace closeranks
