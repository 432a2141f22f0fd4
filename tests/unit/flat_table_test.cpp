#include "runtime/support/flat_table.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace {

struct Thing;
using Handle = Thing *;
struct Record {
    int number = 0;
    int other = 0;
};
using Table = closeranks::FlatTable<Handle, Record>;

/// Handles as Open MPI gives them: addresses of objects of one size, one behind the other.
Handle handle(std::uintptr_t i) { return reinterpret_cast<Handle>(0x7f00'0000'1000 + i * 0x440); }

TEST(FlatTable, EmptyTableKnowsNothing) {
    Table table;
    EXPECT_EQ(table.find(handle(1)), nullptr);
    EXPECT_FALSE(table.take(handle(1)));
    EXPECT_EQ(table.count(), 0U);
}

TEST(FlatTable, ZeroBytesAreAnEmptyTable) {
    alignas(Table) std::byte bytes[sizeof(Table)]{};
    auto *table = reinterpret_cast<Table *>(bytes);
    EXPECT_EQ(table->find(handle(1)), nullptr);
    EXPECT_FALSE(table->take(handle(1)));
}

TEST(FlatTable, GivesBackWhatWasInserted) {
    Table table;
    EXPECT_FALSE(table.insert(handle(1), {10}));
    EXPECT_FALSE(table.insert(handle(2), {20}));
    ASSERT_NE(table.find(handle(2)), nullptr);
    EXPECT_EQ(table.find(handle(2))->number, 20);
    const auto taken = table.take(handle(1));
    ASSERT_TRUE(taken);
    EXPECT_EQ(taken->number, 10);
    EXPECT_FALSE(table.take(handle(1)));
    EXPECT_EQ(table.find(handle(1)), nullptr);
    EXPECT_EQ(table.count(), 1U);
}

TEST(FlatTable, InsertingAgainReplacesAndReturnsTheOldRecord) {
    Table table;
    EXPECT_FALSE(table.insert(handle(1), {10}));
    const auto before = table.insert(handle(1), {11});
    ASSERT_TRUE(before);
    EXPECT_EQ(before->number, 10);
    EXPECT_EQ(table.count(), 1U);
    EXPECT_EQ(table.take(handle(1))->number, 11);
    EXPECT_EQ(table.count(), 0U);
}

TEST(FlatTable, NullHandleIsNeverThere) {
    Table table;
    EXPECT_FALSE(table.insert(handle(1), {10}));
    EXPECT_FALSE(table.take(nullptr));
    EXPECT_EQ(table.count(), 1U);
}

TEST(FlatTable, GrowsWithoutLosingAnything) {
    constexpr int many = 100000;
    Table table;
    for (int i = 0; i < many; ++i)
        ASSERT_FALSE(table.insert(handle(static_cast<std::uintptr_t>(i)), {i}));
    EXPECT_EQ(table.count(), static_cast<std::size_t>(many));
    for (int i = 0; i < many; ++i) {
        const auto taken = table.take(handle(static_cast<std::uintptr_t>(i)));
        ASSERT_TRUE(taken);
        ASSERT_EQ(taken->number, i);
    }
    EXPECT_EQ(table.count(), 0U);
}

/// Removing closes gaps by moving entries: whatever the order, the rest must stay findable.
TEST(FlatTable, BehavesAsAMap) {
    std::mt19937 random(7);
    for (const std::uintptr_t handles : {5U, 40U, 700U}) {
        Table table;
        std::map<Handle, int> expected;
        std::uniform_int_distribution<std::uintptr_t> any(0, handles);
        for (int step = 0; step < 50000; ++step) {
            const Handle h = handle(any(random));
            const auto known = expected.find(h);
            if (random() % 2 == 0) {
                const auto before = table.insert(h, {step});
                ASSERT_EQ(before.has_value(), known != expected.end());
                if (before) {
                    ASSERT_EQ(before->number, known->second);
                }
                expected[h] = step;
            } else {
                const auto taken = table.take(h);
                ASSERT_EQ(taken.has_value(), known != expected.end());
                if (taken) {
                    ASSERT_EQ(taken->number, known->second);
                    expected.erase(known);
                }
            }
            ASSERT_EQ(table.count(), expected.size());
        }
        for (const auto &[h, number] : expected) {
            ASSERT_NE(table.find(h), nullptr);
            ASSERT_EQ(table.find(h)->number, number);
        }
    }
}

} // namespace
