#include "runtime/core/log.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace closeranks {
namespace {

void append(Log &log, std::string_view text, std::uint32_t blocks = 1) {
    std::memcpy(log.append(text.size(), text.size(), blocks), text.data(), text.size());
}

std::string found(const Log &log, std::uint64_t number, int rank = 0) {
    const auto kept = log.find(number, rank);
    return {reinterpret_cast<const char *>(kept.data()), kept.size()};
}

TEST(Log, HasEachEntryUnderItsNumber) {
    Log log;
    log.cut(5);
    append(log, "five");
    append(log, "");
    append(log, "seven and more");
    append(log, "eight");
    EXPECT_EQ(found(log, 4), "");
    EXPECT_EQ(found(log, 5), "five");
    EXPECT_EQ(found(log, 6), "");
    EXPECT_EQ(found(log, 7), "seven and more");
    EXPECT_EQ(found(log, 8), "eight");
    EXPECT_EQ(found(log, 9), "");
}

TEST(Log, IsEmptyAtFirstAndAfterACut) {
    Log log;
    EXPECT_EQ(found(log, 1), "");
    log.cut(1);
    append(log, "one");
    log.cut(2);
    EXPECT_EQ(found(log, 1), "");
    EXPECT_EQ(found(log, 2), "");
    append(log, "two");
    EXPECT_EQ(found(log, 2), "two");
}

TEST(Log, HasAPartForEachRank) {
    Log log;
    append(log, "aaabbbccc", 3);
    EXPECT_EQ(found(log, 1, 0), "aaa");
    EXPECT_EQ(found(log, 1, 2), "ccc");
}

TEST(Log, KeepsAsMuchAsCounts) {
    Log log;
    const std::string text(100, 'x');
    std::uint64_t number = 0;
    for (; !log.is_full(text.size()); ++number)
        append(log, text + std::to_string(number % 10));
    EXPECT_GT(number, 300U);
    for (std::uint64_t i = 0; i < number; ++i)
        ASSERT_EQ(found(log, i + 1), text + std::to_string(i % 10));
}

TEST(Log, HasSmallEntriesInOneLineOfTheCache) {
    constexpr std::uintptr_t line = 64;
    Log log;
    for (int i = 0; i < 100; ++i) {
        const auto place = reinterpret_cast<std::uintptr_t>(log.append(8, 8, 1));
        EXPECT_EQ((place - 8) / line, (place + 7) / line);
    }
}

} // namespace
} // namespace closeranks
