#include "runtime/support/buffer_cache.hpp"

#include <gtest/gtest.h>

namespace closeranks {
namespace {

constexpr std::size_t large = 1000000;

TEST(BufferCache, HandsOutAgainWhatWasGivenBack) {
    BufferCache spare;
    Memory memory = spare.take(large);
    const std::byte *const place = memory.bytes.get();
    spare.give_back(std::move(memory));
    const Memory again = spare.take(large - 1);
    EXPECT_EQ(again.bytes.get(), place);
    EXPECT_GE(again.size, large - 1);
    EXPECT_NE(spare.take(large).bytes.get(), place); // it is in use
}

TEST(BufferCache, KeepsTheLargest) {
    BufferCache spare;
    Memory smaller = spare.take(large);
    Memory larger = spare.take(2 * large);
    const std::byte *const place = larger.bytes.get();
    spare.give_back(std::move(larger));
    spare.give_back(std::move(smaller));
    EXPECT_EQ(spare.take(2 * large).bytes.get(), place);
}

} // namespace
} // namespace closeranks
