#pragma once

#include "runtime/core/communicator.hpp"
#include "runtime/support/function_ref.hpp"

namespace closeranks {

struct RecoveryPhases;

/// Makes the base of all protection, with the live processes. Collective over all processes, in
/// MPI_Init. `serving`: collectives are committed optimistically. Returns the protection of
/// MPI_COMM_WORLD; nullptr: it could not be made, or this process stands for no rank.
[[nodiscard]] Communicator *protect_world(bool serving) noexcept;

/// Makes the base anew when ranks are missing, with spares in their places as far as there are
/// some. Also makes anew all communicators that can be made again (docs/reference/spares.md).
/// Collective over all live processes, the spares included; a process that fails meanwhile is
/// replaced as well. The services that use the old base must have been stopped.
///
/// `add`: called for more processes while there are fewer live processes than ranks. It is
/// collective over the live processes, which all get the same answer: whether Members::everybody
/// has the new processes now. A new process has `just_come`. `phases` get the durations. Returns as
/// above; afterwards Members has the process of each rank.
using AddProcesses = FunctionRef<bool(MPI_Comm living)>;
[[nodiscard]] Communicator *protect_world_again(bool serving, AddProcesses add, bool just_come,
                                                RecoveryPhases &phases) noexcept;

} // namespace closeranks
