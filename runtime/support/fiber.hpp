#pragma once

#include <ucontext.h>

#include <cstddef>
#include <functional>

namespace closeranks {

/// A function with a stack of its own, which may leave off anywhere and go on later (a coroutine).
///
/// Thread safety: none; it goes on in the thread that began it.
class Fiber {
  public:
    /// Reserves the stack: memory is used as far as the function gets.
    Fiber() noexcept;
    ~Fiber();
    Fiber(const Fiber &) = delete;
    Fiber &operator=(const Fiber &) = delete;

    /// Runs `body` until it leaves off or ends. The one before must have ended.
    void start(std::function<void()> body) noexcept;

    /// Goes on where the function left off, until it does so again or ends.
    void resume() noexcept;

    /// Called by the function: goes back to whoever called start() or resume().
    void leave_off() noexcept;

    [[nodiscard]] bool has_ended() const noexcept { return ended_; }

  private:
    static void enter(unsigned high, unsigned low);
    void run() noexcept;

    std::byte *memory_ = nullptr; ///< a page that nobody may touch, then the stack
    std::function<void()> body_;
    ucontext_t inside_{};
    ucontext_t outside_{};
    bool ended_ = true;
    void *outer_stack_ = nullptr; ///< for the address sanitizer
    std::size_t outer_size_ = 0;
    void *fake_stack_ = nullptr;
    void *watched_ = nullptr; ///< for the thread sanitizer
    void *outer_watched_ = nullptr;
};

} // namespace closeranks
