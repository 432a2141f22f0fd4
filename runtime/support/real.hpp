#pragma once

#include "generated/tables/real_table.hpp"

namespace closeranks {

/// The MPI's own entry points: `real.Send` is the PMPI_Send of the library below us.
///
/// libcloseranks defines both MPI_X and PMPI_X, so inside it every real call goes through this
/// table. It is filled once, when the library is loaded or by the first call before that
/// (runtime/processes/loading.hpp), and never changes afterwards.
extern Real real;

/// Fills `real` by looking up PMPI_X behind this library in the search order. Part of load().
void resolve_real_entry_points() noexcept;

} // namespace closeranks
