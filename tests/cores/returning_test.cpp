#include "runtime/communicators/returning.hpp"

#include "runtime/core/way_back.hpp"

#include "fake_world.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <utility>
#include <vector>

namespace closeranks {
namespace {

/// Rank 1 of four is a replacement process. The communicators that wait for it have two parts each.
class ReturningTest : public testing::Test {
  protected:
    ReturningTest() {
        world.protect(everyone, {0, 1, 2, 3});
        runtime().everyone = &everyone;
        runtime().config.spares = 1;
    }
    ~ReturningTest() override {
        returning.end();
        std::vector<Communicator *> all;
        runtime().communicators.for_each([&](Communicator &c) { all.push_back(&c); });
        for (Communicator *const c : all) {
            runtime().communicators.erase(c->identity.handle());
            release(*c);
        }
        runtime().config.spares = 0;
        runtime().everyone = nullptr;
    }

    /// The communicator of `ranks` that is the `order`-th made from MPI_COMM_WORLD.
    Remade remade(std::uint64_t order, std::vector<int> ranks) {
        Remade one;
        one.parts.joint.messages = Comm(world.make_comm(ranks));
        one.parts.joint.working = Comm(world.make_comm(ranks));
        one.recipe = {.origin = {.self = 100 + order, .parent = 0, .order = order},
                      .ranks = std::move(ranks),
                      .topology = {}};
        return one;
    }
    void begin(Remade one) {
        std::vector<Remade> all;
        all.push_back(std::move(one));
        returning.begin(std::move(all));
    }

    /// The program makes the next communicator from `parent`.
    MPI_Comm claim(Communicator &parent, const Wanted &wanted = {}) {
        MPI_Comm made = MPI_COMM_NULL;
        const auto alone = [this](MPI_Comm, MPI_Comm *newcomm) {
            ++made_alone;
            *newcomm = world.make_comm({1});
            return MPI_SUCCESS;
        };
        EXPECT_EQ(returning.claim(parent, &made, alone, wanted), MPI_SUCCESS);
        return made;
    }
    MPI_Comm claim() { return claim(everyone); }
    static Communicator *protection_of(MPI_Comm comm) { return runtime().communicators.find(comm); }

    test::FakeWorld world{4, 1};
    Communicator everyone;
    Returning returning;
    int made_alone = 0; ///< by the program's own call
    int split_off = 0;  ///< of MPI_COMM_SELF

  private:
    test::Replaced<&Real::Comm_split> split_{[this](MPI_Comm from, int, int, MPI_Comm *made) {
        EXPECT_EQ(from, MPI_COMM_SELF) << "no other process takes part";
        ++split_off;
        *made = world.make_comm({1});
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

TEST_F(ReturningTest, GetsTheNthThatItMakesFromACommunicator) {
    std::vector<Remade> all;
    all.push_back(remade(2, {1, 3}));
    all.push_back(remade(1, {0, 1, 2}));
    returning.begin(std::move(all));
    EXPECT_TRUE(WayBack::is_on());
    const Communicator *const first = protection_of(claim());
    const Communicator *const second = protection_of(claim());
    ASSERT_NE(first, nullptr);
    ASSERT_NE(second, nullptr);
    EXPECT_EQ(first->size, 3);
    EXPECT_EQ(first->rank, 1);
    EXPECT_EQ(first->creation.origin().self, 101U);
    EXPECT_EQ(second->size, 2);
    EXPECT_EQ(second->rank, 0);
    EXPECT_EQ(made_alone, 0);
    EXPECT_EQ(split_off, 2) << "the handles";
}

TEST_F(ReturningTest, CountsForEachParent) {
    Remade child = remade(1, {1, 2});
    child.recipe.origin.parent = 101;
    std::vector<Remade> all;
    all.push_back(remade(1, {0, 1}));
    all.push_back(std::move(child));
    returning.begin(std::move(all));
    Communicator *const parent = protection_of(claim());
    ASSERT_NE(parent, nullptr);
    const Communicator *const made = protection_of(claim(*parent));
    ASSERT_NE(made, nullptr);
    EXPECT_EQ(made->rank, 0);
    EXPECT_EQ(made->creation.origin().parent, 101U);
}

TEST_F(ReturningTest, GetsEachOnce) {
    begin(remade(1, {0, 1}));
    EXPECT_NE(protection_of(claim()), nullptr);
    everyone.creation = {}; // takes the same path again
    EXPECT_EQ(protection_of(claim()), nullptr);
    EXPECT_EQ(made_alone, 1);
}

TEST_F(ReturningTest, IsAloneWhereNothingWaits) {
    begin(remade(2, {0, 1}));
    EXPECT_NE(claim(), MPI_COMM_NULL);
    EXPECT_EQ(made_alone, 1);
    EXPECT_NE(protection_of(claim()), nullptr) << "the second waits";
    EXPECT_EQ(made_alone, 1);
}

TEST_F(ReturningTest, IsAloneInWhatOthersHaveFreed) {
    Remade freed = remade(1, {0, 1});
    freed.parts = {};
    freed.recipe.is_freed = true;
    begin(std::move(freed));
    const Communicator *const made = protection_of(claim());
    ASSERT_NE(made, nullptr);
    EXPECT_EQ(made->size, 2) << "as the program knows it";
    EXPECT_EQ(made->absent(), 1);
    EXPECT_EQ(made->creation.origin().self, 101U) << "for those that are made from it";
    EXPECT_EQ(split_off, 3) << "messages, collectives and the handle";
    EXPECT_EQ(made_alone, 0);
}

TEST_F(ReturningTest, TakesThePoliciesOfTheParent) {
    begin(remade(1, {0, 1}));
    LossPolicies policies;
    everyone.current_policies = &policies;
    EXPECT_EQ(protection_of(claim())->current_policies.load(), &policies);
}

TEST_F(ReturningTest, FindsBySidesWhatItsSideKnows) {
    Remade sides = remade(7, {0, 3, 1});
    sides.recipe.first_side = 2;
    sides.recipe.by_side = {Origin{.parent = 0, .order = 5}, Origin{.parent = 9, .order = 1}};
    begin(std::move(sides));
    MPI_Comm made = MPI_COMM_NULL;
    EXPECT_EQ(returning.claim(nullptr, {.parent = 0, .order = 5}, &made), MPI_SUCCESS);
    EXPECT_EQ(made, MPI_COMM_NULL) << "that is the other side";
    EXPECT_EXIT(static_cast<void>(returning.claim(nullptr, {.parent = 9, .order = 1}, &made)),
                testing::KilledBySignal(SIGKILL), "made an intercommunicator");
}

TEST_F(ReturningTest, EndsOnAnotherPath) {
    Remade dup = remade(1, {0, 1});
    dup.recipe.origin.made_by = Function::Comm_dup;
    begin(std::move(dup));
    EXPECT_EXIT(claim(everyone, {.use = Use::file}), testing::KilledBySignal(SIGKILL),
                "makes a file where the process before it made a communicator");
    EXPECT_EXIT(claim(everyone, {.call = Function::Comm_split}), testing::KilledBySignal(SIGKILL),
                "Comm_split.*where.*Comm_dup");
    EXPECT_NE(protection_of(claim(everyone, {.call = Function::Comm_dup})), nullptr);
}

TEST_F(ReturningTest, GivesUpWhatIsNotClaimedAtTheResumePoint) {
    std::vector<Remade> all;
    all.push_back(remade(1, {0, 1}));
    all.push_back(remade(2, {0, 1}));
    returning.begin(std::move(all));
    const Communicator *const made = protection_of(claim());
    ASSERT_NE(made, nullptr);
    EXPECT_TRUE(made->obstacles.has(Obstacles::returning));
    returning.end();
    EXPECT_FALSE(WayBack::is_on());
    EXPECT_FALSE(made->obstacles.has(Obstacles::returning));
    EXPECT_EQ(protection_of(claim()), nullptr);
}

} // namespace
} // namespace closeranks
