#pragma once

namespace closeranks {

/// Programs that find the MPI by themselves. They open its library with dlopen and ask for its
/// functions with dlsym, as Python's ctypes and other foreign-function layers do. dlsym on a handle
/// looks into that library and its dependencies, and so bypasses this library.
///
/// So this library defines dlopen as well. For the MPI's library it returns a handle to this
/// library, which depends on the MPI's, so that all symbols are found through it. If the program
/// opens another MPI's library, the user is told that nothing is protected. The user is told so as
/// well if this MPI begins without a call to this library. Then the program has a handle to some
/// library that depends on the MPI's, and the launcher's front (docs/explanation/loading.md) is not
/// there. dlmopen is not noticed.

/// Notes that the program's initialisation of MPI has come to this library.
void mpi_is_reached() noexcept;

} // namespace closeranks
