#include "runtime/replication/ring.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <vector>

namespace closeranks::replication {
namespace {

struct RingTest : testing::Test {
    alignas(64) std::array<std::byte, 512> memory{};
    Ring writer{memory.data(), memory.size()};
    Ring reader{memory.data(), memory.size()};

    bool write(std::uint64_t key, const std::vector<std::byte> &data = {}) {
        return writer.write({key, 3, data});
    }
};

TEST_F(RingTest, HandsOverInOrder) {
    EXPECT_TRUE(write(1, {std::byte{7}, std::byte{8}}));
    EXPECT_TRUE(write(2));
    std::vector<std::uint64_t> keys;
    const auto use = [&](const Ring::Record &record) {
        keys.push_back(record.key);
        EXPECT_EQ(record.kind, 3U);
        if (record.key == 1) {
            ASSERT_EQ(record.data.size(), 2U);
            EXPECT_EQ(record.data[1], std::byte{8});
        }
    };
    EXPECT_TRUE(reader.read(use));
    EXPECT_TRUE(reader.read(use));
    EXPECT_FALSE(reader.read(use));
    EXPECT_EQ(keys, (std::vector<std::uint64_t>{1, 2}));
}

TEST_F(RingTest, IsFullUntilTheReaderHasComeFurther) {
    std::uint64_t written = 0;
    while (write(written, std::vector<std::byte>(5)))
        ++written;
    EXPECT_GT(written, 3U);
    EXPECT_TRUE(reader.read([](const Ring::Record &) {}));
    EXPECT_TRUE(write(written, std::vector<std::byte>(5)));
}

TEST_F(RingTest, GoesOnAtItsBeginning) {
    for (std::uint64_t key = 0; key < 1000; ++key) {
        const std::vector<std::byte> data(key % 23, static_cast<std::byte>(key));
        ASSERT_TRUE(write(key, data));
        ASSERT_TRUE(reader.read([&](const Ring::Record &record) {
            EXPECT_EQ(record.key, key);
            EXPECT_TRUE(
                std::equal(data.begin(), data.end(), record.data.begin(), record.data.end()));
        }));
    }
}

TEST_F(RingTest, HasACountBesideTheRecords) {
    EXPECT_EQ(reader.count(), 0U);
    writer.set_count(5);
    EXPECT_EQ(reader.count(), 5U);
}

TEST_F(RingTest, SaysHowFarTheReaderHasCome) {
    EXPECT_EQ(writer.reached(), 0U);
    reader.set_reached(7);
    EXPECT_EQ(writer.reached(), 7U);
}

TEST_F(RingTest, RefusesWhatCanNeverFit) {
    EXPECT_TRUE(writer.has_room_for(100));
    EXPECT_FALSE(writer.has_room_for(memory.size()));
}

} // namespace
} // namespace closeranks::replication
