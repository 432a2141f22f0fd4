#include "runtime/support/flush_output.hpp"

#include "temporary_folder.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <fcntl.h>
#include <thread>
#include <unistd.h>

namespace closeranks {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

TEST(FlushOutput, WritesWhatIsBuffered) {
    const test::TemporaryFolder folder;
    std::FILE *const file = std::fopen((folder / "file").c_str(), "w");
    ASSERT_NE(file, nullptr);
    std::fputs("buffered", file);
    flush_output();
    EXPECT_EQ(test::contents(folder / "file"), "buffered");
    std::fclose(file);
}

/// The thread has the stream locked meanwhile.
TEST(FlushOutput, DoesNotWaitForAThreadThatReads) {
    std::array<int, 2> ends{};
    ASSERT_EQ(pipe(ends.data()), 0);
    std::FILE *const input = fdopen(ends[0], "r");
    std::array<char, 8> line{};
    std::thread reader([&] { EXPECT_NE(std::fgets(line.data(), line.size(), input), nullptr); });
    std::this_thread::sleep_for(100ms);
    const auto begin = Clock::now();
    flush_output();
    EXPECT_LT(Clock::now() - begin, 5s);
    ASSERT_EQ(write(ends[1], "line\n", 5), 5);
    reader.join();
    std::this_thread::sleep_for(100ms); // until it is flushed
    std::fclose(input);
    close(ends[1]);
}

TEST(FlushOutput, DoesNotWaitForAReaderThatTakesNothing) {
    std::array<int, 2> ends{};
    ASSERT_EQ(pipe2(ends.data(), O_NONBLOCK), 0);
    const std::array<char, 4096> page{};
    while (write(ends[1], page.data(), page.size()) > 0) {
    }
    fcntl(ends[1], F_SETFL, 0);
    std::fflush(stdout);
    const int before = dup(STDOUT_FILENO);
    dup2(ends[1], STDOUT_FILENO);
    std::fputs("a line", stdout);
    const auto begin = Clock::now();
    flush_output();
    const auto took = Clock::now() - begin;
    std::array<char, 65536> taken{};
    while (read(ends[0], taken.data(), taken.size()) > 0)
        std::this_thread::sleep_for(50ms); // until it is flushed
    dup2(before, STDOUT_FILENO);
    close(before);
    EXPECT_LT(took, 5s);
    close(ends[0]);
    close(ends[1]);
}

/// As in a program that ends within a piece of output of several calls.
TEST(FlushOutput, WritesAStreamThatTheCallerHasLocked) {
    std::array<int, 2> ends{};
    ASSERT_EQ(pipe(ends.data()), 0);
    std::fflush(stdout);
    const int before = dup(STDOUT_FILENO);
    dup2(ends[1], STDOUT_FILENO);
    flockfile(stdout);
    std::fputs("half a line", stdout);
    flush_output();
    funlockfile(stdout);
    std::this_thread::sleep_for(100ms);
    dup2(before, STDOUT_FILENO);
    close(before);
    std::array<char, 64> text{};
    EXPECT_EQ(read(ends[0], text.data(), text.size()), 11);
    close(ends[0]);
    close(ends[1]);
}

} // namespace
} // namespace closeranks
