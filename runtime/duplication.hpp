#pragma once

#include "runtime/handles.hpp"

namespace closeranks {

class Communicator;

/// An MPI_Comm_idup between its start and its end.
///
/// Open MPI 5.0.7 crashes in its own MPI_Comm_idup when a member dies meanwhile, so the duplication
/// is done by the blocking MPI_Comm_dup, as late as possible: in the call that completes the
/// request, or before the next collective on the parent, whichever comes first. That is the same
/// place in the parent's order of collectives on every member. The program holds a generalized
/// request meanwhile.
struct Duplication {
    Communicator *parent;
    MPI_Comm *newcomm;
    MPI_Request request = MPI_REQUEST_NULL;
    int code = MPI_SUCCESS; ///< the outcome, once done
    bool done = false;
};

/// Carries out `duplication` unless it is done, and completes its request. Collective over the
/// survivors of the parent.
void carry_out(Duplication &duplication) noexcept;

/// Carries out what has been started on `parent`, in order.
void carry_out_all(Communicator &parent) noexcept;

/// Ends the bookkeeping for `duplication` when its request was completed. Returns its outcome.
[[nodiscard]] int end(Duplication *duplication) noexcept;

} // namespace closeranks
