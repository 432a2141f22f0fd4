#include "runtime/layouts/local_size.hpp"

#include "runtime/layouts/hierarchy.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace closeranks {
namespace {

/// What a repair costs on average, when one among x ranks costs log(x).
double cost(int size, int k) { return (1 - 1.0 / k) * std::log(k) + std::log(size) / k; }

TEST(LocalSize, IsTheClosestSolution) {
    EXPECT_EQ(best_local_size(8), 2);
    EXPECT_EQ(best_local_size(16), 3);
    EXPECT_EQ(best_local_size(64), 4);
    EXPECT_EQ(best_local_size(256), 5);
    EXPECT_EQ(best_local_size(1024), 6);
    EXPECT_EQ(best_local_size(65536), 10);
    EXPECT_EQ(best_local_size(1000000), 12);
}

TEST(LocalSize, IsAtLeastOne) {
    for (const int size : {-1, 0, 1, 2, 3})
        EXPECT_EQ(best_local_size(size), 1) << size;
}

TEST(LocalSize, CostsNextToNothingMoreThanTheBestThereIs) {
    for (int size = 8; size < 100000; size += size / 3) {
        double best = cost(size, 2);
        for (int k = 3; k < 40; ++k)
            best = std::min(best, cost(size, k));
        EXPECT_LE(cost(size, best_local_size(size)), 1.03 * best) << size;
    }
}

TEST(Hierarchy, NumbersThoseWhoAreLeft) {
    Hierarchy parts;
    parts.ranks_per_local = 3;
    parts.members = {0, 2, 6, 8, 9}; // of 0 1 2 | 3 4 5 | 6 7 8 | 9
    EXPECT_EQ(parts.rank_in_local(0), 0);
    EXPECT_EQ(parts.rank_in_local(2), 1);
    EXPECT_EQ(parts.rank_in_local(8), 1);
    EXPECT_EQ(parts.rank_in_local(9), 0);
    EXPECT_EQ(parts.rank_in_local(1), -1);
    EXPECT_EQ(parts.rank_of_leader(0), 0);
    EXPECT_EQ(parts.rank_of_leader(1), -1);
    EXPECT_EQ(parts.rank_of_leader(2), 1);
    EXPECT_EQ(parts.rank_of_leader(3), 2);
}

} // namespace
} // namespace closeranks
