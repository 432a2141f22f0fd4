#pragma once

#include "runtime/stall/stall_mail.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace closeranks::stall {

/// Finds out, while no rank is lost, whether all ranks wait, at next to no cost
/// (docs/explanation/stalls.md).
///
/// Ranks are a tree with rank 0 at its root. Rank 0, once it has waited for a while, asks the ranks
/// below it. Each hands the question on, and keeps it until it waits itself and all ranks below it
/// have answered. So a rank that computes keeps its question for hours, and costs no other rank
/// more than that one message. The first answers may be old by then: a second question asks whether
/// all of them have waited ever since.
///
/// Thread safety: none.
class QuietRound {
  public:
    using Send = std::function<void(int to, const Note &message)>;

    QuietRound(Send send, int rank, int size);

    /// Kinds `ask`, `quiet` and `alarm`. Returns true for an alarm, which is handed on.
    bool take(const Note &message);

    /// A question is under way, as far as this rank knows.
    [[nodiscard]] bool is_open() const noexcept { return open_ != Question::none; }

    /// True when it matters whether this rank waits; at rank 0 also where no question is open, for
    /// then waits() asks one.
    [[nodiscard]] bool wants_to_know() const noexcept;

    /// This rank waits just now, and has done so since its Activity came to `steps`.
    void waits(std::uint64_t steps);

    /// To be called in each turn. Returns true at rank 0 once all ranks have waited at one moment:
    /// the alarm has been sent.
    bool turn(std::uint64_t steps);

  private:
    enum class Question : std::uint8_t { none, waits, still_waits };

    void begin(Question question, std::uint64_t round);
    void send_down(Note::Kind kind);

    static constexpr int branches = 8;
    Send send_;
    int rank_;
    std::vector<int> below_;
    std::uint64_t round_ = 0; ///< the latest of which this rank has heard
    Question open_ = Question::none;
    std::size_t answered_ = 0; ///< of below_
    bool all_ = true;          ///< have answered yes
    std::uint64_t steps_ = 0;  ///< at which this rank said that it waits
};

} // namespace closeranks::stall
