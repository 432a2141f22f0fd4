#include "fake_table.hpp"

#include "tests/unit/fake_mpi.hpp"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

namespace closeranks {
namespace {

TEST(FakeTable, FailsATestThatCallsTheMpi) {
    int code = MPI_SUCCESS;
    EXPECT_NONFATAL_FAILURE(code = real.Barrier(MPI_COMM_WORLD), "MPI_Barrier was called");
    EXPECT_EQ(code, MPI_ERR_OTHER);
    EXPECT_NONFATAL_FAILURE(static_cast<void>(real.Wtime()), "MPI_Wtime was called");
    EXPECT_NONFATAL_FAILURE(static_cast<void>(real.Pcontrol(1)), "MPI_Pcontrol was called");
}

TEST(FakeTable, GivesTheAnswerOfTheTest) {
    const test::Replaced<&Real::Wtime> clock([] { return 2.5; });
    EXPECT_EQ(real.Wtime(), 2.5);
}

TEST(FakeTable, NeedsNoMpi) {
    int initialised = 1;
    EXPECT_EQ(PMPI_Initialized(&initialised), MPI_SUCCESS);
    EXPECT_EQ(initialised, 0);
}

} // namespace
} // namespace closeranks
