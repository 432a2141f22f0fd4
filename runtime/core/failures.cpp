#include "runtime/core/failures.hpp"

#include "runtime/core/foreign_processes.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/run/members.hpp"
#include "runtime/support/ulfm.hpp"

namespace closeranks {

std::vector<int> world_ranks_of(MPI_Group group) {
    std::vector<int> in_world = members().ranks_of(group);
    foreign_processes().number(group, in_world);
    return in_world;
}

CommunicatorLabel label_of(const Communicator &c) {
    return make_label(c.local_id, c.global_id, world_ranks_of(c.group.get()), members().size());
}

int world_rank_of(const Communicator &c, int rank) noexcept {
    int in_world = MPI_UNDEFINED;
    if (rank < 0 || rank >= c.size) return MPI_UNDEFINED;
    if (c.foreign) return world_ranks_of(c.group.get())[static_cast<std::size_t>(rank)];
    if (real.Group_translate_ranks(c.group.get(), 1, &rank, members().group(), &in_world) !=
        MPI_SUCCESS)
        return MPI_UNDEFINED;
    return in_world;
}

std::vector<int> failed_in_world() {
    return failed_ranks(members().everybody(), members().group());
}

bool notice_failures(Communicator &c) noexcept {
    Runtime &w = runtime();
    // The failed group of all processes only grows: an unchanged size means no news.
    Group failed;
    int count = 0;
    if (real.Comm_get_failed(members().everybody(), failed.out()) != MPI_SUCCESS ||
        real.Group_size(failed.get(), &count) != MPI_SUCCESS)
        return false;
    std::vector<int> fresh;
    if (!foreign_processes().empty()) {
        // Some of the missing may be connected processes: counts say nothing.
        std::vector<int> known = foreign_processes().failed();
        const std::vector<int> ours = failed_in_world();
        known.insert(known.end(), ours.begin(), ours.end());
        fresh = w.missing.add(known);
    } else if (static_cast<std::size_t>(count) > w.missing.size()) {
        fresh = w.missing.add(failed_in_world());
    }
    // Each communicator has its own acknowledgement; without it a wildcard receive never goes on.
    static_cast<void>(real.Comm_failure_ack(c.messages.get()));
    if (fresh.empty()) return false;
    w.report.lost(fresh);
    if (w.config.brings_back() && !w.resumed) w.report.lacks_resume_point();
    return true;
}

bool is_missing(const Communicator &c, int rank) noexcept {
    if (c.working_ranks->live(rank) == RankMap::missing) return true;
    const bool is_replaced = runtime().recoveries != 0 && !c.foreign && rank >= 0 &&
                             rank < c.size && world_rank_of(c, rank) == MPI_UNDEFINED;
    if (is_replaced) return true; // its process has died: another one stands for the rank now
    return !runtime().missing.empty() && runtime().missing.contains(world_rank_of(c, rank));
}

} // namespace closeranks
