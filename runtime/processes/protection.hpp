#pragma once

namespace closeranks {

/// The beginning of protection, once the MPI is initialised and the configuration read.

/// The level of thread support that the MPI has given.
[[nodiscard]] int thread_level() noexcept;

/// Whether protect_processes() would protect anything: asked before the MPI is initialised. Where
/// fault tolerance is not active, says so once.
[[nodiscard]] bool can_protect(int required) noexcept;

/// Whether all processes of the job are `able` to commit optimistically: each of them asks, also
/// one that stands for no rank.
[[nodiscard]] bool all_are_able(bool able) noexcept;

/// Protects the processes of MPI_COMM_WORLD from now on, unless they are. MPI_Init does so where
/// there are several, or parents; a process alone becomes worth it when it spawns others.
void protect_processes() noexcept;

} // namespace closeranks
