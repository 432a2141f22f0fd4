#pragma once

#include "runtime/support/process_id.hpp"

#include <chrono>
#include <span>
#include <string>
#include <vector>

namespace closeranks {

/// PMIx, by which Open MPI communicates with mpirun. The library defines two of its functions,
/// PMIx_Init and PMIx_Abort, and so sees Open MPI's calls of them.

/// Makes the daemons of mpirun kill all processes of this MPI_COMM_WORLD except this one (`count`
/// with it), and those of jobs_of_ranks(). False: it is impossible.
[[nodiscard]] bool kill_others(int count);

/// A job of which some processes stand for ranks, or have done so.
struct JobOfRanks {
    /// Number of its first process among all these jobs; its other processes follow.
    ProcessId first;
    std::string name;
};

/// All such jobs, in the order of `first`; empty: only this job (docs/reference/spares.md).
[[nodiscard]] std::vector<JobOfRanks> &jobs_of_ranks() noexcept;

/// mpirun's name for a process of jobs_of_ranks(): its job, and its number there.
struct Launched {
    std::string job;
    ProcessId process;
};
[[nodiscard]] Launched launched_as(ProcessId process);

/// Has all processes of `job` killed. False: it is impossible.
[[nodiscard]] bool kill_job(const std::string &job);

/// Makes the daemons of mpirun tell all processes, also of other jobs, that the `failed` ones have
/// failed. Processes that know the failure already, or do not know these processes, ignore
/// it. False: it is impossible. Thread-safe, and may be called within the progress engine.
[[nodiscard]] bool tell_of_failures(std::span<const Launched> failed);

/// The number of failures that mpirun has reported to this process since the first call. Failures
/// are counted even while the MPI waits for PMIx and makes no progress. 0 where they cannot be
/// known. Thread-safe, but must not be called from PMIx.
[[nodiscard]] int count_failures_told() noexcept;

/// Sleeps until that number differs from `known`, for `longest` at most, and returns it. The MPI
/// makes no progress meanwhile. Thread-safe, but must not be called from PMIx.
[[nodiscard]] int await_failure_told(int known, std::chrono::microseconds longest) noexcept;

/// Upcalls: rooms above define them.

/// The library that contains the address `caller` initialises Open MPI.
void mpi_is_initialising(const void *caller) noexcept;

/// Open MPI ends the job: for MPI_Abort, for fatal error handlers, and at its own end. When this
/// function returns, PMIx gets the call.
void mpi_is_aborting(int status) noexcept;

} // namespace closeranks
