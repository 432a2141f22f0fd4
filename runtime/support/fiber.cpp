#include "runtime/support/fiber.hpp"

#include "runtime/support/sanitizers.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>

#ifdef CLOSERANKS_ADDRESS_SANITIZER
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef CLOSERANKS_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#endif

namespace closeranks {

namespace {

// Reduction operators and attribute callbacks of the program run on it, too.
constexpr std::size_t stack_size = std::size_t{4} << 20U;

std::size_t guard_size() noexcept { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

// The address sanitizer has to know which stack is in use.
void before_switch([[maybe_unused]] void **fake, [[maybe_unused]] const void *stack,
                   [[maybe_unused]] std::size_t size) noexcept {
#ifdef CLOSERANKS_ADDRESS_SANITIZER
    __sanitizer_start_switch_fiber(fake, stack, size);
#endif
}

void after_switch([[maybe_unused]] void *fake, [[maybe_unused]] void **from_stack,
                  [[maybe_unused]] std::size_t *from_size) noexcept {
#ifdef CLOSERANKS_ADDRESS_SANITIZER
    __sanitizer_finish_switch_fiber(fake, const_cast<const void **>(from_stack), from_size);
#endif
}

// The thread sanitizer takes a fiber for a thread of its own, which must be told when it runs.
void *make_watched() noexcept {
#ifdef CLOSERANKS_THREAD_SANITIZER
    return __tsan_create_fiber(0);
#else
    return nullptr;
#endif
}

void forget_watched([[maybe_unused]] void *watched) noexcept {
#ifdef CLOSERANKS_THREAD_SANITIZER
    __tsan_destroy_fiber(watched);
#endif
}

void *watched_now() noexcept {
#ifdef CLOSERANKS_THREAD_SANITIZER
    return __tsan_get_current_fiber();
#else
    return nullptr;
#endif
}

// Part of the function that switches: the end of one of its own would be noted for the fiber that
// runs from here on, which may not have begun yet.
[[gnu::always_inline]] inline void watch([[maybe_unused]] void *watched) noexcept {
#ifdef CLOSERANKS_THREAD_SANITIZER
    __tsan_switch_to_fiber(watched, 0);
#endif
}

} // namespace

Fiber::Fiber() noexcept {
    void *const memory = mmap(nullptr, guard_size() + stack_size, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED || mprotect(memory, guard_size(), PROT_NONE) != 0) {
        std::perror("closeranks: no memory for a pending collective");
        std::abort();
    }
    memory_ = static_cast<std::byte *>(memory);
    watched_ = make_watched();
}

Fiber::~Fiber() {
    forget_watched(watched_);
    munmap(memory_, guard_size() + stack_size);
}

void Fiber::start(std::function<void()> body) noexcept {
    body_ = std::move(body);
    ended_ = false;
    static_cast<void>(getcontext(&inside_));
    inside_.uc_stack.ss_sp = memory_ + guard_size();
    inside_.uc_stack.ss_size = stack_size;
    inside_.uc_link = nullptr;
    // makecontext() passes on nothing but integers.
    const auto self = reinterpret_cast<std::uintptr_t>(this);
    constexpr unsigned half = 32;
    makecontext(&inside_, reinterpret_cast<void (*)()>(enter), 2,
                static_cast<unsigned>(self >> half), static_cast<unsigned>(self));
    resume();
}

void Fiber::resume() noexcept {
    void *fake = nullptr;
    before_switch(&fake, memory_ + guard_size(), stack_size);
    outer_watched_ = watched_now();
    watch(watched_);
    static_cast<void>(swapcontext(&outside_, &inside_));
    after_switch(fake, nullptr, nullptr);
}

void Fiber::leave_off() noexcept {
    before_switch(ended_ ? nullptr : &fake_stack_, outer_stack_, outer_size_);
    watch(outer_watched_);
    static_cast<void>(swapcontext(&inside_, &outside_));
    after_switch(fake_stack_, &outer_stack_, &outer_size_);
}

void Fiber::enter(unsigned high, unsigned low) {
    constexpr unsigned half = 32;
    reinterpret_cast<Fiber *>(std::uintptr_t{high} << half | low)->run();
}

void Fiber::run() noexcept {
    after_switch(nullptr, &outer_stack_, &outer_size_);
    body_();
    body_ = nullptr;
    ended_ = true;
    leave_off(); // for good
}

} // namespace closeranks
