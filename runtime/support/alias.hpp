#pragma once

/// Gives our MPI_X its second name PMPI_X. Fortran programs call the PMPI_ names, profilers stacked
/// above us the MPI_ names; each must reach us exactly once.
#define CLOSERANKS_ALIAS(name) decltype(name) P##name __attribute__((alias(#name)))
