#pragma once

#include "runtime/support/real.hpp"

#include <vector>

namespace closeranks {

/// Queries of ULFM (MPI 5.0, chapter on fault tolerance), in the form that the library needs. All
/// but agree() are local queries.

/// True for the error classes by which ULFM reports a failure (MPIX_ERR_PROC_FAILED,
/// MPIX_ERR_PROC_FAILED_PENDING, MPIX_ERR_REVOKED); never for the program's own errors.
[[nodiscard]] bool is_failure(int code) noexcept;

/// True for MPIX_ERR_PROC_FAILED_PENDING: the request is intact and continues once the failures are
/// acknowledged.
[[nodiscard]] bool is_failure_pending(int code) noexcept;

/// True when some member has revoked `comm`; that member may have heard of the failure earlier than
/// this process.
[[nodiscard]] inline bool is_revoked(MPI_Comm comm) noexcept {
    int revoked = 0;
    return real.Comm_is_revoked(comm, &revoked) != MPI_SUCCESS || revoked != 0;
}

/// True when `comm` is revoked or has a failed member.
[[nodiscard]] bool is_broken(MPI_Comm comm) noexcept;

/// The ranks in `numbering` of those members of `comm` that the MPI knows to have failed; members
/// that are not in `numbering` are left out.
[[nodiscard]] std::vector<int> failed_ranks(MPI_Comm comm, MPI_Group numbering);

/// The error `code` of a real call on `comm`, as a failure's error where there is a failure. The
/// MPI may return another error for it (Quirk::other_error; OMPI_ERROR from a later round of a
/// nonblocking collective, with which it makes communicators: NBC_Start_round in
/// ompi/mca/coll/libnbc/nbc.c). An error of the program occurs again after the repair.
[[nodiscard, gnu::cold]] int as_failure(int code, MPI_Comm comm) noexcept;

/// True when all live members of `comm` pass true. Works on revoked communicators and with failed
/// members; the answer is the same everywhere. Collective.
[[nodiscard]] bool agree(MPI_Comm comm, bool mine) noexcept;

} // namespace closeranks
