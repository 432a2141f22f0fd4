#pragma once

#include <mpi.h>

namespace closeranks {

/// The World Model of MPI (MPI 4.1, 11.2); the generated wrappers of its four functions call here.

/// MPI_Init and MPI_Init_thread: the MPI's own call, then the runtime starts. Where fault tolerance
/// is not active in this run, reports this once and leaves the runtime inactive: every call passes
/// through.
[[nodiscard]] int init(int *argc, char ***argv) noexcept;
[[nodiscard]] int init_thread(int *argc, char ***argv, int required, int *provided) noexcept;

/// MPI_Finalize. First the delete functions of the program run
/// (runtime/communicators/self_attributes.hpp). Then all survivors wait for each other, with
/// repairs as needed. Then follow the summary, and the MPI's own call. While sessions are open,
/// only the first step is done, and the end of the process does the rest.
[[nodiscard]] int finalize() noexcept;

} // namespace closeranks
