#pragma once

namespace closeranks {

/// From now on keeps back what Open MPI says about deaths that closeranks repairs, and about
/// modules that closeranks does not use after a failure (Quirk::noise_about_deaths).
void quieten_open_mpi() noexcept;

/// The same of a spawned process that waits for its parents, some of whom may have died: it says
/// itself that it cannot reach them.
void quieten_waiting_for_parents(bool on) noexcept;

} // namespace closeranks
