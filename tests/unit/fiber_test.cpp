#include "runtime/support/fiber.hpp"

#include <gtest/gtest.h>

#include <string>

namespace closeranks {
namespace {

TEST(Fiber, GoesOnWhereItLeftOff) {
    Fiber fiber;
    std::string said;
    EXPECT_TRUE(fiber.has_ended()) << "nothing has begun";
    fiber.start([&] {
        int local = 1; // on the stack of its own
        said += std::to_string(local++);
        fiber.leave_off();
        said += std::to_string(local++);
        fiber.leave_off();
        said += std::to_string(local);
    });
    EXPECT_FALSE(fiber.has_ended());
    said += "a";
    fiber.resume();
    said += "b";
    EXPECT_FALSE(fiber.has_ended());
    fiber.resume();
    EXPECT_TRUE(fiber.has_ended());
    EXPECT_EQ(said, "1a2b3");
}

TEST(Fiber, MayBeginAgainWhenItHasEnded) {
    Fiber fiber;
    int runs = 0;
    for (int i = 0; i < 3; ++i)
        fiber.start([&] { ++runs; });
    EXPECT_TRUE(fiber.has_ended());
    EXPECT_EQ(runs, 3);
}

TEST(Fiber, MayResumeAnotherOne) {
    Fiber outer;
    Fiber inner;
    std::string said;
    inner.start([&] {
        said += "i";
        inner.leave_off();
        said += "j";
    });
    outer.start([&] {
        said += "o";
        outer.leave_off();
        inner.resume();
        said += "p";
    });
    outer.resume();
    EXPECT_EQ(said, "iojp");
    EXPECT_TRUE(inner.has_ended() && outer.has_ended());
}

/// Whatever overruns it must crash, and not write into what lies below.
TEST(FiberDeathTest, HasAPageBelowItsStackThatNobodyMayTouch) {
    struct Recursion {
        static int deeper(volatile char *above, int depth) {
            volatile char room[4096];
            room[0] = above[0];
            return depth == 0 ? room[0] : deeper(room, depth - 1) + room[0];
        }
    };
    const auto overrun = [] {
        Fiber fiber;
        volatile char begin = 0;
        fiber.start([&] { begin = static_cast<char>(Recursion::deeper(&begin, 1 << 20)); });
    };
    EXPECT_DEATH(overrun(), "");
}

} // namespace
} // namespace closeranks
