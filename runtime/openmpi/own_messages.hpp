#pragma once

namespace closeranks {

/// From now on suppresses messages of Open MPI about failures that closeranks repairs, and about
/// modules that closeranks does not use after a failure (Quirk::noise_about_deaths).
void quieten_open_mpi() noexcept;

/// The same for a spawned process that waits for its parents, of which some may have failed. Open
/// MPI would report that it cannot reach them.
void quieten_waiting_for_parents(bool on) noexcept;

} // namespace closeranks
