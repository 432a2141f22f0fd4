#include "runtime/given_up.hpp"

#include <gtest/gtest.h>

namespace closeranks {
namespace {

TEST(GivenUp, KeepsPeersAndTagsApart) {
    GivenUp given_up;
    EXPECT_FALSE(given_up.covers(2, 7));
    given_up.add(2, 7);
    EXPECT_TRUE(given_up.covers(2, 7));
    EXPECT_FALSE(given_up.covers(2, 8));
    EXPECT_FALSE(given_up.covers(3, 7));
}

TEST(GivenUp, AnyTagMayMatchWhatWasGivenUp) {
    GivenUp given_up;
    given_up.add(2, 7);
    EXPECT_TRUE(given_up.covers(2, MPI_ANY_TAG));
    given_up.add(3, MPI_ANY_TAG);
    EXPECT_TRUE(given_up.covers(3, 9));
}

TEST(GivenUp, AnyTagGivenUpAfterOneTagCoversAll) {
    GivenUp given_up;
    given_up.add(2, 7);
    given_up.add(2, MPI_ANY_TAG);
    EXPECT_TRUE(given_up.covers(2, 8));
}

TEST(GivenUp, ForgetsTagsRatherThanGrow) {
    GivenUp given_up;
    for (int tag = 0; tag < 1000; ++tag)
        given_up.add(2, tag);
    EXPECT_TRUE(given_up.covers(2, 5000));
    EXPECT_FALSE(given_up.covers(3, 5000));
}

TEST(GivenUp, IsNotAboutSendsAndWildcards) {
    GivenUp given_up;
    given_up.add(2, GivenUp::no_tag);
    given_up.add(MPI_ANY_SOURCE, 7);
    given_up.add(MPI_PROC_NULL, 7);
    EXPECT_FALSE(given_up.covers(2, 7));
    EXPECT_FALSE(given_up.covers(MPI_ANY_SOURCE, 7));
    EXPECT_FALSE(given_up.covers(MPI_PROC_NULL, 7));
}

} // namespace
} // namespace closeranks
