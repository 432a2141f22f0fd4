#include "runtime/support/flush_output.hpp"

#include <array>
#include <chrono>
#include <cstdio>
#include <dlfcn.h>
#include <iostream>
#include <poll.h>
#include <semaphore>
#include <thread>

namespace closeranks {

namespace {

// exit() would flush stdio only after the library's handler, and gfortran's units still later.
void flush_all() noexcept {
    try {
        std::cout.flush();
        std::clog.flush();
    } catch (...) { // NOLINT(bugprone-empty-catch): a broken stream must not stop us
    }
    std::fflush(nullptr);
    using FlushUnit = void(const int *);
    if (auto *flush = reinterpret_cast<FlushUnit *>(dlsym(RTLD_DEFAULT, "_gfortran_flush_i4")))
        flush(nullptr); // nullptr: every unit
}

/// The calling thread may have locked the stream itself. It must not wait for a reader that takes
/// nothing.
void flush_at_once(std::FILE *stream) noexcept {
    if (ftrylockfile(stream) != 0) return;
    pollfd output{fileno(stream), POLLOUT, 0};
    if (poll(&output, 1, 0) == 1 && (output.revents & POLLOUT) != 0)
        static_cast<void>(fflush_unlocked(stream));
    funlockfile(stream);
}

} // namespace

void flush_output() noexcept {
    constexpr auto longest = std::chrono::seconds(1);
    for (std::FILE *const stream : std::array{stdout, stderr})
        flush_at_once(stream);
    try {
        auto *const flushed = new std::binary_semaphore(0); // not freed: the thread may be late
        std::thread([flushed] {
            flush_all();
            flushed->release();
        }).detach();
        static_cast<void>(flushed->try_acquire_for(longest));
    } catch (...) { // there is no other thread
        flush_all();
    }
}

} // namespace closeranks
