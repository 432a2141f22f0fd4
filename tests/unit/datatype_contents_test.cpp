#include "runtime/support/datatype_contents.hpp"

#include "runtime/support/flat_datatype.hpp"
#include "runtime/support/handles.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace closeranks {
namespace {

using Numbers = std::vector<std::int64_t>;

struct Arguments {
    Numbers integers;
    Numbers places;
};

Arguments spread(int combiner, const Numbers &large, Numbers integers = {}) {
    Arguments made{std::move(integers), {}};
    spread_large_counts(combiner, large, made.integers, made.places);
    return made;
}

TEST(DatatypeContents, HasLargeCountsWhereOthersAre) {
    EXPECT_EQ(spread(MPI_COMBINER_VECTOR, {3, 2, 5}).integers, (Numbers{3, 2, 5}));
    const Arguments strided = spread(MPI_COMBINER_HVECTOR, {3, 2, 100});
    EXPECT_EQ(strided.integers, (Numbers{3, 2}));
    EXPECT_EQ(strided.places, (Numbers{100}));
    const Arguments indexed = spread(MPI_COMBINER_HINDEXED, {2, 7, 8, 100, 200});
    EXPECT_EQ(indexed.integers, (Numbers{2, 7, 8}));
    EXPECT_EQ(indexed.places, (Numbers{100, 200}));
    EXPECT_EQ(spread(MPI_COMBINER_RESIZED, {0, 64}).places, (Numbers{0, 64}));
    EXPECT_EQ(spread(MPI_COMBINER_SUBARRAY, {4, 2, 1}, {1, MPI_ORDER_C}).integers,
              (Numbers{1, 4, 2, 1, MPI_ORDER_C}));
}

TEST(DatatypeContents, AreThoseOfTheConstructor) {
    Type type;
    ASSERT_EQ(real.Type_create_hvector(3, 2, 100, MPI_INT, type.out()), MPI_SUCCESS);
    const DatatypeContents made(type.get());
    EXPECT_EQ(made.combiner, MPI_COMBINER_HVECTOR);
    EXPECT_EQ(made.integers, (Numbers{3, 2}));
    EXPECT_EQ(made.places, (Numbers{100}));
    EXPECT_EQ(made.types, (std::vector<MPI_Datatype>{MPI_INT}));
}

#if CLOSERANKS_MPI_RELEASE >= 6
TEST(DatatypeContents, AreReadFromTypesWithLargeCounts) {
    Type large;
    Type small;
    ASSERT_EQ(real.Type_create_hvector_c(3, 2, 100, MPI_INT, large.out()), MPI_SUCCESS);
    ASSERT_EQ(real.Type_create_hvector(3, 2, 100, MPI_INT, small.out()), MPI_SUCCESS);
    const DatatypeContents of_large(large.get());
    const DatatypeContents of_small(small.get());
    EXPECT_EQ(of_large.combiner, of_small.combiner);
    EXPECT_EQ(of_large.integers, of_small.integers);
    EXPECT_EQ(of_large.places, of_small.places);
    EXPECT_EQ(combiner_of(large.get()), MPI_COMBINER_HVECTOR);
}
#endif

} // namespace
} // namespace closeranks
