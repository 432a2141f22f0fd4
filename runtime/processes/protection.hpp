#pragma once

namespace closeranks {

class Communicator;

/// The beginning of protection, once the MPI is initialised and the configuration read.

/// The level of thread support that the MPI has given.
[[nodiscard]] int thread_level() noexcept;

/// True if protect_processes() would protect anything: called before the MPI is initialised. Where
/// fault tolerance is not active, reports this once.
[[nodiscard]] bool can_protect(int required) noexcept;

/// The work of all processes of the job before protection is made, spares included. They examine
/// the abilities of the MPI, and agree on how collectives are committed.
void prepare_to_protect() noexcept;

/// From now on this process is protected, with `everyone`, the protection of MPI_COMM_WORLD;
/// nullptr: it could not be made.
void begin_to_protect(Communicator *everyone) noexcept;

/// Protects the processes of MPI_COMM_WORLD from now on, unless they are protected already.
/// MPI_Init does so where there are several, or parents. A single process is protected when it
/// spawns others.
void protect_processes() noexcept;

} // namespace closeranks
