#pragma once

#include "generated/tables/real_table.hpp"

namespace closeranks {

/// The MPI's own entry points: `real.Send` is the PMPI_Send of the library below.
///
/// libcloseranks defines both MPI_X and PMPI_X, so inside it every real call goes through this
/// table. The table is filled once, when the library is loaded or by an earlier call, and never
/// changes afterwards.
extern Real real;

/// Fills `real` by looking up PMPI_X behind this library in the search order. Part of load().
void resolve_real_entry_points() noexcept;

/// Upcall: each library on top of this one defines it. It prepares everything that the library
/// needs before the MPI exists, and at last the table of real entry points. The library's
/// constructor calls it. An earlier call of MPI, from the constructor of another library, calls it
/// through the table. Only the first call has an effect. Safe on several threads at once.
void load() noexcept;

} // namespace closeranks
