#pragma once

namespace closeranks {

class Communicator;

/// A process that stands for no rank (Members) helps the others to begin, and waits in MPI_Init.
/// Returns the protection of MPI_COMM_WORLD once this process has taken the place of a failed one.
/// That may be never: when the others have left MPI_Finalize, or have all failed, this process
/// ends.
[[nodiscard]] Communicator *wait_as_spare() noexcept;

/// All survivors call the spares, which then call protect_world_again(). Collective over the
/// survivors and the spares.
void call_spares() noexcept;

/// All survivors dismiss the spares, in MPI_Finalize.
void dismiss_spares() noexcept;

} // namespace closeranks
