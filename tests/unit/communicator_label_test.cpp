#include "runtime/run/communicator_label.hpp"

#include "fixture.hpp"

#include <gtest/gtest.h>

namespace closeranks {
namespace {

constexpr int size = 8;

std::string members(std::vector<int> ranks) {
    return make_label(2, 77, std::move(ranks), size).members;
}

TEST(NameRanks, TellsConnectedProcessesApart) {
    EXPECT_EQ(name_ranks({3}, 8), "rank 3");
    EXPECT_EQ(name_ranks({3, 5}, 8), "ranks 3 and 5");
    EXPECT_EQ(name_ranks({3, 5, 6}, 8), "ranks 3, 5 and 6");
    EXPECT_EQ(name_ranks({3, 9}, 8), "rank 3 and 1 connected process");
    EXPECT_EQ(name_ranks({8, 9}, 8), "2 connected processes");
    EXPECT_EQ(name_ranks({-32766, 3}, 8), "rank 3 and 1 connected process");
}

TEST(CommunicatorLabel, OfAllRanksIsANumber) {
    EXPECT_EQ(describe(make_label(2, 77, {7, 6, 5, 4, 3, 2, 1, 0}, size)), "communicator 2");
}

TEST(CommunicatorLabel, TellsWhoIsIn) {
    EXPECT_EQ(describe(make_label(2, 77, {5, 4, 6, 7}, size)), "communicator 2 (ranks 4 to 7)");
    EXPECT_EQ(members({4, 5}), "ranks 4 and 5");
    EXPECT_EQ(members({1, 3, 5}), "ranks 1, 3 and 5");
    EXPECT_EQ(members({1, 3, 4, 6, 7}), "5 of ranks 1 to 7");
    EXPECT_EQ(members({0, 1, 2, size}), "ranks 0 to 2 and 1 connected process");
    EXPECT_EQ(members({3, MPI_UNDEFINED}), "rank 3 and 1 connected process");
}

TEST(CommunicatorLabel, OfAllRanksAndOthersIsNoPlainNumber) {
    EXPECT_EQ(members({0, 1, 2, 3, 4, 5, 6, 7, 8, 9}), "ranks 0 to 7 and 2 connected processes");
}

TEST(CommunicatorLabel, HasANameOfItsOwnAmongThePartsOfASplit) {
    const auto name = [](std::vector<int> ranks) {
        return make_label(2, 77, std::move(ranks), size).name;
    };
    EXPECT_EQ(name({0, 2, 4}), name({4, 2, 0}));
    EXPECT_NE(name({0, 2, 4}), name({1, 3, 5}));
}

} // namespace
} // namespace closeranks
