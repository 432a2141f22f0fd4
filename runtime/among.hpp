#pragma once

#include "runtime/consensus.hpp"
#include "runtime/creating.hpp"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace closeranks {

/// Creation by the members of a group alone, where no communicator of just these exists whose
/// survivors could agree: Comm_create_group, Comm_create_from_group, Intercomm_create.

/// The tag of a call that all who take part in name alike. Far from the program's usual tags.
[[nodiscard]] constexpr int tag_of(std::uint64_t name) noexcept {
    constexpr int high = 1 << 29;
    return static_cast<int>(name % high) + high;
}

/// A communicator of the living members of a group.
struct Seed {
    Settlement members; ///< those that have it, in the order of the group
    Comm comm;
};

/// Attempts to make a seed: all living members have it, or none. Collective over the members of
/// `group`, which send with `tags` in settlements; `name` is the same at all of them and in no
/// other attempt under way. When members refuse (members.refused) there is none.
[[nodiscard]] Seed plant(MPI_Group group, const std::vector<int> &tags,
                         std::uint64_t name) noexcept;

/// To be called by who gives up making something from it: takes the others along.
void uproot(Seed &seed) noexcept;

/// Attempts to make something from a seed until all living members of `group` have it.
/// `attempt(seed)` returns a Made of its own, as in create_agreed, or nothing if it cannot go on,
/// which must be so at all members. Nothing, too, when members refuse.
template <typename Made, typename Attempt>
[[nodiscard]] std::optional<Made> create_among(MPI_Group group, const std::vector<int> &tags,
                                               std::uint64_t name, Attempt attempt) noexcept {
    for (std::uint64_t attempts = 0;; ++attempts) {
        Seed seed = plant(group, tags, mix(name, attempts));
        if (seed.members.refused) return std::nullopt;
        if (!seed.comm) continue;
        std::optional<Made> made = attempt(seed);
        if (!made) return std::nullopt;
        made->give_name(name);
        const bool completed = made->completed(seed.comm.get());
        if (!completed) uproot(seed);
        if (settle(seed.members.alive.get(), seed.members.tags, completed).ok) return made;
        uproot(seed);
    }
}

/// The name of what is made among `group` for `purpose` next: all of its members, and nobody else,
/// count these calls.
[[nodiscard]] std::uint64_t next_name_among(std::uint64_t purpose, MPI_Group group) noexcept;

/// The parts of a communicator of the living members of `group`, of whom none refuses: all of them
/// make the call.
[[nodiscard]] Parts make_among(MPI_Group group, const std::vector<int> &tags,
                               std::uint64_t name) noexcept;

} // namespace closeranks
