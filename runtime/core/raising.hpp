#pragma once

#include <mpi.h>

namespace closeranks {

class Communicator;

/// Has the object's error handler called as the last action of this thread's call, in the name of
/// the function that the program has called. So the message is "An error occurred in
/// MPI_Allreduce", as without closeranks. At that time the library has no work in progress. So the
/// handler may call MPI like any other code of the program, and may leave the call by an exception
/// or a longjmp. Only the first error of a call counts. The object has to live until the call ends.
///
/// In a callback of the MPI (CallState::is_nested), and outside of any call of the program, the
/// handler is called at once. `members`: the members of a window or file that belongs to this
/// process alone in the MPI; nullptr: there are no others.
void call_errhandler(MPI_Comm comm, int code);
void call_errhandler(MPI_Win win, int code, const Communicator *members);
void call_errhandler(MPI_File file, int code, const Communicator *members);

/// For Entry: this thread's call has ended, and the error handler is called.
void call_noted_errhandler();

/// The members that this thread's latest error on the window or file `object` concerns; nullptr:
/// not known.
[[nodiscard]] const Communicator *members_of_raised(const void *object) noexcept;

} // namespace closeranks
