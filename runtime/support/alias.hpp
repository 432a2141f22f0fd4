#pragma once

/// Gives the library's MPI_X its second name PMPI_X. Fortran programs call the PMPI_ names, and
/// profilers above the library the MPI_ names. Each must reach the library exactly once.
#define CLOSERANKS_ALIAS(name) decltype(name) P##name __attribute__((alias(#name)))
