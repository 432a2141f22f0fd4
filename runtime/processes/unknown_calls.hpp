#pragma once

#include <mpi.h>

namespace closeranks {

/// Called by the guards of functions that a newer mpi.h has and the spec does not know
/// (generator/unknown.py). Where `comm`, `win` or `file` is protected, it ends the program with a
/// message. Otherwise the call would bypass the protected calls of other processes, which wait for
/// it.
void meet_unknown(const char *function, MPI_Comm comm) noexcept;
void meet_unknown(const char *function, MPI_Win win) noexcept;
void meet_unknown(const char *function, MPI_File file) noexcept;

/// The MPI's own function.
[[nodiscard]] void *unknown_call(const char *function) noexcept;

} // namespace closeranks
