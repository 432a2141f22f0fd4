#include "runtime/replication/lane.hpp"

#include <gtest/gtest.h>

#include <array>
#include <thread>

namespace closeranks::replication {
namespace {

struct LaneTest : testing::Test {
    alignas(64) std::array<std::byte, 128 + 16 * 8> memory{}; // 16 words
    Lane writer{memory};
    Lane reader{memory};
};

TEST_F(LaneTest, HandsOverInOrder) {
    EXPECT_FALSE(reader.has_any());
    EXPECT_TRUE(writer.write(7, std::array<std::uint64_t, 2>{1, 2}));
    EXPECT_TRUE(writer.write(8, {}));
    ASSERT_TRUE(reader.has_any());
    EXPECT_EQ(reader.kind(), 7U);
    std::array<std::uint64_t, 2> words{};
    reader.read(words);
    EXPECT_EQ(words, (std::array<std::uint64_t, 2>{1, 2}));
    ASSERT_TRUE(reader.has_any());
    EXPECT_EQ(reader.kind(), 8U);
    reader.read({});
    EXPECT_FALSE(reader.has_any());
}

TEST_F(LaneTest, IsFullUntilTheReaderHasComeFurther) {
    const std::array<std::uint64_t, 3> words{};
    for (int i = 0; i < 4; ++i)
        EXPECT_TRUE(writer.write(1, words));
    EXPECT_FALSE(writer.write(1, words));
    EXPECT_FALSE(writer.write(1, {}));
    ASSERT_TRUE(reader.has_any());
    std::array<std::uint64_t, 3> taken{};
    reader.read(taken);
    EXPECT_TRUE(writer.write(1, words));
    EXPECT_FALSE(writer.write(1, {}));
}

TEST_F(LaneTest, HasRoomWhenItsRecordsAreDropped) {
    const std::array<std::uint64_t, 3> words{};
    while (writer.write(1, words)) {
    }
    reader.drop_all();
    EXPECT_FALSE(reader.has_any());
    EXPECT_TRUE(writer.write(2, words));
    ASSERT_TRUE(reader.has_any());
    EXPECT_EQ(reader.kind(), 2U);
}

TEST_F(LaneTest, CarriesManyBetweenThreads) {
    constexpr std::uint64_t count = 100'000;
    std::thread other([&] {
        for (std::uint64_t i = 0; i < count;)
            if (writer.write(i, std::array{i * 3}))
                ++i;
            else
                std::this_thread::yield();
    });
    for (std::uint64_t i = 0; i < count;) {
        if (!reader.has_any()) {
            std::this_thread::yield();
            continue;
        }
        ASSERT_EQ(reader.kind(), i);
        std::array<std::uint64_t, 1> word{};
        reader.read(word);
        ASSERT_EQ(word[0], i * 3);
        ++i;
    }
    other.join();
    EXPECT_FALSE(reader.has_any());
}

} // namespace
} // namespace closeranks::replication
