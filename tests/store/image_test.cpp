#include "runtime/store/image.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

namespace closeranks::store {
namespace {

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

TEST(Crc32cTest, IsTheSameInBothWays) {
    std::vector<std::byte> bytes(1003);
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<std::byte>(i * 7 + i / 5);
    for (std::size_t size = 0; size < bytes.size(); size += 13)
        EXPECT_EQ(crc32c(std::span(bytes).first(size)),
                  crc32c_by_tables(std::span(bytes).first(size)));
}

TEST(Crc32cTest, GivesTheValuesOfTheStandard) {
    EXPECT_EQ(crc32c(bytes_of("123456789")), 0xE3069283U);
    EXPECT_EQ(crc32c(std::vector<std::byte>(32)), 0x8A9136AAU); // RFC 3720, B.4: 32 bytes of zeros
    EXPECT_EQ(crc32c({}), 0U);
}

TEST(ImageTest, HasItsMembers) {
    Image::Bytes bytes;
    const auto put = [&](int id, std::string_view text) {
        const std::span<std::byte> place = Image::append(bytes, id, text.size());
        std::copy_n(bytes_of(text).begin(), text.size(), place.begin());
    };
    put(3, "three");
    put(-1, "");
    put(7, "seven!");
    const Image image(bytes);
    ASSERT_EQ(image.members().size(), 3U);
    EXPECT_EQ(image.members()[1].id, -1);
    ASSERT_TRUE(image.find(7));
    EXPECT_EQ(std::memcmp(image.find(7)->data(), "seven!", 6), 0);
    EXPECT_EQ(image.find(7)->size(), 6U);
    EXPECT_FALSE(image.find(4));
    EXPECT_TRUE(image.is_whole());
    bytes[13] ^= std::byte{1};
    EXPECT_FALSE(Image(bytes, image.checksum()).is_whole());
    bytes.resize(bytes.size() - 1);
    EXPECT_EQ(Image(bytes).members().size(), 2U) << "what is cut off is none";
    EXPECT_TRUE(Image().is_whole());
}

} // namespace
} // namespace closeranks::store
