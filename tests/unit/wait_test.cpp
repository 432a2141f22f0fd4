#include "runtime/core/wait.hpp"

#include <gtest/gtest.h>

#include <mpi.h>

namespace closeranks {
namespace {

const Wait *scope_in(std::uint32_t word) {
    const std::uint32_t before = this_call.word.get();
    this_call.word.set(word);
    const Wait wait{nullptr, Function::Barrier, Wait::Kind::collective, MPI_PROC_NULL, MPI_ANY_TAG};
    const Wait *published = nullptr;
    {
        const WaitScope scope(wait);
        published = this_call.scope.get() == &wait ? &wait : nullptr;
    }
    this_call.word.set(before);
    return published;
}

TEST(Wait, ACallPublishesItsWait) {
    EXPECT_NE(scope_in(CallState::in(Function::Barrier)), nullptr);
    EXPECT_EQ(this_call.scope.get(), nullptr);
}

/// A task may be left off in its wait, and other calls of the thread would be taken to wait for it.
TEST(Wait, ATaskPublishesNone) {
    EXPECT_EQ(scope_in(CallState::in_task_of(Function::Ibcast)), nullptr);
}

TEST(Wait, ACallMadeByATaskPublishesNone) {
    EXPECT_EQ(scope_in(CallState::in_task_of(Function::Ibcast) + 1), nullptr);
}

} // namespace
} // namespace closeranks
