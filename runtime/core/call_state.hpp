#pragma once

#include "generated/tables/functions.hpp"
#include "runtime/support/published.hpp"

#include <cstdint>

namespace closeranks {

class Communicator;
struct Wait;

/// Where one thread of the program is: outside of MPI, in a call, or in a call that MPI has made
/// back into the program. The thread alone writes it; the stall watch reads it
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
    /// On the stack of a nonblocking task, which a call of `function` has started.
    [[nodiscard]] static constexpr std::uint32_t in_task_of(Function function) noexcept {
        return in(function) | task_bit;
    }
    [[nodiscard]] static constexpr std::uint32_t depth_of(std::uint32_t word) noexcept {
        return word & depth_mask;
    }
    [[nodiscard]] static constexpr bool is_nested(std::uint32_t word) noexcept {
        return depth_of(word) > 1;
    }
    /// On the stack of a nonblocking task, or in what the MPI calls back from there.
    [[nodiscard]] static constexpr bool is_in_task(std::uint32_t word) noexcept {
        return (word & task_bit) != 0;
    }
    [[nodiscard]] static constexpr Function function_of(std::uint32_t word) noexcept {
        return static_cast<Function>(word >> depth_bits);
    }

    /// Most calls are left so: not nested, and with no error of which a handler is to be told.
    [[nodiscard]] static constexpr bool is_plain(std::uint32_t word) noexcept {
        return (word & (raising_bit | depth_mask)) == 1;
    }

    /// True when `word` tells of a call of the program, or of a task that one has started: then,
    /// and only then, function_of() is one.
    [[nodiscard]] static constexpr bool has_function(std::uint32_t word) noexcept {
        return depth_of(word) != 0;
    }

    /// The function, whether it is a task's, whether an error handler is to be called when it is
    /// left, and in the lowest bits how deep calls are nested.
    Published<std::uint32_t> word{unknown};

    /// What MPI_Recv or a blocking send waits for. Only for those: nobody takes it back. A
    /// collective on the fast path says its communicator here, too.
    Published<const Communicator *> communicator{nullptr};
    Published<int> peer{0}; ///< application rank, or MPI_ANY_SOURCE
    Published<int> tag{0};  ///< of a receive

    /// What any other call waits for, as long as it does (WaitScope).
    Published<const Wait *> scope{nullptr};

  private:
    static constexpr unsigned depth_bits = 8; ///< the highest one says whether it raises an error
    static constexpr std::uint32_t task_bit = 1U << 30U; ///< function_of() cuts it off
    static_assert(sizeof(Function) * 8 + depth_bits < 30);
};

extern constinit thread_local CallState this_call;

} // namespace closeranks
