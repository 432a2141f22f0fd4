#pragma once

#include "runtime/core/intercommunicator.hpp"

namespace closeranks {

/// Intercommunicators that raise errors. A program may spawn, be spawned or connect. It may set an
/// error handler on the intercommunicator with processes of the other MPI_COMM_WORLD, or inherit
/// one. The program then learns of failures there as from the MPI alone: each call that concerns a
/// failed process raises an error, and no policy is applied. The options about policies have
/// precedence.
///
/// The rule holds for programs that set error handlers themselves: the executable does, or a
/// library with which it is linked. The modules of interpreters (mpi4py, Rmpi) set a handler on
/// each communicator, so there the handler does not tell the wish of the program.

/// Called when the error handler of `sides` may have changed.
void choose_policies(Intercommunicator &sides) noexcept;

/// For an intracommunicator that was made from such an intercommunicator: gives it the policies of
/// the run.
void take_policies_of_run(MPI_Comm merged) noexcept;

/// Comm_set_errhandler.
[[nodiscard]] int set_error_handler(MPI_Comm comm, MPI_Errhandler handler) noexcept;

} // namespace closeranks
