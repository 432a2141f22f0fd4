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

/// What the library did for or withheld from the program (I7).
struct Totals {
    Tally skipped{}; ///< calls that did nothing because a rank was missing, all ranks together
    Tally passed{};  ///< calls of unprotected functions after a failure, all ranks together
    Tally
        incomplete{}; ///< collectives that ran without somebody's contribution, on the busiest rank
    Tally absent{};   ///< the most contributions that were absent in one of them
    Tally redone{};   ///< calls that were done again after a repair, on the busiest rank
};

struct LostRank {
    static constexpr double never = -1;

    int rank;            ///< in MPI_COMM_WORLD
    std::string host;    ///< empty: not known
    int pid;             ///< 0: not known
    double noticed;      ///< seconds from MPI_Init to the first survivor's noticing, or `never`
    std::string cause{}; ///< "killed by signal 9 (SIGKILL)"; empty: not known
};

/// The parts of a recovery, in seconds, as this process saw them.
struct RecoveryPhases {
    double calling = 0;    ///< the spares are awake, and take part
    double shrinking = 0;  ///< the communicator of all who live
    double starting = 0;   ///< processes, where spares are too few
    double protecting = 0; ///< who takes which place, and what MPI_COMM_WORLD stands on
    double remaking = 0;   ///< the program's other communicators
    double agreeing = 0;   ///< that everything is there; it is taken into use
};

/// A rank that was lost, and for which another process stands since then.
struct ReturnedRank {
    LostRank lost;
    double back;    ///< seconds from MPI_Init
    double seconds; ///< that it took to bring it back, with others
    RecoveryPhases phases;
    int process;      ///< the number of the process that stands for it now
    std::string host; ///< where that runs; empty: not known
    int pid;          ///< its; 0: not known
};

/// The parts of a repair, in seconds, as this process saw them.
struct RepairPhases {
    static constexpr double unknown = -1; ///< this process did not see the failure that led to it

    double asking = unknown; ///< from the failed attempt on: who is ahead, and what have they kept?
    double voting = unknown; ///< the agreement that nobody is, so that the call is to be redone
    double revoking = 0;     ///< whoever is still inside of a collective gets out of it
    double shrinking = 0;    ///< the new communicator, and the agreement that all have it
    int rounds = 1;          ///< of shrinking: another one for each death meanwhile
};

/// How many letters of recovery about one communicator this process has sent and got
/// (docs/developers/commit.md).
struct Letters {
    std::uint64_t sent = 0;
    std::uint64_t received = 0;
};

struct Repair {
    CommunicatorLabel communicator;
    int size;       ///< in the program's view
    int survivors;  ///< of these
    double at;      ///< seconds after MPI_Init
    double seconds; ///< how long it took, from the revocation on
    RepairPhases phases{};
    Letters letters{};          ///< from the repair before on
    Function function{};        ///< the call in which it was repaired
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
    std::string written_by{}; ///< the library that has opened it ("HDF5"), if one is known
};

/// A window whose memory the lost had a part of.
struct AffectedWindow {
    std::string name;       ///< that the program gave it; often none
    std::string made_by;    ///< the function
    std::vector<int> ranks; ///< in MPI_COMM_WORLD
    std::int64_t bytes;     ///< of their memory
};

/// Results of a collective on one communicator that lacked somebody's contribution, or ends of
/// epochs of a window at which somebody was missing.
struct Lacking {
    Function function;
    CommunicatorLabel communicator;
    std::vector<int> ranks; ///< whose contribution, in MPI_COMM_WORLD, ascending; from its size on:
                            ///< connected processes
    std::uint64_t calls;    ///< on the busiest rank
    double since;           ///< seconds from MPI_Init to the first
    std::uint64_t contributions = 0; ///< that the results of that rank have,
    std::uint64_t expected = 0;      ///< of so many; 0: they are not counted
    double until = LostRank::never;  ///< when a recovery began anew; `never`: to the end
    [[nodiscard]] bool is_over() const noexcept { return until >= 0; }
};

/// Everything that the end of a run has to tell.
struct Summary {
    int size = 0;                          ///< of MPI_COMM_WORLD
    double seconds = 0;                    ///< from MPI_Init to MPI_Finalize
    std::vector<LostRank> lost{};          ///< in ascending order
    std::vector<ReturnedRank> returned{};  ///< in the order of time
    std::vector<Repair> repairs{};         ///< those that the reporting rank took part in
    std::vector<AffectedFile> files{};     ///< those that the reporting rank has reported
    std::vector<AffectedWindow> windows{}; ///< of all ranks
    std::vector<Lacking> lacking{};        ///< of all ranks
    Totals totals{};
    int only_rank =
        -1; ///< the totals are those of this rank, the others' could not be had; -1: all
};

/// Whether the one that a call of `function` is about would have brought data: a receive, or a
/// collective in which the root has something for the others.
[[nodiscard]] bool brings_data(Function function) noexcept;

/// "rank 3 of 8 (host node07, pid 1234), killed by signal 9 (SIGKILL)", "ranks 3 (host node07, pid
/// 1234) and 5 (...) of 8".
[[nodiscard]] std::string describe(const std::vector<LostRank> &lost, int size);

/// "rank 3 is back: process 8 (host node07, pid 1234) stands for it"
[[nodiscard]] std::string describe(const std::vector<ReturnedRank> &back);

/// "file /data/x was open for writing when rank 3 was lost: ..."
[[nodiscard]] std::string describe(const AffectedFile &file);

/// "window halo: the memory of rank 3 is lost, 4096 bytes"
[[nodiscard]] std::string describe(const AffectedWindow &window, int size);

/// "MPI_Reduce on halo (ranks 0 to 3) lacked rank 2 in 37 calls from 2.51 s on: 111 of 148
/// contributions (75 %)"
[[nodiscard]] std::string describe(const Lacking &lacking, int size);

/// The summary as lines for people; none when nobody was lost.
[[nodiscard]] std::vector<std::string> render(const Summary &summary);

/// The summary as the report file has it (docs/reference/report.md).
[[nodiscard]] nlohmann::json to_json(const Summary &summary);

[[nodiscard]] nlohmann::json to_json(const RecoveryPhases &phases);
[[nodiscard]] nlohmann::json to_json(const ReturnedRank &back);

/// {"MPI_Send": 3, ...} of what is not zero.
[[nodiscard]] nlohmann::json to_json(const Tally &tally);

[[nodiscard]] nlohmann::json to_json(const AffectedFile &file);
[[nodiscard]] nlohmann::json to_json(const AffectedWindow &window);
/// The phases alone, without the rounds.
[[nodiscard]] nlohmann::json to_json(const RepairPhases &phases);
[[nodiscard]] nlohmann::json to_json(const Letters &letters);

/// `seconds` to the microsecond: what the clocks do not tell need not be read.
[[nodiscard]] double rounded(double seconds) noexcept;

[[nodiscard]] nlohmann::json to_json(const std::vector<Lacking> &lacking);

/// What to_json made; they throw what the JSON library throws.
[[nodiscard]] std::vector<Lacking> lacking_from_json(const nlohmann::json &list);
[[nodiscard]] ReturnedRank returned_from_json(const nlohmann::json &object);
[[nodiscard]] AffectedWindow window_from_json(const nlohmann::json &object);

} // namespace closeranks
