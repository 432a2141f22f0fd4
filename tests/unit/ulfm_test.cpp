#include "runtime/support/ulfm.hpp"

#include "runtime/support/handles.hpp"

#include "fake_mpi.hpp"

#include <array>
#include <cstddef>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace closeranks {
namespace {

using test::Replaced;

/// Of three failed ones the middle one is in no group that anybody asks for.
TEST(FailedRanks, AreThoseOfTheNumberingThatIsAskedFor) {
    const Replaced<&Real::Comm_get_failed> get_failed(
        [](MPI_Comm, MPI_Group *failed) { return real.Comm_group(MPI_COMM_SELF, failed); });
    const Replaced<&Real::Group_size> size([](MPI_Group, int *count) {
        *count = 3;
        return MPI_SUCCESS;
    });
    const Replaced<&Real::Group_translate_ranks> translate(
        [](MPI_Group, int count, const int *ranks, MPI_Group, int *translated) {
            constexpr std::array in_numbering{4, MPI_UNDEFINED, 0};
            for (int i = 0; i < count; ++i)
                translated[i] = in_numbering.at(static_cast<std::size_t>(ranks[i]));
            return MPI_SUCCESS;
        });
    EXPECT_THAT(failed_ranks(MPI_COMM_SELF, MPI_GROUP_EMPTY), testing::ElementsAre(4, 0))
        << "who is not in it is left out";
}

TEST(FailedRanks, AreNoneWhereTheMpiKnowsOfNone) {
    Group self;
    ASSERT_EQ(real.Comm_group(MPI_COMM_SELF, self.out()), MPI_SUCCESS);
    EXPECT_TRUE(failed_ranks(MPI_COMM_SELF, self.get()).empty());
}

TEST(FailedRanks, AreNoneWhereTheMpiDoesNotSay) {
    const Replaced<&Real::Comm_get_failed> get_failed(
        [](MPI_Comm, MPI_Group *) { return MPI_ERR_COMM; });
    EXPECT_TRUE(failed_ranks(MPI_COMM_SELF, MPI_GROUP_EMPTY).empty());
}

} // namespace
} // namespace closeranks
