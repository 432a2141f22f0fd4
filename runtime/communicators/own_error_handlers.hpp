#pragma once

#include "runtime/core/intercommunicator.hpp"

namespace closeranks {

/// Intercommunicators that raise errors. A program may spawn, be spawned or connect, and give the
/// intercommunicator with the processes of the other MPI_COMM_WORLD an error handler of its own, or
/// inherit one. The program then learns of deaths there as from the MPI alone: each call that
/// concerns a dead process raises an error, and no policy is applied. The options about policies
/// have precedence.
///
/// The rule holds for programs that set error handlers themselves: the executable does, or a
/// library that it is linked with. The modules of interpreters (mpi4py, Rmpi) set a handler on each
/// communicator, so the handler does not tell what the program wants.

/// To be called when the error handler of `sides` may have changed.
void choose_policies(Intercommunicator &sides) noexcept;

/// For an intracommunicator made of such an intercommunicator: it has the policies of the run.
void take_policies_of_run(MPI_Comm merged) noexcept;

/// Comm_set_errhandler.
[[nodiscard]] int set_error_handler(MPI_Comm comm, MPI_Errhandler handler) noexcept;

} // namespace closeranks
