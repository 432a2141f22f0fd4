#pragma once

#include <cstddef>

namespace closeranks {

struct Config;
struct ReplicaReportState;

/// What happens in a process of a replicated run, for the launcher: records, one JSON object a
/// line, in a file of this process. The launcher puts those of all processes together, and says
/// what the user has to know (docs/reference/replication.md).
///
/// Nothing here fails: what cannot be recorded is missing. Thread safety: every function may be
/// called by several threads at once, except start.
class ReplicaReport {
  public:
    /// After MPI_Init of the MPI. `ranks`: of the program.
    void start(const Config &config, int rank, int process, int ranks) noexcept;

    /// This process has learned that `process` of `rank` has died. May be called again for one.
    void process_lost(int rank, int process) noexcept;

    /// This process leads its rank from now on: the keeper, too, is told, because what it prints
    /// counts now.
    void promoted() noexcept;

    /// The job is about to be ended with `code`: by the program itself (MPI_Abort, a fatal error),
    /// or by us, for the reason `why`: "rank 3 has lost both its processes".
    void ending(int code, const char *why = "") noexcept;

    /// This process leaves without MPI_Finalize. Safe in signal handlers.
    void left(int status) noexcept;

    /// In MPI_Finalize, when nobody waits for this process any more. `logged`: the most bytes of
    /// messages that it has kept at a time.
    void finish(std::size_t logged) noexcept;

  private:
    ReplicaReportState *state_ = nullptr; ///< never freed: exit handlers use it
};

[[nodiscard]] ReplicaReport &replica_report() noexcept;

} // namespace closeranks
