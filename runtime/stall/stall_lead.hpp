#pragma once

#include "runtime/stall/stall_mail.hpp"

#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace closeranks::stall {

/// The work of the lowest survivor: it collects the reports of the others, examines the wait-for
/// graph, has its findings confirmed, and acts on them (docs/explanation/stalls.md).
///
/// A finding is exact. The ranks that are stuck by the reports are asked again once all reports are
/// in. Suppose that each still waits in the same way, and every message sent to it before has
/// arrived. Then at the moment of the question all of them waited for each other, with nothing on
/// its way; and that never changes.
///
/// Thread safety: none.
class Lead {
  public:
    using Clock = std::chrono::steady_clock;
    using Send = std::function<void(int to, const Note &message)>;

    /// `stall_after`: for stalls that cannot be found exactly; 0: never.
    Lead(Send send, std::chrono::seconds stall_after)
        : send_(std::move(send)), stall_after_(stall_after) {}

    /// Begins anew: a rank has failed since; or all ranks live, and seem to wait for each other.
    void reset(std::vector<int> living);

    void take_report(const Survivor &survivor, Clock::time_point now);
    void take_answer(const Note &answer);
    void turn(Clock::time_point now);

    /// The period in which the others have to report that they still do the same.
    [[nodiscard]] Clock::duration between_reports() const noexcept;

  private:
    struct Known {
        Survivor survivor;
        Clock::time_point heard;
    };
    struct Wave {
        std::vector<int> stuck;
        /// Ranks that have not answered, and the activity that they reported.
        std::map<int, std::uint64_t> open;
        Clock::time_point begun;
    };

    [[nodiscard]] std::vector<Survivor> survivors() const;
    [[nodiscard]] bool was_told(const std::vector<int> &stuck) const;
    void begin_wave(const std::vector<int> &stuck, Clock::time_point now);
    void end_wave();
    void act(const std::vector<int> &stuck);
    /// The same where no rank is lost: the program ends if the finding is repeated after a while.
    void act_calmly(const std::vector<int> &stuck);
    [[nodiscard]] bool is_calm() const noexcept { return lost_.empty(); }
    /// Ends waits by the policy, if it applies to any wait. At first only that of the lowest rank,
    /// because the others may wait for its next action; at each further stall twice as many,
    /// because there may be thousands. Returns true if there are any. If that was in vain `most`
    /// times in a row for each lost rank, the program ends.
    bool release(const std::vector<int> &stuck, const std::string &why, int most);
    /// Counts the releases between which no other rank has acted.
    [[nodiscard]] int count_release();
    /// Ends ranks that cannot continue because of a loss on one of their communicators, together
    /// with its other members. This happens if other ranks live and the option end_scope says so.
    /// Returns true if there are any; false if this process is one of them.
    [[nodiscard]] bool end_communicators(const std::string &why, const std::vector<int> &stuck);
    void look_at_the_clock(Clock::time_point now);
    [[nodiscard]] std::vector<Survivor> known(const std::vector<int> &ranks) const;
    /// `why` with the lost ranks, and a line for each kind of wait of `ranks`.
    [[nodiscard]] std::string explain(const std::string &why, const std::vector<int> &ranks) const;
    [[noreturn]] static void end(const std::string &text);

    Send send_;
    std::chrono::seconds stall_after_;
    std::vector<int> living_;
    std::vector<int> lost_;
    std::map<int, Known> known_;
    bool news_ = false;
    Wave wave_;
    std::uint64_t waves_ = 0;
    std::vector<int> told_; ///< ranks that were already reported as stuck
    Clock::time_point quiet_since_{};
    bool warned_ = false;
    bool moving_ = false; ///< by the latest examination of the graph
    Clock::time_point moving_since_{};
    std::size_t at_once_ = 1;
    std::map<int, std::uint64_t> released_; ///< the activity of a survivor when it was released
    bool release_was_told_ = false;
    int releases_in_row_ = 0;
    std::uint64_t others_did_ = 0;    ///< the activity of all other ranks at the latest release
    Clock::time_point second_look_{}; ///< of act_calmly(); the epoch: none
};

} // namespace closeranks::stall
