#include "runtime/windows/shared_memory.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace closeranks {
namespace {

/// A child that waits until it is killed or the object goes.
class Child {
  public:
    Child() : pid_(::fork()) {
        if (pid_ == 0)
            for (;;)
                ::pause();
    }
    ~Child() { end(); }
    Child(const Child &) = delete;
    Child &operator=(const Child &) = delete;

    void kill() const { ::kill(pid_, SIGKILL); }
    void end() {
        if (pid_ == 0) return;
        kill();
        static_cast<void>(::waitpid(pid_, nullptr, 0));
        pid_ = 0;
    }
    [[nodiscard]] pid_t pid() const { return pid_; }

  private:
    pid_t pid_;
};

TEST(SharedMemory, IsReachedThroughTheProcessThatHasIt) {
    const Descriptor memory = make_memory();
    ASSERT_TRUE(memory);
    const Mapping first(memory, 100);
    ASSERT_TRUE(first);
    const Child child; // has the descriptor, too
    const Descriptor again = open_of(child.pid(), memory.get());
    ASSERT_TRUE(again);
    const Mapping second(again, 100);
    ASSERT_TRUE(second);
    EXPECT_EQ(second.data()[99], std::byte{0});
    first.data()[99] = std::byte{7};
    EXPECT_EQ(second.data()[99], std::byte{7});
}

TEST(SharedMemory, IsAsLongAsTheLongestMapping) {
    const Descriptor memory = make_memory();
    const Mapping small(memory, page_size());
    const Mapping large(memory, 3 * page_size());
    const Mapping none(memory, 0);
    large.data()[3 * page_size() - 1] = std::byte{1};
    small.data()[0] = std::byte{2};
    EXPECT_EQ(large.data()[0], std::byte{2});
    EXPECT_FALSE(none);
}

TEST(SharedMemory, ADeadProcessIsKnownBeforeItsParentKnows) {
    Child child;
    EXPECT_FALSE(has_ended(child.pid()));
    child.kill();
    siginfo_t info{};
    ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(child.pid()), &info, WEXITED | WNOWAIT), 0);
    EXPECT_TRUE(has_ended(child.pid()));
    const pid_t pid = child.pid();
    child.end();
    EXPECT_TRUE(has_ended(pid));
}

TEST(SharedMemory, CopiesSegmentsOfAnother) {
    // At the same address in the child, but its own.
    constexpr std::size_t size = 1000;
    static std::array<std::byte, size> there;
    there.fill(std::byte{1});
    Child child;
    there.fill(std::byte{2});
    ProcessMemory elsewhere(child.pid());
    std::vector<Segment> segments;
    for (std::size_t offset = 0; offset + 3 <= size; offset += 5)
        segments.push_back({.offset = offset, .length = 3});
    std::vector<std::byte> image(size);
    const auto address = reinterpret_cast<std::uintptr_t>(there.data());
    ASSERT_EQ(elsewhere.read(image.data(), address, segments), 0);
    for (std::size_t i = 0; i < size; ++i)
        EXPECT_EQ(image[i], i % 5 < 3 ? std::byte{1} : std::byte{0}) << i;
    std::fill(image.begin(), image.end(), std::byte{3});
    ASSERT_EQ(elsewhere.write(image.data(), address, segments), 0);
    const Segment all{.offset = 0, .length = size};
    ASSERT_EQ(elsewhere.read(image.data(), address, {&all, 1}), 0);
    for (std::size_t i = 0; i < size; ++i)
        EXPECT_EQ(image[i], i % 5 < 3 ? std::byte{3} : std::byte{1}) << i;
    EXPECT_EQ(there[0], std::byte{2});
    EXPECT_EQ(elsewhere.read(image.data(), 0, {&all, 1}), EFAULT);
    child.end();
    EXPECT_EQ(elsewhere.read(image.data(), address, {&all, 1}), ESRCH);
}

} // namespace
} // namespace closeranks
