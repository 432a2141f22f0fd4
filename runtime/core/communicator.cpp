#include "runtime/core/communicator.hpp"

#include "runtime/core/call_state.hpp"
#include "runtime/core/raising.hpp"
#include "runtime/core/runtime.hpp"

namespace closeranks {

const LossPolicies *Communicator::policies_of_the_run() noexcept { return &runtime().policies; }

int Communicator::raise(int code) noexcept {
    if (CallState::is_in_task(this_call.word.get()))
        return code; // the call that completes the request raises the error
    // Without a handle (freed while requests are pending) Open MPI has no error handler to call
    // either.
    if (code != MPI_SUCCESS && handle != MPI_COMM_NULL) call_errhandler(handle, code);
    return code;
}

} // namespace closeranks
