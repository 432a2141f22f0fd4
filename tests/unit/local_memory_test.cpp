// closeranks/detail/local_memory.hpp: what messages have freed is there for the next ones.

#include <closeranks/detail/local_memory.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <vector>

#include <malloc.h>
#include <sys/prctl.h>
#include <sys/resource.h>

using closeranks::local_detail::Bytes;
using closeranks::local_detail::Memory;

namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;

/// How many pages the system has given to this process.
long fresh_pages() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_minflt;
}

/// Messages are made, written and freed; returns how many fresh pages that took.
long pages_for(int count, std::size_t size, Memory &memory) {
    const long before = fresh_pages();
    std::vector<Bytes> messages;
    for (int i = 0; i < count; ++i) {
        Bytes &message = messages.emplace_back(size, memory);
        std::memset(message.data(), i, size);
    }
    messages.clear();
    return fresh_pages() - before;
}

class LocalMemoryTest : public testing::Test {
  protected:
    /// From now on the heap gives back at once what is freed: what is kept, Memory has kept.
    static void SetUpTestSuite() {
        mallopt(M_MMAP_THRESHOLD, 64 << 10);
        mallopt(M_TRIM_THRESHOLD, 0);
        prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0); // pages are counted, which are small ones
    }
};

/// By turns, as a program sends small ones and long ones: the heap may give back what is at its
/// end.
TEST_F(LocalMemoryTest, KeepsWhatIsFreed) {
    Memory memory(256 * mebibyte);
    for (const std::size_t size : {std::size_t{32}, std::size_t{1048}, std::size_t{16'408},
                                   mebibyte / 4, 4 * mebibyte + 24}) {
        const int count = size > mebibyte ? 10 : 100;
        static_cast<void>(pages_for(count, size, memory));
        EXPECT_LT(pages_for(count, size, memory), 50) << size << " bytes";
    }
}

TEST_F(LocalMemoryTest, TakesALittleMoreWhereThereIsNoneOfTheSize) {
    Memory memory(256 * mebibyte);
    static_cast<void>(pages_for(10, 4 * mebibyte, memory));
    EXPECT_LT(pages_for(10, 4 * mebibyte - 5000, memory), 50);
}

TEST_F(LocalMemoryTest, DoesNotTakeMuchMoreThanIsNeeded) {
    Memory memory(256 * mebibyte);
    static_cast<void>(pages_for(10, 8 * mebibyte, memory));
    EXPECT_GT(pages_for(10, 4 * mebibyte, memory), 5000);
}

TEST_F(LocalMemoryTest, KeepsNoMoreThanItMay) {
    Memory memory(10 * mebibyte);
    static_cast<void>(pages_for(10, 4 * mebibyte, memory));
    EXPECT_GT(pages_for(10, 4 * mebibyte, memory), 5000); // two were kept
    static_cast<void>(pages_for(1, 16 * mebibyte, memory));
    EXPECT_GT(pages_for(1, 16 * mebibyte, memory), 3000); // alone more than all
}

} // namespace
