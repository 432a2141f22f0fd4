#include "runtime/run/nearest.hpp"

#include <gtest/gtest.h>

using closeranks::suggest_function;

namespace {

TEST(Nearest, FindsWhatWasMeant) {
    EXPECT_EQ(suggest_function("Bcats"), "; the nearest is MPI_Bcast");
    EXPECT_EQ(suggest_function("MPI_Alreduce"), "; the nearest is MPI_Allreduce");
    EXPECT_EQ(suggest_function("allreduce"), "; the nearest is MPI_Allreduce");
    EXPECT_EQ(suggest_function("mpi_bcast"), "; the nearest is MPI_Bcast") << "as Fortran has it";
}

TEST(Nearest, AllowsOneMistakeInThreeLetters) {
    EXPECT_EQ(suggest_function("Sen"), "; the nearest is MPI_Send");
    EXPECT_EQ(suggest_function("Sned"), "") << "two letters of four are wrong";
    EXPECT_EQ(suggest_function("Bcsat"), "; the nearest is MPI_Bcast") << "two of five are not";
    EXPECT_EQ(suggest_function("Bxxxt"), "");
}

TEST(Nearest, IsTheNameItselfWhereThereIsNoMistake) {
    EXPECT_EQ(suggest_function("MPI_Barrier"), "; the nearest is MPI_Barrier");
}

TEST(Nearest, SaysNothingOfAnotherWord) {
    EXPECT_EQ(suggest_function("xyzzy"), "");
    EXPECT_EQ(suggest_function(""), "");
    EXPECT_EQ(suggest_function(std::string(1000, 'B')), "");
}

} // namespace
