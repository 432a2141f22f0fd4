#pragma once

#include "runtime/core/entry.hpp"

namespace closeranks {

/// Communicators without a parent (MPI 4.1, 7.4.2 and 7.6.2). The calls are collective over the
/// members of the groups, and a string tells which calls belong together. Errors go to
/// `errhandler`, which the new communicator gets as well, and so do the hints `info`.
///
/// Groups with processes of other MPI_COMM_WORLDs pass through. Several threads may call these
/// functions at the same time with different strings or groups, as MPI requires.

/// Comm_create_from_group: the members are the survivors of `group`, in its order.
[[nodiscard]] int make_from_group(MPI_Group group, const char *stringtag, MPI_Info info,
                                  MPI_Errhandler errhandler, MPI_Comm *newcomm) noexcept;

/// The living members of `group`, in its order. All of them get the same answer, whichever members
/// fail meanwhile. Collective over the living members alone. A copy of `group` where nothing is
/// protected.
[[nodiscard]] Group living_members_of(MPI_Group group) noexcept;

/// Intercomm_create_from_groups: ranks are those of the groups, missing ones included. Only the
/// leader of a side tells it the members of the other side. If the leader fails before its side
/// knows them, the policy decides, as for Intercomm_create (ignored: there is no communicator).
[[nodiscard]] int join_groups(MPI_Group local_group, int local_leader, MPI_Group remote_group,
                              int remote_leader, const char *stringtag, MPI_Info info,
                              MPI_Errhandler errhandler, MPI_Comm *newcomm) noexcept;

} // namespace closeranks
