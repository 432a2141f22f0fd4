#include "runtime/communicators/recipes.hpp"

#include "fake_world.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace closeranks {
namespace {

TEST(Recipes, AreTheSameAfterATransfer) {
    Recipe grid{.origin = {.self = 5, .parent = 0, .order = 2}, .ranks = {3, 1, 0}, .topology = {}};
    grid.topology.kind = Topology::Kind::cartesian;
    grid.topology.dims = {3};
    grid.topology.periods = {1};
    Recipe plain{.origin = {.self = 6, .parent = 5, .order = 1}, .ranks = {0}, .topology = {}};
    plain.attachment = {17, 4};
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
    EXPECT_TRUE(first.attachment.empty());
    EXPECT_EQ(second.attachment, (std::vector<std::uint64_t>{17, 4}));
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

Recipe recipe_of(std::uint64_t order, std::vector<int> ranks, Use use = Use::program) {
    return {.origin = {.self = order, .parent = 0, .order = order},
            .ranks = std::move(ranks),
            .topology = {},
            .use = use};
}

/// Rank 1 of four makes communicators again. Notes how.
class RemakingTest : public testing::Test {
  protected:
    struct Split {
        int color;
        int key;
        bool operator==(const Split &) const = default;
    };

    std::vector<Remade> remake(const std::vector<Recipe> &recipes) {
        Duplicates of_ranks(ranks, false);
        return make_again(recipes, of_ranks, code);
    }

    test::FakeWorld world{4, 1};
    MPI_Comm ranks = world.make_comm({0, 1, 3}); // rank 2 is missing
    int code = MPI_SUCCESS;
    std::vector<Split> splits;
    int duplicates = 0;

  private:
    test::Replaced<&Real::Comm_split> split_{[this](MPI_Comm, int color, int key, MPI_Comm *made) {
        splits.push_back({color, key});
        *made = color == MPI_UNDEFINED ? MPI_COMM_NULL : world.make_comm({1});
        return MPI_SUCCESS;
    }};
    test::Replaced<&Real::Comm_dup> dup_{[this](MPI_Comm, MPI_Comm *made) {
        ++duplicates;
        *made = world.make_comm({0, 1, 3});
        return MPI_SUCCESS;
    }};
};

TEST_F(RemakingTest, MakesSiblingsByOneSplit) {
    const auto made = remake({recipe_of(1, {0, 2}), recipe_of(1, {3, 1})});
    ASSERT_EQ(made.size(), 1U);
    EXPECT_EQ(made[0].recipe.ranks, (std::vector<int>{3, 1}));
    // One for messages, and one for collectives. The key keeps the order, whoever is missing.
    EXPECT_EQ(splits, (std::vector<Split>{{1, 1}, {1, 1}}));
    EXPECT_EQ(duplicates, 0);
}

TEST_F(RemakingTest, TakesPartInWhatItDoesNotGet) {
    EXPECT_TRUE(remake({recipe_of(1, {0, 3})}).empty());
    EXPECT_EQ(splits, (std::vector<Split>{{MPI_UNDEFINED, 0}, {MPI_UNDEFINED, 0}}));
}

TEST_F(RemakingTest, DuplicatesWhatHasAllRanksThatAreThere) {
    EXPECT_EQ(remake({recipe_of(1, {0, 1, 2, 3})}).size(), 1U);
    EXPECT_EQ(duplicates, 2);
    EXPECT_TRUE(splits.empty());
    EXPECT_EQ(remake({recipe_of(2, {1, 0, 3})}).size(), 1U);
    EXPECT_EQ(duplicates, 2) << "in another order";
    EXPECT_EQ(splits.size(), 2U);
    EXPECT_EQ(remake({recipe_of(3, {0, 1})}).size(), 1U);
    EXPECT_EQ(duplicates, 2) << "rank 3 is not in it";
}

TEST_F(RemakingTest, KnowsWhatWasFreedAndMakesNothingOfIt) {
    Recipe freed = recipe_of(1, {0, 1});
    freed.is_freed = true;
    const auto made = remake({freed});
    ASSERT_EQ(made.size(), 1U);
    EXPECT_TRUE(made[0].recipe.is_freed);
    EXPECT_TRUE(splits.empty());
}

TEST_F(RemakingTest, MakesBothSidesOfAnIntercommunicator) {
    Recipe sides = recipe_of(1, {0, 3, 2, 1});
    sides.first_side = 2;
    EXPECT_EQ(remake({sides, recipe_of(2, {0, 1})}).size(), 2U);
    // Joint messages and collectives, messages, and this side alone. Then the next one.
    EXPECT_EQ(splits, (std::vector<Split>{{0, 3}, {0, 3}, {0, 3}, {1, 3}, {0, 1}, {0, 1}}));
}

TEST_F(RemakingTest, EndsWithTheFirstError) {
    const test::Replaced<&Real::Comm_split> split(
        [](MPI_Comm, int, int, MPI_Comm *) { return MPIX_ERR_PROC_FAILED; });
    EXPECT_EQ(remake({recipe_of(1, {0, 1}), recipe_of(2, {0, 1})}).size(), 1U);
    EXPECT_EQ(code, MPIX_ERR_PROC_FAILED);
}

TEST_F(RemakingTest, KnowsWhichCommunicatorsHaveNewProcessesAlone) {
    const std::vector<int> replaced{0, 3};
    const auto all = renew_recipes(
        {recipe_of(1, {0, 3}), recipe_of(2, {0, 1}), recipe_of(3, {2, 3})}, ranks, replaced, code);
    EXPECT_TRUE(all[0].all_new);
    EXPECT_FALSE(all[1].all_new);
    EXPECT_TRUE(all[2].all_new) << "rank 2 is missing";
}

TEST(Recipes, BindRanksToTheHostOfTheirMemory) {
    const std::vector<std::string> hosts{"a", "b", "a", "c", "b"};
    const std::vector<ProcessId> by_rank{ProcessId{0}, ProcessId{1}, ProcessId{2}, ProcessId{4}};
    const std::vector<ProcessId> living{ProcessId{2}, ProcessId{3}, ProcessId{4}};
    Recipe memory = recipe_of(1, {0, 2}, Use::window);
    memory.attachment = {17};
    EXPECT_EQ(hosts_of_memory({memory}, by_rank, living, hosts), (Bound{{0, "a"}, {2, "a"}}));
    memory.ranks = {1, 3};
    EXPECT_EQ(hosts_of_memory({memory}, by_rank, living, hosts), (Bound{{1, "b"}, {3, "b"}}));
    memory.ranks = {0, 1};
    EXPECT_TRUE(hosts_of_memory({memory}, by_rank, living, hosts).empty()) << "nobody has it";
    memory.ranks = {0, 2};
    memory.attachment.clear();
    EXPECT_TRUE(hosts_of_memory({memory}, by_rank, living, hosts).empty()) << "none is shared";
    memory.attachment = {17};
    memory.use = Use::file;
    EXPECT_TRUE(hosts_of_memory({memory}, by_rank, living, hosts).empty());
}

} // namespace
} // namespace closeranks
