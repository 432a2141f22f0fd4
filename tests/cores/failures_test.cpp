#include "runtime/core/failures.hpp"

#include "fake_world.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace closeranks {
namespace {

/// Rank 1 of three; processes 3 and 4 are spares.
class FailuresTest : public testing::Test {
  protected:
    FailuresTest() { world.protect(c, {0, 1, 2}); }
    ~FailuresTest() override { runtime().missing.remove(std::vector{0, 1, 2}); }

    /// The spare takes the place of rank 0.
    static void recover_by(int spare) {
        members().assign({ProcessId{spare}, ProcessId{1}, ProcessId{2}});
        runtime().missing.remove(std::vector{0});
    }

    test::FakeWorld world{5, 1, 2};
    Communicator c;
};

TEST_F(FailuresTest, OfAProcessThatStandsForARankAreALoss) {
    world.fail(2);
    EXPECT_TRUE(notice_failures(c));
    EXPECT_TRUE(runtime().missing.contains(2));
    EXPECT_TRUE(is_missing(c, 2));
    EXPECT_FALSE(is_missing(c, 0));
    EXPECT_FALSE(notice_failures(c)) << "it is known";
}

TEST_F(FailuresTest, OfASpareAreNoLossAndLookedUpOnce) {
    world.fail(4);
    EXPECT_FALSE(notice_failures(c));
    EXPECT_TRUE(runtime().missing.empty());
    const int before = world.translated;
    EXPECT_FALSE(notice_failures(c));
    EXPECT_EQ(world.translated, before);
    EXPECT_EQ(world.acknowledged, 2) << "on each communicator, each time";
    world.fail(0);
    EXPECT_TRUE(notice_failures(c)) << "a rank is lost beside it";
    EXPECT_TRUE(runtime().missing.contains(0));
}

TEST_F(FailuresTest, OfTheNextProcessOfARankAreALossAgain) {
    world.fail(0);
    EXPECT_TRUE(notice_failures(c));
    recover_by(3);
    EXPECT_FALSE(notice_failures(c));
    EXPECT_TRUE(runtime().missing.empty());
    world.fail(3);
    EXPECT_TRUE(notice_failures(c));
    EXPECT_TRUE(runtime().missing.contains(0));
}

TEST_F(FailuresTest, CountWhenTheProcessTakesAPlaceAfterItHasFailed) {
    world.fail(0);
    world.fail(3);
    EXPECT_TRUE(notice_failures(c));
    recover_by(3); // the others had not heard of its failure
    EXPECT_TRUE(notice_failures(c));
    EXPECT_TRUE(runtime().missing.contains(0));
}

} // namespace
} // namespace closeranks
