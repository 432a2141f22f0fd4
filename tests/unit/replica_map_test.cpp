#include "runtime/run/replica_map.hpp"

#include "runtime/run/kill_plan.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace closeranks {
namespace {

TEST(ReplicaMap, TellsWhichProcessIsWhose) {
    const auto map = ReplicaMap::read("4,0", 8); // 6 ranks
    ASSERT_TRUE(map);
    EXPECT_EQ(map->ranks(), 6);
    EXPECT_EQ(map->processes(), 8);
    EXPECT_EQ(map->rank_of(5), 5);
    EXPECT_EQ(map->rank_of(6), 4);
    EXPECT_EQ(map->rank_of(7), 0);
    EXPECT_EQ(map->plane_of(5), 0);
    EXPECT_EQ(map->plane_of(6), 1);
    EXPECT_EQ(map->twin_of(0), 7);
    EXPECT_EQ(map->twin_of(4), 6);
    EXPECT_EQ(map->twin_of(3), -1);
}

TEST(ReplicaMap, RefusesWhatIsNoList) {
    for (const char *text : {"", "100%", "0-3", "0,,1", "-1", "0;1", "7"})
        EXPECT_FALSE(ReplicaMap::read(text, 8)) << text;
}

TEST(KillPlan, NamesAProcessOfARank) {
    const auto map = ReplicaMap::read("0,3", 6);
    Kill kill;
    EXPECT_EQ(parse_kill("3@2s", 4, kill, &*map), "");
    EXPECT_EQ(std::pair(kill.rank, kill.plane), std::pair(3, 0));
    EXPECT_EQ(parse_kill("3.0@2s", 4, kill, &*map), "");
    EXPECT_EQ(std::pair(kill.rank, kill.plane), std::pair(3, 0));
    EXPECT_EQ(parse_kill("3.1@call:MPI_Send:2", 4, kill, &*map), "");
    EXPECT_EQ(std::pair(kill.rank, kill.plane), std::pair(3, 1));
    EXPECT_NE(parse_kill("2.1@2s", 4, kill, &*map).find("rank 2 has no second process"),
              std::string::npos);
    EXPECT_NE(parse_kill("3.1@2s", 4, kill).find("has no second process"), std::string::npos);
    EXPECT_NE(parse_kill("3.2@2s", 4, kill, &*map).find("behind the point"), std::string::npos);
    EXPECT_NE(parse_kill("3.x@2s", 4, kill, &*map).find("behind the point"), std::string::npos);
}

TEST(KillPlan, DrawsProcesses) {
    const auto map = ReplicaMap::read("0,3", 6);
    std::set<std::pair<int, int>> dead;
    for (const Kill &kill : draw_kills({.scale = 10, .seed = 7, .most = 6}, *map)) {
        dead.emplace(kill.rank, kill.plane);
        EXPECT_TRUE(kill.is_drawn);
        Kill again;
        EXPECT_EQ(parse_kill(kill.item, 4, again, &*map), "") << kill.item;
        EXPECT_EQ(std::pair(again.rank, again.plane), std::pair(kill.rank, kill.plane));
    }
    const std::set<std::pair<int, int>> all{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {0, 1}, {3, 1}};
    EXPECT_EQ(dead, all);
}

} // namespace
} // namespace closeranks
