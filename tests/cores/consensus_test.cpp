#include "runtime/communicators/consensus.hpp"

#include "fake_processes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace closeranks {
namespace {

using test::FakeProcesses;

struct Outcome {
    std::vector<int> alive; ///< as tags
    bool ok = false;
    bool refused = false;
    bool operator==(const Outcome &) const = default;
};

constexpr int tag_of(int rank) { return 100 + rank; }

std::vector<int> all_tags(int size) {
    std::vector<int> tags;
    for (int rank = 0; rank < size; ++rank)
        tags.push_back(tag_of(rank));
    return tags;
}

/// All settle; whoever is `unhappy` (-1: nobody) does not say ok. By rank.
std::vector<Outcome> settle_all(FakeProcesses &processes, int unhappy) {
    std::vector<Outcome> outcomes(static_cast<std::size_t>(processes.size()));
    const std::vector<int> tags = all_tags(processes.size());
    processes.run([&](int rank) {
        const Settlement settled = settle(MPI_GROUP_EMPTY, tags, rank != unhappy);
        outcomes[static_cast<std::size_t>(rank)] = {settled.tags, settled.ok, settled.refused};
    });
    return outcomes;
}

bool holds(const std::vector<int> &list, int value) {
    return std::find(list.begin(), list.end(), value) != list.end();
}

/// All survivors settled the same; they are among the living; and it is ok if all of those said so.
void expect_agreement(const FakeProcesses &processes, const std::vector<Outcome> &outcomes,
                      int unhappy) {
    const Outcome *first = nullptr;
    for (int rank = 0; rank < processes.size(); ++rank) {
        if (!processes.survived(rank)) continue;
        const Outcome &mine = outcomes[static_cast<std::size_t>(rank)];
        EXPECT_TRUE(holds(mine.alive, tag_of(rank)));
        EXPECT_EQ(mine.ok, !holds(mine.alive, tag_of(unhappy)));
        EXPECT_FALSE(mine.refused);
        if (first == nullptr) first = &mine;
        EXPECT_EQ(mine, *first) << "rank " << rank;
    }
}

TEST(Consensus, OfTheLiving) {
    for (int size = 1; size <= 5; ++size) {
        FakeProcesses processes(size);
        for (const Outcome &outcome : settle_all(processes, -1))
            EXPECT_EQ(outcome, (Outcome{all_tags(size), true, false}));
    }
}

TEST(Consensus, IsNotOkWhenOneSaysNo) {
    for (int unhappy = 0; unhappy < 3; ++unhappy) {
        FakeProcesses processes(3);
        for (const Outcome &outcome : settle_all(processes, unhappy))
            EXPECT_EQ(outcome, (Outcome{all_tags(3), false, false}));
    }
}

TEST(Consensus, StandsADeathAtEveryCall) {
    for (int size = 2; size <= 4; ++size)
        for (int victim = 0; victim < size; ++victim)
            for (int call = 1;; ++call) {
                SCOPED_TRACE(testing::Message() << victim << " of " << size << " at call " << call);
                FakeProcesses processes(size);
                processes.kill(victim, call);
                expect_agreement(processes, settle_all(processes, size - 1), size - 1);
                if (processes.survived(victim)) break; // it makes fewer calls
                ASSERT_FALSE(HasFailure());
            }
}

TEST(Consensus, TellsNoneOfTheDeadWhatWasDecided) {
    constexpr int size = 4;
    FakeProcesses processes(size);
    processes.kill(3, 1);
    expect_agreement(processes, settle_all(processes, -1), -1);
    // The coordinator alone finds out, and by receiving; the others read it in the decision.
    for (int rank = 0; rank < size - 1; ++rank)
        EXPECT_EQ(processes.sent_to_the_dead(rank), 0) << "rank " << rank;
}

TEST(Consensus, StandsTwoDeaths) {
    constexpr int size = 4;
    constexpr int calls = 9;
    for (int pair = 0; pair < size * (size - 1); ++pair) {
        const int one = pair / (size - 1);
        const int other = (one + 1 + pair % (size - 1)) % size;
        for (int cell = 0; cell < calls * calls; ++cell) {
            SCOPED_TRACE(testing::Message() << one << " at call " << 1 + cell / calls << ", "
                                            << other << " at call " << 1 + cell % calls);
            FakeProcesses processes(size);
            processes.kill(one, 1 + cell / calls);
            processes.kill(other, 1 + cell % calls);
            expect_agreement(processes, settle_all(processes, one), one);
            ASSERT_FALSE(testing::Test::HasFailure());
        }
    }
}

TEST(Consensus, IsRefusedByOneWhoDoesNotCome) {
    for (int refusing = 0; refusing < 4; ++refusing) {
        FakeProcesses processes(4);
        const std::vector<int> tags = all_tags(4);
        processes.run([&](int rank) {
            if (rank == refusing)
                refuse(tag_of(rank));
            else
                EXPECT_TRUE(settle(MPI_GROUP_EMPTY, tags, true).refused) << "rank " << rank;
        });
    }
}

} // namespace
} // namespace closeranks
