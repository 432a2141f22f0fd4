#include "runtime/layouts/hierarchy.hpp"

#include <gtest/gtest.h>

namespace closeranks {

namespace {

/// 9 ranks on hosts of 2, 3 and 4.
Hierarchy on_three_hosts() {
    Hierarchy parts;
    parts.ranks_per_local = 2; // what would be without hosts
    parts.first_by_local = {0, 2, 5};
    parts.members = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    return parts;
}

TEST(Hierarchy, LocalsOfOneSize) {
    Hierarchy parts;
    parts.ranks_per_local = 3;
    parts.members = {0, 1, 2, 3, 4, 5, 6};
    EXPECT_EQ(parts.local_of(5), 1);
    EXPECT_EQ(parts.local_of(6), 2);
    EXPECT_EQ(parts.rank_in_local(5), 2);
    EXPECT_EQ(parts.rank_in_local(6), 0);
    EXPECT_EQ(parts.rank_of_leader(2), 2);
}

TEST(Hierarchy, HostsAreLocals) {
    const Hierarchy parts = on_three_hosts();
    const std::vector<int> locals{0, 0, 1, 1, 1, 2, 2, 2, 2};
    const std::vector<int> places{0, 1, 0, 1, 2, 0, 1, 2, 3};
    for (int rank = 0; rank < 9; ++rank) {
        EXPECT_EQ(parts.local_of(rank), locals[static_cast<std::size_t>(rank)]) << rank;
        EXPECT_EQ(parts.rank_in_local(rank), places[static_cast<std::size_t>(rank)]) << rank;
    }
}

TEST(Hierarchy, HostsAreLocalsWhenSomeAreMissing) {
    Hierarchy parts = on_three_hosts();
    parts.members = {1, 3, 4, 8};
    EXPECT_EQ(parts.rank_in_local(1), 0);
    EXPECT_EQ(parts.rank_in_local(4), 1);
    EXPECT_EQ(parts.rank_in_local(2), -1);
    EXPECT_EQ(parts.rank_of_leader(2), 2);
    parts.members = {1, 8}; // all of a host
    EXPECT_EQ(parts.rank_of_leader(1), -1);
    EXPECT_EQ(parts.rank_of_leader(2), 1);
}

} // namespace

} // namespace closeranks
