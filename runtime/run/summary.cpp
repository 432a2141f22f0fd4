#include "runtime/run/summary.hpp"

#include <closeranks_version.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string_view>

namespace closeranks {

namespace {

/// A duration: "1.8 ms" or "2.51 s".
std::string duration(double seconds) {
    std::array<char, 32> text{};
    if (seconds < 1)
        std::snprintf(text.data(), text.size(), "%.1f ms", seconds * 1e3);
    else
        std::snprintf(text.data(), text.size(), "%.2f s", seconds);
    return text.data();
}

std::string place(const std::string &host, int pid) {
    if (host.empty()) return {};
    return " (host " + host + ", pid " + std::to_string(pid) + ")";
}

std::string place(const LostRank &lost) { return place(lost.host, lost.pid); }

/// The known cause of its end, as part of a sentence.
std::string cause(const LostRank &lost) { return lost.cause.empty() ? "" : ", " + lost.cause; }

/// The time of an event, in the same form in lines, summary and report.
std::string moment(double seconds) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.2f s", seconds);
    return text.data();
}

/// "MPI_Send 12, MPI_Recv 3", most frequent first.
std::string most_frequent(const Tally &tally) {
    std::vector<std::size_t> used;
    for (std::size_t i = 0; i < tally.size(); ++i)
        if (tally[i] != 0) used.push_back(i);
    std::stable_sort(used.begin(), used.end(),
                     [&](std::size_t a, std::size_t b) { return tally[a] > tally[b]; });
    std::string text;
    for (std::size_t i : used) {
        if (!text.empty()) text += ", ";
        text += function_name(static_cast<Function>(i));
        text += " " + std::to_string(tally[i]);
    }
    return text;
}

std::string render_repairs(const std::vector<Repair> &repairs) {
    double longest = 0;
    double total = 0;
    for (const Repair &repair : repairs) {
        longest = std::max(longest, repair.seconds);
        total += repair.seconds;
    }
    std::string text = "repairs: " + std::to_string(repairs.size()) + ", " + duration(total);
    if (repairs.size() > 1) text += " together, the longest " + duration(longest);
    return text;
}

void add(std::vector<std::string> &lines, const std::string &what, const Tally &tally) {
    if (const std::string text = most_frequent(tally); !text.empty())
        lines.push_back("  " + what + ": " + text);
}

/// When no rank is missing in the end, results lacked contributions only for a while.
std::string until_when(const Summary &summary) {
    return summary.lost.empty() ? ", until they were recovered" : "";
}

std::string describe(const LostRank &lost) {
    return "rank " + std::to_string(lost.rank) + place(lost) + cause(lost);
}

bool is_noticed(const LostRank &lost) { return lost.noticed >= 0; }

std::string noticed(const LostRank &lost) {
    return ", noticed " + moment(lost.noticed) + " after MPI_Init";
}

/// A rank that failed in the middle of a recovery may be recovered before any process has noticed
/// the loss.
std::string return_of(const ReturnedRank &one) {
    const std::string when =
        is_noticed(one.lost)
            ? noticed(one.lost) + "; back after " + duration(one.back - one.lost.noticed)
            : "; back " + moment(one.back) + " after MPI_Init";
    return when + " in process " + std::to_string(one.process) + place(one.host, one.pid);
}

/// A line for each function and communicator, up to a readable number, and the calls on files and
/// windows that ran without all ranks.
void add_lacking(std::vector<std::string> &lines, const Summary &summary) {
    constexpr std::size_t most = 8;
    const std::size_t shown = std::min(summary.lacking.size(), most);
    for (std::size_t i = 0; i < shown; ++i)
        lines.push_back("  " + describe(summary.lacking[i], summary.size));
    if (const std::size_t more = summary.lacking.size() - shown; more != 0)
        lines.push_back("  and " + std::to_string(more) +
                        " more functions and communicators, which the report names");
    Tally others = summary.totals.incomplete;
    for (const Lacking &one : summary.lacking)
        others[static_cast<std::size_t>(one.function)] = 0;
    add(lines, "collectives without the lost ranks' contributions" + until_when(summary), others);
}

/// True if results that were used had the contributions of some ranks only.
bool lacks_to_the_end(const Summary &summary) {
    return std::any_of(summary.lacking.begin(), summary.lacking.end(),
                       [](const Lacking &one) { return !one.is_over() && one.expected != 0; });
}

/// True if a lost rank would have brought data in one of these calls.
bool brings_anything(const Tally &skipped) {
    for (std::size_t i = 0; i < skipped.size(); ++i)
        if (skipped[i] != 0 && brings_data(static_cast<Function>(i))) return true;
    return false;
}

/// A line for each window that has lost a part of its memory, up to a readable number.
void add_windows(std::vector<std::string> &lines, const Summary &summary) {
    constexpr std::size_t most = 8;
    const std::size_t shown = std::min(summary.windows.size(), most);
    for (std::size_t i = 0; i < shown; ++i)
        lines.push_back("  " + describe(summary.windows[i], summary.size));
    if (summary.windows.size() > shown)
        lines.push_back("  and more windows, which the report names");
}

} // namespace

bool brings_data(Function function) noexcept {
    const std::string_view name = function_name(function);
    const auto has = [&](const char *part) { return name.find(part) != std::string_view::npos; };
    return has("ecv") || has("robe") || has("cast") || (has("catter") && !has("educe"));
}

std::string describe(const std::vector<LostRank> &lost, int size) {
    constexpr std::size_t most = 4; // named with host and pid; a failed node has hundreds
    std::string text = lost.size() == 1 ? "rank" : "ranks";
    for (std::size_t i = 0; i < lost.size(); ++i) {
        if (i > 0) text += i + 1 == lost.size() ? " and" : ",";
        text += " " + std::to_string(lost[i].rank);
        if (lost.size() > 1 && lost.size() <= most) text += place(lost[i]);
    }
    text += " of " + std::to_string(size);
    return lost.size() == 1 ? text + place(lost.front()) + cause(lost.front()) : text;
}

std::string describe(const std::vector<ReturnedRank> &back) {
    std::string ranks;
    std::string processes;
    for (std::size_t i = 0; i < back.size(); ++i) {
        const char *const joint = i == 0 ? "" : i + 1 == back.size() ? " and " : ", ";
        ranks += joint + std::to_string(back[i].lost.rank);
        processes += joint + std::to_string(back[i].process) + place(back[i].host, back[i].pid);
    }
    const bool one = back.size() == 1;
    return (one ? "rank " : "ranks ") + ranks +
           (one ? " is recovered, in process " : " are recovered, in processes ") + processes;
}

std::string describe(const AffectedFile &file) {
    constexpr int any_size = std::numeric_limits<int>::max(); // it has only ranks of this world
    const bool one = file.ranks.size() == 1;
    std::string text = "file " + file.name + " was open for writing when " +
                       name_ranks(file.ranks, any_size) + (one ? " was" : " were") + " lost: ";
    if (file.written_by == "HDF5") // its ranks take turns to write the description of the file
        text += "HDF5 can read it only if " + std::string(one ? "that rank" : "those ranks") +
                " had no more of its structure to write; take it for lost";
    else
        text += "what " + std::string(one ? "it" : "they") +
                " had not written is missing, unless others wrote it";
    for (const AffectedFile::Gap &gap : file.gaps)
        text += "; rank " + std::to_string(gap.rank) + "'s bytes " + std::to_string(gap.begin) +
                " to " + std::to_string(gap.end - 1) + " may be missing";
    return text;
}

std::string describe(const AffectedWindow &window, int size) {
    return (window.name.empty() ? "a window of " + window.made_by : "window " + window.name) +
           ": the memory of " + name_ranks(window.ranks, size) + " is lost, " +
           std::to_string(window.bytes) + " bytes";
}

std::string describe(const Lacking &lacking, int size) {
    std::string text = function_name(lacking.function);
    text += " on " + describe(lacking.communicator) + " lacked " + name_ranks(lacking.ranks, size) +
            " in " + std::to_string(lacking.calls) + (lacking.calls == 1 ? " call" : " calls") +
            " from " + moment(lacking.since);
    if (lacking.is_over()) return text + " until the recovery at " + moment(lacking.until);
    text += " on";
    if (lacking.expected == 0) return text;
    return text + ": " + std::to_string(lacking.contributions) + " of " +
           std::to_string(lacking.expected) + " contributions (" +
           std::to_string(100 * lacking.contributions / lacking.expected) + " %)";
}

std::vector<std::string> render(const Summary &summary) {
    std::vector<std::string> lines;
    if (summary.lost.empty() && summary.returned.empty()) return lines;
    const int completed = summary.size - static_cast<int>(summary.lost.size());
    std::string result = "summary: ";
    if (!summary.returned.empty())
        result += std::to_string(summary.returned.size()) +
                  (summary.returned.size() == 1 ? " loss" : " losses") + " made good, ";
    result += std::to_string(summary.lost.size()) + " of " + std::to_string(summary.size) +
              " ranks lost, " + std::to_string(completed) + " completed";
    lines.push_back(result);
    for (const ReturnedRank &one : summary.returned)
        lines.push_back("  " + describe(one.lost) + return_of(one));
    for (const LostRank &lost : summary.lost)
        lines.push_back("  " + describe(lost) +
                        (is_noticed(lost) ? noticed(lost) : ", noticed at the end"));
    if (!summary.lost.empty() && summary.lost.front().rank == 0)
        lines.push_back("  rank 0 is among them: what only rank 0 prints or writes is missing");
    if (!summary.repairs.empty()) lines.push_back("  " + render_repairs(summary.repairs));
    add(lines, "calls skipped, all ranks together" + until_when(summary), summary.totals.skipped);
    if (!summary.lost.empty() && brings_anything(summary.totals.skipped))
        lines.push_back("  the result lacks, or repeats, what lost ranks should have brought in "
                        "calls that were skipped");
    add_lacking(lines, summary);
    if (lacks_to_the_end(summary))
        lines.push_back("  a result that needs the parts of all ranks is wrong from then on; "
                        "--strict ends the program instead");
    add_windows(lines, summary);
    add(lines, "calls that passed through unprotected", summary.totals.passed);
    if (summary.only_rank >= 0)
        lines.push_back("  the counts are those of rank " + std::to_string(summary.only_rank) +
                        " alone, because another rank was lost while they were collected");
    return lines;
}

nlohmann::json to_json(const Tally &tally) {
    nlohmann::json object = nlohmann::json::object();
    for (std::size_t i = 0; i < tally.size(); ++i)
        if (tally[i] != 0) object[function_name(static_cast<Function>(i))] = tally[i];
    return object;
}

nlohmann::json to_json(const AffectedFile &file) {
    nlohmann::json gaps = nlohmann::json::array();
    for (const AffectedFile::Gap &gap : file.gaps)
        gaps.push_back({{"rank", gap.rank}, {"begin", gap.begin}, {"end", gap.end}});
    nlohmann::json object = {{"name", file.name}, {"ranks", file.ranks}, {"gaps", gaps}};
    if (!file.written_by.empty()) object["written_by"] = file.written_by;
    return object;
}

nlohmann::json to_json(const AffectedWindow &window) {
    return {{"name", window.name},
            {"made_by", window.made_by},
            {"ranks", window.ranks},
            {"bytes", window.bytes}};
}

double rounded(double seconds) noexcept { return std::round(seconds * 1e6) / 1e6; }

namespace {

/// Negative: not known.
nlohmann::json or_null(double seconds) {
    return seconds < 0 ? nlohmann::json() : nlohmann::json(rounded(seconds));
}

} // namespace

nlohmann::json to_json(const Letters &letters) {
    return {{"sent", letters.sent}, {"received", letters.received}};
}

nlohmann::json to_json(const RepairPhases &phases) {
    return {{"asking", or_null(phases.asking)},
            {"voting", or_null(phases.voting)},
            {"revoking", rounded(phases.revoking)},
            {"shrinking", rounded(phases.shrinking)}};
}

nlohmann::json to_json(const std::vector<Lacking> &lacking) {
    nlohmann::json list = nlohmann::json::array();
    for (const Lacking &one : lacking) {
        list.push_back({{"function", function_name(one.function)},
                        {"communicator", one.communicator.number},
                        {"id", one.communicator.id},
                        {"name", one.communicator.name},
                        {"members", one.communicator.members},
                        {"ranks", one.ranks},
                        {"calls", one.calls},
                        {"since", rounded(one.since)},
                        {"until", or_null(one.until)},
                        {"contributions", one.contributions},
                        {"expected", one.expected}});
        if (!one.communicator.window.empty()) list.back()["window"] = one.communicator.window;
    }
    return list;
}

std::vector<Lacking> lacking_from_json(const nlohmann::json &list) {
    std::vector<Lacking> read;
    for (const nlohmann::json &one : list)
        if (const auto function = find_function(one.at("function").get<std::string>()))
            read.push_back(
                {*function,
                 {one.at("communicator").get<std::uint64_t>(), one.at("id").get<std::string>(),
                  one.at("members").get<std::string>(), one.value("window", std::string()),
                  one.at("name").get<std::string>()},
                 one.at("ranks").get<std::vector<int>>(),
                 one.at("calls").get<std::uint64_t>(),
                 one.at("since").get<double>(),
                 one.at("contributions").get<std::uint64_t>(),
                 one.at("expected").get<std::uint64_t>(),
                 one.at("until").is_null() ? LostRank::never : one.at("until").get<double>()});
    return read;
}

AffectedWindow window_from_json(const nlohmann::json &object) {
    return {object.at("name").get<std::string>(), object.at("made_by").get<std::string>(),
            object.at("ranks").get<std::vector<int>>(), object.at("bytes").get<std::int64_t>()};
}

namespace {

nlohmann::json to_json(const LostRank &one) {
    return {{"rank", one.rank},
            {"host", one.host},
            {"pid", one.pid},
            {"cause", one.cause},
            {"noticed", or_null(one.noticed)}};
}

template <typename Items> nlohmann::json list_of(const Items &items) {
    nlohmann::json list = nlohmann::json::array();
    for (const auto &one : items)
        list.push_back(to_json(one));
    return list;
}

} // namespace

nlohmann::json to_json(const RecoveryPhases &phases) {
    return {{"calling", rounded(phases.calling)},   {"shrinking", rounded(phases.shrinking)},
            {"starting", rounded(phases.starting)}, {"protecting", rounded(phases.protecting)},
            {"remaking", rounded(phases.remaking)}, {"agreeing", rounded(phases.agreeing)}};
}

nlohmann::json to_json(const ReturnedRank &one) {
    nlohmann::json object = to_json(one.lost);
    object["back"] = rounded(one.back);
    object["seconds"] = rounded(one.seconds);
    object["phases"] = to_json(one.phases);
    object["now"] = {{"process", one.process}, {"host", one.host}, {"pid", one.pid}};
    return object;
}

ReturnedRank returned_from_json(const nlohmann::json &object) {
    const nlohmann::json &phases = object.at("phases");
    const nlohmann::json &now = object.at("now");
    const auto seconds = [&](const char *phase) { return phases.at(phase).get<double>(); };
    const nlohmann::json &noticed = object.at("noticed");
    return {.lost = {object.at("rank").get<int>(), object.at("host").get<std::string>(),
                     object.at("pid").get<int>(),
                     noticed.is_null() ? LostRank::never : noticed.get<double>(),
                     object.at("cause").get<std::string>()},
            .back = object.at("back").get<double>(),
            .seconds = object.at("seconds").get<double>(),
            .phases = {seconds("calling"), seconds("shrinking"), seconds("starting"),
                       seconds("protecting"), seconds("remaking"), seconds("agreeing")},
            .process = now.at("process").get<int>(),
            .host = now.at("host").get<std::string>(),
            .pid = now.at("pid").get<int>()};
}

nlohmann::json to_json(const Summary &summary) {
    nlohmann::json repairs = nlohmann::json::array();
    for (const Repair &repair : summary.repairs)
        repairs.push_back({{"communicator", repair.communicator.number},
                           {"name", repair.communicator.name},
                           {"members", repair.communicator.members},
                           {"size", repair.size},
                           {"survivors", repair.survivors},
                           {"missing", repair.missing},
                           {"function", function_name(repair.function)},
                           {"at", rounded(repair.at)},
                           {"seconds", rounded(repair.seconds)},
                           {"phases", to_json(repair.phases)},
                           {"rounds", repair.phases.rounds},
                           {"letters", to_json(repair.letters)}});
    nlohmann::json lacking = to_json(summary.lacking);
    for (nlohmann::json &one : lacking)
        one.erase("id"); // means nothing to a reader
    nlohmann::json report = {{"format", "closeranks-report"},
                             {"version", 2},
                             {"written_by", "library"},
                             {"closeranks", CLOSERANKS_VERSION_STRING},
                             {"size", summary.size},
                             {"seconds", rounded(summary.seconds)},
                             {"completed", true},
                             {"lost", list_of(summary.lost)},
                             {"recovered", list_of(summary.returned)},
                             {"repairs", repairs},
                             {"files", list_of(summary.files)},
                             {"windows", list_of(summary.windows)},
                             {"lacking", lacking},
                             {"skipped", to_json(summary.totals.skipped)},
                             {"incomplete", to_json(summary.totals.incomplete)},
                             {"absent", to_json(summary.totals.absent)},
                             {"redone", to_json(summary.totals.redone)},
                             {"passed_through", to_json(summary.totals.passed)}};
    if (summary.only_rank >= 0) report["only_rank"] = summary.only_rank;
    return report;
}

} // namespace closeranks
