#pragma once

#include <mpi.h>

namespace closeranks::store {

/// Why a call does nothing: a code, and a sentence for the function that explains errors.
struct Refusal {
    int code = MPI_SUCCESS;
    const char *why = "";
};

/// Whether there may be so many elements of that type.
[[nodiscard]] inline Refusal check_elements(MPI_Count count, MPI_Datatype type) noexcept {
    if (count < 0) return {MPI_ERR_COUNT, "the number of elements is negative"};
    return type == MPI_DATATYPE_NULL ? Refusal{MPI_ERR_TYPE, "the type is MPI_DATATYPE_NULL"}
                                     : Refusal();
}

} // namespace closeranks::store
