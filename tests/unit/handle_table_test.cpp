#include "runtime/support/handle_table.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <random>
#include <span>
#include <thread>
#include <unordered_map>
#include <vector>

namespace closeranks {
namespace {

// Any pointer type will do for a handle; the addresses in an array lie as MPI's handles do.
using Handle = double *;
using Table = HandleTable<Handle, int>;

TEST(HandleTable, FindsNothingWhenEmpty) {
    Table table;
    double handle = 0;
    EXPECT_EQ(table.find(&handle), nullptr);
    EXPECT_EQ(table.find(nullptr), nullptr);
    table.erase(&handle);
    EXPECT_EQ(table.size(), 0U);
}

TEST(HandleTable, ZeroBytesAreAnEmptyTable) {
    alignas(Table) std::array<unsigned char, sizeof(Table)> zeros{};
    double handle = 0;
    EXPECT_EQ(reinterpret_cast<const Table *>(zeros.data())->search(&handle), nullptr);
}

TEST(HandleTable, FindsWhatWasInsertedUntilItIsErased) {
    Table table;
    double handle = 0;
    int first = 1;
    int second = 2;
    table.insert(&handle, &first);
    EXPECT_EQ(table.find(&handle), &first);
    table.insert(&handle, &second);
    EXPECT_EQ(table.find(&handle), &second);
    EXPECT_EQ(table.size(), 1U);
    EXPECT_EQ(table.find(nullptr), nullptr);
    table.erase(&handle);
    EXPECT_EQ(table.find(&handle), nullptr);
    EXPECT_EQ(table.size(), 0U);
}

TEST(HandleTable, AgreesWithTheStandardMapOverALongLife) {
    Table table;
    std::unordered_map<Handle, int *> expected;
    std::vector<double> handles(300);
    std::vector<int> objects(300);
    std::mt19937 random(1);
    for (int step = 0; step < 50000; ++step) {
        const std::size_t i = random() % handles.size();
        if (random() % 2 == 0) {
            table.insert(&handles[i], &objects[i]);
            expected[&handles[i]] = &objects[i];
        } else {
            table.erase(&handles[i]);
            expected.erase(&handles[i]);
        }
        const std::size_t probe = random() % handles.size();
        const auto found = expected.find(&handles[probe]);
        ASSERT_EQ(table.find(&handles[probe]), found == expected.end() ? nullptr : found->second);
        ASSERT_EQ(table.size(), expected.size());
    }
    std::size_t visited = 0;
    table.for_each([&](int &object) {
        const auto i = static_cast<std::size_t>(&object - objects.data());
        EXPECT_EQ(expected.at(&handles[i]), &object);
        ++visited;
    });
    EXPECT_EQ(visited, expected.size());
}

TEST(HandleTable, TheLatestFindIsForgottenWhenItChanges) {
    Table table;
    double handle = 0;
    double other = 0;
    int first = 0;
    int second = 0;
    table.remember_latest();
    EXPECT_EQ(table.find(&handle), nullptr);
    table.insert(&handle, &first);
    EXPECT_EQ(table.find(&handle), &first);
    EXPECT_EQ(table.find(&other), nullptr);
    table.insert(&handle, &second);
    EXPECT_EQ(table.find(&handle), &second);
    table.erase(&handle);
    EXPECT_EQ(table.find(&handle), nullptr);
}

TEST(HandleTable, AReaderNeverMissesAnEntryThatOneOfTwoWritersMoves) {
    Table table;
    std::vector<double> kept(40);
    std::vector<double> passing(400);
    int object = 0;
    for (double &handle : kept)
        table.insert(&handle, &object);
    std::atomic<bool> done = false;
    std::atomic<int> missed = 0;
    std::thread reader([&] {
        while (!done)
            for (double &handle : kept)
                if (table.find(&handle) != &object) ++missed;
    });
    const auto insert_and_erase = [&](std::span<double> handles) {
        for (int round = 0; round < 100; ++round) {
            for (double &handle : handles)
                table.insert(&handle, &object);
            for (double &handle : handles)
                table.erase(&handle);
        }
    };
    std::thread second_writer([&] { insert_and_erase(std::span(passing).first(200)); });
    insert_and_erase(std::span(passing).last(200));
    second_writer.join();
    done = true;
    reader.join();
    EXPECT_EQ(missed, 0);
    EXPECT_EQ(table.size(), kept.size());
}

} // namespace
} // namespace closeranks
