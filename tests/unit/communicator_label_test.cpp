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

TEST(CommunicatorLabel, HasAnIdOfItsOwnAmongThePartsOfASplit) {
    const auto id = [](std::vector<int> ranks) {
        return make_label(2, 77, std::move(ranks), size).id;
    };
    EXPECT_EQ(id({0, 2, 4}), id({4, 2, 0}));
    EXPECT_NE(id({0, 2, 4}), id({1, 3, 5}));
}

TEST(CommunicatorName, IsTheProgramsOrTheMpis) {
    EXPECT_EQ(name_communicator("MPI_COMM_WORLD", "", 8), "MPI_COMM_WORLD");
    EXPECT_EQ(name_communicator("image 1", "MPI_Comm_dup on MPI_COMM_WORLD", 8), "image 1");
    EXPECT_EQ(name_communicator("", "", 8), "");
}

TEST(CommunicatorName, OfTheUnnamedIsTheCallThatMadeIt) {
    const std::string split = describe_call("MPI_Comm_split", 1, 1, "MPI_COMM_WORLD");
    const std::string called = "the 2 ranks of color 1 of MPI_Comm_split on MPI_COMM_WORLD";
    for (const char *const of_open_mpi : {"", "MPI COMM 3 SPLIT FROM 0", "MPI_COMMUNICATOR 3"})
        EXPECT_EQ(name_communicator(of_open_mpi, split, 2), called);
    CommunicatorLabel label = make_label(2, 77, {2, 3}, size, called);
    EXPECT_EQ(describe(label), called + " (ranks 2 and 3)");
    EXPECT_EQ(describe_as_one(label), "the communicator of " + called + " (ranks 2 and 3)");
    label.name = "halo";
    EXPECT_EQ(describe_as_one(label), "halo (ranks 2 and 3)");
}

TEST(CommunicatorName, TellsCallsOfOneKindApart) {
    const auto call = [](std::uint64_t nth) {
        return describe_call("MPI_Comm_dup", nth, {}, "MPI_COMM_WORLD");
    };
    EXPECT_EQ(call(1), "MPI_Comm_dup on MPI_COMM_WORLD");
    EXPECT_EQ(call(2), "the 2nd MPI_Comm_dup on MPI_COMM_WORLD");
    EXPECT_EQ(call(3), "the 3rd MPI_Comm_dup on MPI_COMM_WORLD");
    EXPECT_EQ(call(11), "the 11th MPI_Comm_dup on MPI_COMM_WORLD");
    EXPECT_EQ(call(21), "the 21st MPI_Comm_dup on MPI_COMM_WORLD");
    EXPECT_EQ(describe_call("MPI_Comm_create_from_group", 1, {}, ""), "MPI_Comm_create_from_group");
}

TEST(CommunicatorName, OfOneMadeOfAnotherWithoutEndStaysShort) {
    std::string made_by;
    for (int times = 0; times < 20; ++times)
        made_by = describe_call("MPI_Comm_dup", 1, {}, name_parent("", made_by, 4));
    EXPECT_LT(made_by.size(), 150U);
}

} // namespace
} // namespace closeranks
