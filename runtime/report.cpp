#include "runtime/report.hpp"

#include "runtime/cause_of_death.hpp"
#include "runtime/config.hpp"
#include "runtime/gathering.hpp"
#include "runtime/keeper_link.hpp"
#include "runtime/lacking.hpp"
#include "runtime/record_file.hpp"
#include "runtime/summary.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fstream>
#include <mutex>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

namespace closeranks {

namespace {

using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;

/// Counters that calls on any thread add to.
struct Counters {
    std::array<std::atomic<std::uint64_t>, function_count> skipped{};
    std::array<std::atomic<std::uint64_t>, function_count> passed{};
    std::array<std::atomic<std::uint64_t>, function_count> incomplete{};
    std::array<std::atomic<std::uint64_t>, function_count> absent{};
};

std::size_t index_of(Function function) noexcept { return static_cast<std::size_t>(function); }

double seconds_since_epoch() noexcept {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Does what may run out of memory; a survivor must outlive that, too.
template <typename Action> void quietly(Action action) noexcept {
    try {
        action();
    } catch (...) { // NOLINT(bugprone-empty-catch): see above
    }
}

void write_lines(std::string_view text) noexcept {
    while (!text.empty()) {
        const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
        if (written <= 0) return;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

void copy(const std::array<std::atomic<std::uint64_t>, function_count> &from, Tally &to) noexcept {
    for (std::size_t i = 0; i < to.size(); ++i)
        to[i] = from[i].load(std::memory_order_relaxed);
}

} // namespace

struct Report::State {
    int rank = 0;
    int size = 0;
    bool quiet = false;
    bool verbose = false;
    std::string report_path;
    std::string records_folder;
    RecordFile records;
    std::atomic<bool> incomplete_records{false};
    Clock::time_point begin = Clock::now();
    Counters counters;

    std::mutex lock; ///< for what follows
    std::vector<Place> places;
    std::vector<double> noticed; ///< per world rank: seconds after begin, or LostRank::never
    std::vector<Repair> repairs;
    std::vector<AffectedFile> files;
    LackingResults lacking;
    int remaining = 0;
    std::atomic<int> speaker{0}; ///< the lowest world rank not known to have failed

    [[nodiscard]] double now() const noexcept {
        return std::chrono::duration<double>(Clock::now() - begin).count();
    }
    [[nodiscard]] bool speaks() const noexcept { return !quiet && (verbose || speaker == rank); }
    [[nodiscard]] LostRank lost_rank(int lost) const {
        const auto i = static_cast<std::size_t>(lost);
        return {lost, places[i].host.data(), places[i].pid, noticed[i],
                cause_of_death(records_folder, lost, "")};
    }
    [[nodiscard]] std::string name(int number) const {
        if (number < 0) return "a process"; // that went before it said who it was
        return number < size ? "rank " + std::to_string(number) : "a connected process";
    }
    void record(const char *event, Json fields) {
        if (!records.is_open()) return;
        fields["event"] = event;
        fields["time"] = seconds_since_epoch();
        append(fields.dump(-1, ' ', true, Json::error_handler_t::replace) + "\n");
    }
    /// A full disk must not harm the program: what cannot be written is missing. But the launcher
    /// must not take that for nothing having happened.
    void append(std::string_view line) noexcept {
        const int error = records.append(line);
        if (error != 0 && !incomplete_records.exchange(true))
            tell_keeper(keeper::Kind::unrecorded, error);
    }
    /// Often all survivors abort at once; then the first ends the others before they repeat why.
    void let_speaker_go_first() const {
        if (speaker != rank) std::this_thread::sleep_for(std::chrono::seconds(1));
    }
    void open_records(const Report &report, const std::string &directory);
    [[nodiscard]] std::vector<LostRank> note_lost(std::span<const int> ranks);
    [[nodiscard]] Totals own_totals() const noexcept;
    void find_causes(std::vector<LostRank> &lost) const;
    [[nodiscard]] Summary collect(MPI_Comm survivors);
    void write_report(const Report &report, const Summary &summary) const;
};

void Report::State::open_records(const Report &report, const std::string &directory) {
    if (directory.empty()) return;
    const int error = records.open(directory, rank);
    if (error != 0) tell_keeper(keeper::Kind::unrecorded, error);
    // A launcher's own directory is on its own node only, and it knows that.
    if (error != 0 && (rank == 0 || error != ENOENT))
        report.say("The records cannot be written to %s: %s.", directory.c_str(),
                   std::strerror(error));
}

std::vector<LostRank> Report::State::note_lost(std::span<const int> ranks) {
    std::vector<LostRank> fresh;
    for (int lost : ranks) {
        if (lost < 0 || lost >= size || noticed[static_cast<std::size_t>(lost)] >= 0) continue;
        noticed[static_cast<std::size_t>(lost)] = now();
        --remaining;
        fresh.push_back(lost_rank(lost));
    }
    while (speaker + 1 < size && noticed[static_cast<std::size_t>(speaker.load())] >= 0)
        ++speaker;
    return fresh;
}

Totals Report::State::own_totals() const noexcept {
    Totals totals;
    copy(counters.skipped, totals.skipped);
    copy(counters.passed, totals.passed);
    copy(counters.incomplete, totals.incomplete);
    copy(counters.absent, totals.absent);
    return totals;
}

/// Asks once more for the causes that were not there yet.
void Report::State::find_causes(std::vector<LostRank> &lost) const {
    const auto is_unknown = [](const LostRank &one) { return one.cause.empty(); };
    if (records_folder.empty() || std::none_of(lost.begin(), lost.end(), is_unknown)) return;
    constexpr std::chrono::milliseconds grace{50}; // for the keepers of those that died just now
    std::this_thread::sleep_for(grace);
    for (LostRank &one : lost)
        if (is_unknown(one))
            one.cause =
                cause_of_death(records_folder, one.rank,
                               "no word from its keeper: its node died, or both were killed");
}

/// Brings the figures of all survivors to the first of them.
Summary Report::State::collect(MPI_Comm survivors) {
    Summary summary{
        .size = size, .seconds = now(), .repairs = repairs, .files = files, .totals = own_totals()};
    const std::vector<int> alive = world_ranks(survivors);
    std::vector<int> lost;
    for (int i = 0; i < size; ++i)
        if (std::find(alive.begin(), alive.end(), i) == alive.end()) lost.push_back(i);
    for (int i : lost)
        summary.lost.push_back(lost_rank(i));
    if (lost.empty()) return summary;

    const auto first = std::min_element(alive.begin(), alive.end()) - alive.begin();
    std::vector<double> times;
    // Who never noticed has no say in when the first did.
    for (const LostRank &one : summary.lost)
        times.push_back(one.noticed < 0 ? summary.seconds : one.noticed);
    std::vector<std::string> told = {to_json(lacking.list()).dump()};
    if (sum_up(summary.totals, times, told, static_cast<int>(first), survivors)) {
        for (std::size_t i = 0; i < times.size(); ++i)
            summary.lost[i].noticed = times[i];
    } else {
        summary.totals = own_totals();
        told.resize(1);
        told.front() = to_json(lacking.list()).dump();
        summary.only_rank = rank;
    }
    std::vector<std::vector<Lacking>> lists;
    for (const std::string &text : told)
        lists.push_back(lacking_from_json(text));
    summary.lacking = merge(lists);
    return summary;
}

void Report::State::write_report(const Report &report, const Summary &summary) const {
    if (report_path.empty()) return;
    std::ofstream file(report_path);
    file << to_json(summary).dump(4) << "\n";
    file.close();
    if (!file) report.say("The report (%s) cannot be written.", report_path.c_str());
}

void Report::start(const Config &config, int rank, int size) noexcept {
    quietly([&] {
        if (state_ == nullptr) state_ = new State;
        State &s = *state_;
        s.rank = rank;
        s.size = s.remaining = size;
        s.quiet = config.quiet;
        s.verbose = config.verbose;
        s.report_path = config.report;
        s.records_folder = config.records;
        s.noticed.assign(static_cast<std::size_t>(size), LostRank::never);
        s.open_records(*this, config.records);
        const Place own = own_place();
        s.record("start",
                 {{"rank", rank}, {"size", size}, {"host", own.host.data()}, {"pid", own.pid}});
        s.places = gather_places(own, rank, size, !config.disable);
    });
}

void Report::lost(std::span<const int> ranks) noexcept {
    if (state_ == nullptr) return;
    quietly([&] {
        State &s = *state_;
        const std::lock_guard guard(s.lock);
        const std::vector<LostRank> fresh = s.note_lost(ranks);
        const auto connected =
            std::count_if(ranks.begin(), ranks.end(), [&](int rank) { return rank >= s.size; });
        if (connected != 0) s.record("lost_connected", {{"count", connected}});
        if (connected != 0 && s.speaks())
            say("lost %d of the connected processes", static_cast<int>(connected));
        if (fresh.empty()) return;
        Json list = Json::array();
        for (const LostRank &one : fresh)
            list.push_back(one.rank);
        s.record("lost", {{"ranks", list}, {"noticed", fresh.front().noticed}});
        if (s.speaks()) say("lost %s; %d remain", describe(fresh, s.size).c_str(), s.remaining);
    });
}

void Report::unprotected() noexcept {
    if (state_ == nullptr) return;
    quietly([&] { state_->record("unprotected", Json::object()); });
}

void Report::repaired(std::uint64_t id, int size, int survivors, double seconds) noexcept {
    if (state_ == nullptr) return;
    quietly([&] {
        State &s = *state_;
        const std::lock_guard guard(s.lock);
        s.repairs.push_back({id, size, survivors, s.now(), seconds});
        s.record(
            "repaired",
            {{"communicator", id}, {"size", size}, {"survivors", survivors}, {"seconds", seconds}});
        if (s.speaks())
            say("repaired communicator %llu in %.1f ms: %d of %d processes go on",
                static_cast<unsigned long long>(id), seconds * 1e3, survivors, size);
    });
}

void Report::skipped(Function function, int rank) noexcept {
    if (state_ == nullptr) return;
    state_->counters.skipped[index_of(function)].fetch_add(1, std::memory_order_relaxed);
    if (state_->verbose && !state_->quiet)
        say("rank %d skips %s: %s is lost", state_->rank, function_name(function),
            state_->name(rank).c_str());
}

void Report::lacking(Function function, std::uint64_t id, std::uint64_t name,
                     std::span<const int> ranks,
                     FunctionRef<std::vector<int>()> in_world) noexcept {
    if (state_ == nullptr) return;
    incomplete(function, static_cast<int>(ranks.size()));
    quietly([&] {
        State &s = *state_;
        const std::lock_guard guard(s.lock);
        const Lacking *const grown = s.lacking.add(function, id, name, ranks, in_world, s.now());
        if (grown != nullptr)
            s.record("lacking", {{"function", function_name(function)},
                                 {"communicator", id},
                                 {"ranks", grown->ranks}});
    });
}

void Report::incomplete(Function function, int absent) noexcept {
    if (state_ == nullptr) return;
    const std::size_t i = index_of(function);
    const auto most = static_cast<std::uint64_t>(absent);
    state_->counters.incomplete[i].fetch_add(1, std::memory_order_relaxed);
    if (state_->counters.absent[i].load(std::memory_order_relaxed) < most)
        state_->counters.absent[i].store(most, std::memory_order_relaxed);
}

void Report::affected(const AffectedFile &file) noexcept {
    if (state_ == nullptr) return;
    quietly([&] {
        State &s = *state_;
        const std::lock_guard guard(s.lock);
        s.files.push_back(file);
        s.record("file", to_json(file));
        if (!s.quiet) say("%s", describe(file).c_str());
    });
}

void Report::passes_through(Function function) noexcept {
    if (state_ == nullptr) return;
    const bool first =
        state_->counters.passed[index_of(function)].fetch_add(1, std::memory_order_relaxed) == 0;
    if (!first || !state_->speaks()) return;
    const char *risk = function_risk(function);
    say("%s is not protected and a rank has been lost: %s", function_name(function),
        risk != nullptr ? risk : "it may hang or fail");
}

void Report::aborting(Function function, int rank, const std::string &way_on) noexcept {
    if (state_ == nullptr) return;
    State &s = *state_;
    quietly([&] { s.record("aborting", {{"function", function_name(function)}, {"rank", rank}}); });
    s.let_speaker_go_first();
    say("rank %d needs %s in %s, which is lost; the policy of %s is abort, so the program ends\n"
        "to go on without it: %s",
        s.rank, s.name(rank).c_str(), function_name(function), function_name(function),
        way_on.c_str());
}

void Report::aborting_without(Function function, std::uint64_t id, const std::vector<int> &ranks,
                              const std::string &way_on) noexcept {
    if (state_ == nullptr) return;
    State &s = *state_;
    quietly([&] {
        s.record("aborting", {{"function", function_name(function)},
                              {"rank", ranks.front()},
                              {"communicator", id},
                              {"lacking", ranks}});
        s.let_speaker_go_first();
        say("rank %d's result of %s on communicator %llu lacks what %s would have contributed, "
            "which %s lost; the policy is abort, so the program ends\n"
            "to go on without it: %s",
            s.rank, function_name(function), static_cast<unsigned long long>(id),
            name_ranks(ranks, s.size).c_str(), ranks.size() == 1 ? "is" : "are", way_on.c_str());
    });
}

void Report::stalled(const std::string &text) noexcept {
    if (state_ == nullptr) return;
    quietly([&] { state_->record("stalled", {{"text", text}}); });
    say("%s", text.c_str());
}

void Report::ending(int code) noexcept {
    if (state_ == nullptr) return;
    quietly([&] { state_->record("ending", {{"code", code}}); });
}

void Report::planned(std::string_view item) noexcept {
    if (state_ == nullptr) return;
    quietly([&] { state_->record("planned", {{"item", std::string(item)}}); });
}

void Report::injected(std::string_view item) noexcept {
    if (state_ == nullptr) return;
    quietly([&] { state_->record("injected", {{"item", std::string(item)}}); });
}

void Report::left(int status) noexcept {
    if (state_ == nullptr) return;
    std::array<char, 128> line{}; // no allocation: this may be a signal handler
    const int length = std::snprintf(line.data(), line.size(),
                                     "{\"event\":\"left\",\"status\":%d,\"time\":%.6f}\n", status,
                                     seconds_since_epoch());
    state_->append({line.data(), static_cast<std::size_t>(length)});
}

void Report::say(const char *format, ...) const noexcept {
    std::va_list arguments;
    va_start(arguments, format);
    std::array<char, 4096> text{};
    std::vsnprintf(text.data(), text.size(), format, arguments);
    va_end(arguments);
    quietly([&] {
        // One write, so that lines of several ranks do not mix.
        std::string lines;
        for (std::string_view rest = text.data(); !rest.empty();) {
            const std::size_t end = std::min(rest.find('\n'), rest.size());
            lines.append("closeranks: ").append(rest.substr(0, end)).append("\n");
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        write_lines(lines);
    });
}

void Report::finish(MPI_Comm survivors) noexcept {
    if (state_ == nullptr) return;
    quietly([&] {
        State &s = *state_;
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
                            {"lacking", to_json(own_lacking)},
                            {"passed_through", to_json(own.passed)}});
        for (const LostRank &one : summary.lost) // died in the last moment
            static_cast<void>(s.note_lost(std::span(&one.rank, 1)));
        if (s.speaker != s.rank) return;
        s.find_causes(summary.lost);
        if (!s.quiet) {
            std::string text;
            for (const std::string &line : render(summary))
                text += line + "\n";
            if (!text.empty()) say("%s", text.c_str());
        }
        s.write_report(*this, summary);
    });
}

} // namespace closeranks
