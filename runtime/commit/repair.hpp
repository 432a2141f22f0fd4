#pragma once

#include "runtime/core/communicator.hpp"

namespace closeranks {

/// The rank map of application communicator `c` onto its real communicator `live` (a local query).
[[nodiscard]] RankMap map_ranks(const Communicator &c, MPI_Comm live);
[[nodiscard]] RankMap map_ranks(const Communicator &c, const WorkingComm &live);

/// The failed attempt that leads to a repair, for the report.
struct Breakage {
    Function function;
    /// This process has not entered an operation that all members have to enter.
    bool hopeless = false;
    /// MPI_Wtime when this process began to ask for a member ahead; 0: it did not ask.
    double asked = 0;
    /// MPI_Wtime when it began to vote; 0: it had not seen the failure itself then.
    double voted = 0;
};

/// Gives the survivors of `c` a new working communicator and rank map.
///
/// Collective over the survivors of `c`. Each of them knows by agreement that the others come as
/// well. Returns when one attempt completed at all survivors; failures during the repair cost
/// another round. (Revoke and shrink: Bland et al., ULFM.)
void repair(Communicator &c, const Breakage &breakage) noexcept;

} // namespace closeranks
