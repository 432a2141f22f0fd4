#pragma once

namespace closeranks {

class Communicator;

/// A process that stands for no rank (Members) helps the others to begin, and waits in MPI_Init.
/// Returns the protection of MPI_COMM_WORLD once this process has taken the place of one that died,
/// which may be never: when the others are through MPI_Finalize, or have all died, it ends.
[[nodiscard]] Communicator *wait_as_spare() noexcept;

/// All survivors call the spares, who come to protect_world_again(). Collective over them and the
/// spares.
void call_spares() noexcept;

/// All survivors send the spares away, in MPI_Finalize.
void dismiss_spares() noexcept;

} // namespace closeranks
