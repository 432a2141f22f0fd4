#include "runtime/support/typed_data.hpp"

#include "runtime/support/handles.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace closeranks {
namespace {

Type committed(Type type) {
    MPI_Datatype handle = type.get();
    static_cast<void>(real.Type_commit(&handle));
    return type;
}

/// Two ints at 3, one at 0, in an extent of 6.
Type indexed() {
    const int lengths[] = {2, 1};
    const int places[] = {3, 0};
    Type inner;
    Type type;
    static_cast<void>(real.Type_indexed(2, lengths, places, MPI_INT, inner.out()));
    static_cast<void>(real.Type_create_resized(inner.get(), 0, 6 * sizeof(int), type.out()));
    return committed(std::move(type));
}

TEST(TypedData, LayoutOfPlainTypesIsOnePiece) {
    const DataLayout layout(5, MPI_INT);
    EXPECT_TRUE(layout.is_plain());
    EXPECT_EQ(layout.bytes(), 20U);
    EXPECT_EQ(layout.begin(), 0);
    EXPECT_EQ(layout.end(), 20);
    EXPECT_EQ(DataLayout(0, MPI_DATATYPE_NULL).bytes(), 0U);
    EXPECT_FALSE(DataLayout(1, MPI_DOUBLE_INT).is_plain()); // has a gap
}

TEST(TypedData, SegmentsAreWhatTheTypeWrites) {
    const Type type = indexed();
    const DataLayout layout(2, type.get());
    EXPECT_EQ(layout.bytes(), 24U);
    EXPECT_EQ(layout.begin(), 0);
    EXPECT_EQ(layout.end(), 44);
    const auto segments = segments_of(layout, {nullptr, 2, type.get()}, layout.bytes());
    ASSERT_EQ(segments.size(), 4U);
    const std::size_t offsets[] = {0, 12, 24, 36};
    const std::size_t lengths[] = {4, 8, 4, 8};
    for (std::size_t i = 0; i < segments.size(); ++i) {
        EXPECT_EQ(segments[i].offset, offsets[i]);
        EXPECT_EQ(segments[i].length, lengths[i]);
    }
    // The first of the data come second in memory.
    const auto first = segments_of(layout, {nullptr, 2, type.get()}, 8);
    ASSERT_EQ(first.size(), 1U);
    EXPECT_EQ(first[0].offset, 12U);
    EXPECT_EQ(first[0].length, 8U);
}

TEST(TypedData, DataKeepTheOrderOfTheType) {
    const Type type = indexed();
    const DataLayout layout(1, type.get());
    const std::vector<int> from{10, 11, 12, 13, 14, 15};
    Data data;
    ASSERT_EQ(data.read({from.data(), 1, type.get()}, layout), MPI_SUCCESS);
    const int *const packed = reinterpret_cast<const int *>(data.get());
    EXPECT_EQ(packed[0], 13);
    EXPECT_EQ(packed[1], 14);
    EXPECT_EQ(packed[2], 10);
    std::vector<int> to(6, -1);
    // Fewer than there is room for.
    ASSERT_EQ(write_data(data.get(), 8, to.data(), layout, {to.data(), 1, type.get()}),
              MPI_SUCCESS);
    EXPECT_EQ(to, (std::vector<int>{-1, -1, -1, 13, 14, -1}));
}

TEST(TypedData, BasicTypeIsFoundBelowAll) {
    const Type type = indexed();
    Type vector;
    Type duplicate;
    static_cast<void>(real.Type_vector(2, 1, 3, type.get(), vector.out()));
    static_cast<void>(real.Type_dup(vector.get(), duplicate.out()));
    EXPECT_EQ(basic_type(duplicate.get()), MPI_INT);
    EXPECT_EQ(basic_type(MPI_DOUBLE_INT), MPI_DOUBLE_INT);
}

TEST(TypedData, CombinesPairsWithGaps) {
    struct Pair {
        double value;
        int index;
    };
    const std::vector<Pair> mine{{1.0, 7}, {5.0, 8}};
    const std::vector<Pair> theirs{{2.0, 1}, {3.0, 2}};
    const DataLayout layout(2, MPI_DOUBLE_INT);
    Data from;
    Data into;
    ASSERT_EQ(from.read({mine.data(), 2, MPI_DOUBLE_INT}, layout), MPI_SUCCESS);
    ASSERT_EQ(into.read({theirs.data(), 2, MPI_DOUBLE_INT}, layout), MPI_SUCCESS);
    std::vector<std::byte> data(into.get(), into.get() + layout.bytes());
    ASSERT_EQ(combine_data(from.get(), data.data(), data.size(), MPI_DOUBLE_INT, MPI_MAXLOC),
              MPI_SUCCESS);
    std::vector<Pair> result(2);
    ASSERT_EQ(write_data(data.data(), data.size(), result.data(), layout,
                         {result.data(), 2, MPI_DOUBLE_INT}),
              MPI_SUCCESS);
    EXPECT_EQ(result[0].value, 2.0);
    EXPECT_EQ(result[0].index, 1);
    EXPECT_EQ(result[1].value, 5.0);
    EXPECT_EQ(result[1].index, 8);
}

} // namespace
} // namespace closeranks
