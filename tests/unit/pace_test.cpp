#include "runtime/core/pace.hpp"

#include <gtest/gtest.h>

namespace closeranks {
namespace {

constexpr double period = 1e-3;

/// How many contributions fit into the log after a confirmation.
int fitting(const Pace &pace) {
    Log log;
    log.cut(1);
    static_cast<void>(log.append(0, 0, 1)); // the confirmation's own
    int count = 0;
    for (; !log.is_full(pace.share()); ++count)
        static_cast<void>(log.append(pace.share(), 0, 1));
    return count;
}

TEST(Pace, ConfirmsEachContributionAtFirst) {
    EXPECT_TRUE(Log{}.is_full(Pace{}.share()));
    EXPECT_EQ(fitting(Pace{}), 0);
}

TEST(Pace, IsReachedInSteps) {
    Pace pace;
    constexpr double fast = 1e-6;
    for (const int expected : {1, 2, 4, 8, 16, 32, 64, 128, 256, 256}) {
        pace.change(1, 0, fast);
        EXPECT_EQ(fitting(pace), expected);
    }
}

TEST(Pace, FallsAtOnce) {
    Pace pace;
    for (int i = 0; i < 10; ++i)
        pace.change(1, 0, 1e-6);
    pace.change(1, 0, 0.3);
    EXPECT_EQ(fitting(pace), 3);
    pace.change(1, 0, 1.5);
    EXPECT_EQ(fitting(pace), 0);
}

TEST(Pace, MeasuresTheTimeOfAnOperation) {
    Pace pace;
    pace.change(10, 2.0, 1e-6);
    EXPECT_NEAR(pace.measure(14, 2.002, period), 0.5, 1e-9);
}

TEST(Pace, NeverRunsAheadForNoTime) {
    Pace pace;
    pace.change(10, 2.0, 1e-6);
    pace.change(11, 2.1, pace.measure(11, 2.0000001, 0));
    EXPECT_EQ(fitting(pace), 0);
}

} // namespace
} // namespace closeranks
