#include "runtime/membership/lost_ranks.hpp"

#include "runtime/membership/world_ranks.hpp"

#include "fake_world.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace closeranks {
namespace {

using Ranks = std::vector<int>;

/// Process 1 of five, which stands for rank 1 of three; processes 3 and 4 are spares.
class LostRanksTest : public testing::Test {
  protected:
    /// The process takes the place of the rank.
    static void recover(int rank, int process) {
        std::vector<ProcessId> by_rank = members().by_rank();
        by_rank[static_cast<std::size_t>(rank)] = ProcessId{process};
        members().assign(by_rank);
        lost_ranks().recover(Ranks{rank});
    }

    test::FakeWorld world{5, 1, 2};
};

TEST_F(LostRanksTest, AreThoseWhoseProcessesHaveFailed) {
    EXPECT_EQ(lost_ranks().look(), Ranks());
    EXPECT_FALSE(lost_ranks().any_ever());
    world.fail(2);
    world.fail(0);
    EXPECT_EQ(lost_ranks().look(), (Ranks{0, 2}));
    EXPECT_EQ(lost_ranks().look(), Ranks()) << "they are known";
    EXPECT_EQ(lost_ranks().size(), 2U);
    EXPECT_TRUE(lost_ranks().contains(2));
    EXPECT_FALSE(lost_ranks().contains(1));
    EXPECT_TRUE(lost_ranks().any_ever());
}

TEST_F(LostRanksTest, AreNotSpares) {
    world.fail(4);
    EXPECT_EQ(lost_ranks().look(), Ranks());
    const int before = world.translated;
    EXPECT_EQ(lost_ranks().look(), Ranks());
    EXPECT_EQ(world.translated, before) << "a failure of a spare is looked up once";
    world.fail(0);
    EXPECT_EQ(lost_ranks().look(), Ranks{0});
}

TEST_F(LostRanksTest, AreLearntFromOtherProcesses) {
    EXPECT_EQ(lost_ranks().add(Ranks{2}), Ranks{2});
    world.fail(2);
    EXPECT_EQ(lost_ranks().look(), Ranks()) << "the failure comes later";
}

TEST_F(LostRanksTest, AreRecoveredAndMayBeLostAgain) {
    world.fail(0);
    EXPECT_EQ(lost_ranks().look(), Ranks{0});
    recover(0, 3);
    EXPECT_EQ(lost_ranks().recoveries(), 1);
    EXPECT_TRUE(lost_ranks().empty());
    EXPECT_TRUE(lost_ranks().any_ever());
    EXPECT_EQ(lost_ranks().look(), Ranks()) << "the former process stands for no rank";
    world.fail(3);
    EXPECT_EQ(lost_ranks().look(), Ranks{0});
}

TEST_F(LostRanksTest, AreLostAlthoughTheProcessFailedBeforeItTookThePlace) {
    world.fail(0);
    world.fail(3);
    EXPECT_EQ(lost_ranks().look(), Ranks{0});
    recover(0, 3); // the other processes had not heard of its failure
    EXPECT_EQ(lost_ranks().look(), Ranks{0});
}

TEST_F(LostRanksTest, CanHaveProcessesThatAreStartedLater) {
    world.fail(2);
    EXPECT_EQ(lost_ranks().look(), Ranks{2});
    static_cast<void>(members().extend(Comm(world.make_comm({0, 1, 3, 4, 5, 6})), 2));
    world.fail(6);
    EXPECT_EQ(lost_ranks().look(), Ranks()) << "it stands for no rank";
    recover(2, 5);
    EXPECT_EQ(lost_ranks().look(), Ranks());
    world.fail(5);
    EXPECT_EQ(lost_ranks().look(), Ranks{2});
}

TEST_F(LostRanksTest, AreGoneFromGroupsOfTheirProcesses) {
    const MPI_Group first = world.make_group({2, 0, 1});
    world.fail(0);
    static_cast<void>(lost_ranks().look());
    EXPECT_EQ(gone_from(first).lost, Ranks{0});
    EXPECT_EQ(gone_from(first).back, Ranks());
    recover(0, 4);
    EXPECT_EQ(gone_from(first).lost, Ranks());
    EXPECT_EQ(gone_from(first).back, Ranks{0}) << "another process stands for it";
    EXPECT_EQ(world_ranks_of(first), (Ranks{2, MPI_UNDEFINED, 1}));
    EXPECT_EQ(world_ranks_ever_of(first), (Ranks{2, 0, 1}));
    const MPI_Group now = world.make_group({2, 4, 1});
    EXPECT_EQ(gone_from(now).all(), Ranks());
}

TEST_F(LostRanksTest, BeginWithTheRecoveriesOfTheJob) {
    world.fail(0);
    static_cast<void>(lost_ranks().look());
    lost_ranks().begin(2);
    EXPECT_TRUE(lost_ranks().empty());
    EXPECT_EQ(lost_ranks().recoveries(), 2);
}

} // namespace
} // namespace closeranks
