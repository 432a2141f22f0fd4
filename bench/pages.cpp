// How long it takes to keep the old contents of a buffer: by a copy, or by an exchange of its pages
// with those of another buffer (mremap). There is no MPI in it, no other thread, and each buffer is
// a mapping of its own (docs/developers/commit.md, "Old contents of receive buffers").
//
//     bench_pages

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace {

using Clock = std::chrono::steady_clock;
using Microseconds = std::chrono::duration<double, std::micro>;

constexpr std::size_t large_page = std::size_t{2} << 20U;
constexpr int rounds = 301;

[[noreturn]] void give_up(const char *call) {
    std::perror(call);
    std::exit(EXIT_FAILURE);
}

/// Memory whose pages are all there; at a multiple of a large page, and on such pages if `large`.
std::byte *map_pages(std::size_t size, bool large) {
    void *const all = mmap(nullptr, size + large_page, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED) give_up("mmap");
    std::size_t space = size + large_page;
    void *start = all;
    if (std::align(large_page, size, start, space) == nullptr) give_up("align");
    if (madvise(start, size, large ? MADV_HUGEPAGE : MADV_NOHUGEPAGE) != 0) give_up("madvise");
    std::memset(start, 1, size);
    return static_cast<std::byte *>(start);
}

void move_pages(std::byte *from, std::byte *to, std::size_t size) {
    if (mremap(from, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, to) == MAP_FAILED)
        give_up("mremap");
}

template <typename Work> double time_of(const Work &work) {
    const auto begin = Clock::now();
    work();
    return Microseconds(Clock::now() - begin).count();
}

double median(std::array<double, rounds> &times) {
    std::nth_element(times.begin(), times.begin() + rounds / 2, times.end());
    return times[rounds / 2];
}

void measure(std::size_t size, bool large) {
    std::byte *const buffer = map_pages(size, large);
    std::byte *const kept = map_pages(size, large);
    std::byte *const between = map_pages(size, large);
    std::array<double, rounds> copies{};
    std::array<double, rounds> exchanges{};
    for (std::size_t round = 0; round < rounds; ++round) {
        std::memset(buffer, static_cast<int>(round), size); // as the result of a call
        copies[round] = time_of([=] { std::memcpy(kept, buffer, size); });
        exchanges[round] = time_of([=] {
            move_pages(buffer, between, size);
            move_pages(kept, buffer, size);
            move_pages(between, kept, size);
        });
    }
    const double copy = median(copies);
    const double exchange = median(exchanges);
    std::printf("%6zu KiB, %s pages: copy %7.1f us, exchange %7.1f us, ratio %.2f\n", size >> 10U,
                large ? "large" : "small", copy, exchange, exchange / copy);
}

} // namespace

int main() {
    for (const bool large : {false, true})
        for (std::size_t size = std::size_t{64} << 10U; size <= std::size_t{4} << 20U; size *= 2)
            measure(size, large);
    return 0;
}
