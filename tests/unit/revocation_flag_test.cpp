#include "runtime/openmpi/revocation_flag.hpp"

#include "runtime/support/handles.hpp"
#include "runtime/support/ulfm.hpp"

#include "fake_mpi.hpp"

#include <gtest/gtest.h>

namespace closeranks {
namespace {

using test::Replaced;

class RevocationFlagTest : public testing::Test {
  protected:
    RevocationFlagTest() {
        static_cast<void>(real.Comm_dup(MPI_COMM_SELF, comm.out()));
        static_cast<void>(real.Comm_set_errhandler(comm.get(), MPI_ERRORS_RETURN));
    }
    ~RevocationFlagTest() override { RevocationFlag::learn(); }

    Comm comm;
};

TEST_F(RevocationFlagTest, FollowsTheMpi) {
    RevocationFlag::learn();
    const RevocationFlag flag(comm.get());
    EXPECT_FALSE(flag.may_be_set());
    ASSERT_EQ(real.Comm_revoke(comm.get()), MPI_SUCCESS);
    EXPECT_TRUE(flag.may_be_set());
    Comm other;
    ASSERT_EQ(real.Comm_dup(MPI_COMM_SELF, other.out()), MPI_SUCCESS);
    EXPECT_FALSE(RevocationFlag(other.get()).may_be_set());
}

TEST_F(RevocationFlagTest, OfNoCommunicatorMayAlwaysBeSet) {
    EXPECT_TRUE(RevocationFlag().may_be_set());
    EXPECT_TRUE(RevocationFlag(MPI_COMM_NULL).may_be_set());
}

TEST_F(RevocationFlagTest, MayAlwaysBeSetWhereNothingIsKnown) {
    {
        // An MPI whose answer follows none of the bytes.
        int asked = 0;
        const Replaced<&Real::Comm_is_revoked> is_revoked([&](MPI_Comm, int *flag) {
            *flag = asked++ == 0 ? 0 : 1;
            return MPI_SUCCESS;
        });
        RevocationFlag::learn();
    }
    EXPECT_TRUE(RevocationFlag(comm.get()).may_be_set());
}

} // namespace
} // namespace closeranks
