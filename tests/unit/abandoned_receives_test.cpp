#include "runtime/core/abandoned_receives.hpp"

#include <gtest/gtest.h>

namespace closeranks {
namespace {

TEST(AbandonedReceives, KeepsPeersAndTagsApart) {
    AbandonedReceives abandoned_receives;
    EXPECT_FALSE(abandoned_receives.covers(2, 7));
    abandoned_receives.add(2, 7);
    EXPECT_TRUE(abandoned_receives.covers(2, 7));
    EXPECT_FALSE(abandoned_receives.covers(2, 8));
    EXPECT_FALSE(abandoned_receives.covers(3, 7));
}

TEST(AbandonedReceives, AnyTagMayMatchWhatWasGivenUp) {
    AbandonedReceives abandoned_receives;
    abandoned_receives.add(2, 7);
    EXPECT_TRUE(abandoned_receives.covers(2, MPI_ANY_TAG));
    abandoned_receives.add(3, MPI_ANY_TAG);
    EXPECT_TRUE(abandoned_receives.covers(3, 9));
}

TEST(AbandonedReceives, AnyTagGivenUpAfterOneTagCoversAll) {
    AbandonedReceives abandoned_receives;
    abandoned_receives.add(2, 7);
    abandoned_receives.add(2, MPI_ANY_TAG);
    EXPECT_TRUE(abandoned_receives.covers(2, 8));
}

TEST(AbandonedReceives, ForgetsTagsRatherThanGrow) {
    AbandonedReceives abandoned_receives;
    for (int tag = 0; tag < 1000; ++tag)
        abandoned_receives.add(2, tag);
    EXPECT_TRUE(abandoned_receives.covers(2, 5000));
    EXPECT_FALSE(abandoned_receives.covers(3, 5000));
}

TEST(AbandonedReceives, IsNotAboutSendsAndWildcards) {
    AbandonedReceives abandoned_receives;
    abandoned_receives.add(2, AbandonedReceives::no_tag);
    abandoned_receives.add(MPI_ANY_SOURCE, 7);
    abandoned_receives.add(MPI_PROC_NULL, 7);
    EXPECT_FALSE(abandoned_receives.covers(2, 7));
    EXPECT_FALSE(abandoned_receives.covers(MPI_ANY_SOURCE, 7));
    EXPECT_FALSE(abandoned_receives.covers(MPI_PROC_NULL, 7));
}

} // namespace
} // namespace closeranks
