#include "runtime/store/groups.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace closeranks::store {
namespace {

std::vector<int> as_vector(std::span<const int> some) { return {some.begin(), some.end()}; }

TEST(GroupsTest, HaveAllRanksOnceAndNobodyAlone) {
    for (int size = 2; size <= 6; ++size)
        for (int ranks = 2; ranks <= 40; ++ranks) {
            std::vector<int> living(static_cast<std::size_t>(ranks));
            std::iota(living.begin(), living.end(), 0);
            const std::vector<std::uint64_t> hosts(living.size(), 5);
            const Groups groups(living, hosts, size);
            std::map<int, int> met;
            std::set<std::size_t> lengths;
            for (const int rank : living) {
                const std::vector<int> group = as_vector(groups.group_of(rank));
                EXPECT_EQ(std::count(group.begin(), group.end(), rank), 1);
                lengths.insert(group.size());
                for (const int member : group) {
                    ++met[member];
                    EXPECT_EQ(as_vector(groups.group_of(member)), group);
                }
            }
            EXPECT_EQ(met.size(), living.size());
            EXPECT_GE(*lengths.begin(), 2U) << ranks << " in groups of " << size;
            EXPECT_LE(*lengths.rbegin(), *lengths.begin() + 1) << "they are as even as can be";
            const bool is_odd_pair = size == 2 && ranks % 2 == 1;
            EXPECT_LE(*lengths.rbegin(), static_cast<std::size_t>(size) + (is_odd_pair ? 1 : 0));
        }
}

TEST(GroupsTest, AreOnAsManyHostsAsTheyHaveMembers) {
    // Three groups of four; no host has more than three ranks.
    const std::vector<std::uint64_t> hosts{1, 1, 1, 2, 2, 3, 3, 3, 4, 5, 5, 6};
    std::vector<int> living(hosts.size());
    std::iota(living.begin(), living.end(), 0);
    const Groups groups(living, hosts, 4);
    for (const int rank : living) {
        std::set<std::uint64_t> met;
        for (const int member : groups.group_of(rank))
            met.insert(hosts[static_cast<std::size_t>(member)]);
        EXPECT_EQ(met.size(), 4U);
    }
}

TEST(GroupsTest, AreOfTheLiving) {
    const std::vector<std::uint64_t> hosts(6, 1);
    const Groups groups(std::vector{0, 2, 5}, hosts, 3);
    EXPECT_EQ(as_vector(groups.group_of(5)), (std::vector{0, 2, 5}));
    EXPECT_TRUE(groups.group_of(1).empty()) << "it was missing";
    EXPECT_TRUE(groups.group_of(-1).empty());
    EXPECT_TRUE(groups.group_of(6).empty());
    EXPECT_EQ(as_vector(Groups(std::vector{4}, hosts, 3).group_of(4)), std::vector{4});
}

} // namespace
} // namespace closeranks::store
