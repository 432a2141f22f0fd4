#include "runtime/communicators/creation_protocol.hpp"

#include "runtime/commit/ballot.hpp"

#include "fake_world.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace closeranks {
namespace {

/// The parts that an attempt has made. `discarded` counts those that were given back.
struct FakeParts {
    bool is_complete = false;
    int *discarded = nullptr;
    std::uint64_t name = 0;

    FakeParts() = default;
    FakeParts(bool complete, int *count) : is_complete(complete), discarded(count) {}
    FakeParts(FakeParts &&other) noexcept { swap(other); }
    FakeParts &operator=(FakeParts &&other) noexcept {
        FakeParts gone(std::move(other));
        swap(gone);
        return *this;
    }
    FakeParts(const FakeParts &) = delete;
    FakeParts &operator=(const FakeParts &) = delete;
    ~FakeParts() {
        if (discarded != nullptr) ++*discarded;
    }

    [[nodiscard]] bool completed(const WorkingComm &) const { return is_complete; }
    void give_name(std::uint64_t given) { name = given; }

  private:
    void swap(FakeParts &other) {
        std::swap(is_complete, other.is_complete);
        std::swap(discarded, other.discarded);
        std::swap(name, other.name);
    }
};

/// Rank 1 of three makes a communicator with the others.
class CreationProtocolTest : public testing::Test {
  protected:
    CreationProtocolTest() {
        world.protect(parent, {0, 1, 2}, 42);
        parent.identity.replaced(); // there is no attribute holder
        parent.working_ranks.replace(RankMap(3, std::vector{0, 1, 2}), false);
        parent.sequence.set(7);
        broken = parent.working.run([](MPI_Comm all) { return all; });
    }
    ~CreationProtocolTest() override { repair_callback().set(nullptr, nullptr); }

    /// `others`: their ballots, one for each vote. `completes`: whether the attempts of this
    /// process do.
    FakeParts create(std::vector<int> others, std::vector<bool> completes) {
        ballots = std::move(others);
        return create_agreed<FakeParts>(parent, [&] {
            const bool complete = completes.at(static_cast<std::size_t>(attempts++));
            return FakeParts(complete, &discarded);
        });
    }
    static constexpr int all_have = ~0;
    static int one_has_not() { return Ballot(0, false).flag(); }

    test::FakeWorld world{3, 1};
    Communicator parent;
    MPI_Comm broken = MPI_COMM_NULL; ///< the first working communicator
    int attempts = 0;
    int discarded = 0;
    std::vector<int> ballots;
    std::vector<MPI_Comm> revoked;
    std::vector<MPI_Comm> revoked_before_vote;
    std::vector<MPI_Comm> shrunk;

  private:
    std::size_t votes_ = 0;

    int agree(MPI_Comm comm, int *flag) {
        // The repair agrees on its success by the communicator that it has shrunk.
        if (!shrunk.empty() && comm == shrunk.back()) return MPI_SUCCESS;
        if (votes_ == 0) revoked_before_vote = revoked;
        *flag &= ballots.at(votes_++);
        return MPI_SUCCESS;
    }

    // The entry points, last: they are put back first.
    test::Replaced<&Real::Wtime> wtime_{[] { return 1.0; }};
    test::Replaced<&Real::Comm_agree> agree_{
        [this](MPI_Comm comm, int *flag) { return agree(comm, flag); }};
    test::Replaced<&Real::Comm_revoke> revoke_{[this](MPI_Comm comm) {
        revoked.push_back(comm);
        return MPI_SUCCESS;
    }};
    test::Replaced<&Real::Comm_is_revoked> is_revoked_{[](MPI_Comm, int *flag) {
        *flag = 0;
        return MPI_SUCCESS;
    }};
    test::Replaced<&Real::Comm_shrink> shrink_{[this](MPI_Comm comm, MPI_Comm *made) {
        shrunk.push_back(comm);
        *made = world.make_comm({0, 1});
        return MPI_SUCCESS;
    }};
    test::Replaced<&Real::Comm_get_name> get_name_{[](MPI_Comm, char *name, int *length) {
        *name = '\0';
        *length = 0;
        return MPI_SUCCESS;
    }};
    test::Replaced<&Real::Comm_get_errhandler> get_errhandler_{
        [](MPI_Comm, MPI_Errhandler *handler) {
            *handler = MPI_ERRORS_ARE_FATAL;
            return MPI_SUCCESS;
        }};
    test::Replaced<&Real::Errhandler_free> free_errhandler_{
        [](MPI_Errhandler *) { return MPI_SUCCESS; }};
};

TEST_F(CreationProtocolTest, CountsACreationThatAllHaveCompleted) {
    const FakeParts made = create({all_have}, {true});
    EXPECT_EQ(parent.sequence.get(), 8U);
    EXPECT_EQ(made.name, mix(42, 8));
    EXPECT_TRUE(made.is_complete);
    EXPECT_EQ(discarded, 0);
    EXPECT_TRUE(shrunk.empty());
    EXPECT_TRUE(revoked.empty());
    EXPECT_EQ(parent.collectives.epoch().get(), 0U);
    EXPECT_FALSE(parent.log.has_reached(9)) << "the log begins behind it";
    EXPECT_TRUE(parent.log.has_reached(8));
}

TEST_F(CreationProtocolTest, IsDoneAgainWhenAnotherMemberHasNotCompleted) {
    const FakeParts made = create({one_has_not(), all_have}, {true, true});
    EXPECT_EQ(attempts, 2);
    EXPECT_TRUE(revoked_before_vote.empty());
    EXPECT_EQ(discarded, 1) << "what one member lacks no member keeps";
    EXPECT_EQ(parent.collectives.epoch().get(), 1U) << "repaired";
    EXPECT_EQ(parent.absent(), 1);
    EXPECT_EQ(parent.sequence.get(), 8U) << "counted once";
    EXPECT_EQ(made.name, mix(42, 8)) << "as members name it that have made other attempts";
}

TEST_F(CreationProtocolTest, LetsOthersOutWhenItHasNotCompleted) {
    const FakeParts made = create({all_have, all_have}, {false, true});
    EXPECT_EQ(attempts, 2);
    EXPECT_EQ(revoked_before_vote, std::vector{broken});
    EXPECT_TRUE(made.is_complete);
    EXPECT_FALSE(parent.obstacles.has(Obstacles::frozen));
}

TEST_F(CreationProtocolTest, EndsTheTurnOfTheHandleBeforeTheRepair) {
    const MPI_Comm carrier = world.make_comm({0, 1, 2});
    parent.identity.became_world(carrier, nullptr);
    const FakeParts made = create({one_has_not(), all_have}, {true, true});
    EXPECT_EQ(shrunk, (std::vector<MPI_Comm>{carrier, broken}));
}

TEST_F(CreationProtocolTest, IsTriedAgainWithoutARepairWhenOneWasNotInIt) {
    const FakeParts made = create({Ballot::from_outside, all_have}, {true, true});
    EXPECT_EQ(attempts, 2);
    EXPECT_EQ(discarded, 1);
    EXPECT_TRUE(shrunk.empty());
    EXPECT_EQ(parent.collectives.epoch().get(), 0U);
}

TEST_F(CreationProtocolTest, TellsTheProgramOfARepairOnce) {
    std::vector<int> told;
    repair_callback().set(
        [](MPI_Comm, int epoch, void *into) {
            static_cast<std::vector<int> *>(into)->push_back(epoch);
        },
        &told);
    const FakeParts first = create({one_has_not(), one_has_not(), all_have}, {true, true, true});
    EXPECT_EQ(told, std::vector{2}) << "two repairs of one creation";
    EXPECT_EQ(discarded, 2);
}

TEST_F(CreationProtocolTest, IsNotToldOfWhenNothingWasRepaired) {
    std::vector<int> told;
    repair_callback().set(
        [](MPI_Comm, int epoch, void *into) {
            static_cast<std::vector<int> *>(into)->push_back(epoch);
        },
        &told);
    static_cast<void>(create({all_have}, {true}));
    EXPECT_TRUE(told.empty());
}

TEST_F(CreationProtocolTest, GivesEachCommunicatorANameOfItsOwn) {
    std::set<std::uint64_t> names;
    for (std::uint64_t parent_name = 0; parent_name < 100; ++parent_name)
        for (std::uint64_t number = 0; number < 100; ++number)
            names.insert(mix(parent_name, number));
    EXPECT_EQ(names.size(), 10'000U);
    EXPECT_NE(mix(1, 2), mix(2, 1));
    EXPECT_NE(mix(mix(0, 1), 1), mix(0, 2));
}

} // namespace
} // namespace closeranks
