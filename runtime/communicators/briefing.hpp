#pragma once

#include "runtime/communicators/recipes.hpp"
#include "runtime/support/process_id.hpp"

#include <mpi.h>

#include <string>
#include <vector>

namespace closeranks {

/// What one process tells all others at the beginning of a recovery. It has stood for a rank
/// before, as long as such a process is left: some of the others know nothing of the program.
struct Briefing {
    std::vector<ProcessId> by_rank; ///< who stands for which rank from now on
    int vain_recoveries = 0;        ///< Runtime::vain_recoveries, before this one
    std::string history;            ///< Report::history, where a rank comes back
    std::vector<Recipe> recipes;    ///< of the whole program
};

/// Collective over `living`. `before`: who has stood for which rank until now. Returns an error
/// when somebody dies meanwhile; others may wait until `living` is revoked.
[[nodiscard]] int share(Briefing &briefing, const std::vector<ProcessId> &before, MPI_Comm living);

} // namespace closeranks
