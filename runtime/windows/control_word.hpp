#pragma once

#include "runtime/windows/other_host_memory.hpp"
#include "runtime/windows/window.hpp"

namespace closeranks {

/// A word of the control block of a process. It is read and written here where the block is mapped.
/// Otherwise that process reads and writes it, in the same way.
class ControlWord {
  public:
    ControlWord(const Window::Peer &peer, std::size_t place) noexcept
        : word_(peer.far == nullptr ? &peer.control().word(place) : nullptr), far_(peer.far),
          place_(place) {}

    [[nodiscard]] std::uint32_t load() const noexcept {
        return word_ != nullptr ? word_->load() : far_->load(place_);
    }
    void store(std::uint32_t value) const noexcept {
        if (word_ != nullptr)
            word_->store(value);
        else
            far_->store(place_, value);
    }
    /// True: the word was `expected` and is `value` now. Otherwise `expected` becomes the present
    /// value.
    bool exchange(std::uint32_t &expected, std::uint32_t value) const noexcept {
        return word_ != nullptr ? word_->compare_exchange_strong(expected, value)
                                : far_->exchange(place_, expected, value);
    }

  private:
    WindowControl::Word *word_;
    const OtherHostMemory *far_;
    std::size_t place_;
};

} // namespace closeranks
