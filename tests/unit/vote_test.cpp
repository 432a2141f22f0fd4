#include "runtime/commit/recovery_server.hpp"
#include "runtime/commit/vote.hpp"
#include "runtime/core/runtime.hpp"

#include "fake_mpi.hpp"
#include "fixture.hpp"

#include <gtest/gtest.h>

namespace closeranks {
namespace {

using test::Replaced;

/// Rank 1 of three votes with others, whose ballots are given.
class VoteTest : public testing::Test {
  protected:
    ~VoteTest() override { runtime().threads = false; }

    Verdict vote_with(bool completed, std::initializer_list<int> ballots, int code = MPI_SUCCESS,
                      AtLoss at_loss = AtLoss::redo) {
        const Replaced<&Real::Comm_agree> agree([&](MPI_Comm, int *flag) {
            for (const int ballot : ballots)
                *flag &= ballot;
            return code;
        });
        return vote(c, completed, at_loss);
    }

    /// What one who has completed `sequence` operations gives.
    int ballot_of(bool completed, std::uint64_t sequence, AtLoss at_loss = AtLoss::redo) {
        int ballot = 0;
        const std::uint64_t own = c.sequence.get();
        c.sequence.set(sequence);
        const Replaced<&Real::Comm_agree> agree([&](MPI_Comm, int *flag) {
            ballot = *flag;
            return MPI_SUCCESS;
        });
        static_cast<void>(vote(c, completed, at_loss));
        c.sequence.set(own);
        return ballot;
    }

    test::LoneSurvivor c{3, 1};
};

TEST_F(VoteTest, CommitsWhatAllHaveCompleted) {
    const int all = ballot_of(true, 0);
    EXPECT_EQ(vote_with(true, {all, all}), Verdict::commit);
}

TEST_F(VoteTest, RedoesWhatOneHasNot) {
    const int done = ballot_of(true, 0);
    const int undone = ballot_of(false, 0);
    EXPECT_EQ(vote_with(true, {done, undone}), Verdict::redo);
    EXPECT_EQ(vote_with(false, {done, done}), Verdict::redo);
}

TEST_F(VoteTest, CountsBesideFailuresThatAreNotAcknowledged) {
    const int done = ballot_of(true, 0);
    EXPECT_EQ(vote_with(true, {done}, MPIX_ERR_PROC_FAILED), Verdict::commit);
    EXPECT_EQ(vote_with(true, {done}, MPIX_ERR_REVOKED), Verdict::commit);
}

TEST_F(VoteTest, TakesNoFlagFromAnAgreementThatFailedOtherwise) {
    const int done = ballot_of(true, 0);
    EXPECT_EQ(vote_with(true, {done}, MPI_ERR_OTHER), Verdict::redo);
}

TEST_F(VoteTest, GoesByTheCodeAmongThreads) {
    runtime().threads = true;
    const Replaced<&Real::Comm_get_failed> failed(
        [](MPI_Comm, MPI_Group *) { return MPI_ERR_OTHER; });
    EXPECT_EQ(vote_with(false, {0}), Verdict::commit);
    EXPECT_EQ(vote_with(true, {~0}, MPIX_ERR_PROC_FAILED), Verdict::redo);
}

/// Under the optimistic commit members may be apart.
class OptimisticVoteTest : public VoteTest {
  protected:
    OptimisticVoteTest() {
        runtime().optimistic = true;
        c.sequence.set(7);
    }
    ~OptimisticVoteTest() override { runtime().optimistic = false; }
};

TEST_F(OptimisticVoteTest, ComparesTheNumbersOfTheOperations) {
    EXPECT_EQ(vote_with(true, {ballot_of(true, 7)}), Verdict::commit);
    EXPECT_EQ(vote_with(true, {ballot_of(false, 7)}), Verdict::redo);
    for (const std::uint64_t other : {6, 8, 7 + 4096})
        EXPECT_EQ(vote_with(true, {ballot_of(true, other)}), Verdict::again) << other;
}

TEST_F(OptimisticVoteTest, ComparesThemAmongThreadsToo) {
    runtime().threads = true;
    EXPECT_EQ(vote_with(true, {ballot_of(true, 7)}, MPIX_ERR_PROC_FAILED), Verdict::commit);
    EXPECT_EQ(vote_with(true, {ballot_of(true, 8)}), Verdict::again);
}

TEST_F(OptimisticVoteTest, HearsOfMembersThatAreInNoOperation) {
    EXPECT_EQ(vote_with(true, {ballot_of(true, 7), Ballot::from_outside}), Verdict::again);
    EXPECT_EQ(vote_with(false, {Ballot::from_outside}), Verdict::again);
}

/// Those who vote know of a failure.
class RaisingVoteTest : public OptimisticVoteTest {
  protected:
    Verdict verdict(AtLoss mine, std::initializer_list<AtLoss> theirs, bool completed = false) {
        int others = ~0;
        for (const AtLoss one : theirs)
            others &= ballot_of(completed, 7, one);
        return vote_with(completed, {others}, MPIX_ERR_PROC_FAILED, mine);
    }

    Replaced<&Real::Comm_get_failed> failed{[](MPI_Comm, MPI_Group *) { return MPI_ERR_OTHER; }};
};

TEST_F(RaisingVoteTest, NeedsAll) {
    using enum AtLoss;
    EXPECT_EQ(verdict(raise, {raise, raise}), Verdict::raise);
    EXPECT_EQ(verdict(redo, {raise, raise}), Verdict::redo);
    EXPECT_EQ(verdict(raise, {raise, redo}), Verdict::redo);
}

TEST_F(RaisingVoteTest, RecoversWhenAllAreThere) {
    using enum AtLoss;
    EXPECT_EQ(verdict(recover, {recover, recover}), Verdict::recover);
    EXPECT_EQ(verdict(recover, {raise, recover}), Verdict::raise);
    EXPECT_EQ(verdict(recover, {recover, redo}), Verdict::redo);
}

TEST_F(RaisingVoteTest, LeavesWhatAllHaveCompleted) {
    using enum AtLoss;
    EXPECT_EQ(verdict(raise, {raise, raise}, true), Verdict::commit);
}

TEST_F(RaisingVoteTest, IsForTheSameOperationOnly) {
    EXPECT_EQ(vote_with(false, {ballot_of(false, 8, AtLoss::raise)}, MPI_SUCCESS, AtLoss::raise),
              Verdict::again);
    EXPECT_EQ(vote_with(false, {Ballot::from_outside}, MPI_SUCCESS, AtLoss::recover),
              Verdict::again);
}

} // namespace
} // namespace closeranks
