#include "runtime/commit/ballot.hpp"
#include "runtime/commit/parting.hpp"

#include "fake_mpi.hpp"
#include "fixture.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace closeranks {
namespace {

using test::Replaced;

/// Rank 1 of three parts from a communicator on which it has completed seven collectives. The
/// others' ballots, each vote's in turn, are in `others`; a vote without any is not over.
class PartingTest : public testing::Test {
  protected:
    PartingTest() {
        c.sequence.set(7);
        c.begin({.global_id = 42});
    }

    static int ballot(std::uint64_t number) { return Ballot(number, true).flag(); }

    test::LoneSurvivor c{3, 1};
    Partings partings;
    std::vector<int> others;
    int code = MPI_SUCCESS; ///< of each vote
    int votes = 0;
    int *flag = nullptr;

    const Replaced<&Real::Comm_iagree> start{[this](MPI_Comm, int *mine, MPI_Request *request) {
        ++votes;
        flag = mine;
        *request = MPI_REQUEST_NULL;
        return real.Ibarrier(c.alone, request); // any that ends
    }};
    [[nodiscard]] std::vector<Communicator *> those_that_part() const {
        std::vector<Communicator *> found;
        partings.for_each([&](Communicator &one) { found.push_back(&one); });
        return found;
    }
    const Replaced<&Real::Test> test{[this](MPI_Request *request, int *done, MPI_Status *) {
        *done = 0;
        if (static_cast<int>(others.size()) < votes) return MPI_SUCCESS;
        static_cast<void>(real.Wait(request, MPI_STATUS_IGNORE));
        *flag &= others[static_cast<std::size_t>(votes) - 1];
        *done = 1;
        return code;
    }};
};

TEST_F(PartingTest, IsOverWhenAllHaveFreedIt) {
    partings.add(c);
    partings.advance();
    EXPECT_TRUE(partings.any());
    EXPECT_TRUE(partings.has(c));
    EXPECT_EQ(those_that_part(), std::vector<Communicator *>{&c});
    EXPECT_TRUE(partings.take_parted().empty());
    others = {ballot(7)};
    partings.advance();
    EXPECT_FALSE(partings.any());
    EXPECT_FALSE(partings.has(c));
    EXPECT_TRUE(those_that_part().empty());
    EXPECT_EQ(partings.take_parted(), std::vector<Communicator *>{&c});
    EXPECT_TRUE(partings.take_parted().empty());
    EXPECT_EQ(votes, 1);
}

TEST_F(PartingTest, VotesAgainUntilWhoLagsBehindHasCaughtUp) {
    partings.add(c);
    others = {ballot(6), Ballot::from_outside, ballot(7)};
    for (int turn = 0; turn < 10 && partings.any(); ++turn)
        partings.advance();
    EXPECT_EQ(votes, 3);
    EXPECT_EQ(c.collectives.votes(), 3U);
    EXPECT_EQ(partings.take_parted().size(), 1U);
}

TEST_F(PartingTest, CountsBesideFailures) {
    partings.add(c);
    others = {ballot(6), ballot(7)};
    code = MPIX_ERR_PROC_FAILED;
    for (int turn = 0; turn < 10 && partings.any(); ++turn)
        partings.advance();
    EXPECT_EQ(votes, 2);
    EXPECT_FALSE(partings.any());
}

TEST_F(PartingTest, WaitsForNonblockingCollectives) {
    c.obstacles.put(Obstacles::tasks, true);
    partings.add(c);
    partings.advance();
    EXPECT_EQ(votes, 0);
    c.obstacles.put(Obstacles::tasks, false);
    partings.advance();
    EXPECT_EQ(votes, 1);
    others = {ballot(7)};
    partings.advance();
    EXPECT_FALSE(partings.any());
}

} // namespace
} // namespace closeranks
