#pragma once

#include "runtime/real.hpp"

namespace closeranks {

/// Makes a generalized request (MPI 4.1, 13.2) that can be neither freed early nor cancelled:
/// `query(state, status)` gives its status. Returns the real call's code.
[[nodiscard]] inline int start_generalized(int (*query)(void *state, MPI_Status *status),
                                           void *state, MPI_Request *request) noexcept {
    const auto free_nothing = [](void *) { return MPI_SUCCESS; };
    const auto cancel_nothing = [](void *, int) { return MPI_SUCCESS; };
    return real.Grequest_start(query, free_nothing, cancel_nothing, state, request);
}

} // namespace closeranks
