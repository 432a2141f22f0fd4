#include "runtime/membership/members.hpp"
#include "runtime/run/cause_of_death.hpp"
#include "runtime/run/config.hpp"
#include "runtime/run/report.hpp"
#include "runtime/run/report_state.hpp"
#include "runtime/run/sum_up.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace closeranks {

namespace {

using Json = nlohmann::json;

void copy(const std::array<std::atomic<std::uint64_t>, function_count> &from, Tally &to) noexcept {
    for (std::size_t i = 0; i < to.size(); ++i)
        to[i] = from[i].load(std::memory_order_relaxed);
}

/// The text of a rank for the rank that reports for all.
std::string to_text(const std::vector<Lacking> &lacking,
                    const std::vector<AffectedWindow> &windows) {
    Json listed = Json::array();
    for (const AffectedWindow &window : windows)
        listed.push_back(to_json(window));
    const Json told = {{"lacking", to_json(lacking)}, {"windows", listed}};
    return told.dump(-1, ' ', false, Json::error_handler_t::replace); // names may be any bytes
}

} // namespace

Totals ReportState::own_totals() const noexcept {
    Totals totals;
    copy(counters.skipped, totals.skipped);
    copy(counters.passed, totals.passed);
    copy(counters.incomplete, totals.incomplete);
    copy(counters.absent, totals.absent);
    copy(counters.redone, totals.redone);
    return totals;
}

void ReportState::find_causes(std::vector<LostRank> &lost) const {
    using namespace std::chrono;
    constexpr const char *silence = "no word from its keeper: its node died, or both were killed";
    const auto is_unknown = [](const LostRank &one) {
        return one.cause.empty() || one.cause == silence;
    };
    if (records_folder.empty() || std::none_of(lost.begin(), lost.end(), is_unknown)) return;
    // The keepers of processes that have just failed may wait for a core file; the keeper of a
    // failed node never writes anything. Without a keeper there is nothing to wait for.
    const auto end = steady_clock::now() + 1s;
    for (bool is_silent = true; is_silent && steady_clock::now() < end;) {
        std::this_thread::sleep_for(50ms);
        is_silent = false;
        for (LostRank &one : lost) {
            if (is_unknown(one))
                one.cause = cause_of_death(records_folder, members().process_of(one.rank), silence);
            is_silent = is_silent || one.cause == silence;
        }
    }
}

Summary ReportState::collect(MPI_Comm survivors) {
    Summary summary{.size = size,
                    .seconds = now(),
                    .returned = returned,
                    .repairs = repairs,
                    .files = files,
                    .windows = windows,
                    .totals = own_totals()};
    const std::vector<int> alive = members().ranks_of(survivors); // by their ranks in `survivors`
    std::vector<int> in_order = alive;
    std::sort(in_order.begin(), in_order.end());
    for (int i = 0; i < size; ++i)
        if (!std::binary_search(in_order.begin(), in_order.end(), i))
            summary.lost.push_back(lost_rank(i));
    if (summary.lost.empty()) { // all results that lacked ranks are from before a recovery
        summary.lacking = merge({lacking.list()});
        return summary;
    }

    const auto first = std::find(alive.begin(), alive.end(), speaker_of(in_order)) - alive.begin();
    std::vector<double> times;
    // A rank that never noticed the loss does not count for the time of the first notice.
    for (const LostRank &one : summary.lost)
        times.push_back(one.noticed < 0 ? summary.seconds : one.noticed);
    std::vector<std::string> told = {to_text(lacking.list(), windows)};
    if (sum_up(summary.totals, times, told, static_cast<int>(first), survivors)) {
        for (std::size_t i = 0; i < times.size(); ++i)
            summary.lost[i].noticed = times[i];
    } else {
        summary.totals = own_totals();
        told.resize(1);
        told.front() = to_text(lacking.list(), windows);
        summary.only_rank = rank;
    }
    std::vector<std::vector<Lacking>> lists;
    summary.windows.clear();
    for (const std::string &text : told) {
        const Json all = Json::parse(text);
        lists.push_back(lacking_from_json(all.at("lacking")));
        for (const Json &window : all.at("windows"))
            summary.windows.push_back(window_from_json(window));
    }
    summary.lacking = merge(lists);
    return summary;
}

bool ReportState::write_report(const Summary &summary) const {
    if (report_path.empty()) return true;
    std::ofstream file(report_path);
    file << to_json(summary).dump(4, ' ', false, Json::error_handler_t::replace) << "\n";
    file.close();
    return static_cast<bool>(file);
}

std::string Report::history() const {
    if (state_ == nullptr) return {};
    const std::lock_guard guard(state_->lock);
    Json told = {{"noticed", Json::array()}, {"recovered", Json::array()}};
    for (const auto &[rank, seconds] : state_->noticed)
        told["noticed"].push_back({rank, seconds});
    for (const ReturnedRank &one : state_->returned)
        told["recovered"].push_back(to_json(one));
    return told.dump(-1, ' ', false, Json::error_handler_t::replace); // hosts may be any bytes
}

void Report::learn(const Config &config, std::string_view history,
                   std::span<const Replacement> ranks, double seconds,
                   const RecoveryPhases &phases) noexcept {
    begin_clock();
    if (state_ == nullptr) return;
    quietly([&] {
        ReportState &s = *state_;
        const std::lock_guard guard(s.lock);
        const Json told = history.empty() ? Json::object() : Json::parse(history);
        for (const Json &one : told.value("noticed", Json::array()))
            s.noticed[one.at(0).get<int>()] = one.at(1).get<double>();
        for (const Json &one : told.value("recovered", Json::array()))
            s.returned.push_back(returned_from_json(one));
        s.records_folder = config.records; // the folder with the causes
        static_cast<void>(s.note_recovered(ranks, seconds, phases));
    });
}

void Report::finish(MPI_Comm survivors) noexcept {
    if (state_ == nullptr) return;
    quietly([&] {
        ReportState &s = *state_;
        Summary summary{.size = s.size, .seconds = s.now()};
        if (survivors != MPI_COMM_NULL) summary = s.collect(survivors);
        Json lost = Json::array();
        for (const LostRank &one : summary.lost)
            lost.push_back(one.rank);
        const Totals own = s.own_totals();
        const std::vector<Lacking> own_lacking = s.lacking.list();
        s.record("finish", {{"lost", lost},
                            {"skipped", to_json(own.skipped)},
                            {"incomplete", to_json(own.incomplete)},
                            {"absent", to_json(own.absent)},
                            {"redone", to_json(own.redone)},
                            {"lacking", to_json(own_lacking)},
                            {"passed_through", to_json(own.passed)}});
        for (const LostRank &one : summary.lost) // failed in the last moment
            static_cast<void>(s.note_lost(std::span(&one.rank, 1)));
        if (s.speaker != s.rank) return;
        s.find_causes(summary.lost);
        if (!s.quiet) {
            std::string text;
            for (const std::string &line : render(summary))
                text += line + "\n";
            if (!text.empty()) {
                say("%s", text.c_str());
                s.record("summary", Json::object()); // otherwise the launcher reports it
            }
        }
        if (!s.write_report(summary))
            say("The report (%s) cannot be written.", s.report_path.c_str());
    });
}

} // namespace closeranks
