#pragma once

#include "runtime/support/published.hpp"

#include <algorithm>
#include <atomic>
#include <utility>
#include <vector>

namespace closeranks {

/// The recoveries of lost ranks by spares or new processes, as far as the rooms below have to know
/// them (docs/reference/spares.md). Only closeranks_resume() and protect_world_again() change it.
///
/// Thread safety: flags may be read at any time; the rest belongs to the thread in
/// closeranks_resume().
class RecoveryState {
  public:
    /// Lost ranks are recovered now, at the next resume point.
    [[nodiscard]] bool lost_come_back() const noexcept { return lost_come_back_; }
    /// The program goes back to the resume point after a loss: it has to learn the lost ranks
    /// there.
    [[nodiscard]] bool goes_back_at_loss() const noexcept { return goes_back_at_loss_; }
    void choose(bool lost_come_back, bool goes_back_at_loss) noexcept {
        lost_come_back_ = lost_come_back;
        goes_back_at_loss_ = goes_back_at_loss;
    }

    /// The program has come to its resume point.
    [[nodiscard]] bool has_resumed() const noexcept { return has_resumed_; }
    /// This process is in closeranks_resume().
    [[nodiscard]] bool is_in_resume() const noexcept { return is_in_resume_; }
    void enter_resume() noexcept { has_resumed_ = is_in_resume_ = true; }
    void leave_resume() noexcept { is_in_resume_ = false; }

    /// This process waits at the resume point for replacement processes.
    [[nodiscard]] bool awaits_replaced() const noexcept { return awaits_replaced_; }
    void await_replaced(bool waits) noexcept { awaits_replaced_ = waits; }

    /// Ranks whose places replacement processes have taken in the latest recovery.
    [[nodiscard]] const std::vector<int> &replaced() const noexcept { return replaced_; }
    void set_replaced(std::vector<int> ranks) noexcept { replaced_ = std::move(ranks); }
    /// Removes the ranks that `is_lost` again. True: there were some.
    template <typename IsLost> [[nodiscard]] bool remove_replaced(const IsLost &is_lost) {
        return std::erase_if(replaced_, is_lost) != 0;
    }

    /// Recoveries in a row in which a process did not get to the resume point.
    [[nodiscard]] int in_vain() const noexcept { return in_vain_; }
    void set_in_vain(int recoveries) noexcept { in_vain_ = recoveries; }

  private:
    Flag lost_come_back_;
    Flag goes_back_at_loss_;
    Flag is_in_resume_;
    Flag awaits_replaced_;
    bool has_resumed_ = false;
    std::atomic<int> in_vain_ = 0;
    std::vector<int> replaced_;
};

} // namespace closeranks
