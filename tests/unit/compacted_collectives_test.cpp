#include "runtime/collectives/compacted_collectives.hpp"

#include "tests/unit/fixture.hpp"

#include <gtest/gtest.h>

namespace closeranks {
namespace {

using test::grid;
using test::int_and_gap;
using test::iota;
using test::LoneSurvivor;
using Ints = std::vector<int>;

int class_of(int code) {
    int error_class = 0;
    static_cast<void>(real.Error_class(code, &error_class));
    return error_class;
}

TEST(Compacted, KeepsTheSurvivorsElements) {
    LoneSurvivor c(4, 2);
    c.working_ranks.replace(RankMap(4, Ints{0, 2, 3}), false);
    const Ints all{10, 11, 12, 13};
    const Compacted<int> compacted(c, all.data());
    EXPECT_EQ(Ints(compacted.data(), compacted.data() + 3), (Ints{10, 12, 13}));
    EXPECT_EQ(Compacted<int>(c, nullptr).data(), nullptr);
}

TEST(Blocks, LieAtTheSurvivorsApplicationRanks) {
    const LoneSurvivor c(4, 2);
    const Blocks blocks(c, 3, MPI_INT);
    EXPECT_EQ(blocks.counts()[0], 1);
    EXPECT_EQ(blocks.displs()[0], 2);
    const Ints mine = iota(3, 100);
    Ints all(12, -1);
    ASSERT_EQ(real.Gatherv(mine.data(), 3, MPI_INT, all.data(), blocks.counts(), blocks.displs(),
                           blocks.type(), 0, c.alone),
              MPI_SUCCESS);
    EXPECT_EQ(all, (Ints{-1, -1, -1, -1, -1, -1, 100, 101, 102, -1, -1, -1}));
}

TEST(Blocks, AreAsLongAsTheirExtents) {
    Type wide;
    Type backwards;
    const MPI_Aint one = sizeof(int);
    ASSERT_EQ(real.Type_create_resized(MPI_INT, -one, 3 * one, wide.out()), MPI_SUCCESS);
    ASSERT_EQ(real.Type_create_resized(MPI_INT, one, -2 * one, backwards.out()), MPI_SUCCESS);
    for (MPI_Datatype type : {wide.get(), backwards.get()}) {
        MPI_Datatype committed = type;
        ASSERT_EQ(real.Type_commit(&committed), MPI_SUCCESS);
        MPI_Aint lower_bound = 0;
        MPI_Aint extent = 0;
        MPI_Aint block_extent = 0;
        const Blocks blocks(LoneSurvivor(4, 2), 5, type);
        ASSERT_EQ(real.Type_get_extent(type, &lower_bound, &extent), MPI_SUCCESS);
        ASSERT_EQ(real.Type_get_extent(blocks.type(), &lower_bound, &block_extent), MPI_SUCCESS);
        EXPECT_EQ(block_extent, 5 * extent);
    }
}

TEST(Blocks, OfNothingAreValid) {
    const LoneSurvivor c(4, 2);
    const Blocks blocks(c, 0, MPI_INT);
    EXPECT_EQ(real.Gatherv(nullptr, 0, MPI_INT, nullptr, blocks.counts(), blocks.displs(),
                           blocks.type(), 0, c.alone),
              MPI_SUCCESS);
}

TEST(Blocks, LeaveToTheCallWhatMpiRejects) {
    const LoneSurvivor c(4, 2);
    const Blocks negative(c, -3, MPI_INT);
    EXPECT_EQ(negative.counts()[0], -3);
    EXPECT_EQ(negative.type(), MPI_INT);
    const Blocks typeless(c, 2, MPI_DATATYPE_NULL);
    EXPECT_EQ(typeless.counts()[0], 2);
    EXPECT_EQ(typeless.type(), MPI_DATATYPE_NULL);
}

TEST(ReduceScatter, TakesTheSurvivorsBlocks) {
    LoneSurvivor c(4, 2);
    const Ints counts{1, 2, 3, 1};
    const Ints input = iota(7, 100);
    Ints result(4, -1);
    ASSERT_EQ(compacted_reduce_scatter(c, c.alone, input.data(), result.data(), counts.data(),
                                       MPI_INT, MPI_SUM),
              MPI_SUCCESS);
    EXPECT_EQ(result, (Ints{103, 104, 105, -1}));
}

TEST(ReduceScatter, InPlacePutsTheResultFirst) {
    LoneSurvivor c(4, 2);
    const Ints counts{1, 2, 3, 1};
    Ints buffer = iota(7, 100);
    ASSERT_EQ(compacted_reduce_scatter(c, c.alone, MPI_IN_PLACE, buffer.data(), counts.data(),
                                       MPI_INT, MPI_SUM),
              MPI_SUCCESS);
    EXPECT_EQ(Ints(buffer.begin(), buffer.begin() + 3), (Ints{103, 104, 105}));
}

TEST(ReduceScatter, ReturnsTheProgramsErrors) {
    LoneSurvivor c(4, 2);
    const MPI_Comm working = c.alone;
    const Ints counts{1, -2, 3, 1};
    Ints buffer(8);
    const auto call = [&](const int *given, MPI_Datatype type, MPI_Op op) {
        return class_of(
            compacted_reduce_scatter(c, working, MPI_IN_PLACE, buffer.data(), given, type, op));
    };
    const Ints good(4, 1);
    EXPECT_EQ(call(counts.data(), MPI_INT, MPI_SUM), MPI_ERR_COUNT);
    EXPECT_EQ(call(nullptr, MPI_INT, MPI_SUM), MPI_ERR_COUNT);
    EXPECT_EQ(call(good.data(), MPI_DATATYPE_NULL, MPI_SUM), MPI_ERR_TYPE);
    EXPECT_EQ(call(good.data(), MPI_INT, MPI_OP_NULL), MPI_ERR_OP);
}

TEST(ReduceScatterBlock, TakesTheSurvivorsBlocks) {
    LoneSurvivor c(4, 2);
    const Ints input = iota(8, 100);
    Ints result(2, -1);
    ASSERT_EQ(compacted_reduce_scatter_block(c, c.alone, input.data(), result.data(), 2, MPI_INT,
                                             MPI_SUM),
              MPI_SUCCESS);
    EXPECT_EQ(result, (Ints{104, 105}));
}

// A user operation may see datatypes with gaps and bounds anywhere.
void add_every_second(void *in, void *inout, int *length, MPI_Datatype *) {
    for (int i = 0; i < *length; ++i)
        static_cast<int *>(inout)[2 * i] += static_cast<int *>(in)[2 * i];
}

TEST(ReduceScatterBlock, KeepsTheGapsOfDerivedTypes) {
    LoneSurvivor c(3, 1);
    const Type type = int_and_gap();
    MPI_Op op = MPI_OP_NULL;
    ASSERT_EQ(real.Op_create(add_every_second, 1, &op), MPI_SUCCESS);
    const Ints input = iota(12, 100);
    Ints result(4, -1);
    ASSERT_EQ(
        compacted_reduce_scatter_block(c, c.alone, input.data(), result.data(), 2, type.get(), op),
        MPI_SUCCESS);
    EXPECT_EQ(result, (Ints{104, -1, 106, -1}));
    ASSERT_EQ(real.Op_free(&op), MPI_SUCCESS);
}

TEST(Alltoallw, OfALoneSurvivorCountsDisplacementsInBytes) {
    LoneSurvivor c(3, 1);
    const Ints input = iota(6, 100);
    const Ints counts(3, 2);
    const Ints displs{0, 2 * sizeof(int), 4 * sizeof(int)};
    const std::vector<MPI_Datatype> types(3, MPI_INT);
    Ints result(6, -1);
    ASSERT_EQ(compacted_alltoallw(c, c.alone, input.data(), counts.data(), displs.data(),
                                  types.data(), result.data(), counts.data(), displs.data(),
                                  types.data()),
              MPI_SUCCESS);
    EXPECT_EQ(result, (Ints{-1, -1, 102, 103, -1, -1}));
    ASSERT_EQ(compacted_alltoallw(c, c.alone, MPI_IN_PLACE, nullptr, nullptr, nullptr,
                                  result.data(), counts.data(), displs.data(), types.data()),
              MPI_SUCCESS);
    EXPECT_EQ(result, (Ints{-1, -1, 102, 103, -1, -1}));
}

/// The same calls on one process of Open MPI's own grid, and on ours with missing neighbours in a
/// further dimension; directions must be paired alike.
TEST(Neighbourhood, PairsDirectionsAsOpenMpiDoes) {
    const Ints dims{1, 1};
    const Ints periods{1, 1};
    Comm cart;
    ASSERT_EQ(real.Cart_create(MPI_COMM_SELF, 2, dims.data(), periods.data(), 0, cart.out()), 0);
    const Ints input = iota(4, 100);
    Ints expected(4, -1);
    ASSERT_EQ(
        real.Neighbor_alltoall(input.data(), 1, MPI_INT, expected.data(), 1, MPI_INT, cart.get()),
        MPI_SUCCESS);
    LoneSurvivor c(3, 1);
    c.lay_out(grid({1, 1, 3}, {1, 1, 0}));
    const Ints longer = iota(6, 100);
    Ints result(6, -1);
    ASSERT_EQ(compacted_neighbor_alltoall(c, c.alone, longer.data(), 1, MPI_INT, result.data(), 1,
                                          MPI_INT),
              MPI_SUCCESS);
    EXPECT_EQ(Ints(result.begin(), result.begin() + 4), expected);
    EXPECT_EQ(result[4], -1);
    EXPECT_EQ(result[5], -1);
}

TEST(Neighbourhood, PairsTheEdgesOfGraphsInOrder) {
    LoneSurvivor c(2, 0);
    c.lay_out(test::graph({3, 4}, {0, 1, 0, 0}));
    const Ints input = iota(3, 100);
    Ints result(3, -1);
    ASSERT_EQ(compacted_neighbor_alltoall(c, c.alone, input.data(), 1, MPI_INT, result.data(), 1,
                                          MPI_INT),
              MPI_SUCCESS);
    EXPECT_EQ(result, (Ints{100, -1, 102}));
}

TEST(Neighbourhood, PutsEveryFormsBlocksInPlace) {
    LoneSurvivor c(2, 0);
    c.lay_out(test::graph({3, 4}, {0, 1, 0, 0}));
    const MPI_Comm working = c.alone;
    const Ints input = iota(8, 100);
    const Ints counts{1, 1, 2};
    const Ints displs{4, 0, 1};
    Ints result(6, -1);

    ASSERT_EQ(compacted_neighbor_allgather(c, working, input.data(), 2, MPI_INT, result.data(), 2,
                                           MPI_INT),
              MPI_SUCCESS);
    EXPECT_EQ(result, (Ints{100, 101, -1, -1, 100, 101}));

    result.assign(6, -1);
    ASSERT_EQ(compacted_neighbor_allgatherv(c, working, input.data(), 1, MPI_INT, result.data(),
                                            counts.data(), displs.data(), MPI_INT),
              MPI_SUCCESS);
    EXPECT_EQ(result, (Ints{-1, 100, -1, -1, 100, -1}));

    result.assign(6, -1);
    ASSERT_EQ(compacted_neighbor_alltoallv(c, working, input.data(), counts.data(), displs.data(),
                                           MPI_INT, result.data(), counts.data(), displs.data(),
                                           MPI_INT),
              MPI_SUCCESS);
    EXPECT_EQ(result, (Ints{-1, 101, 102, -1, 104, -1}));

    result.assign(6, -1);
    const Type gaps = int_and_gap();
    const std::vector<MPI_Aint> offsets{0, 4, 8};
    const std::vector<MPI_Datatype> from{MPI_INT, MPI_INT, MPI_INT};
    const std::vector<MPI_Datatype> to{MPI_INT, MPI_INT, gaps.get()};
    ASSERT_EQ(compacted_neighbor_alltoallw(c, working, input.data(), counts.data(), offsets.data(),
                                           from.data(), result.data(), counts.data(),
                                           offsets.data(), to.data()),
              MPI_SUCCESS);
    EXPECT_EQ(result, (Ints{100, -1, 102, -1, 103, -1}));
}

TEST(Neighbourhood, ReturnsTheProgramsErrorsWithoutLeavingMessages) {
    LoneSurvivor c(2, 0);
    const MPI_Comm working = c.alone;
    Ints buffer(8, -1);
    const auto call = [&](void *send, int count, MPI_Datatype type) {
        return class_of(
            compacted_neighbor_allgather(c, working, send, 1, MPI_INT, buffer.data(), count, type));
    };
    int value = 7;
    EXPECT_EQ(call(&value, 1, MPI_INT), MPI_ERR_TOPOLOGY);
    c.lay_out(test::graph({2, 2}, {0, 0}));
    EXPECT_EQ(call(MPI_IN_PLACE, 1, MPI_INT), MPI_ERR_ARG);
    EXPECT_EQ(call(&value, -1, MPI_INT), MPI_ERR_COUNT);
    EXPECT_EQ(call(&value, 1, MPI_DATATYPE_NULL), MPI_ERR_TYPE);
    EXPECT_EQ(class_of(compacted_neighbor_allgatherv(c, working, &value, 1, MPI_INT, buffer.data(),
                                                     nullptr, nullptr, MPI_INT)),
              MPI_ERR_ARG);
    int pending = 1;
    ASSERT_EQ(real.Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, working, &pending, MPI_STATUS_IGNORE), 0);
    EXPECT_EQ(pending, 0);
    EXPECT_EQ(buffer, Ints(8, -1));
}

} // namespace
} // namespace closeranks
