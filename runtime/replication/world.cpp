#include "runtime/replication/world.hpp"

#include "runtime/support/never_destroyed.hpp"

#include <algorithm>

namespace closeranks::replication {

bool World::is_possible(int processes, const std::vector<int> &twins) noexcept {
    const int ranks = processes - static_cast<int>(twins.size());
    return ranks >= 1 && std::ranges::all_of(twins, [&](int rank) { return rank < ranks; });
}

World::World(int processes, const std::vector<int> &twins, ProcessId self)
    : self_(self), of_rank_(static_cast<std::size_t>(processes) - twins.size()),
      rank_of_(static_cast<std::size_t>(processes)), lives_(rank_of_.size(), true) {
    for (int rank = 0; rank < ranks(); ++rank) {
        of_rank_[static_cast<std::size_t>(rank)][0] = ProcessId{rank};
        rank_of_[static_cast<std::size_t>(rank)] = rank;
    }
    int process = ranks();
    for (const int rank : twins) {
        of_rank_[static_cast<std::size_t>(rank)][1] = ProcessId{process};
        rank_of_[static_cast<std::size_t>(process++)] = rank;
    }
}

int World::rank_of(ProcessId process) const noexcept {
    return rank_of_[static_cast<std::size_t>(number_of(process))];
}

std::optional<ProcessId> World::process_of(int rank, int plane) const noexcept {
    return of_rank_[static_cast<std::size_t>(rank)][static_cast<std::size_t>(plane)];
}

std::vector<ProcessId> World::living_of(int rank) const {
    std::vector<ProcessId> living;
    for (const std::optional<ProcessId> process : of_rank_[static_cast<std::size_t>(rank)])
        if (process && lives(*process)) living.push_back(*process);
    return living;
}

std::optional<ProcessId> World::leader_of(int rank) const noexcept {
    for (const std::optional<ProcessId> process : of_rank_[static_cast<std::size_t>(rank)])
        if (process && lives(*process)) return process;
    return std::nullopt;
}

std::optional<ProcessId> World::my_other() const noexcept {
    const std::optional<ProcessId> other = process_of(my_rank(), 1 - plane_of(self_));
    return other && lives(*other) ? other : std::nullopt;
}

std::optional<ProcessId> World::source_for(ProcessId process, int rank) const noexcept {
    const std::optional<ProcessId> nearest = process_of(rank, plane_of(process));
    return nearest && lives(*nearest) ? nearest : leader_of(rank);
}

bool World::lose(ProcessId process) noexcept {
    const auto i = static_cast<std::size_t>(number_of(process));
    if (!lives_[i]) return false;
    lives_[i] = false;
    return true;
}

World &world() noexcept {
    static NeverDestroyed<World> one;
    return one.value;
}

} // namespace closeranks::replication
