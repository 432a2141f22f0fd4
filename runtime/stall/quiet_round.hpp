#pragma once

#include "runtime/stall/stall_mail.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace closeranks::stall {

/// Finds out, while no rank is lost, whether all ranks wait, at almost no cost
/// (docs/explanation/stalls.md).
///
/// The ranks form a tree with rank 0 at its root. Rank 0 asks the ranks below it once it has waited
/// for a while. Each rank passes the question on. It answers when it waits itself and all ranks
/// below it have answered. So a rank that computes may keep its question for hours, and costs every
/// other rank only that one message. The first answers may be old by then, so a second question
/// asks whether all of them have waited ever since.
///
/// Thread safety: none.
class QuietRound {
  public:
    using Send = std::function<void(int to, const Note &message)>;

    QuietRound(Send send, int rank, int size);

    /// Takes kinds `ask`, `quiet` and `alarm`. Returns true for an alarm, which is passed on.
    bool take(const Note &message);

    /// A question is on its way, as far as this rank knows.
    [[nodiscard]] bool is_open() const noexcept { return open_ != Question::none; }

    /// True when it matters whether this rank waits. At rank 0 also true where no question is open,
    /// because waits() then asks one.
    [[nodiscard]] bool wants_to_know() const noexcept;

    /// This rank waits now, and has done so since its Activity was at `steps`.
    void waits(std::uint64_t steps);

    /// Called in each turn. Returns true at rank 0 once all ranks have waited at one moment: the
    /// alarm has been sent.
    bool turn(std::uint64_t steps);

  private:
    enum class Question : std::uint8_t { none, waits, still_waits };

    void begin(Question question, std::uint64_t round);
    void send_down(Note::Kind kind);

    static constexpr int branches = 8;
    Send send_;
    int rank_;
    std::vector<int> below_;
    std::uint64_t round_ = 0; ///< the latest round of which this rank has heard
    Question open_ = Question::none;
    std::size_t answered_ = 0; ///< number of ranks in below_ that have answered
    bool all_ = true;          ///< all of them have answered yes
    std::uint64_t steps_ = 0;  ///< at which this rank reported that it waits
};

} // namespace closeranks::stall
