#pragma once

#include "runtime/support/process_id.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace closeranks {

/// The data that mpirun and Open MPI give a process by its environment, and that children inherit
/// in that way. All functions may be called before MPI_Init.

/// PMIx's name for the MPI_COMM_WORLD of this process (PMIx standard 4.1, PMIX_NAMESPACE); empty
/// without mpirun.
[[nodiscard]] std::string job_name();

/// The job in which this process stands for a rank: job_name(), or, for a process that was started
/// for the place of a lost rank, the job of the other ranks. Records are named by it.
[[nodiscard]] std::string job_of_ranks();

/// The number of this process in its job, as mpirun gives it; nothing without mpirun.
[[nodiscard]] std::optional<ProcessId> launched_process() noexcept;

/// A directory of the job on this node, which is removed with the job; empty: there is none.
[[nodiscard]] std::string session_directory();

/// True in a process that MPI_Comm_spawn has started.
[[nodiscard]] bool is_spawned() noexcept;

/// The number by which Open MPI names the shared memory of this job: "25de0001" in
/// sm_segment.HOST.USER.25de0001.RANK. Empty if the job has none.
[[nodiscard]] std::string job_in_shared_memory();

/// True in a process that was started for the place of a lost rank (docs/reference/spares.md).
[[nodiscard]] bool is_replacement() noexcept;

/// True when an mpirun that is older than Open MPI 5 has started this process.
[[nodiscard]] bool is_launched_by_older_mpirun() noexcept;

/// The program and its arguments, as MPI_INFO_ENV gives them; null: not known.
struct CommandLine {
    const char *command;
    const char *arguments;
};
[[nodiscard]] CommandLine command_line() noexcept;

/// The key of the info argument of MPI_Comm_spawn whose value is added to the children's
/// environment. Open MPI 5 also takes "env", but prints that it is deprecated.
inline constexpr const char *environment_key = "PMIX_ENVAR";

/// Variables that children inherit, as inherited_settings does (child_settings.hpp).
inline constexpr const char *parents_meet = "OMPI_MCA_closeranks_parents_meet";
/// The parent that starts the children: its host (place_of_processes()), and its pid.
inline constexpr const char *starting_parent = "OMPI_MCA_closeranks_starting_parent";
/// The entries that the launcher has put into LD_PRELOAD besides this library (environment.py).
inline constexpr const char *preloaded_by_launcher = "OMPI_MCA_closeranks_preloaded";
/// The job of the ranks whose places the children take; empty: they are children of the program.
inline constexpr const char *replaced_job = "OMPI_MCA_closeranks_replaced_job";

/// True if `setting`, NAME=value in the environment of a process, is one that the MPI and its
/// launcher give each process of a job individually.
[[nodiscard]] bool is_of_one_process(std::string_view setting) noexcept;

/// True if `setting` says that its process belongs to a job, and is no daemon.
[[nodiscard]] bool tells_place_in_job(std::string_view setting) noexcept;

} // namespace closeranks
