#pragma once

#include "runtime/core/communicator.hpp"
#include "runtime/support/function_ref.hpp"

namespace closeranks {

struct RecoveryPhases;

/// Makes what all protection stands on, with whoever lives. Collective over all processes, in
/// MPI_Init; `serving`: collectives are committed optimistically. Returns the protection of
/// MPI_COMM_WORLD; nullptr: it could not be made, or this process stands for no rank.
[[nodiscard]] Communicator *protect_world(bool serving) noexcept;

/// Makes it anew when ranks are missing, with spares in their places as far as there are some, and
/// with it all communicators that can be made again (docs/reference/spares.md). Collective over all
/// processes that live, the spares included; whoever dies meanwhile is replaced, too. The services
/// that stand on the old one must have been stopped. `add`: asked for more processes while fewer
/// live than there are ranks; collective over the living, who get the same answer, whether
/// Members::everybody has them now, and those who come have `just_come`. `phases` get what it
/// takes. Returns as above; afterwards Members says who stands for what.
using AddProcesses = FunctionRef<bool(MPI_Comm living)>;
[[nodiscard]] Communicator *protect_world_again(bool serving, AddProcesses add, bool just_come,
                                                RecoveryPhases &phases) noexcept;

} // namespace closeranks
