#pragma once

#include "generated/tables/functions.hpp"
#include "runtime/membership/members.hpp"
#include "runtime/membership/process_locations.hpp"
#include "runtime/run/lacking.hpp"
#include "runtime/run/record_file.hpp"
#include "runtime/run/summary.hpp"
#include "runtime/support/mutex.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace closeranks {

/// Counters that calls on any thread add to.
struct Counters {
    std::array<std::atomic<std::uint64_t>, function_count> skipped{};
    std::array<std::atomic<std::uint64_t>, function_count> passed{};
    std::array<std::atomic<std::uint64_t>, function_count> incomplete{};
    std::array<std::atomic<std::uint64_t>, function_count> absent{};
    std::array<std::atomic<std::uint64_t>, function_count> redone{};
};

/// Runs an action that may run out of memory; a survivor must outlive that as well.
template <typename Action> void quietly(Action action) noexcept {
    try {
        action();
    } catch (...) { // NOLINT(bugprone-empty-catch): see above
    }
}

[[nodiscard]] double seconds_since_epoch() noexcept;

/// The data of one process for its report, and its records.
struct ReportState {
    using Clock = std::chrono::steady_clock;

    int rank = 0;
    int size = 0;
    bool quiet = false;
    bool verbose = false;
    std::string spawned; ///< the first words of the lines of a spawned job, whose ranks are others
    std::string report_path;
    std::string records_folder;
    RecordFile records;
    std::atomic<bool> incomplete_records{false};
    std::atomic<bool> has_said_what_lacks{false};
    Clock::time_point begin = Clock::now();
    Counters counters;

    Mutex<LockRank::report> lock;  ///< for the members that follow
    std::map<int, double> noticed; ///< the time at which each loss was noticed: seconds after begin
    std::vector<ReturnedRank> returned;
    std::vector<Repair> repairs;
    std::vector<AffectedFile> files;
    std::vector<AffectedWindow> windows;
    LackingResults lacking;
    std::map<std::uint64_t, std::vector<int>> said_lacking; ///< by communicator: the ranks
    std::set<std::string> older; ///< older than a recovery: reported objects
    int remaining = 0;
    std::atomic<int> speaker{0}; ///< the world rank that reports for all

    [[nodiscard]] double now() const noexcept {
        return std::chrono::duration<double>(Clock::now() - begin).count();
    }
    [[nodiscard]] bool speaks() const noexcept { return !quiet && (verbose || speaker == rank); }
    [[nodiscard]] LostRank lost_rank(int lost) const;
    [[nodiscard]] LostRank lost_rank(int lost, ProcessId process) const;
    [[nodiscard]] std::string name(int number) const;

    /// Returns a message for the user if the records cannot be written, else an empty string.
    [[nodiscard]] std::string open_records(const std::string &directory);
    void record(const char *event, nlohmann::json fields);

    /// A full disk must not harm the program: records that cannot be written are missing. But the
    /// launcher must not conclude that nothing happened. Safe in signal handlers.
    void append(std::string_view line) noexcept;

    /// Often all survivors abort at once. Then the first one ends the others before they repeat the
    /// reason.
    void let_speaker_go_first() const;

    [[nodiscard]] std::vector<LostRank> note_lost(std::span<const int> ranks);
    [[nodiscard]] std::vector<ReturnedRank> note_recovered(std::span<const Replacement> ranks,
                                                           double seconds,
                                                           const RecoveryPhases &phases);
    void find_speaker();

    /// The first of `ranks`, in ascending order, that was there from the beginning, because a
    /// recovered rank knows less. If there is none, the rank whose process came first.
    [[nodiscard]] static int speaker_of(std::span<const int> ranks);

    /// The line about the first result of a communicator that lacks these ranks of it. Empty for
    /// later results, and where no line is wanted.
    [[nodiscard]] std::string first_shortfall(const Lacking &lacking, std::span<const int> ranks,
                                              std::size_t expected, const Shortfall &shortfall);

    [[nodiscard]] Totals own_totals() const noexcept;

    /// Asks once more for causes that were not known yet.
    void find_causes(std::vector<LostRank> &lost) const;

    /// Collects the figures of all survivors at the first of them.
    [[nodiscard]] Summary collect(MPI_Comm survivors);

    /// False: the report could not be written.
    [[nodiscard]] bool write_report(const Summary &summary) const;
};

} // namespace closeranks
