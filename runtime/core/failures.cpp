#include "runtime/core/failures.hpp"

#include "runtime/core/foreign_processes.hpp"
#include "runtime/core/runtime.hpp"

namespace closeranks {

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
    foreign_processes().number(group, in_world);
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
    Runtime &w = runtime();
    // The failed group of MPI_COMM_WORLD only grows: an unchanged size means no news.
    Group failed;
    int count = 0;
    if (real.Comm_get_failed(MPI_COMM_WORLD, failed.out()) != MPI_SUCCESS ||
        real.Group_size(failed.get(), &count) != MPI_SUCCESS)
        return false;
    std::vector<int> fresh;
    if (!foreign_processes().empty()) {
        // Some of the missing may be connected processes: counts say nothing.
        std::vector<int> known = foreign_processes().failed();
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
    return !runtime().missing.empty() && runtime().missing.contains(world_rank_of(c, rank));
}

} // namespace closeranks
