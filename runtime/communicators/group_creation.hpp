#pragma once

#include "runtime/communicators/consensus.hpp"
#include "runtime/communicators/creation_protocol.hpp"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace closeranks {

/// Creation by the members of a group alone, where they have no communicator of their own whose
/// survivors could agree: Comm_create_group, Comm_create_from_group, Intercomm_create.

/// A communicator of the living members of a group.
struct GroupComm {
    Settlement members; ///< the members that have it, in the order of the group
    Comm comm;
};

/// Attempts to make a communicator: either all living members have it, or none. Collective over the
/// members of `group`, which send with `tags` in settlements. `name` is the same at all of them,
/// and no other attempt in progress has it. When members refuse (members.refused) there is none.
[[nodiscard]] GroupComm make_group_comm(MPI_Group group, const std::vector<int> &tags,
                                        std::uint64_t name) noexcept;

/// Called by a process that gives up making something from it: makes the other members give up as
/// well.
void revoke(GroupComm &group_comm) noexcept;

/// Attempts to make something from such a communicator until all living members of `group` have it.
/// `attempt(group_comm)` returns a type Made of its own, as in create_agreed. It returns nothing if
/// it cannot continue, which must be so at all members. Returns nothing as well when members
/// refuse.
template <typename Made, typename Attempt>
[[nodiscard]] std::optional<Made> create_among(MPI_Group group, const std::vector<int> &tags,
                                               std::uint64_t name, Attempt attempt) noexcept {
    for (std::uint64_t attempts = 0;; ++attempts) {
        GroupComm group_comm = make_group_comm(group, tags, mix(name, attempts));
        if (group_comm.members.refused) return std::nullopt;
        if (!group_comm.comm) continue;
        std::optional<Made> made = attempt(group_comm);
        if (!made) return std::nullopt;
        made->give_name(name);
        const bool completed = made->completed(group_comm.comm.get());
        if (!completed) revoke(group_comm);
        if (settle(group_comm.members.alive.get(), group_comm.members.tags, completed).ok)
            return made;
        revoke(group_comm);
    }
}

/// The tag of each member of `group` in the settlements of a call to which all of them give the
/// same name.
[[nodiscard]] std::vector<int> tags_for(std::uint64_t name, MPI_Group group) noexcept;

/// The name of the next object that is made among `group` for `purpose`. All of its members, and no
/// other process, count these calls.
[[nodiscard]] std::uint64_t next_name_among(std::uint64_t purpose, MPI_Group group) noexcept;

/// The parts of a communicator of the living members of `group`. None of them refuses, because all
/// make the call.
[[nodiscard]] Parts make_among(MPI_Group group, std::uint64_t name) noexcept;

} // namespace closeranks
