#include "runtime/run/report.hpp"

#include "runtime/membership/members.hpp"
#include "runtime/openmpi/launch.hpp"
#include "runtime/run/config.hpp"
#include "runtime/run/report_state.hpp"
#include "runtime/run/setup_record.hpp"

#include <algorithm>
#include <bit>
#include <cstdarg>
#include <cstdio>
#include <unistd.h>
#include <utility>

namespace closeranks {

namespace {

using Json = nlohmann::json;

std::size_t index_of(Function function) noexcept { return static_cast<std::size_t>(function); }

void write_lines(std::string_view text) noexcept {
    while (!text.empty()) {
        const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
        if (written <= 0) return;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

} // namespace

void Report::start(const Config &config, int rank, int size) noexcept {
    quietly([&] {
        if (state_ == nullptr) state_ = new ReportState;
        ReportState &s = *state_;
        s.rank = rank;
        s.size = size;
        s.remaining = size - static_cast<int>(s.noticed.size());
        s.find_speaker();
        s.quiet = config.quiet;
        s.verbose = config.verbose;
        if (const int job = number_of_job(job_of_ranks()); job != 1)
            s.spawned = "spawned job " + std::to_string(job) + ": ";
        s.report_path = config.report;
        s.records_folder = config.records;
        if (const std::string problem = s.open_records(config.records); !problem.empty())
            say("%s", problem.c_str());
        const Location own = own_location();
        Json here = {{"rank", rank},
                     {"size", size},
                     {"process", number_of(members().self())},
                     {"host", own.host.data()},
                     {"pid", own.pid},
                     {"memory", job_in_shared_memory()}};
        if (const auto process = launched_process(); process && is_replacement())
            here["launched"] = {{"job", number_of_job(job_name())},
                                {"process", number_of(*process)}};
        s.record("start", std::move(here));
        if (rank == 0) s.record("setup", setup_of(config));
    });
}

double Report::seconds() const noexcept { return state_ == nullptr ? 0 : state_->now(); }

void Report::set_clock(double seconds) noexcept {
    using std::chrono::duration_cast;
    begin_clock();
    if (state_ == nullptr) return;
    state_->begin = ReportState::Clock::now() - duration_cast<ReportState::Clock::duration>(
                                                    std::chrono::duration<double>(seconds));
}

void Report::begin_clock() noexcept {
    quietly([&] {
        if (state_ == nullptr) state_ = new ReportState;
    });
}

namespace {

std::string what_is_left(int spares, bool can_respawn) {
    if (spares == 0) return can_respawn ? "" : "; no spare is left";
    return "; " + std::to_string(spares) + (spares == 1 ? " spare is left" : " spares are left");
}

} // namespace

void Report::recovered(std::span<const Replacement> ranks, double seconds,
                       const RecoveryPhases &phases, int spares_left, bool can_respawn) noexcept {
    if (state_ == nullptr) return;
    quietly([&] {
        ReportState &s = *state_;
        const std::lock_guard guard(s.lock);
        const std::vector<ReturnedRank> back = s.note_recovered(ranks, seconds, phases);
        if (back.empty()) return;
        s.lacking.close(s.now());
        s.said_lacking.clear();
        Json list = Json::array();
        for (const ReturnedRank &one : back)
            list.push_back(to_json(one));
        s.record("recovered",
                 {{"ranks", list}, {"seconds", rounded(seconds)}, {"spares", spares_left}});
        if (s.speaks())
            say("%s in %.1f ms%s", describe(back).c_str(), seconds * 1e3,
                what_is_left(spares_left, can_respawn).c_str());
    });
}

void Report::lost(std::span<const int> ranks) noexcept {
    if (state_ == nullptr) return;
    quietly([&] {
        ReportState &s = *state_;
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
        if (s.speaks())
            say("lost %s; %d %s", describe(fresh, s.size).c_str(), s.remaining,
                s.remaining == 1 ? "remains" : "remain");
    });
}

void Report::lacks_resume_point() noexcept {
    if (state_ == nullptr || state_->has_said_what_lacks.exchange(true) || !state_->speaks())
        return;
    say("the program has not called closeranks_resume() yet: until it does, no other "
        "process takes the place of a lost rank");
}

void Report::awaits_replaced(std::span<const int> ranks, long long seconds) noexcept {
    if (state_ == nullptr || !state_->speaks()) return;
    quietly([&] {
        const std::string who = name_ranks({ranks.begin(), ranks.end()}, state_->size);
        say("all other ranks have waited for %s at closeranks_resume() for %lld s: a replacement "
            "process is still on its way there\nif it never arrives: no rank answers its messages "
            "on the way; closeranks_returning() says that it is on its way",
            who.c_str(), seconds);
    });
}

void Report::comes_back_in_vain(int times) noexcept {
    if (state_ == nullptr || !state_->speaks()) return;
    say("%d times in a row a replacement process has ended before closeranks_resume(): from now on "
        "the survivors continue without lost ranks\nto recover them: see above what ended these "
        "processes",
        times);
}

void Report::unprotected() noexcept {
    if (state_ == nullptr) return;
    quietly([&] { state_->record("unprotected", Json::object()); });
}

void Report::left_to_program() noexcept {
    if (state_ == nullptr) return;
    quietly([&] { state_->record("left_to_program", Json::object()); });
}

void Report::repaired(const Repair &repair) noexcept {
    if (state_ == nullptr) return;
    quietly([&] {
        ReportState &s = *state_;
        const std::lock_guard guard(s.lock);
        s.repairs.push_back(repair);
        s.repairs.back().at = s.now();
        s.record("repaired", {{"communicator", repair.communicator.number},
                              {"id", repair.communicator.id},
                              {"name", repair.communicator.name},
                              {"members", repair.communicator.members},
                              {"size", repair.size},
                              {"survivors", repair.survivors},
                              {"missing", repair.missing},
                              {"function", function_name(repair.function)},
                              {"seconds", rounded(repair.seconds)},
                              {"phases", to_json(repair.phases)},
                              {"rounds", repair.phases.rounds},
                              {"letters", to_json(repair.letters)}});
        if (s.speaks())
            say("repaired %s in %.1f ms: %d of %d processes %s",
                describe_as_one(repair.communicator).c_str(), repair.seconds * 1e3,
                repair.survivors, repair.size, repair.survivors == 1 ? "continues" : "continue");
    });
}

void Report::redone(Function function, std::uint64_t id) noexcept {
    if (state_ == nullptr) return;
    state_->counters.redone[index_of(function)].fetch_add(1, std::memory_order_relaxed);
    quietly([&] {
        ReportState &s = *state_;
        const std::lock_guard guard(s.lock);
        const auto latest =
            std::find_if(s.repairs.rbegin(), s.repairs.rend(),
                         [&](const Repair &repair) { return repair.communicator.number == id; });
        if (latest == s.repairs.rend()) return;
        s.record("redone", {{"function", function_name(function)},
                            {"communicator", id},
                            {"seconds", rounded(s.now() - latest->at)}});
    });
}

void Report::skipped(Function function, int rank) noexcept {
    if (state_ == nullptr) return;
    const std::uint64_t calls =
        state_->counters.skipped[index_of(function)].fetch_add(1, std::memory_order_relaxed) + 1;
    // A user who watches, or reads the records of a program that did not reach its end, wants the
    // order of magnitude; a program may skip millions of calls.
    if (std::has_single_bit(calls))
        quietly([&] {
            state_->record("skipped", {{"function", function_name(function)}, {"calls", calls}});
        });
    if (state_->verbose && !state_->quiet)
        say("rank %d skips %s: %s is lost", state_->rank, function_name(function),
            state_->name(rank).c_str());
}

void Report::lacking(Function function, std::uint64_t id, std::span<const int> ranks,
                     std::size_t expected, FunctionRef<InWorld()> in_world,
                     FunctionRef<Shortfall()> shortfall) noexcept {
    if (state_ == nullptr) return;
    incomplete(function, static_cast<int>(ranks.size()));
    quietly([&] {
        ReportState &s = *state_;
        const std::lock_guard guard(s.lock);
        const Lacking *const grown =
            s.lacking.add(function, id, ranks, in_world, s.now(), expected);
        if (grown == nullptr) return;
        const std::string line = s.first_shortfall(*grown, ranks, expected, shortfall());
        if (!line.empty()) say("%s", line.c_str());
        Json record = {{"function", function_name(function)},    {"communicator", id},
                       {"id", grown->communicator.id},           {"name", grown->communicator.name},
                       {"members", grown->communicator.members}, {"ranks", grown->ranks}};
        if (!grown->communicator.window.empty()) record["window"] = grown->communicator.window;
        s.record("lacking", std::move(record));
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

void Report::older(Function function, const std::string &object,
                   std::span<const int> back) noexcept {
    if (state_ == nullptr) return;
    quietly([&] {
        ReportState &s = *state_;
        const std::lock_guard guard(s.lock);
        if (!s.older.insert(object).second || s.quiet) return;
        const std::vector<int> ranks(back.begin(), back.end());
        say("%s continues without %s, recovered since %s was made; make it anew after "
            "closeranks_resume()",
            function_name(function), name_ranks(ranks, s.size).c_str(), object.c_str());
    });
}

void Report::affected(const AffectedFile &file) noexcept {
    if (state_ == nullptr) return;
    quietly([&] {
        ReportState &s = *state_;
        const std::lock_guard guard(s.lock);
        s.files.push_back(file);
        s.record("file", to_json(file));
        if (!s.quiet) say("%s", describe(file).c_str());
    });
}

void Report::affected(const AffectedWindow &window) noexcept {
    if (state_ == nullptr) return;
    quietly([&] {
        ReportState &s = *state_;
        const std::lock_guard guard(s.lock);
        constexpr std::size_t most = 1000; // a program may make windows without end
        if (s.windows.size() < most) s.windows.push_back(window);
        s.record("window", to_json(window));
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

void Report::stalled(const std::string &text) noexcept {
    if (state_ == nullptr) return;
    quietly([&] { state_->record("stalled", {{"text", text}}); });
    say("%s", text.c_str());
}

void Report::ending(int code, const std::string &why) noexcept {
    if (state_ == nullptr) return;
    quietly([&] {
        Json fields{{"code", code}};
        if (!why.empty()) fields["why"] = why;
        state_->record("ending", std::move(fields));
    });
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
        const std::string who = state_ == nullptr ? "" : state_->spawned;
        for (std::string_view rest = text.data(); !rest.empty();) {
            const std::size_t end = std::min(rest.find('\n'), rest.size());
            lines.append("closeranks: ").append(who).append(rest.substr(0, end)).append("\n");
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        write_lines(lines);
    });
}

} // namespace closeranks
