#pragma once

#include <mpi.h>

namespace closeranks {

/// Processes that are started for the places of lost ranks when there is no spare
/// (`recovery=respawn`, docs/reference/spares.md). They become processes of the job (Members), and
/// take their places as spares do.

/// Starts as many as there are ranks more than living processes. Collective over `living`, who all
/// get the same answer: whether they are there now. False: that is not wanted, or somebody has died
/// meanwhile, or the MPI cannot start any, which is said.
[[nodiscard]] bool start_replacements(MPI_Comm living) noexcept;

/// The same as what protect_world_again() asks for.
inline constexpr auto add_processes = [](MPI_Comm living) { return start_replacements(living); };

/// Whether the next loss would be made good so; the same everywhere.
[[nodiscard]] bool can_start_replacements() noexcept;

/// The part of a process that was started so, in MPI_Init. False: the others do without it.
[[nodiscard]] bool join_ranks() noexcept;

} // namespace closeranks
