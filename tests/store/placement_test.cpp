#include "runtime/store/placement.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace closeranks::store {
namespace {

std::vector<int> as_vector(std::span<const int> some) { return {some.begin(), some.end()}; }

TEST(PlacementTest, PutsCopiesOnOtherHosts) {
    const std::vector<int> living{0, 1, 2, 3, 4, 5, 6, 7};
    const std::vector<std::uint64_t> hosts{7, 7, 7, 7, 9, 9, 9, 9};
    const Placement placement(living, hosts, 1);
    std::vector<int> load(8, 0);
    for (const int rank : living) {
        ASSERT_EQ(placement.holders(rank).size(), 1U);
        const int holder = placement.holders(rank)[0];
        EXPECT_NE(hosts[static_cast<std::size_t>(holder)], hosts[static_cast<std::size_t>(rank)]);
        ++load[static_cast<std::size_t>(holder)];
    }
    EXPECT_EQ(load, std::vector<int>(8, 1)) << "nobody holds more than others";
}

TEST(PlacementTest, KnowsWhoHoldsWhat) {
    const std::vector<int> living{0, 2, 3, 5};
    const std::vector<std::uint64_t> hosts(6, 1);
    const Placement placement(living, hosts, 2);
    EXPECT_EQ(as_vector(placement.holders(3)), (std::vector{5, 0}));
    EXPECT_TRUE(placement.holders(1).empty()) << "it was missing";
    EXPECT_TRUE(placement.holders(-1).empty());
    EXPECT_TRUE(placement.holders(6).empty());
    EXPECT_EQ(placement.held_by(0), (std::vector{3, 5}));
    EXPECT_TRUE(placement.held_by(1).empty());
}

TEST(PlacementTest, HasNoMoreHoldersThanThereAreOthers) {
    const std::vector<std::uint64_t> hosts(2, 1);
    EXPECT_EQ(as_vector(Placement(std::vector{0, 1}, hosts, 5).holders(0)), std::vector{1});
    EXPECT_TRUE(Placement(std::vector{1}, hosts, 1).holders(1).empty());
    EXPECT_TRUE(Placement(std::vector{0, 1}, hosts, 0).holders(1).empty());
}

TEST(PlacementTest, UsesAllHostsThatThereAre) {
    std::vector<int> living(30);
    std::iota(living.begin(), living.end(), 0);
    std::vector<std::uint64_t> hosts(30);
    for (std::size_t rank = 0; rank < hosts.size(); ++rank)
        hosts[rank] = rank < 17 ? rank / 8 : 3 + rank % 4; // uneven
    const Placement placement(living, hosts, 2);
    for (const int rank : living)
        for (const int holder : placement.holders(rank))
            EXPECT_NE(hosts[static_cast<std::size_t>(holder)],
                      hosts[static_cast<std::size_t>(rank)]);
}

} // namespace
} // namespace closeranks::store
