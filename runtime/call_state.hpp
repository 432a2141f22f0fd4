#pragma once

#include "generated/functions.hpp"

#include <atomic>
#include <cstdint>

namespace closeranks {

struct MessageWait;
struct Wait;

/// Where one thread of the program is: outside of MPI, in a call, or in a call that MPI has made
/// back into the program. The thread alone writes it; the stall watch reads it (docs/stalls.md).
///
/// Everything is atomic, but no order is asked for: a store costs what any store costs.
struct CallState {
    static constexpr std::uint32_t outside = 0;
    static constexpr std::uint32_t in_task = 0x7FFFFF01; ///< on the stack of a nonblocking task
    static constexpr std::uint32_t unknown = 1U << 31U;  ///< the thread has not called MPI yet

    /// In a call of the program.
    [[nodiscard]] static constexpr std::uint32_t in(Function function) noexcept {
        return static_cast<std::uint32_t>(function) << depth_bits | 1U;
    }
    [[nodiscard]] static constexpr std::uint32_t depth_of(std::uint32_t word) noexcept {
        return word & depth_mask;
    }
    [[nodiscard]] static constexpr bool is_nested(std::uint32_t word) noexcept {
        return depth_of(word) > 1;
    }
    [[nodiscard]] static constexpr Function function_of(std::uint32_t word) noexcept {
        return static_cast<Function>(word >> depth_bits);
    }

    [[nodiscard]] std::uint32_t get() const noexcept {
        return word.load(std::memory_order_relaxed);
    }
    void set(std::uint32_t value) noexcept { word.store(value, std::memory_order_relaxed); }

    /// The function, and in the lowest bits how deep calls are nested.
    std::atomic<std::uint32_t> word{unknown};

    /// What a message of the program waits for. Only for calls that always publish() before they
    /// wait: nobody takes it back.
    std::atomic<const MessageWait *> message{nullptr};

    /// What any other call waits for, as long as it does (WaitScope).
    std::atomic<const Wait *> scope{nullptr};

  private:
    static constexpr unsigned depth_bits = 8;
    static constexpr std::uint32_t depth_mask = (1U << depth_bits) - 1;
};

extern constinit thread_local CallState this_call;

} // namespace closeranks
