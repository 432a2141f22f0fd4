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
        InWorld there{.communicator = {communicator, "", ""}, .ranks = ranks};
        for (int &rank : there.ranks)
            rank += 10;
        return there;
    };
    return results.add(reduce, communicator, ranks, in_world, now);
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

TEST(LackingResults, BeginAnewAfterARecovery) {
    LackingResults results;
    EXPECT_NE(add(results, 0, {0}, 1), nullptr);
    results.close(2);
    EXPECT_NE(add(results, 0, {2}, 3), nullptr);
    const std::vector<Lacking> list = merge({results.list(), results.list()});
    ASSERT_EQ(list.size(), 2U);
    for (const Lacking &one : list)
        EXPECT_THAT(one.ranks, testing::ElementsAre(one.is_over() ? 10 : 12)) << "0 was back";
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

TEST(LackingResults, AreToldApartByTheMembersOfTheirCommunicators) {
    constexpr int size = 8;
    constexpr std::uint64_t of_the_split = 77; // which its parts share
    const Lacking low{reduce, make_label(2, of_the_split, {0, 1, 2, 3}, size), {1}, 3, 2.0};
    const Lacking high{reduce, make_label(2, of_the_split, {7, 6, 5, 4}, size), {5}, 4, 2.0};
    const std::vector<Lacking> merged = merge({{low}, {low}, {high}});
    ASSERT_EQ(merged.size(), 2U);
    EXPECT_EQ(describe(merged[0], size), "MPI_Reduce on communicator 2 (ranks 4 to 7) lacked rank "
                                         "5 in 4 calls from 2.00 s on");
    EXPECT_EQ(describe(merged[1], size), "MPI_Reduce on communicator 2 (ranks 0 to 3) lacked rank "
                                         "1 in 3 calls from 2.00 s on");
}

TEST(LackingResults, OfSeveralRanksBecomeOneByTheNameOfTheCommunicator) {
    const std::vector<Lacking> first = {{reduce, {5, "77.1", ""}, {1}, 3, 2.0}};
    const std::vector<Lacking> second = {{reduce, {0, "88.0", ""}, {1}, 9, 4.0},
                                         {reduce, {2, "77.1", ""}, {1, 3}, 4, 1.0}};
    const std::vector<Lacking> merged = merge({first, second});
    ASSERT_EQ(merged.size(), 2U);
    EXPECT_EQ(merged[0].calls, 9U) << "the most frequent first";
    EXPECT_EQ(merged[1].communicator.number, 5U) << "as the first rank numbers it";
    EXPECT_EQ(merged[1].calls, 4U);
    EXPECT_EQ(merged[1].since, 1.0);
    EXPECT_THAT(merged[1].ranks, testing::ElementsAre(1, 3));
}

} // namespace
} // namespace closeranks
