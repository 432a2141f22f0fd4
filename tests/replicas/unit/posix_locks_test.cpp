#include "runtime/replication/posix_locks.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace closeranks::replication {
namespace {

constexpr off_t last = std::numeric_limits<off_t>::max();

TEST(FindRange, CountsFromTheBase) {
    Locks::Record range;
    ASSERT_TRUE(find_range(100, 20, 7, range));
    EXPECT_EQ(range.begin, 120);
    EXPECT_EQ(range.end, 127);
    ASSERT_TRUE(find_range(100, 20, -7, range));
    EXPECT_EQ(range.begin, 113);
    EXPECT_EQ(range.end, 120);
    EXPECT_FALSE(find_range(3, 0, -4, range));
}

TEST(FindRange, MayReachTheLastByteOfAll) {
    Locks::Record range;
    ASSERT_TRUE(find_range(0, 5, 0, range));
    EXPECT_EQ(range.end, last);
    // The system takes a lock whose last byte has the largest number of all.
    ASSERT_TRUE(find_range(1, 0, last, range));
    EXPECT_EQ(range.begin, 1);
    EXPECT_EQ(range.end, last);
}

} // namespace
} // namespace closeranks::replication
