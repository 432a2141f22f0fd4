#pragma once

#include "runtime/commit/at_loss.hpp"
#include "runtime/core/communicator.hpp"
#include "runtime/support/ulfm.hpp"

#include <cstdint>

namespace closeranks {

/// The decision of the survivors of a communicator; the same at all of them.
enum class Verdict {
    commit,  ///< all have completed the operation
    redo,    ///< all are in the same operation, and none has a final result of it
    again,   ///< not all are in the same operation, or in one at all: they have to catch up first
    raise,   ///< as redo, but no member needs it: each tells the program of the loss, or recovers
    recover, ///< as raise, and all are at the resume point to recover
};

/// Whether a member may have completed the operation in which this process votes.
enum class MemberAhead : bool { impossible, possible };

/// The vote of one member (docs/developers/commit.md). A vote is an agreement, which is a bitwise
/// and. A number and its complement survive the and only if all members have the same number.
/// Members are never far apart, so the lowest bits of the number are enough.
class Ballot {
  public:
    /// The vote of a member that has completed operation `number`, and the operation in which it
    /// votes if `completed`.
    /// `batch`: it can repair other communicators together with this one.
    constexpr Ballot(std::uint64_t number, bool completed, AtLoss at_loss = AtLoss::redo,
                     bool batch = false) noexcept
        : number_(number_and_complement(number)),
          said_(bits_of(completed, at_loss) | (batch ? batch_bit : 0U)) {}

    /// The flag for MPIX_Comm_agree.
    [[nodiscard]] constexpr int flag() const noexcept { return static_cast<int>(number_ | said_); }

    /// The vote of a member that is in no operation of the communicator: it makes the verdict
    /// `again`.
    static constexpr int from_outside = 0;

    /// The verdict of the agreed `flag`. `code`: the code that the agreement has returned. Open MPI
    /// agrees on both together. The flag is valid with MPIX_ERR_PROC_FAILED as well, which only
    /// says that failures are not acknowledged yet.
    [[nodiscard]] Verdict verdict(int flag, int code) const noexcept {
        if (code != MPI_SUCCESS && !is_failure(code)) return Verdict::redo;
        const auto agreed = static_cast<unsigned>(flag);
        if ((agreed & number_bits) != number_) return Verdict::again;
        if ((agreed & completed_bit) != 0) return Verdict::commit;
        if ((agreed & recovers_bit) != 0) return Verdict::recover;
        return (agreed & raises_bit) != 0 ? Verdict::raise : Verdict::redo;
    }

    /// True when all members can repair other communicators, by the same.
    [[nodiscard]] static bool is_batch(int flag, int code) noexcept {
        return (code == MPI_SUCCESS || is_failure(code)) &&
               (static_cast<unsigned>(flag) & batch_bit) != 0;
    }

  private:
    static constexpr unsigned number_length = 14;
    static constexpr unsigned number_mask = (1U << number_length) - 1;
    static constexpr unsigned number_bits = (1U << (2 * number_length)) - 1;
    static constexpr unsigned completed_bit = number_bits + 1;
    /// A member that recovers sets it too.
    static constexpr unsigned raises_bit = completed_bit << 1U;
    static constexpr unsigned recovers_bit = completed_bit << 2U;
    static constexpr unsigned batch_bit = completed_bit << 3U;

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
