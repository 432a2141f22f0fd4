#include "runtime/core/raising.hpp"

#include "runtime/core/call_state.hpp"
#include "runtime/openmpi/error_handlers.hpp"

#include <cstdint>
#include <variant>

namespace closeranks {

namespace {

/// An error of this thread's call that the program has to receive.
struct Raised {
    std::variant<MPI_Comm, MPI_Win, MPI_File> object;
    int code = MPI_SUCCESS;
    const char *function = nullptr;
    const Communicator *members = nullptr;
};

constinit thread_local Raised noted;

/// The object for which the latest handler is called.
constinit thread_local const void *raised_object = nullptr;
constinit thread_local const Communicator *raised_members = nullptr;

/// The function by which the program called into the library on this thread; nullptr: not known.
const char *function_of_this_call() noexcept {
    const std::uint32_t word = this_call.word.get();
    return CallState::has_function(word) ? function_name(CallState::function_of(word)) : nullptr;
}

void call(const Raised &raised) {
    raised_members = raised.members;
    std::visit(
        [&](auto object) {
            raised_object = object;
            call_errhandler(object, raised.code, raised.function);
        },
        raised.object);
}

void raise(Raised raised) {
    const std::uint32_t word = this_call.word.get();
    raised.function = function_of_this_call();
    if (CallState::is_plain(word) && !CallState::is_in_task(word)) {
        noted = raised;
        this_call.word.set(word | CallState::raising_bit);
    } else if ((word & CallState::raising_bit) == 0) {
        call(raised);
    }
}

} // namespace

void call_errhandler(MPI_Comm comm, int code) { raise({.object = comm, .code = code}); }

void call_errhandler(MPI_Win win, int code, const Communicator *members) {
    raise({.object = win, .code = code, .members = members});
}

void call_errhandler(MPI_File file, int code, const Communicator *members) {
    raise({.object = file, .code = code, .members = members});
}

void call_noted_errhandler() {
    const Raised raised = noted; // the handler may call MPI, and itself record an error
    call(raised);
}

const Communicator *members_of_raised(const void *object) noexcept {
    return object == raised_object ? raised_members : nullptr;
}

} // namespace closeranks
