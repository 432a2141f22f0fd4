#pragma once

#include <mpi.h>

namespace closeranks {

/// Settings of Open MPI without which a run that lost ranks hangs at its end or in a collective, or
/// learns of the loss late (docs/design.md); what the user set stays. Read by MPI_Init. Our
/// constructor makes them; not load(), for the C library takes over the environment in its own
/// constructor and forgets what was set before.
void prepare_environment();

/// From MPI_Init to MPI_Finalize; the generated wrappers of these four call here.

/// MPI_Init and MPI_Init_thread: the MPI's own, then the runtime starts. Where fault tolerance is
/// not active in this run, says so once and leaves the runtime inactive: everything passes through.
[[nodiscard]] int init(int *argc, char ***argv) noexcept;
[[nodiscard]] int init_thread(int *argc, char ***argv, int required, int *provided) noexcept;

/// The same for a program that has not called them: for its first session (runtime/sessions.hpp).
/// Collective over all processes of the job, as Open MPI's own MPI_Session_init is.
[[nodiscard]] int init_below(int required) noexcept;

/// Whether that would protect anything: asked before the MPI is initialised. Where fault tolerance
/// is not active, says so once.
[[nodiscard]] bool can_protect(int required) noexcept;

/// Protects the processes of MPI_COMM_WORLD from now on, unless they are. MPI_Init does so where
/// there are several, or parents; a process alone becomes worth it when it spawns others.
void protect_processes() noexcept;

/// MPI_Finalize: what the program wants to do before (runtime/self_attributes.hpp); all survivors
/// meet, repairing as needed, before any of them leaves; then the summary, and the MPI's own.
/// While sessions are open, all but the first is left to the end of the process.
[[nodiscard]] int finalize() noexcept;

/// The end of the MPI, by MPI_Finalize or without it.
[[nodiscard]] int end_mpi() noexcept;

/// MPI_Abort keeps its meaning.
int abort(MPI_Comm comm, int code) noexcept;

} // namespace closeranks
