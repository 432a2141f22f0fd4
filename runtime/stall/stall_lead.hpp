#pragma once

#include "runtime/stall/stall_mail.hpp"

#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace closeranks::stall {

/// What the lowest survivor does: collects what the others say, examines the wait-for graph, has
/// its findings confirmed, and acts on them (docs/stalls.md).
///
/// A finding is exact. Whoever is stuck by the reports is asked again once all reports are in: if
/// it still waits as it did, and every message sent to it before has arrived, then at the moment of
/// asking all of them waited for each other, with nothing under way; and that never changes.
///
/// Thread safety: none.
class Lead {
  public:
    using Clock = std::chrono::steady_clock;
    using Send = std::function<void(int to, const Note &message)>;

    /// `stall_after`: for stalls that cannot be found exactly; 0: never.
    Lead(Send send, std::chrono::seconds stall_after)
        : send_(std::move(send)), stall_after_(stall_after) {}

    /// Begins anew: somebody has failed since.
    void reset(std::vector<int> living);

    void take_report(const Survivor &survivor, Clock::time_point now);
    void take_answer(const Note &answer);
    void turn(Clock::time_point now);

    /// How often the others are to say that they still do what they did.
    [[nodiscard]] Clock::duration between_reports() const noexcept;

  private:
    struct Known {
        Survivor survivor;
        Clock::time_point heard;
    };
    struct Wave {
        std::vector<int> stuck;
        std::map<int, std::uint64_t> open; ///< who has not answered, and the activity it reported
        Clock::time_point begun;
    };

    [[nodiscard]] std::vector<Survivor> survivors() const;
    [[nodiscard]] bool was_told(const std::vector<int> &stuck) const;
    void begin_wave(const std::vector<int> &stuck, Clock::time_point now);
    void end_wave();
    void act(const std::vector<int> &stuck);
    /// Ends waits by the policy, if it says so for any: at first of the lowest rank alone, for the
    /// others may wait for what that one does then; at each next stall of twice as many, for there
    /// may be thousands. Returns whether there are any.
    bool release(const std::vector<int> &stuck);
    void look_at_the_clock(Clock::time_point now);
    [[nodiscard]] std::vector<std::string> describe(const std::vector<int> &ranks) const;
    [[noreturn]] void end(const std::string &why, const std::vector<int> &ranks) const;

    Send send_;
    std::chrono::seconds stall_after_;
    std::vector<int> living_;
    std::map<int, Known> known_;
    bool news_ = false;
    Wave wave_;
    std::uint64_t waves_ = 0;
    std::vector<int> told_; ///< who was said to be stuck already
    Clock::time_point quiet_since_{};
    bool warned_ = false;
    bool moving_ = false; ///< by the latest look at the graph
    Clock::time_point moving_since_{};
    std::size_t at_once_ = 1;
    std::map<int, std::uint64_t> released_; ///< the activity at which a survivor was
};

} // namespace closeranks::stall
