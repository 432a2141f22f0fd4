#include "runtime/world.hpp"

#include <new>

namespace closeranks {

// Zero bytes are a valid inactive World for the few calls that can come before load(): nothing is
// found in an empty table, so everything passes through.
alignas(World) constinit std::byte world_storage[sizeof(World)]{};

void construct_world() noexcept { ::new (static_cast<void *>(world_storage)) World; }

std::vector<int> world_ranks_of(MPI_Group group) {
    int size = 0;
    Group everyone;
    if (real.Group_size(group, &size) != MPI_SUCCESS || size == 0 ||
        real.Comm_group(MPI_COMM_WORLD, everyone.out()) != MPI_SUCCESS)
        return {};
    std::vector<int> ranks(static_cast<std::size_t>(size));
    std::vector<int> in_world(ranks.size(), MPI_UNDEFINED);
    for (int i = 0; i < size; ++i)
        ranks[static_cast<std::size_t>(i)] = i;
    if (real.Group_translate_ranks(group, size, ranks.data(), everyone.get(), in_world.data()) !=
        MPI_SUCCESS)
        return {};
    world().connected.number(group, in_world);
    return in_world;
}

int world_rank_of(const Communicator &c, int rank) noexcept {
    Group everyone;
    int in_world = MPI_UNDEFINED;
    if (rank < 0 || rank >= c.size) return MPI_UNDEFINED;
    if (c.foreign) return world_ranks_of(c.group.get())[static_cast<std::size_t>(rank)];
    if (real.Comm_group(MPI_COMM_WORLD, everyone.out()) != MPI_SUCCESS ||
        real.Group_translate_ranks(c.group.get(), 1, &rank, everyone.get(), &in_world) !=
            MPI_SUCCESS)
        return MPI_UNDEFINED;
    return in_world;
}

bool notice_failures(Communicator &c) noexcept {
    World &w = world();
    // The failed group of MPI_COMM_WORLD only grows: an unchanged size means no news.
    Group failed;
    int count = 0;
    if (real.Comm_get_failed(MPI_COMM_WORLD, failed.out()) != MPI_SUCCESS ||
        real.Group_size(failed.get(), &count) != MPI_SUCCESS)
        return false;
    std::vector<int> fresh;
    if (!w.connected.empty()) {
        // Some of the missing may be connected processes: counts say nothing.
        std::vector<int> known = w.connected.failed();
        const std::vector<int> ours = world_ranks_of(failed.get());
        known.insert(known.end(), ours.begin(), ours.end());
        fresh = w.missing.add(known);
    } else if (static_cast<std::size_t>(count) > w.missing.size()) {
        fresh = w.missing.add(world_ranks_of(failed.get()));
    }
    // Each communicator has its own acknowledgement; without it a wildcard receive never goes on.
    static_cast<void>(real.Comm_failure_ack(c.messages.get()));
    if (fresh.empty()) return false;
    w.report.lost(fresh);
    return true;
}

bool is_missing(const Communicator &c, int rank) noexcept {
    if (c.working_ranks->live(rank) == RankMap::missing) return true;
    return !world().missing.empty() && world().missing.contains(world_rank_of(c, rank));
}

} // namespace closeranks
