#pragma once

#include "runtime/core/entry.hpp"

namespace closeranks {

/// Communicators without a parent (MPI 4.1, 7.4.2 and 7.6.2): collective over the members of the
/// groups, which say by a string which calls belong together. Errors go to `errhandler`, which the
/// new communicator gets, too, and the hints `info`.
///
/// Groups with processes of other MPI_COMM_WORLDs pass through. Several threads may call these at
/// the same time with different strings or groups, as MPI asks.

/// Comm_create_from_group: the members are the survivors of `group`, in its order.
[[nodiscard]] int make_from_group(Entry &entry, MPI_Group group, const char *stringtag,
                                  MPI_Info info, MPI_Errhandler errhandler,
                                  MPI_Comm *newcomm) noexcept;

/// The members of `group` that live, in its order: the same answer at all of them, whoever dies
/// meanwhile. Collective over them alone. A copy of `group` where nothing is protected.
[[nodiscard]] Group living_members_of(const Entry &entry, MPI_Group group) noexcept;

/// Intercomm_create_from_groups: ranks are those of the groups, missing ones included. Only the
/// leader of a side says what the other one is, so that the policy decides if it is gone before its
/// side knows (ignored: there is no communicator), as for Intercomm_create.
[[nodiscard]] int join_groups(Entry &entry, MPI_Group local_group, int local_leader,
                              MPI_Group remote_group, int remote_leader, const char *stringtag,
                              MPI_Info info, MPI_Errhandler errhandler, MPI_Comm *newcomm) noexcept;

} // namespace closeranks
