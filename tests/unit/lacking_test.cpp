#include "runtime/run/lacking.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace closeranks {
namespace {

constexpr auto reduce = Function::Reduce;

/// Adds a result that lacks `ranks`, which have the same numbers in MPI_COMM_WORLD plus 10.
const Lacking *add(LackingResults &results, std::uint64_t communicator, std::vector<int> ranks,
                   double now, int *asked = nullptr) {
    const auto in_world = [&] {
        if (asked != nullptr) ++*asked;
        std::vector<int> there = ranks;
        for (int &rank : there)
            rank += 10;
        return there;
    };
    return results.add(reduce, communicator, communicator + 100, ranks, in_world, now);
}

TEST(LackingResults, AreCountedForEachCommunicator) {
    LackingResults results;
    EXPECT_NE(add(results, 0, {2}, 1.5), nullptr);
    EXPECT_EQ(add(results, 0, {2}, 2), nullptr);
    EXPECT_NE(add(results, 3, {1}, 3), nullptr);
    const std::vector<Lacking> list = results.list();
    ASSERT_EQ(list.size(), 2U);
    EXPECT_EQ(describe(list[0], 20), "MPI_Reduce on communicator 0 lacked rank 12 in 2 calls from "
                                     "1.50 s on");
    EXPECT_EQ(describe(list[1], 20), "MPI_Reduce on communicator 3 lacked rank 11 in 1 call from "
                                     "3.00 s on");
}

TEST(LackingResults, NameEverybodyWhoWasEverMissing) {
    LackingResults results;
    int asked = 0;
    EXPECT_NE(add(results, 0, {4}, 1, &asked), nullptr);
    EXPECT_EQ(add(results, 0, {4}, 1, &asked), nullptr);
    EXPECT_EQ(asked, 1) << "nobody asks again for the same ranks";
    const Lacking *const grown = add(results, 0, {2, 4}, 2, &asked);
    ASSERT_NE(grown, nullptr);
    EXPECT_THAT(grown->ranks, testing::ElementsAre(12, 14));
    EXPECT_EQ(add(results, 0, {2}, 3), nullptr) << "nobody new";
}

TEST(LackingResults, OfSeveralRanksBecomeOneByTheNameOfTheCommunicator) {
    const std::vector<Lacking> first = {{reduce, 5, 77, {1}, 3, 2.0}};
    const std::vector<Lacking> second = {{reduce, 0, 88, {1}, 9, 4.0},
                                         {reduce, 2, 77, {1, 3}, 4, 1.0}};
    const std::vector<Lacking> merged = merge({first, second});
    ASSERT_EQ(merged.size(), 2U);
    EXPECT_EQ(merged[0].calls, 9U) << "the most frequent first";
    EXPECT_EQ(merged[1].communicator, 5U) << "as the first rank numbers it";
    EXPECT_EQ(merged[1].calls, 4U);
    EXPECT_EQ(merged[1].since, 1.0);
    EXPECT_THAT(merged[1].ranks, testing::ElementsAre(1, 3));
}

TEST(NameRanks, TellsConnectedProcessesApart) {
    EXPECT_EQ(name_ranks({3}, 8), "rank 3");
    EXPECT_EQ(name_ranks({3, 5}, 8), "ranks 3 and 5");
    EXPECT_EQ(name_ranks({3, 5, 6}, 8), "ranks 3, 5 and 6");
    EXPECT_EQ(name_ranks({3, 9}, 8), "rank 3 and 1 connected process");
    EXPECT_EQ(name_ranks({8, 9}, 8), "2 connected processes");
    EXPECT_EQ(name_ranks({-32766, 3}, 8), "rank 3 and 1 connected process");
}

} // namespace
} // namespace closeranks
