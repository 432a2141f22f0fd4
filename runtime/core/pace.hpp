#pragma once

#include "runtime/core/log.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace closeranks {

/// The run-ahead limit: the number of contributions (Reduce, Gather) that the members of a
/// communicator make before they wait until the root has them. As many are allowed as fit into the
/// time `run_ahead`, judged by the recent duration of operations. Contributions on their way are
/// lost when a member fails, so the limit bounds the lost work.
///
/// All members must have the same limit, because it decides which operations are confirmed. They
/// agree on it in the confirmation itself (docs/developers/commit.md, "Pace").
class Pace {
  public:
    /// The largest limit: a program that changes from fast to slow rounds loses at most this many
    /// contributions.
    static constexpr std::uint32_t most = 256;

    /// The least bytes for which a contribution counts in the log. With them the log is full when
    /// the limit requires a confirmation.
    [[nodiscard]] std::size_t share() const noexcept { return share_; }

    /// This member's measure for the others: the mean time of an operation since the last change,
    /// in units of the period `run_ahead` (seconds). `number`: the latest operation.
    [[nodiscard]] double measure(std::uint64_t number, double now,
                                 double run_ahead) const noexcept {
        constexpr double shortest = 1e-12; // for a time of zero
        const auto operations = static_cast<double>(number - number_);
        return (now - since_) / (std::max(run_ahead, shortest) * operations);
    }

    /// Sets the limit by the largest measure of the members, that of the slowest one. A high limit
    /// is reached in steps, each as long as all steps before. So a short burst of fast rounds gives
    /// no credit for many slow rounds.
    void change(std::uint64_t number, double now, double largest) noexcept {
        const double fitting = 1.0 / largest;
        const auto wanted = fitting < most ? static_cast<std::uint32_t>(fitting) : most;
        allowed_ = std::min(wanted, std::max(1U, 2 * allowed_));
        share_ =
            allowed_ == 0 ? Log::capacity : (Log::capacity - Log::least) / allowed_ - Log::least;
        number_ = number;
        since_ = now;
    }

  private:
    std::size_t share_ = Log::capacity; // at first each operation is confirmed
    std::uint32_t allowed_ = 0;
    std::uint64_t number_ = 0;
    double since_ = 0; // long ago: rounds count as slow until they are measured
};

} // namespace closeranks
