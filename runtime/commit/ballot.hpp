#pragma once

#include "runtime/core/communicator.hpp"
#include "runtime/support/ulfm.hpp"

#include <cstdint>

namespace closeranks {

/// What the survivors of a communicator have decided; the same at all of them.
enum class Verdict {
    commit, ///< all completed the operation
    redo,   ///< all are in the same operation and nobody has a result of it that is final
    again,  ///< they are not in the same operation, or not all in one: they have to catch up first
};

/// What one member says in a vote (docs/commit.md). A vote is an agreement, which is a bitwise and:
/// a number and its complement survive it only if all members have the same number. As members are
/// never far apart, its lowest bits will do.
class Ballot {
  public:
    /// Of one that has completed operation `number`, and the one in which it votes if `completed`.
    constexpr Ballot(std::uint64_t number, bool completed) noexcept
        : number_(number_and_complement(number)), completed_(completed) {}

    /// For MPIX_Comm_agree.
    [[nodiscard]] constexpr int flag() const noexcept {
        return static_cast<int>(number_ | (completed_ ? completed_bit : 0U));
    }

    /// Of one that is in no operation of the communicator: with it in, the verdict is `again`.
    static constexpr int from_outside = 0;

    /// What the agreed `flag` means, `code` being what the agreement has returned. Open MPI agrees
    /// on both together, and the flag is valid beside MPIX_ERR_PROC_FAILED, which only says that
    /// failures are not acknowledged yet.
    [[nodiscard]] Verdict verdict(int flag, int code) const noexcept {
        if (code != MPI_SUCCESS && !is_failure(code)) return Verdict::redo;
        const auto agreed = static_cast<unsigned>(flag);
        if ((agreed & ~completed_bit) != number_) return Verdict::again;
        return (agreed & completed_bit) != 0 ? Verdict::commit : Verdict::redo;
    }

  private:
    static constexpr unsigned number_bits = 14;
    static constexpr unsigned number_mask = (1U << number_bits) - 1;
    static constexpr unsigned completed_bit = 1U << (2 * number_bits);

    [[nodiscard]] static constexpr unsigned number_and_complement(std::uint64_t number) noexcept {
        const unsigned low = static_cast<unsigned>(number) & number_mask;
        return low | (~low & number_mask) << number_bits;
    }

    unsigned number_;
    bool completed_;
};

} // namespace closeranks
