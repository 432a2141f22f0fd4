#include "runtime/core/raising.hpp"

#include "runtime/core/call_state.hpp"
#include "runtime/openmpi/error_handlers.hpp"

#include <cstdint>

namespace closeranks {

namespace {

/// The function by which this thread has come from the program; nullptr: not known.
const char *function_of_this_call() noexcept {
    const std::uint32_t word = this_call.word.get();
    return CallState::has_function(word) ? function_name(CallState::function_of(word)) : nullptr;
}

} // namespace

void call_errhandler(MPI_Comm comm, int code) noexcept {
    call_errhandler(comm, code, function_of_this_call());
}

void call_errhandler(MPI_Win win, int code) noexcept {
    call_errhandler(win, code, function_of_this_call());
}

void call_errhandler(MPI_File file, int code) noexcept {
    call_errhandler(file, code, function_of_this_call());
}

} // namespace closeranks
