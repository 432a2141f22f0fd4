#include "runtime/openmpi/comm_epochs.hpp"

#include "runtime/support/handles.hpp"

#include <gtest/gtest.h>

namespace closeranks {
namespace {

Comm make_comm() {
    Comm made;
    EXPECT_EQ(real.Comm_dup(MPI_COMM_SELF, made.out()), MPI_SUCCESS);
    return made;
}

TEST(CommEpochs, AreCountedForEachCommunicator) {
    ASSERT_TRUE(CommEpochs::prepare());
    const Comm first = make_comm();
    const Comm second = make_comm();
    EXPECT_EQ(CommEpochs::of(second.get()), CommEpochs::of(first.get()) + 1);
}

TEST(CommEpochs, GoOnFromTheOneThatWasAgreedOn) {
    ASSERT_TRUE(CommEpochs::prepare());
    const int before = CommEpochs::of(make_comm().get());
    CommEpochs::go_on_from(before + 1000);
    EXPECT_EQ(CommEpochs::of(make_comm().get()), before + 1001);
    CommEpochs::go_on_from(before); // never back
    EXPECT_EQ(CommEpochs::of(make_comm().get()), before + 1002);
}

} // namespace
} // namespace closeranks
