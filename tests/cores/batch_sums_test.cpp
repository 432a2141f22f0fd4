#include "runtime/commit/batch_sums.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <utility>

namespace closeranks {
namespace {

using List = std::initializer_list<std::pair<std::uint64_t, std::uint64_t>>; // names and states

/// The sum over members with these lists.
BatchSums sum_of(std::initializer_list<List> members, std::uint64_t round = 1) {
    BatchSums sums(round);
    for (const List &list : members)
        for (const auto &[name, state] : list)
            sums.add(name, state);
    return sums;
}

TEST(BatchSums, HaveInCommonWhatAllHaveInTheSameState) {
    const std::uint64_t state = mix(5, 6);
    const BatchSums sums = sum_of({{{7, state}, {8, 1}}, {{7, state}}, {{9, 1}, {7, state}}});
    EXPECT_TRUE(sums.is_common(7, state, 3));
    EXPECT_FALSE(sums.is_common(8, 1, 3));
    EXPECT_FALSE(sums.is_common(9, 1, 3));
}

TEST(BatchSums, TellStatesApart) {
    const std::uint64_t ahead = mix(5, 7);
    const std::uint64_t behind = mix(5, 6);
    const BatchSums sums = sum_of({{{7, ahead}}, {{7, behind}}, {{7, behind}}});
    EXPECT_FALSE(sums.is_common(7, ahead, 3));
    EXPECT_FALSE(sums.is_common(7, behind, 3));
}

TEST(BatchSums, MissFewThatShareSlotsUntilTheNextRound) {
    const std::uint64_t state = mix(1, 2);
    int missed = 0;
    constexpr int rounds = 20;
    for (std::uint64_t round = 0; round < rounds; ++round) {
        BatchSums sums(round);
        for (std::uint64_t name = 0; name < 64; ++name)
            sums.add(name, mix(state, name));
        for (std::uint64_t name = 0; name < 64; ++name)
            missed += sums.is_common(name, mix(state, name), 1) ? 0 : 1;
    }
    EXPECT_GT(missed, 0);
    EXPECT_LT(missed, rounds);
}

} // namespace
} // namespace closeranks
