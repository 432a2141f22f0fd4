#include "runtime/run/communicator_label.hpp"
#include "runtime/run/lacking.hpp"
#include "runtime/run/report.hpp"
#include "runtime/run/report_state.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

namespace closeranks {

namespace {

/// The first of the processes that end reports why; it ends the others before they repeat it.
void wait_for_turn(const ReportState &s, const Ending &ending) {
    constexpr std::size_t last = 10;
    constexpr auto between = std::chrono::milliseconds(100);
    if (ending.of_job)
        s.let_speaker_go_first();
    else
        std::this_thread::sleep_for(std::min(ending.turn, last) * between);
}

/// The ways to avoid an end, in lines.
std::string ways_on(const Ending &ending, const std::string &way_on) {
    return ending.hint.empty() ? way_on : way_on + "\n" + ending.hint;
}

} // namespace

void Report::aborting(Function function, int rank, const Ending &ending, WayOn way_on) noexcept {
    if (state_ == nullptr) return;
    ReportState &s = *state_;
    if (ending.of_job)
        quietly([&] {
            s.record("aborting", {{"function", function_name(function)}, {"rank", rank}});
        });
    wait_for_turn(s, ending);
    const char *const name = function_name(function);
    quietly([&] {
        const std::string needed = rank < 0 ? "the lost ranks" : s.name(rank);
        const std::string ways = ways_on(ending, way_on(needed));
        if (rank < 0)
            say("rank %d needs any rank in %s, and all ranks that it may be are lost; the policy "
                "of %s is abort, so %s\n%s",
                s.rank, name, name, ending.sentence.c_str(), ways.c_str());
        else
            say("rank %d needs %s in %s, which is lost; the policy of %s is abort, so %s\n%s",
                s.rank, needed.c_str(), name, name, ending.sentence.c_str(), ways.c_str());
    });
}

void Report::aborting_without(Function function, const InWorld &lacking, const Ending &ending,
                              WayOn way_on) noexcept {
    if (state_ == nullptr) return;
    ReportState &s = *state_;
    const std::vector<int> &ranks = lacking.ranks;
    quietly([&] {
        if (ending.of_job)
            s.record("aborting", {{"function", function_name(function)},
                                  {"rank", ranks.front()},
                                  {"communicator", lacking.communicator.number},
                                  {"lacking", ranks}});
        wait_for_turn(s, ending);
        const std::string lost = name_ranks(ranks, s.size);
        say("rank %d's result of %s on %s lacks what %s would have contributed, "
            "which %s lost; the policy is abort, so %s\n%s",
            s.rank, function_name(function), describe(lacking.communicator).c_str(), lost.c_str(),
            ranks.size() == 1 ? "is" : "are", ending.sentence.c_str(),
            ways_on(ending, way_on(lost)).c_str());
    });
}

void Report::left_because(int status, const std::string &why) noexcept {
    if (state_ == nullptr) return;
    quietly([&] { state_->record("left", {{"status", status}, {"why", why}}); });
}

} // namespace closeranks
