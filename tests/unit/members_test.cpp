#include "runtime/membership/members.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

namespace closeranks {
namespace {

std::vector<ProcessId> in_order(int count) {
    std::vector<ProcessId> processes;
    for (int number = 0; number < count; ++number)
        processes.push_back(ProcessId{number});
    return processes;
}

TEST(Members, ArePermutedBySeedAlone) {
    EXPECT_EQ(permuted_processes(8, 3), permuted_processes(8, 3));
    EXPECT_NE(permuted_processes(8, 3), permuted_processes(8, 4));
}

TEST(Members, AreAllThereAfterAPermutationThatIsNone) {
    for (const int count : {2, 3, 8})
        for (unsigned long seed = 0; seed < 20; ++seed) {
            std::vector<ProcessId> processes = permuted_processes(count, seed);
            EXPECT_NE(processes, in_order(count));
            std::sort(processes.begin(), processes.end());
            EXPECT_EQ(processes, in_order(count));
        }
}

TEST(Members, OfAJobAreItsProcesses) {
    Members alone;
    alone.begin(true, 0);
    EXPECT_TRUE(alone.is_plain());
    EXPECT_FALSE(alone.has_spares());
    EXPECT_EQ(alone.rank(), 0);
    EXPECT_EQ(alone.size(), 1);
    EXPECT_EQ(alone.process_of(0), alone.self());
    EXPECT_EQ(alone.ranks_of(MPI_COMM_SELF), std::vector<int>{0});
    EXPECT_TRUE(alone.ranks_of(MPI_GROUP_EMPTY).empty());
    alone.end();
}

TEST(Members, ASpareNeedsARankThatIsLeft) {
    Members alone;
    alone.begin(true, 1); // one process is no spare, for nobody would be left
    EXPECT_FALSE(alone.has_spares());
    EXPECT_EQ(alone.size(), 1);
    alone.end();
}

Comm copy() {
    Comm world;
    static_cast<void>(real.Comm_dup(MPI_COMM_WORLD, world.out()));
    return world;
}

TEST(Members, CountProcessesThatAreStartedLater) {
    // Process 2, a spare, had the place of process 0, and all have died but this, which is the
    // fourth.
    Members late;
    late.join(
        copy(),
        {.processes = 3, .by_rank = {ProcessId{2}}, .first_by_rank = {ProcessId{0}}, .living = {}});
    EXPECT_EQ(late.self(), ProcessId{3});
    EXPECT_EQ(late.processes(), 4);
    EXPECT_EQ(late.rank(), MPI_UNDEFINED);
    EXPECT_FALSE(late.is_known()) << "nobody has told it of those that died before";
    late.assign({ProcessId{3}});
    EXPECT_TRUE(late.is_known());
    EXPECT_EQ(late.rank(), 0);
    EXPECT_FALSE(late.is_first_of(0));

    Group group;
    static_cast<void>(real.Comm_group(late.everybody(), group.out()));
    EXPECT_EQ(late.ranks_of(group.get()), std::vector{0});
    EXPECT_EQ(late.ranks_ever_of(group.get()), std::vector{0});
    EXPECT_EQ(late.ranks_ever_of(MPI_GROUP_EMPTY), std::vector<int>());
    late.assign({ProcessId{2}});
    EXPECT_EQ(late.ranks_ever_of(group.get()), std::vector{0}) << "until another one had its place";
    late.assign({ProcessId{3}});

    const MPI_Comm before = late.everybody();
    EXPECT_EQ(late.extend(copy(), 0).get(), before);
    EXPECT_EQ(late.processes_of(late.everybody()), std::vector{ProcessId{3}});
    late.end();
    EXPECT_EQ(late.everybody(), MPI_COMM_WORLD);
}

std::vector<ProcessId> processes(std::initializer_list<int> numbers) {
    std::vector<ProcessId> result;
    for (const int number : numbers)
        result.push_back(ProcessId{number});
    return result;
}

TEST(Members, ThatWereStartedLaterForgetTheNumbersOfTheirOwnJob) {
    // There process 0 stood for rank 0, in a world of one; in the program it never did.
    Members late;
    late.begin(true, 0);
    late.join(copy(), {.processes = 9,
                       .by_rank = processes({1, 2, 3, 4, 5, 6, 7, 8}),
                       .first_by_rank = processes({1, 2, 3, 4, 5, 6, 7, 8}),
                       .living = processes({0})});
    Group group;
    static_cast<void>(real.Comm_group(late.everybody(), group.out()));
    const std::vector<int> ever = late.ranks_ever_of(group.get());
    EXPECT_EQ(std::count(ever.begin(), ever.end(), 0), 0);
    late.end();
}

constexpr ProcessId nobody{1000}; // was started later

TEST(Members, SparesTakeThePlacesOfTheMissingInOrder) {
    const std::vector<std::string> one_host(6, "a");
    EXPECT_EQ(with_spares(processes({0, 1, 2, 3}), processes({0, 2, 4, 5}), one_host, nobody),
              processes({0, 4, 2, 5}));
    EXPECT_EQ(with_spares(processes({0, 1, 2, 3}), processes({2, 3, 5}), one_host, nobody),
              processes({5, 1, 2, 3}));
    EXPECT_EQ(with_spares(processes({0, 4, 2, 3}), processes({0, 2, 3, 5}), one_host, nobody),
              processes({0, 5, 2, 3}));
}

TEST(Members, NobodyTakesAPlaceWhereNobodyIsMissing) {
    const std::vector<std::string> one_host(5, "a");
    EXPECT_EQ(with_spares(processes({0, 1, 2}), processes({0, 1, 2, 3, 4}), one_host, nobody),
              processes({0, 1, 2}));
}

TEST(Members, ASpareRatherTakesAPlaceOfAnotherHost) {
    // Both lost ranks were on hosts of their own; the spares are there as well.
    const std::vector<std::string> hosts{"a", "b", "c", "a", "b"};
    EXPECT_EQ(with_spares(processes({0, 1, 2}), processes({2, 3, 4}), hosts, nobody),
              processes({4, 3, 2}));
}

TEST(Members, ASpareIsWhereTheMemoryIsThatItsRankShares) {
    // Process 4 could take each place, and 5 comes after it.
    const std::vector<std::string> hosts{"a", "b", "c", "d", "a", "b"};
    const auto with = [&](std::initializer_list<int> living, const Bound &bound) {
        return with_spares(processes({0, 1, 2, 3}), processes(living), hosts, nobody, bound);
    };
    EXPECT_EQ(with({0, 2, 3, 4, 5}, {{1, "b"}}), processes({0, 5, 2, 3}));
    EXPECT_EQ(with({0, 3, 4, 5}, {{1, "b"}}), processes({0, 5, 4, 3}));
    EXPECT_EQ(with({0, 3, 4}, {{1, "b"}}), processes({0, 1, 4, 3})) << "who is free comes first";
    EXPECT_EQ(with({0, 2, 3, 4}, {{1, "b"}}), processes({0, 4, 2, 3})) << "memory of its own";
}

TEST(Members, WhoWasStartedTakesThePlaceForWhichItWas) {
    // The lost ranks were on the hosts b and c, and so are those that were started.
    const std::vector<std::string> hosts{"a", "b", "c", "b", "c", "b"};
    const auto with = [&](std::initializer_list<int> living, int first_started) {
        return with_spares(processes({0, 1, 2}), processes(living), hosts,
                           ProcessId{first_started});
    };
    EXPECT_EQ(with({0, 3, 4}, 3), processes({0, 3, 4}));
    EXPECT_EQ(with({0, 4, 5}, 3), processes({0, 5, 4}));
    EXPECT_EQ(with({0, 3, 5}, 3), processes({0, 3, 5})) << "one of them is on another host";
    EXPECT_EQ(with({0, 3, 5}, 4), processes({0, 5, 3})) << "3 is a spare: rather another host";
}

TEST(Members, ProcessesAreStartedWhereThoseBeforeWere) {
    const std::vector<std::string> hosts{"a", "a", "b", "b", "c", "d", "d"};
    const auto by_rank = processes({0, 1, 2, 3, 4});
    EXPECT_EQ(hosts_for_missing(by_rank, processes({0, 3, 4}), hosts, {}),
              (Bound{{1, "a"}, {2, "b"}}));
    EXPECT_EQ(hosts_for_missing(by_rank, processes({0, 1, 2, 4}), hosts, {{3, "c"}}),
              (Bound{{3, "c"}}));
    EXPECT_EQ(hosts_for_missing(by_rank, processes({0, 2, 3}), hosts, {}),
              (Bound{{1, "a"}, {4, "a"}}))
        << "nobody lives on c; a and b have two ranks each by then";
    EXPECT_EQ(hosts_for_missing(by_rank, processes({0, 4}), hosts, {}),
              (Bound{{1, "a"}, {2, "c"}, {3, "a"}}));
    EXPECT_EQ(hosts_for_missing(by_rank, processes({0, 1, 2, 3, 4, 5}), hosts, {}), Bound{})
        << "nobody is missing";
    EXPECT_EQ(hosts_for_missing(processes({0, 1, 2, 3, 5}), processes({0, 5}), hosts, {}),
              (Bound{{1, "a"}, {2, "d"}, {3, "a"}}))
        << "process 5 stands for rank 4 by now";
}

TEST(Members, WhoIsReplacedIsWhereTheyDiffer) {
    const auto found = replacements(processes({0, 1, 2}), processes({0, 4, 2}));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found.front().rank, 1);
    EXPECT_EQ(found.front().before, ProcessId{1});
    EXPECT_EQ(found.front().now, ProcessId{4});
}

} // namespace
} // namespace closeranks
