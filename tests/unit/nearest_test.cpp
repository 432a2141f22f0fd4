#include "runtime/run/nearest.hpp"

#include <gtest/gtest.h>

using closeranks::suggest_function;

namespace {

TEST(Nearest, FindsWhatWasMeant) {
    EXPECT_EQ(suggest_function("Bcats"), "; the nearest is MPI_Bcast");
    EXPECT_EQ(suggest_function("MPI_Alreduce"), "; the nearest is MPI_Allreduce");
    EXPECT_EQ(suggest_function("allreduce"), "; the nearest is MPI_Allreduce");
}

TEST(Nearest, SaysNothingOfAnotherWord) {
    EXPECT_EQ(suggest_function("xyzzy"), "");
    EXPECT_EQ(suggest_function(""), "");
    EXPECT_EQ(suggest_function(std::string(1000, 'B')), "");
}

} // namespace
