#include "runtime/stall/stall_lead.hpp"

#include "runtime/core/exit_watch.hpp"
#include "runtime/core/runtime.hpp"

#include <algorithm>
#include <iterator>

namespace closeranks::stall {

namespace {

using namespace std::chrono_literals;

std::string list(const std::vector<int> &ranks) {
    std::string text = ranks.size() == 1 ? "rank " : "ranks ";
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        if (i != 0) text += i + 1 == ranks.size() ? " and " : ", ";
        text += std::to_string(ranks[i]);
    }
    return text;
}

} // namespace

void Lead::reset(std::vector<int> living) {
    living_ = std::move(living);
    known_.clear();
    wave_ = {};
    told_.clear();
    released_.clear();
    news_ = warned_ = moving_ = false;
    at_once_ = 1;
}

Lead::Clock::duration Lead::between_reports() const noexcept {
    const auto twentieth = std::chrono::duration_cast<Clock::duration>(stall_after_) / 20;
    return std::clamp<Clock::duration>(twentieth, 50ms, 3s);
}

void Lead::take_report(const Survivor &survivor, Clock::time_point now) {
    const auto before = known_.find(survivor.rank);
    const bool same =
        before != known_.end() && before->second.survivor.activity == survivor.activity;
    if (!same) {
        quiet_since_ = now;
        warned_ = false;
    }
    Survivor latest = survivor;
    if (same && !survivor.waits) {
        // With several threads a request is not to be seen while it is being tested.
        const Survivor &earlier = before->second.survivor;
        latest.can_be_released = latest.can_be_released || earlier.can_be_released;
        if (latest.waits_for_any.empty()) latest.waits_for_any = earlier.waits_for_any;
    }
    // A wait that goes on may still have changed: of several requests one has completed.
    news_ = true;
    known_[survivor.rank] = {std::move(latest), now};
}

void Lead::take_answer(const Note &answer) {
    const auto open = wave_.open.find(answer.source);
    if (answer.wave != waves_ || open == wave_.open.end()) return;
    if (answer.yes) {
        wave_.open.erase(open);
        return;
    }
    // It reports again when it waits; it may have done so already.
    const auto known = known_.find(answer.source);
    if (known != known_.end() && known->second.survivor.activity == open->second)
        known_.erase(known);
    wave_ = {};
    news_ = true;
}

std::vector<Survivor> Lead::survivors() const {
    std::vector<Survivor> all;
    const auto failures =
        static_cast<int>(static_cast<std::size_t>(runtime().size) - living_.size());
    for (const auto &[rank, known] : known_)
        if (known.survivor.failures == failures) all.push_back(known.survivor);
    return all;
}

void Lead::turn(Clock::time_point now) {
    constexpr auto longest_wave = 2s;
    if (!wave_.stuck.empty()) {
        if (wave_.open.empty())
            end_wave();
        else if (now - wave_.begun > longest_wave)
            wave_ = {}; // somebody computes after all, or has died
        return;
    }
    if (!std::exchange(news_, false)) return look_at_the_clock(now);
    const Findings findings = examine(living_, survivors());
    if (findings.moving && !moving_) moving_since_ = now;
    moving_ = findings.moving;
    look_at_the_clock(now);
    // One that is alone ends such waits itself, and with several threads it takes its time.
    if (findings.stuck.empty() || living_.size() < 2) return;
    if (findings.stuck != living_ && was_told(findings.stuck)) return;
    begin_wave(findings.stuck, now);
}

/// Who comes to be stuck with those whom the user knows of already is no news: at the end of a run
/// that is one rank after the other.
bool Lead::was_told(const std::vector<int> &stuck) const {
    return !told_.empty() && std::includes(stuck.begin(), stuck.end(), told_.begin(), told_.end());
}

void Lead::begin_wave(const std::vector<int> &stuck, Clock::time_point now) {
    ++waves_;
    wave_ = {.stuck = stuck, .open = {}, .begun = now};
    std::map<int, Note> requests;
    for (const int rank : stuck) {
        const Survivor &one = known_.at(rank).survivor;
        wave_.open[rank] = one.activity;
        Note &request = requests[rank];
        request.survivor.activity = one.activity;
        request.from = awaited(one, stuck);
    }
    for (const int rank : stuck)
        for (const int from : requests[rank].from)
            requests[from].to.push_back(rank);
    for (auto &[rank, request] : requests) {
        request.kind = Note::confirm;
        request.wave = waves_;
        send_(rank, request);
    }
}

void Lead::end_wave() {
    const std::vector<int> stuck = std::exchange(wave_, {}).stuck;
    act(stuck);
}

void Lead::act(const std::vector<int> &stuck) {
    if (release(stuck)) return;
    if (stuck == living_)
        end("No rank can go on: each waits for what only another one could do", stuck);
    told_ = stuck;
    runtime().report.say("%s cannot go on any more: each waits for what only another one, or the "
                         "lost, could do; the others work on",
                         list(stuck).c_str());
    for (const std::string &line : describe(stuck))
        runtime().report.say("%s", line.c_str());
}

bool Lead::release(const std::vector<int> &stuck) {
    std::vector<int> able;
    std::copy_if(stuck.begin(), stuck.end(), std::back_inserter(able),
                 [&](int rank) { return known_.at(rank).survivor.can_be_released; });
    if (able.size() > at_once_) able.resize(at_once_);
    for (const int rank : able) {
        Note message{.kind = Note::release};
        message.survivor.activity = known_.at(rank).survivor.activity;
        released_[rank] = message.survivor.activity;
        send_(rank, message);
    }
    if (!able.empty()) at_once_ *= 2;
    return !able.empty();
}

void Lead::look_at_the_clock(Clock::time_point now) {
    if (stall_after_ == 0s) return;
    // A message may take its time. But with several threads one that has arrived may look like it.
    constexpr int longer_for_messages = 10;
    const bool moving =
        moving_ && now - moving_since_ < longer_for_messages * std::chrono::seconds(stall_after_);
    // Silence counts as far as all have been heard to wait or poll: who has begun to compute says
    // nothing any more, and is not to be judged by what it said before.
    const auto recent = std::min<Clock::duration>(
        2 * between_reports() + 1s,
        std::chrono::duration_cast<Clock::duration>(stall_after_) * 3 / 4);
    Clock::time_point heard_of_all = now;
    for (const int rank : living_) {
        const auto known = known_.find(rank);
        const bool heard = known != known_.end();
        heard_of_all = std::min(heard_of_all, heard ? known->second.heard : Clock::time_point{});
    }
    if (now - heard_of_all >= recent || moving) quiet_since_ = now;
    const auto quiet = heard_of_all - quiet_since_; // negative where somebody has just begun anew
    if (quiet >= stall_after_) {
        quiet_since_ = now;
        // Who was released and has completed nothing since was in no such wait.
        std::vector<int> others = living_;
        std::erase_if(others, [&](int rank) {
            const auto released = released_.find(rank);
            return released != released_.end() &&
                   released->second == known_.at(rank).survivor.activity;
        });
        if (release(others)) return;
        end("No rank has completed a call but empty polls for " +
                std::to_string(stall_after_.count()) + " s (--stall-after)",
            living_);
    }
    if (10 * quiet >= stall_after_ && !std::exchange(warned_, true)) {
        runtime().report.say("no rank has completed a call but empty polls for %.1f s; after %d s "
                             "the policy `stall` decides (--stall-after)",
                             std::chrono::duration<double>(quiet).count(),
                             static_cast<int>(stall_after_.count()));
        for (const std::string &line : describe(living_))
            runtime().report.say("%s", line.c_str());
    }
}

std::vector<std::string> Lead::describe(const std::vector<int> &ranks) const {
    std::map<std::string, std::vector<int>> by_call;
    for (const int rank : ranks) {
        const auto known = known_.find(rank);
        if (known == known_.end()) continue;
        const Survivor &one = known->second.survivor;
        by_call[(one.waits ? "waiting in " : "in ") + one.call].push_back(rank);
    }
    std::map<std::vector<int>, std::string> by_ranks;
    for (const auto &[call, those] : by_call)
        by_ranks[those] = call;
    std::vector<std::string> lines;
    for (const auto &[those, call] : by_ranks)
        lines.push_back("  " + list(those) + (those.size() == 1 ? " is " : " are ") + call);
    return lines;
}

void Lead::end(const std::string &why, const std::vector<int> &ranks) const {
    std::vector<int> lost;
    for (int rank = 0; rank < runtime().size; ++rank)
        if (std::find(living_.begin(), living_.end(), rank) == living_.end()) lost.push_back(rank);
    std::string text = why + ", and " + list(lost) + (lost.size() == 1 ? " is" : " are") + " lost.";
    for (const std::string &line : describe(ranks))
        text += "\n" + line;
    std::string function;
    for (const int rank : ranks)
        if (const auto known = known_.find(rank); known != known_.end() && function.empty())
            function = known->second.survivor.waits_for_any;
    if (function.empty())
        text += "\nNone of them is known to wait for any rank, which a policy could end, so the "
                "program ends.";
    else
        text += "\nThe policy is abort, so the program ends. With --policy " +
                function.substr(function.find('_') + 1) +
                "/stall=ignore the wait for any rank would end as one for MPI_PROC_NULL.";
    runtime().report.stalled(text);
    end_program(runtime().config.abort_code);
}

} // namespace closeranks::stall
