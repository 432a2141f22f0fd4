#include "runtime/commit/snapshot.hpp"
#include "runtime/support/datatype_copy.hpp"

#include "tests/unit/fixture.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>

namespace closeranks {
namespace {

using test::int_and_gap;
using test::iota;
using Ints = std::vector<int>;

/// Blocks of 2, 1 ints at displacements 4, 0, in an extent of 8 ints that begins 1 int early.
Type scattered() {
    const Ints lengths{2, 1};
    const Ints displacements{4, 0};
    Type inner;
    Type type;
    static_cast<void>(
        real.Type_indexed(2, lengths.data(), displacements.data(), MPI_INT, inner.out()));
    static_cast<void>(
        real.Type_create_resized(inner.get(), -MPI_Aint{sizeof(int)}, 8 * sizeof(int), type.out()));
    MPI_Datatype handle = type.get();
    static_cast<void>(real.Type_commit(&handle));
    return type;
}

Type backwards() {
    Type type;
    static_cast<void>(real.Type_create_resized(MPI_INT, 0, -MPI_Aint{sizeof(int)}, type.out()));
    MPI_Datatype handle = type.get();
    static_cast<void>(real.Type_commit(&handle));
    return type;
}

TEST(Elements, CopyTouchesOnlyWhatTheTypeNames) {
    const Ints from = iota(24, 100);
    Ints to(24, -1);
    copy_elements(from.data(), to.data(), 3, scattered().get());
    for (std::size_t i = 0; i < to.size(); ++i) {
        const std::size_t place = i % 8;
        const bool named = place == 0 || place == 4 || place == 5;
        EXPECT_EQ(to[i], named ? from[i] : -1) << "int " << i;
    }
}

TEST(Elements, CopyFollowsNegativeExtents) {
    const Ints from = iota(5, 100);
    Ints to(5, -1);
    copy_elements(&from[4], &to[4], 3, backwards().get());
    EXPECT_EQ(to, (Ints{-1, -1, 102, 103, 104}));
}

TEST(Elements, CopyWorksInManyPieces) {
    const std::size_t count = 100000;
    const Type type = int_and_gap();
    const Ints from = iota(2 * count, 0);
    Ints to(2 * count, -1);
    copy_elements(from.data(), to.data(), static_cast<MPI_Count>(count), type.get());
    for (std::size_t i = 0; i < 2 * count; ++i)
        ASSERT_EQ(to[i], i % 2 == 0 ? from[i] : -1) << "int " << i;
}

TEST(Elements, CopyOfNothingNeedsNoBuffer) {
    Type empty;
    ASSERT_EQ(real.Type_contiguous(0, MPI_INT, empty.out()), MPI_SUCCESS);
    copy_elements(nullptr, nullptr, 0, MPI_INT);
    copy_elements(nullptr, nullptr, 5, empty.get());
}

TEST(Elements, CheckSaysWhatMpiSaysAndRaisesNothing) {
    const test::LoneSurvivor c(1, 0);
    const MPI_Comm quiet = c.alone;
    int value = 0;
    int error_class = 0;
    Type uncommitted;
    ASSERT_EQ(real.Type_contiguous(2, MPI_INT, uncommitted.out()), MPI_SUCCESS);
    EXPECT_EQ(check_elements(&value, 1, MPI_INT, quiet), MPI_SUCCESS);
    const auto class_of = [&](int code) {
        static_cast<void>(real.Error_class(code, &error_class));
        return error_class;
    };
    EXPECT_EQ(class_of(check_elements(&value, -1, MPI_INT, quiet)), MPI_ERR_COUNT);
    EXPECT_EQ(class_of(check_elements(&value, 1, MPI_DATATYPE_NULL, quiet)), MPI_ERR_TYPE);
    EXPECT_EQ(class_of(check_elements(&value, 1, uncommitted.get(), quiet)), MPI_ERR_TYPE);
    EXPECT_EQ(class_of(check_elements(nullptr, 1, MPI_INT, quiet)), MPI_ERR_BUFFER);
}

TEST(Snapshot, OfNothingRestoresNothing) {
    const Snapshot snapshot;
    snapshot.restore();
}

TEST(Snapshot, RestoresTheElementsAndLeavesTheGaps) {
    Ints buffer = iota(8, 10);
    const Type gaps = int_and_gap();
    const Snapshot snapshot(buffer.data(), 4, gaps.get());
    buffer.assign(8, -1);
    snapshot.restore();
    EXPECT_EQ(buffer, (Ints{10, -1, 12, -1, 14, -1, 16, -1}));
}

TEST(Snapshot, MayBeRestoredAgain) {
    Ints buffer = iota(4, 10);
    const Snapshot snapshot(buffer.data(), 4, MPI_INT);
    for (int redo = 0; redo < 2; ++redo) {
        buffer.assign(4, redo);
        snapshot.restore();
        EXPECT_EQ(buffer, iota(4, 10));
    }
}

TEST(Snapshot, RestoresBlocksOfOneType) {
    Ints buffer = iota(10, 10);
    const Ints counts{2, 0, 1};
    const Ints displs{6, 0, 1};
    const Snapshot snapshot(buffer.data(), counts.data(), displs.data(), MPI_INT, 3);
    buffer.assign(10, -1);
    snapshot.restore();
    EXPECT_EQ(buffer, (Ints{-1, 11, -1, -1, -1, -1, 16, 17, -1, -1}));
}

TEST(Snapshot, LeavesOutTheBlockThatAProcessGivesItself) {
    for (const int count : {2, 200}) { // what has room in it, and what has not
        const Ints values = iota(static_cast<std::size_t>(3 * count), 10);
        Ints buffer = values;
        const Snapshot all(buffer.data(), count, MPI_INT, 3, Snapshot::no_block);
        const Snapshot others(buffer.data(), count, MPI_INT, 3, 1);
        buffer.assign(buffer.size(), -1);
        others.restore();
        EXPECT_EQ(buffer.front(), values.front());
        EXPECT_EQ(buffer.back(), values.back());
        if (count == 200) {
            EXPECT_EQ(buffer[200], -1);
        }
        all.restore();
        EXPECT_EQ(buffer, values);
    }
    Ints buffer = iota(10, 10);
    const Ints counts{2, 2, 1};
    const Ints displs{6, 0, 3};
    const Snapshot others(buffer.data(), counts.data(), displs.data(), MPI_INT, 3, 1);
    buffer.assign(10, -1);
    others.restore();
    EXPECT_EQ(buffer, (Ints{-1, -1, -1, 13, -1, -1, 16, 17, -1, -1}));
}

TEST(Snapshot, KeepsShortElementsByTheirValues) {
    double value = 2.5;
    std::array<char, 512> longest{};
    longest.fill('a');
    const Snapshot one(&value, 1, MPI_DOUBLE);
    const Snapshot most(longest.data(), 512, MPI_CHAR);
    double copy = 0;
    one.copy_to(reinterpret_cast<std::byte *>(&copy), sizeof copy);
    EXPECT_EQ(copy, 2.5);
    value = 0;
    longest.fill('b');
    one.restore();
    most.restore();
    EXPECT_EQ(value, 2.5);
    EXPECT_EQ(std::count(longest.begin(), longest.end(), 'a'), 512);
}

TEST(Snapshot, RestoresBlocksOfSeveralTypes) {
    Ints buffer = iota(10, 10);
    const Type gaps = int_and_gap();
    const Ints counts{2, 2};
    const Ints displs{0, 6 * sizeof(int)};
    const std::vector<MPI_Datatype> types{MPI_INT, gaps.get()};
    const Snapshot snapshot(buffer.data(), counts.data(), displs.data(), types.data(), 2);
    buffer.assign(10, -1);
    snapshot.restore();
    EXPECT_EQ(buffer, (Ints{10, 11, -1, -1, -1, -1, 16, -1, 18, -1}));
}

TEST(Snapshot, LeavesToTheOperationWhatMpiRejects) {
    MPI_Errhandler before = MPI_ERRHANDLER_NULL;
    ASSERT_EQ(real.Comm_get_errhandler(MPI_COMM_SELF, &before), MPI_SUCCESS);
    // The runtime has a quiet communicator for this check while it protects the program.
    ASSERT_EQ(real.Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN), MPI_SUCCESS);
    Ints buffer = iota(2, 10);
    const Snapshot negative(buffer.data(), -1, MPI_INT);
    const Snapshot typeless(buffer.data(), 1, MPI_DATATYPE_NULL);
    const Snapshot countless(buffer.data(), nullptr, nullptr, MPI_INT, 2);
    buffer.assign(2, -1);
    negative.restore();
    typeless.restore();
    countless.restore();
    EXPECT_EQ(buffer, (Ints{-1, -1}));
    ASSERT_EQ(real.Comm_set_errhandler(MPI_COMM_SELF, before), MPI_SUCCESS);
    ASSERT_EQ(real.Errhandler_free(&before), MPI_SUCCESS);
}

} // namespace
} // namespace closeranks
