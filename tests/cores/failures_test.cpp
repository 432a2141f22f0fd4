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

    test::FakeWorld world{5, 1, 2};
    Communicator c;
};

TEST_F(FailuresTest, OfProcessesThatStandForRanksAreLosses) {
    world.fail(2);
    EXPECT_TRUE(notice_failures(c));
    EXPECT_TRUE(is_missing(c, 2));
    EXPECT_FALSE(is_missing(c, 0));
    EXPECT_FALSE(notice_failures(c)) << "it is known";
}

TEST_F(FailuresTest, AreAcknowledgedOnEachCommunicatorAlsoIfTheyAreNoLosses) {
    world.fail(4);
    EXPECT_FALSE(notice_failures(c));
    EXPECT_EQ(world.acknowledged, 1);
    EXPECT_FALSE(notice_failures(c));
    EXPECT_EQ(world.acknowledged, 2);
}

TEST_F(FailuresTest, OfReplacedProcessesAreLossesOfTheCommunicator) {
    world.fail(0);
    EXPECT_TRUE(notice_failures(c));
    members().assign({ProcessId{3}, ProcessId{1}, ProcessId{2}});
    lost_ranks().recover(std::vector{0});
    EXPECT_TRUE(is_missing(c, 0)) << "its process of today is not in the communicator";
}

} // namespace
} // namespace closeranks
