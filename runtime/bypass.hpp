#pragma once

namespace closeranks {

/// Programs that find the MPI by themselves: they open its library with dlopen and ask for its
/// functions with dlsym, as Python's ctypes and other foreign-function layers do. dlsym on a handle
/// looks into that library and what it needs, and passes us by.
///
/// So dlopen is ours, too: for the MPI's library it gives a handle to this one, which needs the
/// MPI's, so that everything is found behind it. Two ways remain: dlmopen, and an MPI other than
/// ours. They are noticed when that MPI initialises PMIx, and the user is told.

/// The program's initialisation of MPI has come here.
void mpi_is_reached() noexcept;

} // namespace closeranks
