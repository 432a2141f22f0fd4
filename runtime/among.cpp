#include "runtime/among.hpp"

#include "runtime/world.hpp"

#include <mutex>
#include <string>
#include <utility>

namespace closeranks {

namespace {

/// Whether Open MPI's Comm_create_group serves the living members of a communicator that has
/// failed ones, as set-up builds it (11-group.patch). Asked by a creation of this process's alone,
/// when it knows of a failure.
bool serves_the_living() noexcept {
    static const bool serves = [] {
        Group self;
        Comm alone;
        static_cast<void>(real.Comm_group(MPI_COMM_SELF, self.out()));
        const int code =
            real.Comm_create_group(world().bridge.get(), self.get(), tag_of(0), alone.out());
        if (code != MPI_SUCCESS) static_cast<void>(alone.release());
        return code == MPI_SUCCESS;
    }();
    return serves;
}

/// Collective over `members.alive`. An Open MPI that has failures elsewhere in its way still makes
/// communicators from a group alone, by way of the launcher; should a member die within that,
/// others may wait for ever.
void make(Seed &seed, std::uint64_t name) noexcept {
    const MPI_Group alive = seed.members.alive.get();
    const int code =
        seed.members.ok
            ? real.Comm_create_group(world().bridge.get(), alive, tag_of(name), seed.comm.out())
            : real.Comm_create_from_group(alive, ("closeranks/" + std::to_string(name)).c_str(),
                                          MPI_INFO_NULL, MPI_ERRORS_RETURN, seed.comm.out());
    if (code != MPI_SUCCESS) static_cast<void>(seed.comm.release()); // see Parts::make
}

} // namespace

Seed plant(MPI_Group group, const std::vector<int> &tags, std::uint64_t name) noexcept {
    static_cast<void>(notice_failures(*world().everyone));
    Seed seed;
    seed.members = settle(group, tags, world().missing.empty() || serves_the_living());
    if (seed.members.refused) return seed;
    make(seed, name);
    if (!settle(seed.members.alive.get(), seed.members.tags, static_cast<bool>(seed.comm)).ok)
        uproot(seed);
    return seed;
}

void uproot(Seed &seed) noexcept {
    if (!seed.comm) return;
    static_cast<void>(real.Comm_revoke(seed.comm.get()));
    world().retired.add(std::move(seed.comm)); // others may not have heard yet
}

std::uint64_t next_name_among(std::uint64_t purpose, MPI_Group group) noexcept {
    std::uint64_t name = purpose;
    for (const int rank : world_ranks_of(group))
        name = mix(name, static_cast<std::uint64_t>(rank));
    const std::scoped_lock lock(world().made_among_groups_mutex);
    return mix(name, ++world().made_among_groups[name]);
}

Parts make_among(MPI_Group group, const std::vector<int> &tags, std::uint64_t name) noexcept {
    const auto copy = [](const Seed &seed) {
        Parts parts;
        parts.make_all(seed.comm.get(),
                       [](MPI_Comm from, MPI_Comm *made) { return real.Comm_dup(from, made); });
        return std::optional(std::move(parts));
    };
    return *create_among<Parts>(group, tags, name, copy);
}

} // namespace closeranks
