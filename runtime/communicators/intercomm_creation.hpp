#pragma once

#include "runtime/communicators/sided_parts.hpp"
#include "runtime/core/entry.hpp"
#include "runtime/core/intercommunicator.hpp"

namespace closeranks {

/// Makes and frees intercommunicators. A creation is committed by agreement of both sides, and
/// redone from the start when a member of either side fails meanwhile (MPI 4.1, 7.6;
/// docs/developers/design.md).

/// Comm_split, Comm_split_type: the members are the survivors. `make` is the program's call.
[[nodiscard]] int split_sides(Intercommunicator &parent, MPI_Comm *newcomm, MakeCall make) noexcept;

/// Comm_create: the survivors of each side's `group`.
[[nodiscard]] int create_sides(Intercommunicator &parent, MPI_Group group,
                               MPI_Comm *newcomm) noexcept;

/// Comm_dup, Comm_dup_with_info: the program's numbering stays, lost ranks included.
[[nodiscard]] int duplicate_sides(Intercommunicator &parent, MPI_Comm *newcomm,
                                  MakeCall make) noexcept;

/// Comm_idup, Comm_idup_with_info: the same, beside the program
/// (runtime/core/nonblocking_tasks.hpp).
[[nodiscard]] int start_duplicate_sides(Intercommunicator &parent, MPI_Comm *newcomm,
                                        MPI_Request *request) noexcept;

[[nodiscard]] int start_duplicate_sides_with_info(Intercommunicator &parent, MPI_Info info,
                                                  MPI_Comm *newcomm, MPI_Request *request) noexcept;

/// Intercomm_merge: an intracommunicator of the survivors.
[[nodiscard]] int merge_sides(Intercommunicator &parent, int high, MPI_Comm *newcomm) noexcept;

/// Intercomm_create. If a leader fails before its side knows the other side, no other process can
/// find that side. Then the policy decides on both sides (ignored: there is no communicator).
[[nodiscard]] int connect_sides(MPI_Comm local_comm, int local_leader, MPI_Comm bridge_comm,
                                int remote_leader, int tag, MPI_Comm *newcomm) noexcept;

/// Frees the program's handle and the library's state; local.
[[nodiscard]] int forget(Intercommunicator &sides, MPI_Comm *comm) noexcept;

/// Gives up the library's state, in MPI_Finalize: the program keeps the handle.
void let_go(Intercommunicator &sides) noexcept;

/// Ends a committed creation, as deliver() does. Empty groups: those of the real communicators.
[[nodiscard]] int deliver_sides(Communicator &raises, SidedParts parts, SidedNumbering numbering,
                                MPI_Comm inherits_from, MPI_Comm *newcomm) noexcept;

} // namespace closeranks
