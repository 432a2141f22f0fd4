#pragma once

#include "runtime/stall/stall_mail.hpp"

#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace closeranks::stall {

/// What the lowest survivor does: collects what the others say, examines the wait-for graph, has
/// its findings confirmed, and acts on them (docs/explanation/stalls.md).
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

    /// Begins anew: a rank has failed since; or all ranks live, and seem to wait for each other.
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
    /// The same where no rank is lost: the program ends, if it is found once more after a while.
    void act_calmly(const std::vector<int> &stuck);
    [[nodiscard]] bool is_calm() const noexcept { return lost_.empty(); }
    /// Ends waits by the policy, if it says so for any: at first of the lowest rank alone, for the
    /// others may wait for what that one does then; at each next stall of twice as many, for there
    /// may be thousands. Returns whether there are any. Where that has been in vain `most` times in
    /// a row for each lost rank, the program ends.
    bool release(const std::vector<int> &stuck, const std::string &why, int most);
    /// Counts the releases between which no other rank has done anything.
    [[nodiscard]] int count_release();
    /// Ends those who cannot go on for a loss on a communicator of theirs, with its other members,
    /// if others live and the option end_scope says so. Returns whether there are any; not if this
    /// process is one of them.
    [[nodiscard]] bool end_communicators(const std::string &why, const std::vector<int> &stuck);
    void look_at_the_clock(Clock::time_point now);
    [[nodiscard]] std::vector<Survivor> known(const std::vector<int> &ranks) const;
    /// `why` with who is lost, and a line for each kind of wait of `ranks`.
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
    std::vector<int> told_; ///< who was said to be stuck already
    Clock::time_point quiet_since_{};
    bool warned_ = false;
    bool moving_ = false; ///< by the latest look at the graph
    Clock::time_point moving_since_{};
    std::size_t at_once_ = 1;
    std::map<int, std::uint64_t> released_; ///< the activity at which a survivor was
    bool release_was_told_ = false;
    int releases_in_row_ = 0;
    std::uint64_t others_did_ = 0;    ///< the activity of all others at the latest release
    Clock::time_point second_look_{}; ///< of act_calmly(); the epoch: none
};

} // namespace closeranks::stall
