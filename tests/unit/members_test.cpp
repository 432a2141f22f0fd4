#include "runtime/run/members.hpp"

#include <gtest/gtest.h>

#include <algorithm>
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
    alone.begin(true);
    EXPECT_TRUE(alone.is_plain());
    EXPECT_FALSE(alone.has_spares());
    EXPECT_EQ(alone.rank(), 0);
    EXPECT_EQ(alone.size(), 1);
    EXPECT_EQ(alone.process_of(0), alone.self());
    EXPECT_EQ(alone.ranks_of(MPI_COMM_SELF), std::vector<int>{0});
    EXPECT_TRUE(alone.ranks_of(MPI_GROUP_EMPTY).empty());
    alone.end();
}

} // namespace
} // namespace closeranks
