#include "runtime/run/report_state.hpp"

#include "runtime/membership/members.hpp"
#include "runtime/run/cause_of_death.hpp"
#include "runtime/run/keeper_link.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <thread>
#include <utility>

namespace closeranks {

double seconds_since_epoch() noexcept {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

LostRank ReportState::lost_rank(int lost) const {
    return lost_rank(lost, members().process_of(lost));
}

LostRank ReportState::lost_rank(int lost, ProcessId process) const {
    const Location location = process_locations().of(process);
    const auto found = noticed.find(lost);
    return {lost, location.host.data(), location.pid,
            found != noticed.end() ? found->second : LostRank::never,
            cause_of_death(records_folder, process, "")};
}

std::string ReportState::name(int number) const {
    if (number < 0) return "a process"; // that ended before it gave its number
    return number < size ? "rank " + std::to_string(number) : "a connected process";
}

std::string ReportState::open_records(const std::string &directory) {
    if (directory.empty()) return {};
    const int error = records.open(directory, rank);
    // A launcher's own directory exists only on its own node, and the launcher knows that.
    const bool is_elsewhere = error == ENOENT;
    if (error != 0 && !is_elsewhere) tell_keeper(keeper::Kind::unrecorded, error);
    if (error == 0 || (rank != 0 && is_elsewhere)) return {};
    return "The records cannot be written to " + directory + ": " + std::strerror(error) + ".";
}

std::vector<LostRank> ReportState::note_lost(std::span<const int> ranks) {
    std::vector<LostRank> fresh;
    for (int lost : ranks) {
        if (lost < 0 || lost >= size || !noticed.try_emplace(lost, now()).second) continue;
        --remaining;
        fresh.push_back(lost_rank(lost));
    }
    find_speaker();
    return fresh;
}

std::vector<ReturnedRank> ReportState::note_recovered(std::span<const Replacement> ranks,
                                                      double seconds,
                                                      const RecoveryPhases &phases) {
    std::vector<ReturnedRank> back;
    for (const Replacement &one : ranks) {
        const Location location = process_locations().of(one.now);
        back.push_back({.lost = lost_rank(one.rank, one.before),
                        .back = now(),
                        .seconds = seconds,
                        .phases = phases,
                        .process = number_of(one.now),
                        .host = location.host.data(),
                        .pid = location.pid});
        if (noticed.erase(one.rank) != 0) ++remaining;
    }
    returned.insert(returned.end(), back.begin(), back.end());
    find_speaker();
    return back;
}

void ReportState::find_speaker() {
    std::vector<int> here;
    for (int one = 0; one < size; ++one)
        if (!noticed.contains(one)) here.push_back(one);
    speaker = here.empty() ? size - 1 : speaker_of(here);
}

int ReportState::speaker_of(std::span<const int> ranks) {
    const auto original = std::find_if(ranks.begin(), ranks.end(),
                                       [](int one) { return members().is_first_of(one); });
    if (original != ranks.end()) return *original;
    return *std::min_element(ranks.begin(), ranks.end(), [](int one, int other) {
        return members().process_of(one) < members().process_of(other);
    });
}

std::string ReportState::first_shortfall(const Lacking &lacking, std::span<const int> ranks,
                                         std::size_t expected, const Shortfall &shortfall) {
    constexpr std::size_t most = 10; // a program may make communicators without end
    const std::uint64_t id = lacking.communicator.number;
    if (quiet || !shortfall.is_said || (said_lacking.size() == most && !said_lacking.contains(id)))
        return {};
    std::vector<int> &said = said_lacking[id];
    if (std::equal(said.begin(), said.end(), ranks.begin(), ranks.end())) return {};
    said.assign(ranks.begin(), ranks.end());
    return std::string(function_name(lacking.function)) + " on " + describe(lacking.communicator) +
           ": from now on the " + (shortfall.of_sums ? "sums" : "results") + " are those of " +
           std::to_string(expected - ranks.size()) + " of " + std::to_string(expected) + " ranks" +
           (shortfall.can_be_ended ? "; --strict ends the program instead" : "");
}

void ReportState::record(const char *event, nlohmann::json fields) {
    if (!records.is_open()) return;
    fields["event"] = event;
    fields["time"] = seconds_since_epoch();
    append(fields.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace) + "\n");
}

void ReportState::append(std::string_view line) noexcept {
    const int error = records.append(line);
    if (error != 0 && !incomplete_records.exchange(true))
        tell_keeper(keeper::Kind::unrecorded, error);
}

void ReportState::let_speaker_go_first() const {
    if (speaker != rank) std::this_thread::sleep_for(std::chrono::seconds(1));
}

} // namespace closeranks
