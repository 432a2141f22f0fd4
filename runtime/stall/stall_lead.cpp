#include "runtime/stall/stall_lead.hpp"

#include "runtime/core/end_scope.hpp"
#include "runtime/core/exit_watch.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/stall/stall_words.hpp"

#include <algorithm>
#include <iterator>

namespace closeranks::stall {

namespace {

using namespace std::chrono_literals;

// Each release of a wait costs a tenth of a second, and each release by the clock costs
// --stall-after.
constexpr int most_releases = 64;
constexpr int most_releases_of_polls = 8;

} // namespace

void Lead::reset(std::vector<int> living) {
    living_ = std::move(living);
    lost_.clear();
    for (int rank = 0; rank < runtime().size; ++rank)
        if (!std::binary_search(living_.begin(), living_.end(), rank)) lost_.push_back(rank);
    known_.clear();
    wave_ = {};
    told_.clear();
    released_.clear();
    news_ = warned_ = moving_ = release_was_told_ = false;
    at_once_ = 1;
    releases_in_row_ = 0;
    second_look_ = {};
}

Lead::Clock::duration Lead::between_reports() const noexcept {
    if (is_calm()) return 250ms;
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
        second_look_ = {};
    }
    Survivor latest = survivor;
    if (same && !survivor.waits) {
        // The process may poll in several functions in turn. And with several threads a request
        // cannot be seen while it is being tested.
        const Survivor &earlier = before->second.survivor;
        latest.can_be_released = latest.can_be_released || earlier.can_be_released;
        latest.raises = latest.raises || earlier.raises;
        latest.waits_for_any = functions_of({survivor, earlier});
    }
    // A wait that continues may still have changed: one of several requests has completed.
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
    // The process reports again when it waits; it may have done so already.
    const auto known = known_.find(answer.source);
    if (known != known_.end() && known->second.survivor.activity == open->second)
        known_.erase(known);
    wave_ = {};
    second_look_ = {};
    news_ = true;
}

std::vector<Survivor> Lead::survivors() const {
    std::vector<Survivor> all;
    const auto failures = static_cast<int>(lost_.size());
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
            wave_ = {}; // a process computes after all, or has failed
        return;
    }
    const bool looks_again = second_look_ != Clock::time_point{} && now >= second_look_;
    if (!std::exchange(news_, false) && !looks_again) return look_at_the_clock(now);
    const Findings findings = examine(living_, survivors());
    if (findings.moving && !moving_) moving_since_ = now;
    moving_ = findings.moving;
    look_at_the_clock(now);
    // A single process ends such waits itself, and with several threads it takes its time.
    if (living_.size() < 2 || (findings.stuck.empty() && !is_calm())) return;
    if (is_calm()) {
        if (findings.stuck != living_)
            second_look_ = {};
        else if (looks_again || second_look_ == Clock::time_point{})
            begin_wave(living_, now);
        return;
    }
    if (findings.stuck != living_ && was_told(findings.stuck)) return;
    begin_wave(findings.stuck, now);
}

/// True when the user knows already that some of these ranks are stuck. At the end of a run one
/// rank after the other gets stuck with them, and that is not told again.
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
    if (is_calm()) return act_calmly(stuck);
    const std::string why = "No rank can continue: each waits for what only another one could do";
    if (release(stuck, why, most_releases)) return;
    if (end_communicators("Each waits for what only another one could do", stuck)) return;
    if (stuck == living_) end(explain(why, stuck) + way_on(known(stuck), lost_, false));
    told_ = stuck;
    runtime().report.say(
        "%s cannot continue any more: each waits for what only another one, or the "
        "lost, could do; the others work on%s",
        list(stuck).c_str(), describe(known(stuck)).c_str());
}

void Lead::act_calmly(const std::vector<int> &stuck) {
    // A program may rely on MPI_Bcast and similar calls to return at a rank before others come,
    // which MPI does not promise. Their messages are short, or the root is known. So they have
    // arrived long before this time.
    constexpr auto next_look = 300ms;
    constexpr auto next_look_at_rooted = 2s;
    const std::vector<Survivor> all = known(stuck);
    if (second_look_ != Clock::time_point{})
        end(explain(
                "No rank can continue, though none is lost: each waits for what only another one "
                "could do",
                stuck) +
            no_way_on(all));
    const auto waits_for_member = [](const Condition &one) {
        return one.kind == Condition::member;
    };
    const bool rooted = std::ranges::any_of(all, [&](const Survivor &one) {
        return std::ranges::any_of(one.branches, [&](const Branch &branch) {
            return std::ranges::any_of(branch.conditions, waits_for_member);
        });
    });
    second_look_ = Clock::now() + (rooted ? Clock::duration(next_look_at_rooted) : next_look);
}

bool Lead::release(const std::vector<int> &stuck, const std::string &why, int most) {
    std::vector<int> able;
    std::copy_if(stuck.begin(), stuck.end(), std::back_inserter(able),
                 [&](int rank) { return known_.at(rank).survivor.can_be_released; });
    if (able.empty()) return false;
    if (able.size() > at_once_) able.resize(at_once_);
    const int times = count_release();
    if (times > most * static_cast<int>(lost_.size()))
        end(explain(why, stuck) + released_in_vain(times - 1));
    if (!std::exchange(release_was_told_, true))
        runtime().report.say("%s",
                             (explain(why, stuck) + how_released(known(able), lost_)).c_str());
    for (const int rank : able) {
        Note message{.kind = Note::release};
        message.survivor.activity = known_.at(rank).survivor.activity;
        released_[rank] = message.survivor.activity;
        send_(rank, message);
    }
    at_once_ = std::min(2 * at_once_, living_.size());
    return true;
}

int Lead::count_release() {
    std::uint64_t others = 0;
    for (const auto &[rank, known] : known_)
        if (!released_.contains(rank)) others += known.survivor.activity + 1;
    if (std::exchange(others_did_, others) != others) releases_in_row_ = 0;
    return ++releases_in_row_;
}

void Lead::look_at_the_clock(Clock::time_point now) {
    if (stall_after_ == 0s || is_calm()) return;
    // A message may take its time. But with several threads one that has arrived may look the same.
    constexpr int longer_for_messages = 10;
    const bool moving =
        moving_ && now - moving_since_ < longer_for_messages * std::chrono::seconds(stall_after_);
    // The time of silence counts only while all processes have reported that they wait or poll. A
    // process that has begun to compute reports nothing any more, and its earlier report does not
    // count.
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
    const auto quiet = heard_of_all - quiet_since_; // negative if a process has just begun anew
    if (quiet >= stall_after_) {
        quiet_since_ = now;
        // A process that was released and has completed nothing since was in no such wait.
        std::vector<int> others = living_;
        std::erase_if(others, [&](int rank) {
            const auto released = released_.find(rank);
            return released != released_.end() &&
                   released->second == known_.at(rank).survivor.activity;
        });
        const std::string why = "No rank has completed a call but empty polls for " +
                                std::to_string(stall_after_.count()) + " s (--stall-after)";
        if (release(others, why, most_releases_of_polls)) return;
        if (end_communicators(why, living_)) return;
        end(explain(why, living_) + way_on(known(living_), lost_, true));
    }
    // One warning, until some rank does more than end a wait by the policy.
    if (10 * quiet >= stall_after_ && releases_in_row_ == 0 && !std::exchange(warned_, true))
        runtime().report.say("no rank has completed a call but empty polls for %.1f s; after %d s "
                             "the policy `stall` decides (--stall-after)%s",
                             std::chrono::duration<double>(quiet).count(),
                             static_cast<int>(stall_after_.count()),
                             describe(known(living_)).c_str());
}

bool Lead::end_communicators(const std::string &why, const std::vector<int> &stuck) {
    // One communicator at a time: the other ranks may wait for a rank of this one.
    for (const int rank : stuck) {
        const auto known = known_.find(rank);
        if (known == known_.end() || known->second.survivor.together.empty()) continue;
        const Survivor &one = known->second.survivor;
        const EndScope scope = scope_of(one.together, {.name = one.on});
        if (scope.of_job) continue;
        runtime().report.say("%s, and the policy is abort: %s%s", why.c_str(),
                             scope.told.sentence.c_str(),
                             describe(this->known(scope.ranks)).c_str());
        const std::string cause =
            "ended: rank " + std::to_string(rank) + " could not continue in " + one.call;
        carry_out(scope, runtime().config.abort_code, {.own = cause, .others = cause});
        return true;
    }
    return false;
}

std::vector<Survivor> Lead::known(const std::vector<int> &ranks) const {
    std::vector<Survivor> all;
    for (const int rank : ranks)
        if (const auto at = known_.find(rank); at != known_.end())
            all.push_back(at->second.survivor);
    return all;
}

std::string Lead::explain(const std::string &why, const std::vector<int> &ranks) const {
    const std::string lost =
        is_calm() ? "" : ", and " + list(lost_) + (lost_.size() == 1 ? " is" : " are") + " lost";
    return why + lost + "." + describe(known(ranks));
}

void Lead::end(const std::string &text) {
    runtime().report.stalled(text);
    end_program(runtime().config.abort_code);
}

} // namespace closeranks::stall
