#pragma once

namespace closeranks {

class Communicator;

/// The beginning of protection, once the MPI is initialised and the configuration read.

/// The level of thread support that the MPI has given.
[[nodiscard]] int thread_level() noexcept;

/// Whether protect_processes() would protect anything: asked before the MPI is initialised. Where
/// fault tolerance is not active, says so once.
[[nodiscard]] bool can_protect(int required) noexcept;

/// What all processes of the job do before protection is made, also those that stand for no rank:
/// they look at what the MPI can, and agree on how collectives are committed.
void prepare_to_protect() noexcept;

/// From now on this process is protected, with `everyone`, that of MPI_COMM_WORLD; nullptr: it
/// could not be made.
void begin_to_protect(Communicator *everyone) noexcept;

/// Protects the processes of MPI_COMM_WORLD from now on, unless they are. MPI_Init does so where
/// there are several, or parents; a process alone becomes worth it when it spawns others.
void protect_processes() noexcept;

} // namespace closeranks
