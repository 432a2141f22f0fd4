#include "runtime/core/communicator.hpp"

#include "runtime/core/call_state.hpp"
#include "runtime/core/raising.hpp"
#include "runtime/core/runtime.hpp"

namespace closeranks {

const LossPolicies *Communicator::policies_of_the_run() noexcept { return &runtime().policies; }

int Communicator::raise(int code) noexcept {
    if (CallState::is_in_task(this_call.word.get()))
        return code; // the call that completes the request raises the error
    // The call raises it on its own object. Only the first error of a call is raised.
    if (is_internal()) return code;
    // Without a handle (freed while requests are pending) Open MPI has no error handler to call
    // either.
    const MPI_Comm seen = handle_of_program();
    if (code != MPI_SUCCESS && seen != MPI_COMM_NULL) call_errhandler(seen, code);
    return code;
}

} // namespace closeranks
