#pragma once

#include "runtime/core/entry.hpp"
#include "runtime/core/runtime.hpp"

namespace closeranks {

/// What the wrappers of functions that are not protected yet call.

/// Says once for each function that it passes through, when a failure has already happened.
inline void passing(const Entry &entry) noexcept {
    Runtime &w = runtime();
    w.calls_ulfm = true;
    if (!w.missing.empty() && !Entry::nested()) [[unlikely]]
        w.report.passes_through(entry.function());
}

/// What an unprotected call on `comm` really works on: for an intercommunicator, one of all its
/// members, which the first such call makes (collective then, as the calls are).
[[nodiscard]] inline MPI_Comm native(const Entry &entry, MPI_Comm comm) noexcept {
    Intercommunicator *const sides = entry.find_intercommunicator(comm);
    if (sides != nullptr) return sides->make_native();
    const Communicator *const c = entry.find(comm);
    return c != nullptr ? c->unprotected() : comm;
}

} // namespace closeranks
