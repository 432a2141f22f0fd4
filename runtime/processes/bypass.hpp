#pragma once

namespace closeranks {

/// Programs that find the MPI by themselves: they open its library with dlopen and ask for its
/// functions with dlsym, as Python's ctypes and other foreign-function layers do. dlsym on a handle
/// looks into that library and what it needs, and passes us by.
///
/// So dlopen is ours, too: for the MPI's library it gives a handle to this one, which needs the
/// MPI's, so that everything is found behind it. Where it is another MPI's, the user is told that
/// nothing is protected; also when ours begins without that we have been called: the program has a
/// handle to some library that needs the MPI's, and the launcher's front
/// (docs/explanation/loading.md) is not there. dlmopen goes unnoticed.

/// The program's initialisation of MPI has come here.
void mpi_is_reached() noexcept;

} // namespace closeranks
