#pragma once

#include "runtime/core/log.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace closeranks {

/// How many contributions (Reduce, Gather) the members of a communicator make before they wait for
/// their root to have them: as many as fit into the time `run_ahead`, judged by how long operations
/// have taken lately. What is on its way dies with a member; so only that much work is at stake.
///
/// All members must have the same pace, for it decides which operations are confirmed. They agree
/// on it in the confirmation itself (docs/developers/commit.md, "Pace").
class Pace {
  public:
    /// Contributions at most: a program that changes from fast to slow rounds loses no more.
    static constexpr std::uint32_t most = 256;

    /// What a contribution counts for in the log at least, so that it is full when the pace wants a
    /// confirmation.
    [[nodiscard]] std::size_t share() const noexcept { return share_; }

    /// This member's word for the others: how many times the period `run_ahead` (seconds) an
    /// operation took since the last change, `number` being the latest one's.
    [[nodiscard]] double measure(std::uint64_t number, double now,
                                 double run_ahead) const noexcept {
        constexpr double shortest = 1e-12; // for none at all
        const auto operations = static_cast<double>(number - number_);
        return (now - since_) / (std::max(run_ahead, shortest) * operations);
    }

    /// Sets the pace by the largest of the members' words. A fast one is reached in steps, each as
    /// long as all before: a short burst gives no credit for many slow rounds.
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
    std::size_t share_ = Log::capacity; // each is confirmed
    std::uint32_t allowed_ = 0;
    std::uint64_t number_ = 0;
    double since_ = 0; // long ago: rounds count as slow until they are known
};

} // namespace closeranks
