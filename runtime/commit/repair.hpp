#pragma once

#include "runtime/core/communicator.hpp"

namespace closeranks {

/// The rank map of application communicator `c` onto its real communicator `live` (a local query).
[[nodiscard]] RankMap map_ranks(const Communicator &c, MPI_Comm live);
[[nodiscard]] RankMap map_ranks(const Communicator &c, const WorkingComm &live);

/// The failed attempt that leads to a repair, for the report.
struct Breakage {
    Function function;
    bool hopeless = false; ///< this process has not entered what all have to enter
    double asked = 0;      ///< MPI_Wtime when this process began to ask who is ahead; 0: it did not
    double voted = 0; ///< and when it began to vote; 0: it had not seen the failure itself then
};

/// Gives the survivors of `c` a new working communicator and rank map.
///
/// Collective over the survivors of `c`, each of whom knows (by agreement) that the others come
/// too. Returns when one attempt completed everywhere; deaths during the repair cost another round.
/// (Revoke and shrink: Bland et al., ULFM; MPI 5 fault tolerance chapter.)
void repair(Communicator &c, const Breakage &breakage) noexcept;

} // namespace closeranks
