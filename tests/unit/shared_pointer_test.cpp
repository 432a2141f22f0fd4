#include "runtime/files/shared_pointer.hpp"

#include "temporary_folder.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace closeranks {
namespace {

class SharedPointerTest : public testing::Test {
  protected:
    SharedPointerTest() {
        for (SharedPointer *pointer : {&one, &other})
            pointer->place(path, 5);
    }

    static MPI_Offset at(SharedPointer &pointer) {
        MPI_Offset value = -1;
        EXPECT_EQ(pointer.read(value), MPI_SUCCESS);
        return value;
    }
    [[nodiscard]] bool exists() const { return access(path.c_str(), F_OK) == 0; }

    test::TemporaryFolder folder;
    std::string path = folder / "pointer";
    SharedPointer one; // two processes, or so it seems
    SharedPointer other;
};

TEST_F(SharedPointerTest, BelongsToAll) {
    MPI_Offset before = -1;
    EXPECT_EQ(at(one), 5);
    EXPECT_FALSE(exists());
    EXPECT_EQ(one.advance(10, before), MPI_SUCCESS);
    EXPECT_EQ(before, 5);
    EXPECT_TRUE(exists());
    EXPECT_EQ(other.advance(1, before), MPI_SUCCESS);
    EXPECT_EQ(before, 15);
    EXPECT_EQ(at(one), 16);
    one.remove();
    EXPECT_FALSE(exists());
}

TEST_F(SharedPointerTest, StepsOnceForAll) {
    const auto add = [](MPI_Offset from) { return from + 7; };
    MPI_Offset before = -1;
    EXPECT_EQ(one.step(add, before), MPI_SUCCESS);
    EXPECT_EQ(before, 5);
    EXPECT_EQ(one.advance(1, before), MPI_SUCCESS); // ahead of the other
    EXPECT_EQ(other.step(add, before), MPI_SUCCESS);
    EXPECT_EQ(before, 5);
    EXPECT_EQ(at(other), 13);
    // The next one belongs to whoever comes first.
    EXPECT_EQ(other.step(add, before), MPI_SUCCESS);
    EXPECT_EQ(before, 13);
    EXPECT_EQ(one.step([](MPI_Offset) { return MPI_Offset{-1}; }, before), MPI_SUCCESS);
    EXPECT_EQ(before, 13);
    EXPECT_EQ(at(one), 20);
}

TEST_F(SharedPointerTest, ReturnsToTheStartWithoutAFile) {
    MPI_Offset before = -1;
    EXPECT_EQ(one.reset(), MPI_SUCCESS);
    EXPECT_FALSE(exists());
    EXPECT_EQ(at(one), 0);
    EXPECT_EQ(one.advance(4, before), MPI_SUCCESS); // before the other gets there
    EXPECT_EQ(before, 0);
    EXPECT_EQ(other.reset(), MPI_SUCCESS);
    EXPECT_EQ(at(other), 4);
    EXPECT_EQ(other.reset(), MPI_SUCCESS);
    EXPECT_EQ(at(one), 0);
}

TEST_F(SharedPointerTest, StaysWhereAMoveIsRefused) {
    MPI_Offset before = -1;
    EXPECT_EQ(one.step([](MPI_Offset) { return MPI_Offset{-1}; }, before), MPI_SUCCESS);
    EXPECT_EQ(at(one), 5);
}

TEST_F(SharedPointerTest, IsNotTakenAwayByTheDead) {
    MPI_Offset before = -1;
    EXPECT_EQ(one.advance(1, before), MPI_SUCCESS);
    const pid_t child = fork();
    if (child == 0) { // takes positions until it is killed, perhaps while it has the lock
        SharedPointer its;
        its.place(path, 5);
        while (its.advance(1, before) == MPI_SUCCESS) {
        }
        _exit(1);
    }
    while (at(one) == 6) // on a busy machine it begins late
        usleep(1'000);
    usleep(5'000);
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    const MPI_Offset reached = at(one);
    EXPECT_GT(reached, 6);
    EXPECT_EQ(other.advance(1, before), MPI_SUCCESS);
    EXPECT_EQ(before, reached);
}

TEST(SharedPointer, OfOneProcessNeedsNoFile) {
    SharedPointer pointer;
    pointer.place("", 3);
    MPI_Offset before = -1;
    EXPECT_EQ(pointer.advance(4, before), MPI_SUCCESS);
    EXPECT_EQ(pointer.step([](MPI_Offset at) { return at * 2; }, before), MPI_SUCCESS);
    EXPECT_EQ(before, 7);
    EXPECT_EQ(pointer.read(before), MPI_SUCCESS);
    EXPECT_EQ(before, 14);
    EXPECT_FALSE(pointer.is_used());
}

TEST(SharedPointer, TellsThatItCannotBeKept) {
    SharedPointer pointer;
    const test::TemporaryFolder folder;
    pointer.place(folder / "no/pointer", 0);
    MPI_Offset before = -1;
    EXPECT_EQ(pointer.advance(1, before), MPI_ERR_IO);
}

} // namespace
} // namespace closeranks
