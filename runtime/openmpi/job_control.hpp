#pragma once

#include "runtime/support/process_id.hpp"

#include <chrono>
#include <span>
#include <string>
#include <vector>

namespace closeranks {

/// PMIx, by which Open MPI talks with mpirun. The library defines two of its functions for this,
/// PMIx_Init and PMIx_Abort, and so sees Open MPI's calls of them.

/// Has all processes of this MPI_COMM_WORLD but this one, which are `count` with it, and those of
/// jobs_of_ranks() killed by the daemons of mpirun. False: that cannot be done.
[[nodiscard]] bool kill_others(int count);

/// A job some of whose processes stand for ranks, or have done so.
struct JobOfRanks {
    ProcessId first; ///< among all processes of all these jobs; the others follow
    std::string name;
};

/// Those there are, in the order of `first`; empty: it is only this one (docs/reference/spares.md).
[[nodiscard]] std::vector<JobOfRanks> &jobs_of_ranks() noexcept;

/// What mpirun calls a process of jobs_of_ranks(): its job, and which one it is there.
struct Launched {
    std::string job;
    ProcessId process;
};
[[nodiscard]] Launched launched_as(ProcessId process);

/// Has all processes of `job` killed. False: that cannot be done.
[[nodiscard]] bool kill_job(const std::string &job);

/// Has the daemons of mpirun tell all processes, also of other jobs, that `failed` ones of this job
/// have failed. Those who know that already, or do not know these processes, take no notice. False:
/// that cannot be done. Thread-safe, and may be called within the progress engine.
[[nodiscard]] bool tell_of_failures(std::span<const ProcessId> failed);

/// How many failures of processes mpirun has told this process of, since it was first asked for. It
/// also counts while the MPI waits for PMIx and makes no progress. 0 where that cannot be known.
/// Thread-safe, but must not be called from PMIx.
[[nodiscard]] int count_failures_told() noexcept;

/// Sleeps until that is another number than `known`, `longest` at most, and returns it. The MPI
/// makes no progress meanwhile. Thread-safe, but must not be called from PMIx.
[[nodiscard]] int await_failure_told(int known, std::chrono::microseconds longest) noexcept;

/// Upcalls: rooms above define them.

/// Open MPI is being initialised by the library that `caller`, an address in it, belongs to.
void mpi_is_initialising(const void *caller) noexcept;

/// Open MPI ends the job: for MPI_Abort, for fatal error handlers and when it is at its own end.
/// When this returns PMIx gets the call.
void mpi_is_aborting(int status) noexcept;

} // namespace closeranks
