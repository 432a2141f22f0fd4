#include "runtime/core/raising.hpp"

#include "runtime/core/call_state.hpp"
#include "runtime/openmpi/error_handlers.hpp"

#include <cstdint>
#include <variant>

namespace closeranks {

namespace {

/// An error of this thread's call of which the program has to be told.
struct Raised {
    std::variant<MPI_Comm, MPI_Win, MPI_File> object;
    int code = MPI_SUCCESS;
    const char *function = nullptr;
};

constinit thread_local Raised noted;

/// The function by which this thread has come from the program; nullptr: not known.
const char *function_of_this_call() noexcept {
    const std::uint32_t word = this_call.word.get();
    return CallState::has_function(word) ? function_name(CallState::function_of(word)) : nullptr;
}

template <typename Object> void raise_on(Object object, int code) {
    const std::uint32_t word = this_call.word.get();
    if (CallState::is_plain(word) && !CallState::is_in_task(word)) {
        noted = {object, code, function_of_this_call()};
        this_call.word.set(word | CallState::raising_bit);
    } else if ((word & CallState::raising_bit) == 0) {
        call_errhandler(object, code, function_of_this_call());
    }
}

} // namespace

void call_errhandler(MPI_Comm comm, int code) { raise_on(comm, code); }

void call_errhandler(MPI_Win win, int code) { raise_on(win, code); }

void call_errhandler(MPI_File file, int code) { raise_on(file, code); }

void call_noted_errhandler() {
    const Raised raised = noted; // the handler may call MPI, and note an error itself
    std::visit([&](auto object) { call_errhandler(object, raised.code, raised.function); },
               raised.object);
}

} // namespace closeranks
