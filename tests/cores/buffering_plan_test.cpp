#include "runtime/files/buffering_plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>
#include <vector>

namespace closeranks {
namespace {

constexpr std::int64_t block = 4096;
constexpr std::int64_t mib = 1 << 20;

/// Members write records of `record` bytes in turn, `each` of them.
std::vector<AccessFacts> in_turns(int members, std::int64_t each, std::int64_t record = 64) {
    std::vector<AccessFacts> facts;
    for (int member = 0; member < members; ++member)
        facts.push_back({.present = 1,
                         .begin = member * record,
                         .end = ((each - 1) * members + member + 1) * record,
                         .bytes = each * record,
                         .pieces = each});
    return facts;
}

/// All members are needed for that: one of them is missing now.
std::vector<AccessFacts> without(std::vector<AccessFacts> facts, std::size_t member) {
    facts[member] = {};
    return facts;
}

bool pays(const std::vector<AccessFacts> &facts) {
    return BufferingPlan::from(facts, {.none = 0}).has_value();
}

TEST(BufferingPlan, DescribesAnAccess) {
    const FilePieces pieces(100, {.pieces = {{2, 3}, {8, 1}}, .extent = 10});
    const AccessFacts facts = describe_access(pieces, {.begin = 1, .end = 5}, false);
    EXPECT_EQ(facts.present, 1);
    EXPECT_EQ(facts.refuses, 0);
    EXPECT_EQ(facts.begin, 103);
    EXPECT_EQ(facts.end, 113);
    EXPECT_EQ(facts.bytes, 4);
    EXPECT_EQ(facts.pieces, 3);
    const AccessFacts nothing = describe_access(pieces, {.begin = 3, .end = 3}, false);
    EXPECT_EQ(nothing.present, 1);
    EXPECT_EQ(nothing.bytes, 0);
    EXPECT_EQ(nothing.end, 0);
    const AccessFacts refusal = describe_access({}, {.begin = 1, .end = 5}, true);
    EXPECT_EQ(refusal.present, 1);
    EXPECT_EQ(refusal.refuses, 1);
    EXPECT_EQ(refusal.bytes, 0);
}

TEST(BufferingPlan, IsMadeForManySmallPiecesInTurns) {
    EXPECT_TRUE(pays(in_turns(4, 64)));
    EXPECT_FALSE(pays(in_turns(4, 63))) << "too few pieces";
    EXPECT_TRUE(pays(in_turns(4, 64, 4095)));
    EXPECT_FALSE(pays(in_turns(4, 64, 4096))) << "long pieces";
    EXPECT_FALSE(pays(std::vector<AccessFacts>(4, {.present = 1}))) << "nothing to write";
    EXPECT_FALSE(pays({}));
}

TEST(BufferingPlan, IsNotMadeIfOneRefuses) {
    std::vector<AccessFacts> facts = in_turns(4, 100);
    facts.push_back({.present = 1, .refuses = 1});
    EXPECT_FALSE(pays(facts));
    facts.back().refuses = 0;
    EXPECT_TRUE(pays(facts));
}

TEST(BufferingPlan, IsNotMadeWhereMembersWriteOneAfterAnother) {
    std::vector<AccessFacts> facts;
    for (int member = 0; member < 4; ++member)
        facts.push_back({.present = 1,
                         .begin = member * 6400,
                         .end = (member + 1) * 6400,
                         .bytes = 6400,
                         .pieces = 100});
    EXPECT_FALSE(pays(facts));
}

TEST(BufferingPlan, IsNotMadeWhereBytesAreWrittenTwiceOrHardlyAny) {
    std::vector<AccessFacts> facts = in_turns(4, 100);
    facts.push_back(facts.front());
    EXPECT_FALSE(pays(facts)) << "two write the same";
    facts = in_turns(4, 100);
    for (AccessFacts &one : facts)
        one.bytes /= 2;
    EXPECT_TRUE(pays(facts));
    facts[0].bytes -= 10;
    EXPECT_FALSE(pays(facts)) << "most of the range is gaps";
}

TEST(BufferingPlan, CutsTheRangeIntoSectionsOfWhichEachIsThereOnce) {
    for (const BufferingWishes &wishes :
         {BufferingWishes{.none = 0}, BufferingWishes{.none = 0, .aggregators = 3},
          BufferingWishes{.none = 0, .section = block},
          BufferingWishes{.none = 0, .aggregators = 2, .section = 3 * block + 1}}) {
        std::vector<AccessFacts> facts = in_turns(8, 3000, 512);
        for (AccessFacts &one : facts) { // they begin and end within a block
            one.begin += 5 * block + 77;
            one.end += 5 * block + 77;
        }
        const auto plan = BufferingPlan::from(facts, wishes);
        ASSERT_TRUE(plan);
        std::int64_t at = 5 * block; // where the block of the first byte begins
        for (std::int64_t round = 0; round < plan->rounds(); ++round)
            for (int i = 0; i < plan->aggregators(); ++i) {
                const Section section = plan->section(round, i);
                EXPECT_EQ(section.begin, at);
                EXPECT_GE(section.bytes(), 0);
                at = section.end;
                EXPECT_TRUE(section.end % block == 0 || section.end == facts.back().end);
            }
        EXPECT_EQ(at, facts.back().end);
        EXPECT_GT(plan->section(plan->rounds() - 1, 0).bytes(), 0) << "no round in vain";
    }
}

TEST(BufferingPlan, HasAnAggregatorForFourRanksAndForAMebibyte) {
    const auto aggregators = [](int members, std::int64_t each, BufferingWishes wishes) {
        return BufferingPlan::from(in_turns(members, each, 1024), wishes)->aggregators();
    };
    EXPECT_EQ(aggregators(8, 10'000, {.none = 0}), 2);
    EXPECT_EQ(aggregators(9, 10'000, {.none = 0}), 3);
    EXPECT_EQ(aggregators(16, 64, {.none = 0}), 1) << "one mebibyte";
    EXPECT_EQ(aggregators(16, 65, {.none = 0}), 2);
    EXPECT_EQ(aggregators(8, 100, {.none = 0, .aggregators = 5}), 5);
    EXPECT_EQ(aggregators(8, 100, {.none = 0, .aggregators = 50}), 8);
}

TEST(BufferingPlan, TakesAggregatorsFarFromEachOtherAmongThePresent) {
    const BufferingWishes wishes{.none = 0, .aggregators = 3};
    const auto plan = BufferingPlan::from(without(in_turns(7, 1000), 2), wishes);
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->taking_part(), 6);
    ASSERT_EQ(plan->aggregators(), 3);
    EXPECT_EQ(plan->rank_of(0), 0);
    EXPECT_EQ(plan->rank_of(1), 3);
    EXPECT_EQ(plan->rank_of(2), 5);
}

TEST(BufferingPlan, GivesNoAggregatorMoreThanMpiCounts) {
    constexpr std::int64_t worst = 18; // each byte a piece of its own, and what describes it
    for (const int members : {4, 100, 1000}) {
        const auto plan = BufferingPlan::from(in_turns(members, 4'000'000 / members, 512),
                                              {.none = 0, .aggregators = 1, .section = 1000 * mib});
        ASSERT_TRUE(plan);
        const std::int64_t section = plan->section(0, 0).bytes();
        EXPECT_LE(section * worst * members, std::numeric_limits<int>::max());
        EXPECT_GT((section + block) * worst * members, std::numeric_limits<int>::max());
    }
    EXPECT_FALSE(pays(in_turns(30'000, 64))) << "not one block fits";
}

TEST(BufferingPlan, KeepsToTheSizeOfSections) {
    const auto section = [](std::int64_t wished) {
        return BufferingPlan::from(in_turns(4, 1'000'000),
                                   {.none = 0, .aggregators = 1, .section = wished})
            ->section(0, 0)
            .bytes();
    };
    EXPECT_EQ(section(0), 16 * mib);
    EXPECT_EQ(section(mib), mib);
    EXPECT_EQ(section(mib + 1), mib);
    EXPECT_EQ(section(1), block);
}

} // namespace
} // namespace closeranks
