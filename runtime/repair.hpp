#pragma once

#include "runtime/communicator.hpp"

namespace closeranks {

/// The rank map of application communicator `c` onto its real communicator `live` (a local query).
[[nodiscard]] RankMap map_ranks(const Communicator &c, MPI_Comm live);

/// True when `working` is revoked or has a failed member. Both queries are local.
[[nodiscard]] bool is_broken(MPI_Comm working) noexcept;

/// The error `code` of a real call on `comm`, as a failure's where there is one. Open MPI 5.0.7 now
/// and then returns some other error for it (OMPI_ERROR from a later round of a nonblocking
/// collective, with which it makes communicators: NBC_Start_round in ompi/mca/coll/libnbc/nbc.c).
/// An error of the program's own comes again after the repair.
[[nodiscard, gnu::cold]] int as_failure(int code, MPI_Comm comm) noexcept;

/// Gives the survivors of `c` a new working communicator and rank map.
///
/// Collective over the survivors of `c`, each of whom knows (by agreement) that the others come
/// too. Returns when one attempt completed everywhere; deaths during the repair cost another round.
/// (Revoke and shrink: Bland et al., ULFM; MPI 5 fault tolerance chapter.)
void repair(Communicator &c) noexcept;

} // namespace closeranks
