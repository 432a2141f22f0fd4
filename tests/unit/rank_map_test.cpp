#include "runtime/support/rank_map.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace closeranks {
namespace {

TEST(RankMap, IsTheIdentityWhileNobodyIsMissing) {
    const RankMap map;
    EXPECT_TRUE(map.is_identity());
    EXPECT_EQ(number_of(map.live(7)), 7);
    EXPECT_EQ(map.application(LiveRank{7}), 7);
    EXPECT_TRUE(map.survivors().empty());
}

TEST(RankMap, HoldsNoTableWhenEverybodySurvives) {
    EXPECT_TRUE(RankMap(3, std::vector<int>{0, 1, 2}).is_identity());
    EXPECT_FALSE(RankMap(4, std::vector<int>{0, 1, 2}).is_identity());
}

TEST(RankMap, TranslatesBothWays) {
    const RankMap map(6, std::vector<int>{0, 2, 5});
    EXPECT_EQ(number_of(map.live(0)), 0);
    EXPECT_EQ(map.live(1), RankMap::missing);
    EXPECT_EQ(number_of(map.live(2)), 1);
    EXPECT_EQ(number_of(map.live(5)), 2);
    EXPECT_EQ(map.application(LiveRank{0}), 0);
    EXPECT_EQ(map.application(LiveRank{1}), 2);
    EXPECT_EQ(map.application(LiveRank{2}), 5);
}

TEST(RankMap, KeepsAnotherOrderOfRanks) {
    const RankMap map(3, std::vector<int>{2, 0, 1});
    EXPECT_FALSE(map.is_identity());
    EXPECT_EQ(number_of(map.live(2)), 0);
    EXPECT_EQ(number_of(map.live(0)), 1);
    EXPECT_EQ(map.application(LiveRank{0}), 2);
}

TEST(RankMap, LeavesToMpiWhatIsNoRank) {
    const RankMap map(4, std::vector<int>{1, 3});
    for (int no_rank : {MPI_PROC_NULL, MPI_ANY_SOURCE, MPI_ROOT, 4, 1000, -77})
        EXPECT_EQ(map.application(LiveRank{no_rank}), no_rank);
    for (int no_rank : {MPI_PROC_NULL, MPI_ANY_SOURCE, MPI_ROOT, -77})
        EXPECT_EQ(number_of(map.live(no_rank)), no_rank);
    // A rank beyond those that the program sees is none of ours either.
    for (int no_rank : {4, 1000})
        EXPECT_EQ(number_of(map.live(no_rank)), std::numeric_limits<int>::max());
}

TEST(RankMap, TakesNoUndefinedRankForALostOne) {
    EXPECT_NE(RankMap().live(MPI_UNDEFINED), RankMap::missing);
    EXPECT_NE(RankMap(4, std::vector<int>{1, 3}).live(MPI_UNDEFINED), RankMap::missing);
}

TEST(RankMap, SurvivesWithoutSurvivors) {
    const RankMap map(2, {});
    EXPECT_EQ(map.live(0), RankMap::missing);
    EXPECT_EQ(map.live(1), RankMap::missing);
}

} // namespace
} // namespace closeranks
