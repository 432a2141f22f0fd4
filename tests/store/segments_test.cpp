#include "runtime/store/segments.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace closeranks::store {
namespace {

Image::Bytes some_bytes(std::size_t size, unsigned seed) {
    Image::Bytes bytes(size);
    for (std::byte &one : bytes) {
        seed = seed * 1103515245U + 12345U;
        one = static_cast<std::byte>(seed >> 16U);
    }
    return bytes;
}

Image::Bytes copy_of(std::span<const std::byte> bytes) { return {bytes.begin(), bytes.end()}; }

TEST(SegmentTest, TogetherAreAll) {
    for (std::size_t size = 0; size < 40; ++size)
        for (std::size_t parts = 1; parts < 7; ++parts) {
            std::size_t next = 0;
            for (std::size_t number = 0; number < parts; ++number) {
                const Segment segment(size, parts, number);
                EXPECT_EQ(segment.begin, next);
                EXPECT_LE(segment.length, (size + parts - 1) / parts);
                next += segment.length;
            }
            EXPECT_EQ(next, size);
        }
}

TEST(ParityTest, GivesWhatIsMissing) {
    // Of lengths that are no multiples of a word, the longest first, last and in between.
    const std::vector<std::vector<std::size_t>> cases{
        {50, 7, 33}, {7, 33, 50}, {0, 61, 8}, {16, 16, 16}};
    for (const auto &lengths : cases)
        for (std::size_t missing = 0; missing < 3; ++missing) {
            std::vector<Image::Bytes> pieces;
            Parity parity;
            for (const std::size_t length : lengths) {
                pieces.push_back(some_bytes(length, static_cast<unsigned>(pieces.size()) + 1));
                parity.add(copy_of(pieces.back()));
            }
            EXPECT_EQ(parity.bytes().size(), *std::max_element(lengths.begin(), lengths.end()));
            for (std::size_t i = 0; i < 3; ++i)
                if (i != missing) parity.add(copy_of(pieces[i]));
            Image::Bytes found = parity.bytes();
            for (std::size_t i = lengths[missing]; i < found.size(); ++i)
                EXPECT_EQ(found[i], std::byte{0});
            found.resize(lengths[missing]);
            EXPECT_EQ(found, pieces[missing]);
        }
}

} // namespace
} // namespace closeranks::store
