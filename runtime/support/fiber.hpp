#pragma once

#include <boost/context/detail/fcontext.hpp>
#include <boost/context/stack_context.hpp>

#include <cstddef>
#include <functional>

namespace closeranks {

/// A function with a stack of its own, which may stop anywhere and continue later (a coroutine).
///
/// Boost.Context switches the stacks, in a few nanoseconds. swapcontext() of the C library would
/// ask the kernel for the signal mask at each switch, and waits switch all the time. The code calls
/// the functions below the class boost::context::fiber, because it has to tell the sanitizers at
/// each switch.
///
/// Thread safety: none; it continues in the thread that began it.
class Fiber {
  public:
    /// Reserves the stack. Memory is used only as far as the function needs it.
    Fiber() noexcept;
    ~Fiber();
    Fiber(const Fiber &) = delete;
    Fiber &operator=(const Fiber &) = delete;

    /// Runs `body` until it stops or ends. The former body must have ended.
    void start(std::function<void()> body) noexcept;

    /// Continues where the function stopped, until it stops again or ends.
    void resume() noexcept;

    /// Called by the function: returns to the caller of start() or resume().
    void leave_off() noexcept;

    [[nodiscard]] bool has_ended() const noexcept { return ended_; }

  private:
    static void enter(boost::context::detail::transfer_t from);
    void run() noexcept;

    boost::context::stack_context stack_; ///< with a guard page at its end
    std::function<void()> body_;
    boost::context::detail::fcontext_t inside_ = nullptr;  ///< where the function stopped
    boost::context::detail::fcontext_t outside_ = nullptr; ///< where its caller resumed it
    bool ended_ = true;
    void *outer_stack_ = nullptr; ///< for the address sanitizer
    std::size_t outer_size_ = 0;
    void *fake_stack_ = nullptr;
    void *watched_ = nullptr; ///< for the thread sanitizer
    void *outer_watched_ = nullptr;
};

} // namespace closeranks
