#pragma once

#include "generated/tables/real_table.hpp"

namespace closeranks {

/// The MPI's own entry points: `real.Send` is the PMPI_Send of the library below us.
///
/// libcloseranks defines both MPI_X and PMPI_X, so inside it every real call goes through this
/// table. It is filled once, when the library is loaded or by the first call before that, and never
/// changes afterwards.
extern Real real;

/// Fills `real` by looking up PMPI_X behind this library in the search order. Part of load().
void resolve_real_entry_points() noexcept;

/// Upcall: each library that stands on this one defines it. Makes what the library needs before the
/// MPI is there, and at last the table of real entry points. The library's constructor does so; a
/// call of MPI that comes earlier, from the constructor of another library, does so itself, through
/// the table. Only the first time does anything. Safe on several threads at once.
void load() noexcept;

} // namespace closeranks
