#include "runtime/replication/settings.hpp"
#include "runtime/replication/world.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace closeranks::replication {
namespace {

using testing::ElementsAre;

TEST(ReplicaSettings, ReadAListOfRanks) {
    EXPECT_THAT(parse_ranks("0,3,5-7").value(), ElementsAre(0, 3, 5, 6, 7));
    EXPECT_THAT(parse_ranks("2,0").value(), ElementsAre(2, 0)); // the order is that of the twins
    EXPECT_TRUE(parse_ranks("").value().empty());
}

TEST(ReplicaSettings, RefuseWhatIsNoList) {
    for (const char *wrong : {"x", ",1", "3-1", "-1", "1,1", "0-2,1", "25%", "1 2", "1-"})
        EXPECT_FALSE(parse_ranks(wrong)) << wrong;
}

TEST(World, GivesTheLastProcessesToTwins) {
    const World world(6, {2, 0}, ProcessId{5});
    EXPECT_EQ(world.ranks(), 4);
    EXPECT_EQ(world.rank_of(ProcessId{4}), 2);
    EXPECT_EQ(world.my_rank(), 0);
    EXPECT_FALSE(world.i_lead());
    EXPECT_EQ(world.my_other(), ProcessId{0});
    EXPECT_EQ(world.process_of(1, 1), std::nullopt);
}

TEST(World, IsImpossibleWithMoreTwinsThanRanks) {
    EXPECT_FALSE(World::is_possible(2, {0, 1}));
    EXPECT_FALSE(World::is_possible(4, {3}));
    EXPECT_TRUE(World::is_possible(4, {0, 1}));
}

TEST(World, ServesEachProcessFromItsOwnPlaneOrElseFromTheOther) {
    World world(5, {0, 1}, ProcessId{0});                       // rank 2 has no twin
    EXPECT_EQ(world.source_for(ProcessId{0}, 1), ProcessId{1}); // plane 0
    EXPECT_EQ(world.source_for(ProcessId{3}, 1), ProcessId{4}); // plane 1
    EXPECT_EQ(world.source_for(ProcessId{3}, 2), ProcessId{2}); // the only one
    EXPECT_TRUE(world.lose(ProcessId{1}));
    EXPECT_FALSE(world.lose(ProcessId{1}));
    EXPECT_EQ(world.source_for(ProcessId{0}, 1), ProcessId{4});
    EXPECT_EQ(world.leader_of(1), ProcessId{4});
    EXPECT_TRUE(world.lose(ProcessId{4}));
    EXPECT_EQ(world.source_for(ProcessId{0}, 1), std::nullopt);
}

} // namespace
} // namespace closeranks::replication
