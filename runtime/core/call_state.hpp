#pragma once

#include "generated/tables/functions.hpp"
#include "runtime/support/published.hpp"

#include <cstdint>

namespace closeranks {

class Communicator;
struct Wait;

/// The place of one thread of the program: outside of MPI, in a call, or in a callback that MPI has
/// made into the program. Only that thread writes it; the stall watch reads it
/// (docs/explanation/stalls.md).
struct CallState {
    static constexpr std::uint32_t outside = 0;
    static constexpr std::uint32_t unknown = 1U << 31U; ///< the thread has not called MPI yet
    static constexpr std::uint32_t depth_mask = (1U << 7U) - 1;
    static constexpr std::uint32_t raising_bit = 1U << 7U; ///< raising.hpp

    /// In a call of the program.
    [[nodiscard]] static constexpr std::uint32_t in(Function function) noexcept {
        return static_cast<std::uint32_t>(function) << depth_bits | 1U;
    }
    /// On the stack of a nonblocking task that a call of `function` has started.
    [[nodiscard]] static constexpr std::uint32_t in_task_of(Function function) noexcept {
        return in(function) | task_bit;
    }
    [[nodiscard]] static constexpr std::uint32_t depth_of(std::uint32_t word) noexcept {
        return word & depth_mask;
    }
    [[nodiscard]] static constexpr bool is_nested(std::uint32_t word) noexcept {
        return depth_of(word) > 1;
    }
    /// On the stack of a nonblocking task, or in a callback that the MPI makes from there.
    [[nodiscard]] static constexpr bool is_in_task(std::uint32_t word) noexcept {
        return (word & task_bit) != 0;
    }
    [[nodiscard]] static constexpr Function function_of(std::uint32_t word) noexcept {
        return static_cast<Function>(word >> depth_bits);
    }

    /// The state at the end of most calls: not nested, and no error is left for a handler.
    [[nodiscard]] static constexpr bool is_plain(std::uint32_t word) noexcept {
        return (word & (raising_bit | depth_mask)) == 1;
    }

    /// True when `word` names a call of the program, or a task that a call has started. Only then
    /// does function_of() return a valid function.
    [[nodiscard]] static constexpr bool has_function(std::uint32_t word) noexcept {
        return depth_of(word) != 0;
    }

    /// The parts of the word: the function; whether it belongs to a task; whether an error handler
    /// is called at the end; and in the lowest bits the depth of nested calls.
    Published<std::uint32_t> word{unknown};

    /// The communicator on which MPI_Recv or a blocking send waits. It is valid only during those
    /// calls, for it is not reset afterwards. A collective on the fast path also writes its
    /// communicator here.
    Published<const Communicator *> communicator{nullptr};
    Published<int> peer{0}; ///< application rank, or MPI_ANY_SOURCE
    Published<int> tag{0};  ///< of a receive

    /// The wait of any other call, for as long as it lasts (WaitScope).
    Published<const Wait *> scope{nullptr};

  private:
    /// The highest of these bits says whether the call raises an error.
    static constexpr unsigned depth_bits = 8;
    static constexpr std::uint32_t task_bit = 1U << 30U; ///< function_of() cuts this bit off
    static_assert(sizeof(Function) * 8 + depth_bits < 30);
};

extern constinit thread_local CallState this_call;

} // namespace closeranks
