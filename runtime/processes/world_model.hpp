#pragma once

#include <mpi.h>

namespace closeranks {

/// The World Model of MPI (MPI 4.1, 11.2); the generated wrappers of these four call here.

/// MPI_Init and MPI_Init_thread: the MPI's own, then the runtime starts. Where fault tolerance is
/// not active in this run, says so once and leaves the runtime inactive: everything passes through.
[[nodiscard]] int init(int *argc, char ***argv) noexcept;
[[nodiscard]] int init_thread(int *argc, char ***argv, int required, int *provided) noexcept;

/// MPI_Finalize: what the program wants to do before (runtime/communicators/self_attributes.hpp);
/// all survivors meet, repairing as needed, before any of them leaves; then the summary, and the
/// MPI's own. While sessions are open, all but the first is left to the end of the process.
[[nodiscard]] int finalize() noexcept;

} // namespace closeranks
