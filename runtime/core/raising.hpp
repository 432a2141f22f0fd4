#pragma once

#include <mpi.h>

namespace closeranks {

class Communicator;

/// Has the error handler of the object called as the last thing of this thread's call, in the name
/// of the function that the program has called: "An error occurred in MPI_Allreduce", as without
/// closeranks. Nothing of ours is under way by then, so that the handler may call MPI like any
/// other code of the program, and may leave the call by an exception or a longjmp. The first error
/// of a call counts. The object has to live until the call is left.
///
/// In what the MPI itself calls (CallState::is_nested), and where no call of the program is under
/// way, the handler is called at once.
/// `members`: of a window or file, to the MPI one of this process alone; nullptr: it has no others.
void call_errhandler(MPI_Comm comm, int code);
void call_errhandler(MPI_Win win, int code, const Communicator *members);
void call_errhandler(MPI_File file, int code, const Communicator *members);

/// For Entry: this thread has left the call, and calls the error handler.
void call_noted_errhandler();

/// Whom this thread's latest error on the window or file `object` concerns; nullptr: not known.
[[nodiscard]] const Communicator *members_of_raised(const void *object) noexcept;

} // namespace closeranks
