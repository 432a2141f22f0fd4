#pragma once

#include "runtime/support/real.hpp"

namespace closeranks {

/// Makes a generalized request (MPI 4.1, 13.2) that can be neither freed early nor cancelled:
/// `query(state, status)` gives its status. Returns the real call's code.
[[nodiscard]] inline int start_generalized(int (*query)(void *state, MPI_Status *status),
                                           void *state, MPI_Request *request) noexcept {
    const auto free_nothing = [](void *) { return MPI_SUCCESS; };
    const auto cancel_nothing = [](void *, int) { return MPI_SUCCESS; };
    return real.Grequest_start(query, free_nothing, cancel_nothing, state, request);
}

/// Makes the MPI allocate larger requests for those that the library's collectives return:
/// generalized ones, and those for MPI_PROC_NULL (persistent ones). Called in MPI_Init.
///
/// Open MPI's Fortran layer takes the results of PMPI_Ialltoallw, PMPI_Alltoallw_init and similar
/// calls for requests of its own collectives. It notes there the arrays to be freed with them
/// (release_arrays in ompi/mca/coll/base/coll_base_util.h). In the requests of the library that
/// place is behind their end.
void make_room_for_fortran() noexcept;

} // namespace closeranks
