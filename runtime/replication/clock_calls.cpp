#include "runtime/replication/clock_calls.hpp"

#include "runtime/replication/decisions.hpp"
#include "runtime/replication/program_calls.hpp"
#include "runtime/replication/world.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <utility>

#include <sys/random.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>

/// Clocks and random numbers of the C library: both processes of a rank get the leader's.

namespace closeranks::replication {

namespace {

bool clocks_are_repeated = false;

/// The source that is read, the same in both processes of a rank. The id of a clock is added to
/// `of_clock`.
enum Asked : std::uint64_t {
    day = 64, ///< gettimeofday
    seconds,  ///< time
    processor,
    ticks,
    usage,
    random_bytes,
    random_number,
    of_clock = 256,
    of_task = 512, ///< the time of a process or thread, whose numbers differ: by kind
};

bool is_repeated(const void *caller) noexcept {
    return clocks_are_repeated && is_program_call(caller);
}

/// Readings that only rise. A twin that takes over continues from the readings of its leader, even
/// if its own clock is behind, or belongs to another host.
struct Rising {
    std::uint64_t told = 0;
    std::uint64_t ahead = 0; ///< of the own clock, modulo 2^64
};
constexpr std::size_t clocks = 16;
constexpr std::size_t tasks = 8;
std::array<Rising, clocks + tasks + 4> rising{};

Rising &rising_of(std::uint64_t asked) noexcept {
    if (asked >= of_task) return rising[clocks + (asked - of_task) % tasks];
    return rising[asked >= of_clock ? (asked - of_clock) % clocks
                                    : clocks + tasks + (asked - day) % 4];
}

std::uint64_t asked_of(clockid_t id) noexcept {
    return id >= 0 ? of_clock + static_cast<std::uint64_t>(id) % (of_task - of_clock)
                   : of_task + static_cast<std::uint64_t>(id) % tasks;
}

constexpr std::uint64_t failed = std::numeric_limits<std::uint64_t>::max();

/// The leader's reading of a clock; `failed`: there is no reading.
template <typename Read> std::uint64_t read_rising(std::uint64_t asked, Read read) {
    std::uint64_t value = failed;
    bool is_own = false;
    const OurOwn own;
    decisions().repeat(asked, std::span(&value, 1), [&] {
        value = read();
        is_own = true;
    });
    Rising &one = rising_of(asked);
    if (!is_own) {
        if (value == failed) return value;
        one.told = value;
        if (!decisions().shares_memory()) one.ahead = value - read(); // another host's clock
    } else if (one.told != 0 && value != failed) {                    // this process was a twin
        if (value + one.ahead < one.told) one.ahead = one.told - value;
        value += one.ahead;
    }
    return value;
}

constexpr std::uint64_t billion = 1'000'000'000;

std::uint64_t nanoseconds(const timespec &time) noexcept {
    return static_cast<std::uint64_t>(time.tv_sec) * billion +
           static_cast<std::uint64_t>(time.tv_nsec);
}

int read_clock(clockid_t id, timespec *time) noexcept {
    const std::uint64_t value = read_rising(asked_of(id), [id] {
        timespec own{};
        return CLOSERANKS_NEXT(clock_gettime)(id, &own) == 0 ? nanoseconds(own) : failed;
    });
    if (value == failed) {
        errno = EINVAL;
        return -1;
    }
    time->tv_sec = static_cast<time_t>(value / billion);
    time->tv_nsec = static_cast<long>(value % billion);
    return 0;
}

/// A result of the leader that consists of bytes.
template <typename Read>
void repeat_bytes(std::uint64_t asked, void *to, std::size_t bytes, Read read) {
    constexpr std::size_t most = 256; // words
    std::array<std::uint64_t, most> words{};
    const OurOwn own;
    for (std::size_t at = 0; at < bytes;) {
        const std::size_t piece = std::min(bytes - at, sizeof(words));
        const std::size_t count = (piece + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t);
        decisions().repeat(asked, std::span(words).first(count),
                           [&] { read(words.data(), piece); });
        std::memcpy(static_cast<std::byte *>(to) + at, words.data(), piece);
        at += piece;
    }
}

/// Random bytes that the system has at once.
void fill_at_random(void *to, std::size_t bytes) noexcept {
    for (std::size_t at = 0; at < bytes;) {
        const ssize_t found =
            CLOSERANKS_NEXT(getrandom)(static_cast<std::byte *>(to) + at, bytes - at, 0);
        if (found > 0) at += static_cast<std::size_t>(found);
    }
}

} // namespace

void repeat_random_bytes(void *to, std::size_t bytes) {
    repeat_bytes(random_bytes, to, bytes, fill_at_random);
}

void begin_clock_calls() noexcept { clocks_are_repeated = true; }

bool are_clocks_repeated() noexcept { return clocks_are_repeated; }

} // namespace closeranks::replication

using namespace closeranks::replication;

CLOSERANKS_IN_PLACE int clock_gettime(clockid_t id, timespec *time) noexcept {
    if (!is_repeated(CLOSERANKS_CALLER)) return CLOSERANKS_NEXT(clock_gettime)(id, time);
    return read_clock(id, time);
}

CLOSERANKS_IN_PLACE int timespec_get(timespec *time, int base) noexcept {
    if (base != TIME_UTC || !is_repeated(CLOSERANKS_CALLER))
        return CLOSERANKS_NEXT(timespec_get)(time, base);
    return read_clock(CLOCK_REALTIME, time) == 0 ? base : 0;
}

CLOSERANKS_IN_PLACE int gettimeofday(timeval *time, void *zone) noexcept {
    const auto next = CLOSERANKS_NEXT(gettimeofday);
    if (!is_repeated(CLOSERANKS_CALLER)) return next(time, zone);
    constexpr std::uint64_t million = 1'000'000;
    const std::uint64_t value = read_rising(day, [&] {
        timeval own{};
        static_cast<void>(next(&own, nullptr));
        return static_cast<std::uint64_t>(own.tv_sec) * million +
               static_cast<std::uint64_t>(own.tv_usec);
    });
    if (zone != nullptr) static_cast<void>(next(nullptr, zone));
    time->tv_sec = static_cast<time_t>(value / million);
    time->tv_usec = static_cast<suseconds_t>(value % million);
    return 0;
}

CLOSERANKS_IN_PLACE time_t time(time_t *to) noexcept {
    const auto next = CLOSERANKS_NEXT(time);
    if (!is_repeated(CLOSERANKS_CALLER)) return next(to);
    const auto value = static_cast<time_t>(
        read_rising(seconds, [&] { return static_cast<std::uint64_t>(next(nullptr)); }));
    if (to != nullptr) *to = value;
    return value;
}

CLOSERANKS_IN_PLACE clock_t clock() noexcept {
    const auto next = CLOSERANKS_NEXT(clock);
    if (!is_repeated(CLOSERANKS_CALLER)) return next();
    return static_cast<clock_t>(
        read_rising(processor, [&] { return static_cast<std::uint64_t>(next()); }));
}

CLOSERANKS_IN_PLACE clock_t times(tms *to) noexcept {
    const auto next = CLOSERANKS_NEXT(times);
    if (to == nullptr || !is_repeated(CLOSERANKS_CALLER)) return next(to);
    struct Times {
        clock_t now;
        tms used;
    } both{};
    repeat_bytes(ticks, &both, sizeof(both), [&](void *words, std::size_t bytes) {
        both.now = next(&both.used);
        std::memcpy(words, &both, bytes);
    });
    *to = both.used;
    return both.now;
}

CLOSERANKS_IN_PLACE int getrusage(__rusage_who_t who, rusage *to) noexcept {
    const auto next = CLOSERANKS_NEXT(getrusage);
    if (to == nullptr || !is_repeated(CLOSERANKS_CALLER)) return next(who, to);
    repeat_bytes(usage, to, sizeof(*to), [&](void *words, std::size_t bytes) {
        static_cast<void>(next(who, to));
        std::memcpy(words, to, bytes);
    });
    return 0;
}

CLOSERANKS_IN_PLACE ssize_t getrandom(void *to, std::size_t bytes, unsigned flags) {
    if (!is_repeated(CLOSERANKS_CALLER)) return CLOSERANKS_NEXT(getrandom)(to, bytes, flags);
    repeat_random_bytes(to, bytes);
    return static_cast<ssize_t>(bytes);
}

CLOSERANKS_IN_PLACE int getentropy(void *to, std::size_t bytes) {
    if (!is_repeated(CLOSERANKS_CALLER)) return CLOSERANKS_NEXT(getentropy)(to, bytes);
    repeat_random_bytes(to, bytes);
    return 0;
}

CLOSERANKS_IN_PLACE std::uint32_t arc4random() noexcept {
    if (!is_repeated(CLOSERANKS_CALLER)) return CLOSERANKS_NEXT(arc4random)();
    std::uint32_t value = 0;
    repeat_random_bytes(&value, sizeof(value));
    return value;
}

CLOSERANKS_IN_PLACE void arc4random_buf(void *to, std::size_t bytes) noexcept {
    if (!is_repeated(CLOSERANKS_CALLER)) return CLOSERANKS_NEXT(arc4random_buf)(to, bytes);
    repeat_random_bytes(to, bytes);
}

/// For std::random_device, which asks the processor instead of the C library.
CLOSERANKS_IN_PLACE unsigned
closeranks_random_device(void *device) __asm__("_ZNSt13random_device9_M_getvalEv");

unsigned closeranks_random_device(void *device) {
    using Next = unsigned(void *);
    static auto *const next =
        reinterpret_cast<Next *>(::dlsym(RTLD_NEXT, "_ZNSt13random_device9_M_getvalEv"));
    if (!is_repeated(CLOSERANKS_CALLER)) return next(device);
    unsigned value = 0;
    repeat_random_bytes(&value, sizeof(value));
    return value;
}
