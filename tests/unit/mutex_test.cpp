#include "runtime/support/mutex.hpp"

#include <gtest/gtest.h>

namespace closeranks {
namespace {

TEST(Mutex, IsTakenInOrder) {
    Mutex<LockRank::view> outer;
    Mutex<LockRank::leaf> inner;
    for (int time = 0; time < 2; ++time) {
        const std::scoped_lock first(outer);
        const std::scoped_lock second(inner);
    }
    const std::scoped_lock alone(inner);
}

#ifndef NDEBUG
TEST(MutexDeathTest, OutOfOrderEndsTheProgram) {
    Mutex<LockRank::tables> outer;
    Mutex<LockRank::requests> inner;
    Mutex<LockRank::tables> same;
    const std::scoped_lock first(outer);
    EXPECT_DEATH(inner.lock(), "out of order");
    EXPECT_DEATH(same.lock(), "out of order");
}
#endif

} // namespace
} // namespace closeranks
