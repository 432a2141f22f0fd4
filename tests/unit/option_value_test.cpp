#include "runtime/run/option_value.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace closeranks {
namespace {

TEST(Booleans, AreAFewWords) {
    bool value = false;
    for (const char *const word : {"yes", "1", "true", "on"}) {
        value = false;
        EXPECT_TRUE(parse_value(word, value) && value) << word;
    }
    for (const char *const word : {"no", "0", "false", "off"}) {
        value = true;
        EXPECT_TRUE(parse_value(word, value) && !value) << word;
    }
}

TEST(Booleans, AreNoOtherWords) {
    for (const bool before : {false, true})
        for (const char *const word : {"", "y", "Yes", "YES", " yes", "yes ", "2", "01", "yesno"}) {
            bool value = before;
            EXPECT_FALSE(parse_value(word, value)) << word;
            EXPECT_EQ(value, before) << word;
        }
}

TEST(Integers, HaveBoundsThatBelongToThem) {
    int value = 0;
    EXPECT_TRUE(parse_integer("-3", -3, 7, value));
    EXPECT_EQ(value, -3);
    EXPECT_TRUE(parse_integer("7", -3, 7, value));
    EXPECT_EQ(value, 7);
    EXPECT_FALSE(parse_integer("-4", -3, 7, value));
    EXPECT_FALSE(parse_integer("8", -3, 7, value));
    EXPECT_EQ(value, 7) << "what is out of bounds changes nothing";
}

TEST(Integers, AreDecimalNumbersAndNothingElse) {
    constexpr int least = std::numeric_limits<int>::min();
    constexpr int most = std::numeric_limits<int>::max();
    int value = 5;
    EXPECT_TRUE(parse_integer("2147483647", least, most, value));
    EXPECT_EQ(value, most);
    EXPECT_TRUE(parse_integer("-2147483648", least, most, value));
    EXPECT_EQ(value, least);
    for (const char *const text : {"", "-", "+5", " 5", "5 ", "5s", "0x10", "1e3", "2147483648",
                                   "99999999999999999999", "--5", "\xc2\xb2"})
        EXPECT_FALSE(parse_integer(text, least, most, value)) << text;
    EXPECT_EQ(value, least);
}

TEST(Options, ReadWhatTheyShow) {
    for (const OptionRow &row : option_table) {
        Options options;
        const std::string preset = row.show(options);
        EXPECT_TRUE(row.set(options, preset)) << row.name << " = " << preset;
        EXPECT_EQ(row.show(options), preset) << row.name;
    }
}

TEST(Options, ThatAreWordsTakeEachOfTheirsAndNoPartOfOne) {
    Options options;
    for (const OptionRow &row : option_table) {
        if (row.name != "commit") continue;
        for (const std::string_view word : commit_words) {
            EXPECT_TRUE(row.set(options, word));
            EXPECT_EQ(row.show(options), word);
        }
        EXPECT_FALSE(row.set(options, "opt"));
        EXPECT_FALSE(row.set(options, ""));
        EXPECT_EQ(row.show(options), commit_words.back());
        return;
    }
    FAIL() << "there is no such option";
}

} // namespace
} // namespace closeranks
