#pragma once

#include "generated/tables/functions.hpp"
#include "runtime/run/communicator_label.hpp"

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace closeranks {

/// A count for each function.
using Tally = std::array<std::uint64_t, function_count>;

/// The calls that the library skipped, changed or redid for the program (invariant I7,
/// docs/developers/design.md).
struct Totals {
    Tally skipped{};    ///< calls skipped because a rank was missing, all ranks together
    Tally passed{};     ///< calls of unprotected functions after a failure, all ranks together
    Tally incomplete{}; ///< collectives that ran without all contributions, on the busiest rank
    Tally absent{};     ///< the most contributions that one of them lacked
    Tally redone{};     ///< calls that were redone after a repair, on the busiest rank
};

struct LostRank {
    static constexpr double never = -1;

    int rank;            ///< in MPI_COMM_WORLD
    std::string host;    ///< empty: not known
    int pid;             ///< 0: not known
    double noticed;      ///< seconds from MPI_Init until the first survivor noticed, or `never`
    std::string cause{}; ///< "killed by signal 9 (SIGKILL)"; empty: not known
};

/// The parts of a recovery, in seconds, as this process saw them.
struct RecoveryPhases {
    double calling = 0;    ///< until the spares are awake, and take part
    double shrinking = 0;  ///< to make the communicator of all live processes
    double starting = 0;   ///< to start processes, where there are too few spares
    double protecting = 0; ///< to choose the places, and to make the base of MPI_COMM_WORLD
    double remaking = 0;   ///< to make the program's other communicators
    double agreeing = 0;   ///< to agree that all processes have everything, and to take it into use
};

/// A rank that was lost, and that has had a replacement process since then.
struct ReturnedRank {
    LostRank lost;
    double back;    ///< seconds from MPI_Init
    double seconds; ///< duration of its recovery, with other ranks
    RecoveryPhases phases;
    int process;      ///< the number of the replacement process
    std::string host; ///< the host of that process; empty: not known
    int pid;          ///< the pid of that process; 0: not known
};

/// The parts of a repair, in seconds, as this process saw them.
struct RepairPhases {
    static constexpr double unknown = -1; ///< this process did not see the failure that led to it

    /// From the failed attempt on: to look for a member ahead, and for the data that it has kept.
    double asking = unknown;
    /// To agree that no member is ahead, so that the call has to be redone.
    double voting = unknown;
    double revoking = 0;  ///< to get all members out of collectives
    double shrinking = 0; ///< to make the new communicator, and to agree that all have it
    int rounds = 1;       ///< rounds of shrinking: one more for each failure meanwhile
};

/// The control messages of recovery about one communicator that this process has sent and received
/// (docs/developers/commit.md).
struct Letters {
    std::uint64_t sent = 0;
    std::uint64_t received = 0;
};

struct Repair {
    CommunicatorLabel communicator;
    int size;       ///< in the program's view
    int survivors;  ///< of these members
    double at;      ///< seconds after MPI_Init
    double seconds; ///< duration, from the revocation on
    RepairPhases phases{};
    Letters letters{};          ///< since the repair before
    Function function{};        ///< the call during which it was repaired
    std::vector<int> missing{}; ///< in MPI_COMM_WORLD; from its size on: connected processes
};

/// A file that ranks had open for writing when they were lost.
struct AffectedFile {
    /// Bytes that a rank was about to write, and may not have written.
    struct Gap {
        int rank;
        std::int64_t begin;
        std::int64_t end;
    };

    std::string name;
    std::vector<int> ranks; ///< in MPI_COMM_WORLD
    std::vector<Gap> gaps{};
    std::string written_by{}; ///< the library that has opened the file ("HDF5"), if one is known
};

/// A window that has lost the memory of failed ranks.
struct AffectedWindow {
    std::string name;       ///< the program's name for it; often empty
    std::string made_by;    ///< the function that made it
    std::vector<int> ranks; ///< in MPI_COMM_WORLD
    std::int64_t bytes;     ///< of their memory
};

/// Results of a collective on one communicator that lacked contributions, or ends of epochs of a
/// window at which ranks were missing.
struct Lacking {
    Function function;
    CommunicatorLabel communicator;
    /// The ranks whose contributions are missing, in MPI_COMM_WORLD, ascending; from its size on:
    /// connected processes.
    std::vector<int> ranks;
    std::uint64_t calls;             ///< on the busiest rank
    double since;                    ///< seconds from MPI_Init to the first such result
    std::uint64_t contributions = 0; ///< contributions in the results of that rank
    std::uint64_t expected = 0;     ///< contributions that there should be; 0: they are not counted
    double until = LostRank::never; ///< the time when a recovery began anew; `never`: to the end
    [[nodiscard]] bool is_over() const noexcept { return until >= 0; }
};

/// The data of the report at the end of a run.
struct Summary {
    int size = 0;                          ///< of MPI_COMM_WORLD
    double seconds = 0;                    ///< from MPI_Init to MPI_Finalize
    std::vector<LostRank> lost{};          ///< in ascending order
    std::vector<ReturnedRank> returned{};  ///< in the order of time
    std::vector<Repair> repairs{};         ///< repairs in which the reporting rank took part
    std::vector<AffectedFile> files{};     ///< files that the reporting rank has reported
    std::vector<AffectedWindow> windows{}; ///< of all ranks
    std::vector<Lacking> lacking{};        ///< of all ranks
    Totals totals{};
    /// The totals are those of this rank alone, because the others could not be collected; -1: of
    /// all.
    int only_rank = -1;
};

/// True if the lost rank would have brought data in a call of `function`: a receive, or a
/// collective in which the root has data for the others.
[[nodiscard]] bool brings_data(Function function) noexcept;

/// "rank 3 of 8 (host node07, pid 1234), killed by signal 9 (SIGKILL)", "ranks 3 (host node07, pid
/// 1234) and 5 (...) of 8".
[[nodiscard]] std::string describe(const std::vector<LostRank> &lost, int size);

/// "rank 3 is recovered: process 8 (host node07, pid 1234) stands for it"
[[nodiscard]] std::string describe(const std::vector<ReturnedRank> &back);

/// "file /data/x was open for writing when rank 3 was lost: ..."
[[nodiscard]] std::string describe(const AffectedFile &file);

/// "window halo: the memory of rank 3 is lost, 4096 bytes"
[[nodiscard]] std::string describe(const AffectedWindow &window, int size);

/// "MPI_Reduce on halo (ranks 0 to 3) lacked rank 2 in 37 calls from 2.51 s on: 111 of 148
/// contributions (75 %)"
[[nodiscard]] std::string describe(const Lacking &lacking, int size);

/// The summary as lines for people; none when no rank was lost.
[[nodiscard]] std::vector<std::string> render(const Summary &summary);

/// The summary in the form of the report file (docs/reference/report.md).
[[nodiscard]] nlohmann::json to_json(const Summary &summary);

[[nodiscard]] nlohmann::json to_json(const RecoveryPhases &phases);
[[nodiscard]] nlohmann::json to_json(const ReturnedRank &back);

/// {"MPI_Send": 3, ...} for counts that are not zero.
[[nodiscard]] nlohmann::json to_json(const Tally &tally);

[[nodiscard]] nlohmann::json to_json(const AffectedFile &file);
[[nodiscard]] nlohmann::json to_json(const AffectedWindow &window);
/// The phases alone, without the rounds.
[[nodiscard]] nlohmann::json to_json(const RepairPhases &phases);
[[nodiscard]] nlohmann::json to_json(const Letters &letters);

/// `seconds` rounded to the microsecond, because the clocks are not more precise.
[[nodiscard]] double rounded(double seconds) noexcept;

[[nodiscard]] nlohmann::json to_json(const std::vector<Lacking> &lacking);

/// Read the results of to_json; they throw the exceptions of the JSON library.
[[nodiscard]] std::vector<Lacking> lacking_from_json(const nlohmann::json &list);
[[nodiscard]] ReturnedRank returned_from_json(const nlohmann::json &object);
[[nodiscard]] AffectedWindow window_from_json(const nlohmann::json &object);

} // namespace closeranks
