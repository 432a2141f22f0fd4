#pragma once

#include "runtime/replication/communicator.hpp"

#include <mpi.h>

namespace closeranks::replication {

/// The error in the arguments of a call about a message, as an error code; MPI_SUCCESS: none.
[[nodiscard]] inline int check_data(int count, MPI_Datatype type) noexcept {
    if (count < 0) return MPI_ERR_COUNT;
    return type == MPI_DATATYPE_NULL ? MPI_ERR_TYPE : MPI_SUCCESS;
}

[[nodiscard]] inline int check_destination(int place, int tag, const Communicator &on) noexcept {
    if (tag < 0) return MPI_ERR_TAG;
    const bool is_there = place >= 0 && place < static_cast<int>(on.peers().size());
    return is_there || place == MPI_PROC_NULL ? MPI_SUCCESS : MPI_ERR_RANK;
}

[[nodiscard]] inline int check_source(int place, int tag, const Communicator &on) noexcept {
    if (tag < 0 && tag != MPI_ANY_TAG) return MPI_ERR_TAG;
    const bool is_there = place >= 0 && place < static_cast<int>(on.peers().size());
    return is_there || place == MPI_PROC_NULL || place == MPI_ANY_SOURCE ? MPI_SUCCESS
                                                                         : MPI_ERR_RANK;
}

/// The first code that is an error.
[[nodiscard]] inline int first_error(int a, int b) noexcept { return a != MPI_SUCCESS ? a : b; }

} // namespace closeranks::replication
