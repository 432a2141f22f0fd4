#pragma once

#include "runtime/replication/window.hpp"

namespace closeranks::replication {

/// The arguments of a call of one-sided communication: all such calls have one form.
struct RmaCall {
    TypedData origin = {}; ///< the data for the target
    TypedData result = {}; ///< the place of the target's former data
    bool fetches = false;
    int target;
    MPI_Aint displacement;
    MPI_Count count;
    MPI_Datatype type;
    MPI_Op op;
    const void *expected = nullptr; ///< of MPI_Compare_and_swap
};

/// Packs the operation and adds it to those for its target, which gets them when the epoch ends.
[[nodiscard]] int note(Window &window, const RmaCall &call);

} // namespace closeranks::replication
