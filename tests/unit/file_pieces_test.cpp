#include "runtime/files/file_pieces.hpp"

#include <gtest/gtest.h>

#include <set>

namespace closeranks {
namespace {

TEST(FilePieces, GoOnWithTheNextFiletype) {
    const FilePieces pieces(100, {.pieces = {{2, 3}, {8, 1}}, .extent = 10});
    ASSERT_TRUE(pieces.is_usable());
    const std::int64_t places[] = {102, 103, 104, 108, 112, 113, 114, 118, 122};
    const std::int64_t lengths[] = {3, 2, 1, 1, 3, 2, 1, 1, 3};
    for (std::int64_t position = 0; position < 9; ++position) {
        EXPECT_EQ(pieces.from(position).at, places[position]);
        EXPECT_EQ(pieces.from(position).length, lengths[position]);
        EXPECT_EQ(pieces.position_at(places[position]), position);
    }
    for (std::int64_t place = 90; place < 130; ++place) {
        const std::int64_t position = pieces.position_at(place);
        EXPECT_GE(pieces.from(position).at, place);
        if (position > 0) {
            EXPECT_LT(pieces.from(position - 1).at, place);
        }
    }
}

TEST(FilePieces, AreCounted) {
    const FilePieces pieces(0, {.pieces = {{2, 3}, {8, 1}}, .extent = 10});
    for (std::int64_t begin = 0; begin < 9; ++begin)
        for (std::int64_t bytes = 1; bytes < 12; ++bytes) {
            std::set<std::int64_t> ends;
            for (std::int64_t at = begin; at < begin + bytes; ++at)
                ends.insert(pieces.from(at).at + pieces.from(at).length);
            EXPECT_EQ(pieces.count(begin, bytes), static_cast<std::int64_t>(ends.size()));
        }
}

TEST(FilePieces, OfASolidTypeAreOne) {
    const FilePieces pieces(7, {.pieces = {{0, 4}}, .extent = 4});
    EXPECT_EQ(pieces.from(1001).at, 1008);
    EXPECT_GT(pieces.from(1001).length, 1'000'000);
    EXPECT_EQ(pieces.position_at(3), 0);
    EXPECT_EQ(pieces.position_at(1008), 1001);
    EXPECT_EQ(pieces.count(1, 1000), 1);
}

TEST(FilePieces, HaveToGoForward) {
    EXPECT_FALSE(FilePieces().is_usable());
    EXPECT_FALSE(FilePieces(0, {.pieces = {}, .extent = 8}).is_usable());
    EXPECT_FALSE(FilePieces(0, {.pieces = {{4, 2}, {0, 2}}, .extent = 8}).is_usable());
    EXPECT_FALSE(FilePieces(0, {.pieces = {{0, 3}, {2, 2}}, .extent = 8}).is_usable());
    EXPECT_FALSE(FilePieces(0, {.pieces = {{0, 2}, {4, 2}}, .extent = 4}).is_usable());
    EXPECT_TRUE(FilePieces(0, {.pieces = {{4, 2}, {8, 2}}, .extent = 6}).is_usable());
}

} // namespace
} // namespace closeranks
