#pragma once

#include "runtime/core/communicator.hpp"
#include "runtime/support/kept_datatype.hpp"

namespace closeranks {

/// The arguments of a pending MPI_Irecv from MPI_ANY_SOURCE, for starting it again.
struct Wildcard {
    void *buf;
    KeptDatatype datatype;
    MPI_Count count;
    int tag;
    Wildcard *next; ///< while unused
};

/// Keeps the arguments; allocates nothing if an object that was given back is free.
[[nodiscard]] Wildcard *keep_wildcard(void *buf, MPI_Count count, MPI_Datatype datatype,
                                      int tag) noexcept;
void let_go(Wildcard *wildcard) noexcept;

/// The rank in the request's real communicator whose message the pending receive `request` has
/// matched. MPI_ANY_SOURCE when it has matched none, or when the match cannot be known.
///
/// The match matters for a long message whose sender fails before all of it is sent: that receive
/// never completes (Quirk::wildcard_from_dead).
[[nodiscard]] int matched_source(MPI_Request request) noexcept;

} // namespace closeranks
