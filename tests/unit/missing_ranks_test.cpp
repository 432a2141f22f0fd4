#include "runtime/core/missing_ranks.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace closeranks {
namespace {

TEST(MissingRanks, TellsWhichOnesAreNew) {
    MissingRanks missing;
    missing.reserve(8);
    EXPECT_TRUE(missing.empty());
    EXPECT_EQ(missing.add(std::vector{5, 2}), (std::vector{2, 5}));
    EXPECT_EQ(missing.add(std::vector{2, 7, 5, 0}), (std::vector{0, 7}));
    EXPECT_TRUE(missing.add(std::vector{7}).empty());
    EXPECT_EQ(missing.size(), 4U);
    EXPECT_TRUE(missing.contains(7));
    EXPECT_FALSE(missing.contains(1));
}

TEST(MissingRanks, HoldsEachRankOnceWhateverThreadsAdd) {
    constexpr int ranks = 1000;
    MissingRanks missing;
    missing.reserve(ranks);
    std::vector<int> fresh(2, 0);
    const auto add_all = [&](std::size_t thread) {
        for (int rank = 0; rank < ranks; ++rank)
            fresh[thread] += static_cast<int>(missing.add(std::vector{rank}).size());
    };
    std::thread other([&] { add_all(1); });
    add_all(0);
    other.join();
    EXPECT_EQ(missing.size(), static_cast<std::size_t>(ranks));
    EXPECT_EQ(fresh[0] + fresh[1], ranks);
    EXPECT_TRUE(missing.contains(ranks - 1));
}

} // namespace
} // namespace closeranks
