#include "runtime/communicators/group_creation.hpp"

#include "runtime/core/failures.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/membership/lost_ranks.hpp"
#include "runtime/membership/world_ranks.hpp"
#include "runtime/support/mutex.hpp"
#include "runtime/support/never_destroyed.hpp"
#include "runtime/support/service_tag.hpp"

#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace closeranks {

namespace {

/// True if Open MPI's Comm_create_group works for the living members of a communicator that has
/// failed ones (Quirk::group). A creation asks only when this process knows of a failure.
bool serves_the_living() noexcept {
    static const bool serves = [] {
        Group self;
        Comm alone;
        static_cast<void>(real.Comm_group(MPI_COMM_SELF, self.out()));
        const int code = real.Comm_create_group(runtime().services.get(), self.get(),
                                                service_tag::of_creation(0), alone.out());
        if (code != MPI_SUCCESS) static_cast<void>(alone.release());
        return code == MPI_SUCCESS;
    }();
    return serves;
}

/// Collective over `members.alive`. An Open MPI that cannot do it with failures elsewhere can still
/// make communicators from a group alone, with the help of the launcher. If a member fails in that
/// call, the others may wait for ever.
void make(GroupComm &group_comm, std::uint64_t name) noexcept {
    const MPI_Group alive = group_comm.members.alive.get();
    const int code =
        group_comm.members.ok
            ? real.Comm_create_group(runtime().services.get(), alive,
                                     service_tag::of_creation(name), group_comm.comm.out())
            : real.Comm_create_from_group(alive, ("closeranks/" + std::to_string(name)).c_str(),
                                          MPI_INFO_NULL, MPI_ERRORS_RETURN, group_comm.comm.out());
    if (code != MPI_SUCCESS) static_cast<void>(group_comm.comm.release()); // see Parts::make
}

} // namespace

GroupComm make_group_comm(MPI_Group group, const std::vector<int> &tags,
                          std::uint64_t name) noexcept {
    static_cast<void>(notice_failures(*runtime().everyone));
    GroupComm group_comm;
    group_comm.members = settle(group, tags, lost_ranks().empty() || serves_the_living());
    if (group_comm.members.refused) return group_comm;
    make(group_comm, name);
    if (!settle(group_comm.members.alive.get(), group_comm.members.tags,
                static_cast<bool>(group_comm.comm))
             .ok)
        revoke(group_comm);
    return group_comm;
}

void revoke(GroupComm &group_comm) noexcept {
    if (!group_comm.comm) return;
    static_cast<void>(real.Comm_revoke(group_comm.comm.get()));
    // Other members may not have heard yet.
    runtime().quarantined_comms.add(std::move(group_comm.comm));
}

std::uint64_t next_name_among(std::uint64_t purpose, MPI_Group group) noexcept {
    std::uint64_t name = purpose;
    for (const int rank : world_ranks_of(group))
        name = mix(name, static_cast<std::uint64_t>(rank));
    // Creations so far, by group and purpose.
    static NeverDestroyed<std::map<std::uint64_t, std::uint64_t>> made;
    static constinit Mutex<LockRank::leaf> mutex;
    const std::scoped_lock lock(mutex);
    return mix(name, ++made.value[name]);
}

std::vector<int> tags_for(std::uint64_t name, MPI_Group group) noexcept {
    int size = 0;
    static_cast<void>(real.Group_size(group, &size));
    return std::vector<int>(static_cast<std::size_t>(size), service_tag::of_call(name));
}

Parts make_among(MPI_Group group, std::uint64_t name) noexcept {
    const auto copy = [](const GroupComm &group_comm) {
        Parts parts;
        parts.make_all(group_comm.comm.get(),
                       [](MPI_Comm from, MPI_Comm *made) { return real.Comm_dup(from, made); });
        return std::optional(std::move(parts));
    };
    return *create_among<Parts>(group, tags_for(name, group), name, copy);
}

} // namespace closeranks
