#pragma once

#include "generated/tables/functions.hpp"

#include <string>

namespace closeranks {

struct Config;
class ReplicaMap;
class Report;

/// Kills this process with SIGKILL where a test or a demonstration asks for it (config: kill,
/// kill_random). Real death: the kernel ends the process, nothing is cleaned up.
///
///     3@2.5s                   rank 3, 2.5 seconds after MPI_Init
///     3.1@2.5s                 its second process, where ranks have two
///     5@call:MPI_Reduce:10     rank 5 on entering its 10th MPI_Reduce (same as before:)
///     5@inside:MPI_Reduce:10   rank 5 within it: a kernel timer is armed on entering;
///                              if the call returns first, it dies before the commit
///     5@after:MPI_Reduce:10    rank 5 on leaving it
///     5@repair:2               rank 5 at the start of the 2nd repair that it takes part in
///
/// Ranks are those of MPI_COMM_WORLD. Every planned death leaves a record: "planned" when a timer
/// is armed for it, "injected" right before any other.
class Injector {
  public:
    /// Reads the plan for `rank` of `size` and arms its timers. Returns an empty string, or the
    /// errors in the plan as full sentences; the correct items are planned all the same. `report`
    /// records each death, and has to live as long. `replicas`, if there are any, has the ranks
    /// with a second process. `plane`: which process of its rank this is (ReplicaMap::plane_of).
    [[nodiscard]] std::string arm(const Config &config, Report &report, int rank, int size,
                                  const ReplicaMap *replicas = nullptr, int plane = 0);

    /// True when calls must be reported to entering() and leaving().
    [[nodiscard]] bool counts_calls() const noexcept;

    void entering(Function function) noexcept; ///< a call of the program begins
    /// The real call has returned; it is not committed yet.
    void attempted(Function function) noexcept;
    void leaving(Function function) noexcept; ///< the call is about to return to the program
    void repairing() noexcept;                ///< a repair begins

  private:
    struct Plan;
    Plan *plan_ = nullptr; // nullptr: no death is planned; never freed before the process ends
};

} // namespace closeranks
