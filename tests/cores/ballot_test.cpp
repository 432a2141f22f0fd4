#include "runtime/commit/ballot.hpp"

#include "fake_world.hpp"

#include <gtest/gtest.h>

#include <initializer_list>

namespace closeranks {
namespace {

/// A vote is a bitwise and.
int agreed(std::initializer_list<Ballot> ballots) {
    int flag = ~0;
    for (const Ballot &one : ballots)
        flag &= one.flag();
    return flag;
}

class BallotTest : public testing::Test {
    test::FakeWorld world{2, 0}; // for the classes of errors
};

TEST_F(BallotTest, TellsEveryTwoNumbersThatAreNear) {
    constexpr std::uint64_t far = 1U << 14U;
    for (const std::uint64_t number : {0U, 1U, 127U, 1U << 13U, 123'456'789U})
        for (std::uint64_t distance = 0; distance < 300; ++distance) {
            const Ballot mine(number, true);
            const Ballot theirs(number + distance, true);
            EXPECT_EQ(mine.verdict(agreed({mine, theirs}), MPI_SUCCESS),
                      distance == 0 ? Verdict::commit : Verdict::again);
            EXPECT_EQ(theirs.verdict(agreed({mine, theirs}), MPI_SUCCESS),
                      distance == 0 ? Verdict::commit : Verdict::again);
        }
    EXPECT_EQ(Ballot(5, true).flag(), Ballot(5 + far, true).flag()) << "members are never so far";
}

TEST_F(BallotTest, CommitsWhatAllHaveCompleted) {
    const Ballot yes(3, true);
    const Ballot no(3, false);
    EXPECT_EQ(yes.verdict(agreed({yes, yes, yes}), MPI_SUCCESS), Verdict::commit);
    EXPECT_EQ(yes.verdict(agreed({yes, no, yes}), MPI_SUCCESS), Verdict::redo);
    EXPECT_EQ(no.verdict(agreed({yes, no, yes}), MPI_SUCCESS), Verdict::redo);
}

TEST_F(BallotTest, AsksAgainWhenOneIsInNoOperation) {
    for (const bool completed : {false, true}) {
        const Ballot mine(3, completed);
        EXPECT_EQ(mine.verdict(mine.flag() & Ballot::from_outside, MPI_SUCCESS), Verdict::again);
    }
}

TEST_F(BallotTest, RaisesOrRecoversIfAllDo) {
    const Ballot redo(3, false);
    const Ballot raise(3, false, AtLoss::raise);
    const Ballot recover(3, false, AtLoss::recover);
    const Ballot completed(3, true, AtLoss::raise);
    EXPECT_EQ(raise.verdict(agreed({raise, raise}), MPI_SUCCESS), Verdict::raise);
    EXPECT_EQ(raise.verdict(agreed({raise, redo}), MPI_SUCCESS), Verdict::redo);
    EXPECT_EQ(recover.verdict(agreed({recover, recover}), MPI_SUCCESS), Verdict::recover);
    EXPECT_EQ(recover.verdict(agreed({recover, raise}), MPI_SUCCESS), Verdict::raise);
    EXPECT_EQ(recover.verdict(agreed({recover, redo}), MPI_SUCCESS), Verdict::redo);
    EXPECT_EQ(completed.verdict(agreed({completed, completed}), MPI_SUCCESS), Verdict::commit);
    EXPECT_EQ(completed.verdict(agreed({completed, raise}), MPI_SUCCESS), Verdict::raise);
}

TEST_F(BallotTest, RepairsABatchIfAllCan) {
    const Ballot can(3, false, AtLoss::redo, true);
    const Ballot cannot(3, false);
    EXPECT_TRUE(Ballot::is_batch(agreed({can, can}), MPI_SUCCESS));
    EXPECT_TRUE(Ballot::is_batch(agreed({can, can}), MPIX_ERR_PROC_FAILED));
    EXPECT_FALSE(Ballot::is_batch(agreed({can, cannot}), MPI_SUCCESS));
    EXPECT_FALSE(Ballot::is_batch(agreed({can}) & Ballot::from_outside, MPI_SUCCESS));
    EXPECT_FALSE(Ballot::is_batch(can.flag(), MPI_ERR_INTERN)) << "not agreed on";
    EXPECT_EQ(can.verdict(agreed({can, cannot}), MPI_SUCCESS), Verdict::redo);
}

TEST_F(BallotTest, CountsBesideFailuresThatAreNotAcknowledgedOnly) {
    const Ballot yes(3, true);
    EXPECT_EQ(yes.verdict(yes.flag(), MPIX_ERR_PROC_FAILED), Verdict::commit);
    EXPECT_EQ(yes.verdict(yes.flag(), MPI_ERR_INTERN), Verdict::redo);
}

} // namespace
} // namespace closeranks
