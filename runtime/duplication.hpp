#pragma once

#include "runtime/handles.hpp"

namespace closeranks {

class Communicator;

/// An MPI_Comm_idup between its start and its completion. The program waits for the duplicate of
/// the handle; the duplicates of our communicators run beside it.
struct Duplication {
    MPI_Comm *newcomm;
    MPI_Comm messages = MPI_COMM_NULL;
    MPI_Comm working = MPI_COMM_NULL;
    MPI_Request messages_request = MPI_REQUEST_NULL;
    MPI_Request working_request = MPI_REQUEST_NULL;
};

/// Completes `duplication`, whose request has ended with `code`, and deletes it. Does not wait for
/// other members to complete theirs. When a process died meanwhile, the communicator is duplicated
/// again, which then does wait for the other survivors.
[[nodiscard]] int finish_duplicate(Communicator &parent, Duplication *duplication,
                                   int code) noexcept;

} // namespace closeranks
