#include "runtime/support/flat_datatype.hpp"

#include "runtime/support/handles.hpp"
#include "runtime/support/typed_data.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace closeranks {
namespace {

/// A type must fall into the pieces that unpacking it writes.
void expect_pieces(Type type) {
    MPI_Datatype handle = type.get();
    ASSERT_EQ(real.Type_commit(&handle), MPI_SUCCESS);
    FlatDatatype flat;
    ASSERT_TRUE(flatten(handle, flat));
    const DataLayout layout(1, handle);
    const auto segments = segments_of(layout, {nullptr, 1, handle}, layout.bytes());
    ASSERT_EQ(flat.pieces.size(), segments.size());
    for (std::size_t i = 0; i < segments.size(); ++i) {
        EXPECT_EQ(flat.pieces[i].at,
                  layout.begin() + static_cast<std::ptrdiff_t>(segments[i].offset));
        EXPECT_EQ(flat.pieces[i].length, static_cast<std::int64_t>(segments[i].length));
    }
    MPI_Aint lower = 0;
    MPI_Aint extent = 0;
    ASSERT_EQ(real.Type_get_extent(handle, &lower, &extent), MPI_SUCCESS);
    EXPECT_EQ(flat.extent, extent);
}

Type vector(int count, int length, int stride, MPI_Datatype of) {
    Type type;
    static_cast<void>(real.Type_vector(count, length, stride, of, type.out()));
    return type;
}

Type subarray(std::vector<int> sizes, std::vector<int> parts, std::vector<int> starts, int order,
              MPI_Datatype of) {
    Type type;
    static_cast<void>(real.Type_create_subarray(static_cast<int>(sizes.size()), sizes.data(),
                                                parts.data(), starts.data(), order, of,
                                                type.out()));
    return type;
}

TEST(FlatDatatype, TakesVectorsApart) {
    expect_pieces(vector(3, 2, 5, MPI_INT));
    expect_pieces(vector(3, 4, 4, MPI_SHORT)); // no gaps
    const Type row = vector(2, 1, 3, MPI_DOUBLE);
    expect_pieces(vector(2, 2, 3, row.get()));
    Type type;
    static_cast<void>(real.Type_create_hvector(3, 2, 100, row.get(), type.out()));
    expect_pieces(std::move(type));
    static_cast<void>(real.Type_contiguous(3, row.get(), type.out()));
    expect_pieces(std::move(type));
    static_cast<void>(real.Type_dup(row.get(), type.out()));
    expect_pieces(std::move(type));
}

TEST(FlatDatatype, TakesIndexedApart) {
    const int lengths[] = {2, 0, 1};
    const int places[] = {1, 4, 6};
    const MPI_Aint bytes[] = {4, 30, 50};
    Type type;
    static_cast<void>(real.Type_indexed(3, lengths, places, MPI_INT, type.out()));
    expect_pieces(std::move(type));
    static_cast<void>(real.Type_create_hindexed(3, lengths, bytes, MPI_INT, type.out()));
    expect_pieces(std::move(type));
    static_cast<void>(real.Type_create_indexed_block(3, 2, places, MPI_INT, type.out()));
    expect_pieces(std::move(type));
    static_cast<void>(real.Type_create_hindexed_block(3, 2, bytes, MPI_INT, type.out()));
    expect_pieces(std::move(type));
    const Type row = vector(2, 1, 2, MPI_CHAR);
    const MPI_Datatype types[] = {MPI_INT, MPI_CHAR, row.get()};
    static_cast<void>(real.Type_create_struct(3, lengths, bytes, types, type.out()));
    expect_pieces(std::move(type));
}

TEST(FlatDatatype, TakesArraysApart) {
    expect_pieces(subarray({4, 5, 6}, {2, 3, 4}, {1, 1, 2}, MPI_ORDER_C, MPI_INT));
    expect_pieces(subarray({4, 5, 6}, {2, 3, 4}, {1, 1, 2}, MPI_ORDER_FORTRAN, MPI_INT));
    expect_pieces(subarray({4, 5, 6}, {2, 5, 6}, {1, 0, 0}, MPI_ORDER_C, MPI_INT)); // one piece
    const int sizes[] = {8, 9};
    const int kinds[] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC};
    const int arguments[] = {MPI_DISTRIBUTE_DFLT_DARG, 2};
    const int processes[] = {2, 3};
    Type type;
    static_cast<void>(real.Type_create_darray(6, 1, 2, sizes, kinds, arguments, processes,
                                              MPI_ORDER_C, MPI_INT, type.out()));
    expect_pieces(std::move(type));
}

TEST(FlatDatatype, KnowsExtentsAndGaps) {
    Type type;
    static_cast<void>(real.Type_create_resized(MPI_INT, -4, 40, type.out()));
    expect_pieces(std::move(type));
    FlatDatatype pair;
    ASSERT_TRUE(flatten(MPI_DOUBLE_INT, pair));
    ASSERT_EQ(pair.pieces.size(), 1U);
    EXPECT_EQ(pair.pieces[0].length, 12);
    EXPECT_EQ(pair.extent, 16);
    FlatDatatype plain;
    ASSERT_TRUE(flatten(MPI_LONG, plain));
    EXPECT_TRUE(plain.is_solid());
}

TEST(FlatDatatype, RefusesTooManyPieces) {
    FlatDatatype flat;
    EXPECT_FALSE(flatten(vector(FlatDatatype::most + 1, 1, 2, MPI_CHAR).get(), flat));
}

} // namespace
} // namespace closeranks
