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

/// Has the MPI make the requests larger that collectives of ours return: generalized ones, and
/// those for MPI_PROC_NULL (persistent ones). In MPI_Init.
///
/// Open MPI's Fortran layer takes what PMPI_Ialltoallw, PMPI_Alltoallw_init and their kin return
/// for a request of its own collectives, and notes there which arrays are to be freed with it
/// (release_arrays in ompi/mca/coll/base/coll_base_util.h). In ours that is behind their end.
void make_room_for_fortran() noexcept;

} // namespace closeranks
