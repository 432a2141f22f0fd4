#pragma once

#include <mpi.h>

namespace closeranks {

/// Processes that are started for the places of lost ranks when there is no spare
/// (`recovery=respawn`, docs/reference/spares.md). They become processes of the job (Members), and
/// take their places as spares do.

/// Starts processes until there are as many live processes as ranks. Collective over `living`,
/// which all get the same answer: true if the new processes are there now. False: the option is
/// off, a process has failed meanwhile, or the MPI cannot start any (then this is reported).
[[nodiscard]] bool start_replacements(MPI_Comm living) noexcept;

/// The same as protect_world_again() takes it.
inline constexpr auto add_processes = [](MPI_Comm living) { return start_replacements(living); };

/// True if the next loss would be recovered in this way; the same everywhere.
[[nodiscard]] bool can_start_replacements() noexcept;

/// The part of a process that was started in this way, in MPI_Init. False: the others continue
/// without it.
[[nodiscard]] bool join_ranks() noexcept;

} // namespace closeranks
