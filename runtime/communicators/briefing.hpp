#pragma once

#include "runtime/communicators/recipes.hpp"
#include "runtime/support/process_id.hpp"

#include <mpi.h>

#include <string>
#include <vector>

namespace closeranks {

/// The recovery plan: one process sends it to all others at the beginning of a recovery. If one is
/// left that has stood for a rank before, that process sends it, because some of the others know
/// nothing of the program.
struct Briefing {
    std::vector<ProcessId> by_rank; ///< the processes that stand for the ranks from now on
    int vain_recoveries = 0;        ///< Runtime::vain_recoveries, before this recovery
    std::string history;            ///< Report::history, where a rank is recovered
    std::vector<Recipe> recipes;    ///< of the whole program
};

/// Collective over `living`. `before`: the processes that have stood for the ranks until now.
/// Returns an error when a process fails meanwhile; other processes may wait until `living` is
/// revoked.
[[nodiscard]] int share(Briefing &briefing, const std::vector<ProcessId> &before, MPI_Comm living);

} // namespace closeranks
