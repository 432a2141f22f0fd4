#include "runtime/communicators/recipes.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <vector>

namespace closeranks {
namespace {

TEST(Recipes, AreTheSameAfterATransfer) {
    Recipe grid{.origin = {.self = 5, .parent = 0, .order = 2}, .ranks = {3, 1, 0}, .topology = {}};
    grid.topology.kind = Topology::Kind::cartesian;
    grid.topology.dims = {3};
    grid.topology.periods = {1};
    Recipe plain{.origin = {.self = 6, .parent = 5, .order = 1}, .ranks = {0}, .topology = {}};
    plain.note = {17, 4};
    Recipe sides{
        .origin = {.self = 8, .parent = 8, .order = 1}, .ranks = {2, 0, 1}, .topology = {}};
    sides.first_side = 2;
    sides.by_side = {Origin{.parent = 5, .order = 3}, Origin{.parent = 6, .order = 4}};
    sides.is_freed = true;
    sides.origin.made_by = Function::Abort; // whose number is 0
    std::vector<std::uint64_t> words;
    append(grid, words);
    append(plain, words);
    append(sides, words);

    std::span<const std::uint64_t> rest(words);
    const Recipe first = take_recipe(rest);
    const Recipe second = take_recipe(rest);
    const Recipe third = take_recipe(rest);
    EXPECT_TRUE(rest.empty());
    EXPECT_EQ(first.origin.self, 5U);
    EXPECT_EQ(first.origin.order, 2U);
    EXPECT_EQ(first.ranks, (std::vector<int>{3, 1, 0}));
    EXPECT_EQ(first.topology.kind, Topology::Kind::cartesian);
    EXPECT_EQ(first.topology.dims, std::vector<int>{3});
    EXPECT_EQ(first.topology.periods, std::vector<int>{1});
    EXPECT_EQ(second.origin.parent, 5U);
    EXPECT_FALSE(second.topology);
    EXPECT_TRUE(first.note.empty());
    EXPECT_EQ(second.note, (std::vector<std::uint64_t>{17, 4}));
    EXPECT_FALSE(second.has_sides());
    EXPECT_FALSE(second.is_freed);
    EXPECT_TRUE(third.is_freed);
    EXPECT_EQ(second.origin.made_by, std::nullopt);
    EXPECT_EQ(third.origin.made_by, Function::Abort);
    EXPECT_EQ(third.side_of(1), 0);
    EXPECT_EQ(third.side_of(2), 1);
    EXPECT_EQ(third.by_side[1].parent, 6U);
    EXPECT_EQ(third.by_side[1].order, 4U);
}

TEST(Recipes, OfOneCallAreSiblings) {
    const Recipe even{
        .origin = {.self = 7, .parent = 0, .order = 3}, .ranks = {0, 2}, .topology = {}};
    const Recipe odd{
        .origin = {.self = 7, .parent = 0, .order = 3}, .ranks = {1, 3}, .topology = {}};
    const Recipe later{
        .origin = {.self = 8, .parent = 0, .order = 4}, .ranks = {0, 2}, .topology = {}};
    EXPECT_TRUE(even.is_sibling_of(odd));
    EXPECT_FALSE(even.is_sibling_of(later));
    Recipe sides = odd;
    sides.first_side = 1;
    EXPECT_FALSE(even.is_sibling_of(sides));
}

} // namespace
} // namespace closeranks
