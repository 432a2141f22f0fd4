#include "runtime/files/file_runs.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace closeranks {
namespace {

using PieceList = std::vector<std::pair<std::size_t, std::size_t>>; ///< places and lengths

/// The runs that the aggregator reads in the message of a process about `part`.
PieceList sent(const FilePieces &pieces, const Section &section, const Positions &part) {
    AlltoallBuffers out(1);
    out.begin(0);
    add_runs(out, pieces, section, part);
    PieceList read;
    const std::size_t length = for_each_piece(out.of(0), [&](std::size_t at, std::size_t bytes) {
        read.push_back({at, bytes});
    });
    EXPECT_EQ(length, out.of(0).size()) << "the data follow";
    return read;
}

std::size_t runs(const FilePieces &pieces, const Section &section, const Positions &part) {
    AlltoallBuffers out(1);
    out.begin(0);
    add_runs(out, pieces, section, part);
    return out.of(0).size() / sizeof(PieceRun) - 1; // without the end
}

TEST(FileRuns, AreAllPiecesOfEachPartOfEachSection) {
    const FilePieces pieces(5, {.pieces = {{2, 3}, {8, 1}, {10, 3}}, .extent = 20});
    constexpr std::int64_t all = 70;
    for (std::int64_t begin = 0; begin < 150; begin += 7)
        for (const std::int64_t length : {1, 5, 40, 100}) {
            const Section section{.begin = begin, .end = begin + length};
            const Positions part = part_in(pieces, section, {.begin = 1, .end = all});
            PieceList expected;
            for (std::int64_t position = 1; position < all; ++position) {
                const std::int64_t place = pieces.from(position).at;
                if (place < section.begin || place >= section.end) continue;
                const auto at = static_cast<std::size_t>(place - section.begin);
                if (!expected.empty() && expected.back().first + expected.back().second == at)
                    ++expected.back().second;
                else
                    expected.push_back({at, 1});
            }
            std::size_t bytes = 0;
            for (const auto &piece : expected)
                bytes += piece.second;
            ASSERT_EQ(part.bytes(), static_cast<std::int64_t>(bytes)) << begin << "+" << length;
            if (bytes != 0) {
                EXPECT_EQ(sent(pieces, section, part), expected) << begin << "+" << length;
            }
        }
}

TEST(FileRuns, JoinPiecesOfOneLengthAtEqualDistances) {
    const Section section{.begin = 0, .end = 1000};
    const FilePieces even(0, {.pieces = {{0, 2}}, .extent = 10});
    EXPECT_EQ(runs(even, section, {.begin = 0, .end = 100}), 1U);
    EXPECT_EQ(runs(even, section, {.begin = 1, .end = 100}), 2U) << "the first is shorter";
    EXPECT_EQ(runs(even, section, {.begin = 0, .end = 99}), 2U) << "the last is shorter";
    const FilePieces uneven(0, {.pieces = {{0, 2}, {5, 2}}, .extent = 30});
    EXPECT_EQ(runs(uneven, section, {.begin = 0, .end = 40}), 10U);
}

TEST(FileRuns, OfNothingArePositionsOfNothing) {
    const FilePieces pieces(0, {.pieces = {{0, 2}}, .extent = 10});
    EXPECT_EQ(part_in(pieces, {.begin = 3, .end = 9}, {.begin = 0, .end = 100}).bytes(), 0);
    EXPECT_EQ(part_in(pieces, {.begin = 5, .end = 5}, {.begin = 0, .end = 100}).bytes(), 0);
    EXPECT_EQ(part_in(pieces, {.begin = 0, .end = 9}, {.begin = 4, .end = 4}).bytes(), 0);
    EXPECT_EQ(part_in(pieces, {.begin = 0, .end = 90}, {.begin = 4, .end = 8}).bytes(), 4);
    EXPECT_EQ(part_in({}, {.begin = 0, .end = 90}, {}).bytes(), 0) << "of a view without pieces";
}

TEST(FileRuns, EndWhereNothingWasWritten) {
    const std::vector<std::byte> zeros(64); // from a process that failed
    std::size_t pieces = 0;
    EXPECT_EQ(for_each_piece(zeros, [&](std::size_t, std::size_t) { ++pieces; }), sizeof(PieceRun));
    EXPECT_EQ(pieces, 0U);
    EXPECT_EQ(for_each_piece({zeros.data(), 7}, [&](std::size_t, std::size_t) { ++pieces; }), 0U);
}

} // namespace
} // namespace closeranks
