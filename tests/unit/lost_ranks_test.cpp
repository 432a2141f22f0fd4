#include "runtime/membership/lost_ranks.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace closeranks {
namespace {

TEST(LostRanks, TellsWhichOnesAreNew) {
    LostRanks lost;
    EXPECT_TRUE(lost.empty());
    EXPECT_EQ(lost.add(std::vector{5, 2}), (std::vector{2, 5}));
    EXPECT_EQ(lost.add(std::vector{2, 7, 5, 0}), (std::vector{0, 7}));
    EXPECT_TRUE(lost.add(std::vector{7}).empty());
    EXPECT_EQ(lost.size(), 4U);
    EXPECT_TRUE(lost.contains(7));
    EXPECT_FALSE(lost.contains(1));
}

TEST(LostRanks, HoldsEachRankOnceWhateverThreadsAdd) {
    constexpr int ranks = 1000;
    LostRanks lost;
    std::vector<int> fresh(2, 0);
    const auto add_all = [&](std::size_t thread) {
        for (int rank = 0; rank < ranks; ++rank)
            fresh[thread] += static_cast<int>(lost.add(std::vector{rank}).size());
    };
    std::thread other([&] { add_all(1); });
    add_all(0);
    other.join();
    EXPECT_EQ(lost.size(), static_cast<std::size_t>(ranks));
    EXPECT_EQ(fresh[0] + fresh[1], ranks);
    EXPECT_TRUE(lost.contains(ranks - 1));
}

} // namespace
} // namespace closeranks
