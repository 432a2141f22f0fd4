#pragma once

#include "runtime/commit/at_loss.hpp"
#include "runtime/core/communicator.hpp"
#include "runtime/support/ulfm.hpp"

#include <cstdint>

namespace closeranks {

/// What the survivors of a communicator have decided; the same at all of them.
enum class Verdict {
    commit,  ///< all completed the operation
    redo,    ///< all are in the same operation and nobody has a result of it that is final
    again,   ///< they are not in the same operation, or not all in one: they have to catch up first
    raise,   ///< as redo, but nobody needs it: each tells the program of the loss, or recovers
    recover, ///< as raise, and all are there to recover
};

/// What one member says in a vote (docs/developers/commit.md). A vote is an agreement, which is a
/// bitwise and: a number and its complement survive it only if all members have the same number. As
/// members are never far apart, its lowest bits will do.
class Ballot {
  public:
    /// Of one that has completed operation `number`, and the one in which it votes if `completed`.
    constexpr Ballot(std::uint64_t number, bool completed, AtLoss at_loss = AtLoss::redo) noexcept
        : number_(number_and_complement(number)), said_(bits_of(completed, at_loss)) {}

    /// For MPIX_Comm_agree.
    [[nodiscard]] constexpr int flag() const noexcept { return static_cast<int>(number_ | said_); }

    /// Of one that is in no operation of the communicator: with it in, the verdict is `again`.
    static constexpr int from_outside = 0;

    /// What the agreed `flag` means, `code` being what the agreement has returned. Open MPI agrees
    /// on both together, and the flag is valid beside MPIX_ERR_PROC_FAILED, which only says that
    /// failures are not acknowledged yet.
    [[nodiscard]] Verdict verdict(int flag, int code) const noexcept {
        if (code != MPI_SUCCESS && !is_failure(code)) return Verdict::redo;
        const auto agreed = static_cast<unsigned>(flag);
        if ((agreed & number_bits) != number_) return Verdict::again;
        if ((agreed & completed_bit) != 0) return Verdict::commit;
        if ((agreed & recovers_bit) != 0) return Verdict::recover;
        return (agreed & raises_bit) != 0 ? Verdict::raise : Verdict::redo;
    }

  private:
    static constexpr unsigned number_length = 14;
    static constexpr unsigned number_mask = (1U << number_length) - 1;
    static constexpr unsigned number_bits = (1U << (2 * number_length)) - 1;
    static constexpr unsigned completed_bit = number_bits + 1;
    static constexpr unsigned raises_bit = completed_bit << 1U; ///< and so does who recovers
    static constexpr unsigned recovers_bit = completed_bit << 2U;

    [[nodiscard]] static constexpr unsigned number_and_complement(std::uint64_t number) noexcept {
        const unsigned low = static_cast<unsigned>(number) & number_mask;
        return low | (~low & number_mask) << number_length;
    }
    [[nodiscard]] static constexpr unsigned bits_of(bool completed, AtLoss at_loss) noexcept {
        return (completed ? completed_bit : 0U) | (at_loss != AtLoss::redo ? raises_bit : 0U) |
               (at_loss == AtLoss::recover ? recovers_bit : 0U);
    }

    unsigned number_;
    unsigned said_; ///< the bits behind those of the number
};

} // namespace closeranks
