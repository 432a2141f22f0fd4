#include "runtime/core/duplicates.hpp"

#include "fake_mpi.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace closeranks {
namespace {

/// An MPI that makes duplicates, and notes what it was asked for; none is ever freed.
class Mpi {
  public:
    /// The n-th wait fails, from 1.
    int failing_wait = 0;
    std::vector<std::string> calls;

    [[nodiscard]] static MPI_Comm copy(int number) {
        static std::vector<int> objects(8);
        return reinterpret_cast<MPI_Comm>(&objects.at(static_cast<std::size_t>(number)));
    }

  private:
    int copies_ = 0;
    int waits_ = 0;

    const test::Replaced<&Real::Comm_dup> dup_{[this](MPI_Comm, MPI_Comm *made) {
        calls.emplace_back("dup");
        *made = copy(copies_++);
        return MPI_SUCCESS;
    }};
    const test::Replaced<&Real::Comm_idup> idup_{
        [this](MPI_Comm, MPI_Comm *made, MPI_Request *request) {
            calls.emplace_back("idup");
            *made = copy(copies_++);
            *request = reinterpret_cast<MPI_Request>(this);
            return MPI_SUCCESS;
        }};
    const test::Replaced<&Real::Wait> wait_{[this](MPI_Request *request, MPI_Status *) {
        calls.emplace_back("wait");
        if (++waits_ == failing_wait) return MPIX_ERR_PROC_FAILED; // and the request is still there
        *request = MPI_REQUEST_NULL;
        return MPI_SUCCESS;
    }};
    const test::Replaced<&Real::Request_free> free_{[this](MPI_Request *request) {
        calls.emplace_back("free request");
        *request = MPI_REQUEST_NULL;
        return MPI_SUCCESS;
    }};
    const test::Replaced<&Real::Comm_revoke> revoke_{[this](MPI_Comm) {
        calls.emplace_back("revoke");
        return MPI_SUCCESS;
    }};
};

using testing::ElementsAre;

TEST(Duplicates, AreAllUnderWayBeforeOneIsWaitedFor) {
    Mpi mpi;
    Comm first;
    Comm second;
    Duplicates both(MPI_COMM_WORLD, true);
    both.add(first);
    both.add(second);
    EXPECT_EQ(both.finish(MPI_SUCCESS), MPI_SUCCESS);
    EXPECT_THAT(mpi.calls, ElementsAre("idup", "idup", "wait", "wait"));
    EXPECT_EQ(first.release(), Mpi::copy(0));
    EXPECT_EQ(second.release(), Mpi::copy(1));
}

TEST(Duplicates, AreMadeOneAfterTheOtherByAnMpiThatConfusesThem) {
    Mpi mpi;
    Comm first;
    Comm second;
    Duplicates both(MPI_COMM_WORLD, false);
    both.add(first);
    both.add(second);
    EXPECT_EQ(both.finish(MPI_SUCCESS), MPI_SUCCESS);
    EXPECT_THAT(mpi.calls, ElementsAre("dup", "dup"));
    EXPECT_EQ(second.release(), Mpi::copy(1));
    EXPECT_EQ(first.release(), Mpi::copy(0));
}

TEST(Duplicates, RevokeTheParentOnceWhenOneFailsAndWaitForTheOthers) {
    Mpi mpi;
    mpi.failing_wait = 1;
    Comm first;
    Comm second;
    Duplicates both(MPI_COMM_WORLD, true);
    both.add(first);
    both.add(second);
    EXPECT_EQ(both.finish(MPI_SUCCESS), MPIX_ERR_PROC_FAILED);
    EXPECT_THAT(mpi.calls, ElementsAre("idup", "idup", "wait", "free request", "revoke", "wait"));
    EXPECT_FALSE(first) << "the MPI has released it";
    EXPECT_EQ(second.release(), Mpi::copy(1));
}

TEST(Duplicates, RevokeTheParentBeforeTheyAreWaitedForIfItsOwnerHasGivenUp) {
    Mpi mpi;
    Comm one;
    Duplicates only(MPI_COMM_WORLD, true);
    only.add(one);
    EXPECT_EQ(only.finish(MPI_ERR_INTERN), MPI_ERR_INTERN);
    EXPECT_THAT(mpi.calls, ElementsAre("idup", "revoke", "wait"));
    EXPECT_EQ(one.release(), Mpi::copy(0));
}

} // namespace
} // namespace closeranks
