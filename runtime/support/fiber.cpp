#include "runtime/support/fiber.hpp"

#include "runtime/support/sanitizers.hpp"

#include <boost/context/protected_fixedsize_stack.hpp>

#include <cstdio>
#include <cstdlib>
#include <new>
#include <utility>

#ifdef CLOSERANKS_ADDRESS_SANITIZER
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef CLOSERANKS_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#endif

namespace closeranks {

namespace context = boost::context::detail;

namespace {

// Reduction operators and attribute callbacks of the program run on the stack as well.
constexpr std::size_t stack_size = std::size_t{4} << 20U;

using Allocator = boost::context::protected_fixedsize_stack;

/// The lowest address of the stack: of its guard page.
void *bottom(const boost::context::stack_context &stack) noexcept {
    return static_cast<std::byte *>(stack.sp) - stack.size;
}

// The address sanitizer has to know the stack in use.
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

// The thread sanitizer takes a fiber for a thread, and must be told when it runs.
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

// Inlined into the function that switches. The end of a separate function would be noted for the
// fiber that runs from here on, which may not have begun yet.
[[gnu::always_inline]] inline void watch([[maybe_unused]] void *watched) noexcept {
#ifdef CLOSERANKS_THREAD_SANITIZER
    __tsan_switch_to_fiber(watched, 0);
#endif
}

} // namespace

Fiber::Fiber() noexcept {
    try {
        stack_ = Allocator(stack_size).allocate();
    } catch (const std::bad_alloc &) {
        std::fputs("closeranks: there is no memory for a pending collective\n", stderr);
        std::abort();
    }
    watched_ = make_watched();
}

Fiber::~Fiber() {
    forget_watched(watched_);
    Allocator(stack_size).deallocate(stack_);
}

void Fiber::start(std::function<void()> body) noexcept {
    body_ = std::move(body);
    ended_ = false;
    inside_ = context::make_fcontext(stack_.sp, stack_.size, enter);
    resume();
}

void Fiber::resume() noexcept {
    void *fake = nullptr;
    before_switch(&fake, bottom(stack_), stack_.size);
    outer_watched_ = watched_now();
    watch(watched_);
    inside_ = context::jump_fcontext(inside_, this).fctx;
    after_switch(fake, nullptr, nullptr);
}

void Fiber::leave_off() noexcept {
    before_switch(ended_ ? nullptr : &fake_stack_, outer_stack_, outer_size_);
    watch(outer_watched_);
    outside_ = context::jump_fcontext(outside_, nullptr).fctx;
    after_switch(fake_stack_, &outer_stack_, &outer_size_);
}

void Fiber::enter(context::transfer_t from) {
    auto *const fiber = static_cast<Fiber *>(from.data);
    fiber->outside_ = from.fctx;
    fiber->run();
}

void Fiber::run() noexcept {
    after_switch(nullptr, &outer_stack_, &outer_size_);
    body_();
    body_ = nullptr;
    ended_ = true;
    leave_off(); // for good
}

} // namespace closeranks
