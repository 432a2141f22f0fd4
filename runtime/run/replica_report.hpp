#pragma once

#include <cstddef>

namespace closeranks {

struct Config;
struct ReplicaReportState;

/// The events in a process of a replicated run, for the launcher: records, one JSON object per
/// line, in a file of this process. The launcher combines the records of all processes, and reports
/// to the user (docs/reference/replication.md).
///
/// No function fails: records that cannot be written are missing. Thread safety: every function may
/// be called by several threads at once, except start.
class ReplicaReport {
  public:
    /// Called after MPI_Init of the MPI. `ranks`: of the program.
    void start(const Config &config, int rank, int process, int ranks) noexcept;

    /// This process has learned that `process` of `rank` has failed. May be called again for the
    /// same process.
    void process_lost(int rank, int process) noexcept;

    /// This process leads its rank from now on. The keeper is told as well, because this process's
    /// output counts now.
    void promoted() noexcept;

    /// The job is about to be ended with `code`, by the program itself (MPI_Abort, a fatal error),
    /// or by the library. `why`: the library's reason: "rank 3 has lost both its processes".
    void ending(int code, const char *why = "") noexcept;

    /// This process exits without MPI_Finalize. Safe in signal handlers.
    void left(int status) noexcept;

    /// Called in MPI_Finalize, when no process waits for this one any more. `logged`: the most
    /// bytes of messages that it has kept at a time.
    void finish(std::size_t logged) noexcept;

  private:
    ReplicaReportState *state_ = nullptr; ///< never freed: exit handlers use it
};

[[nodiscard]] ReplicaReport &replica_report() noexcept;

} // namespace closeranks
