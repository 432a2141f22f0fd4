#pragma once

#include "runtime/core/entry.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/membership/lost_ranks.hpp"

namespace closeranks {

/// Functions that the wrappers of functions without protection call.

/// Reports once for each function that it passes through, if a failure has already happened.
inline void passing() noexcept {
    Runtime &w = runtime();
    w.calls_ulfm = true;
    if (!lost_ranks().empty() && !Entry::nested()) [[unlikely]]
        w.report.passes_through(Entry::function());
}

/// The communicator on which an unprotected call on `comm` works. For an intercommunicator that is
/// one of all its members. The first such call makes it, and is collective then, as the calls are.
[[nodiscard]] inline MPI_Comm native(MPI_Comm comm) noexcept {
    Intercommunicator *const sides = Entry::find_intercommunicator(comm);
    if (sides != nullptr) return sides->make_native();
    const Communicator *const c = Entry::find(comm);
    return c != nullptr ? c->unprotected() : comm;
}

} // namespace closeranks
