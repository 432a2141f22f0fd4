#include "runtime/membership/world_ranks.hpp"

#include "runtime/membership/foreign_processes.hpp"
#include "runtime/membership/lost_ranks.hpp"
#include "runtime/membership/members.hpp"

#include <algorithm>

namespace closeranks {

std::vector<int> world_ranks_of(MPI_Group group) {
    std::vector<int> in_world = members().ranks_of(group);
    foreign_processes().number(group, in_world);
    return in_world;
}

std::vector<int> world_ranks_ever_of(MPI_Group group) {
    std::vector<int> in_world = members().ranks_ever_of(group);
    foreign_processes().number(group, in_world);
    return in_world;
}

std::vector<int> Gone::all() const {
    std::vector<int> ranks = lost;
    ranks.insert(ranks.end(), back.begin(), back.end());
    std::sort(ranks.begin(), ranks.end());
    return ranks;
}

Gone gone_from(MPI_Group group) {
    Gone gone;
    if (!lost_ranks().any_ever()) return gone;
    const std::vector<int> now = members().ranks_of(group);
    const std::vector<int> ever = world_ranks_ever_of(group);
    for (std::size_t i = 0; i < ever.size(); ++i) {
        if (lost_ranks().contains(ever[i]))
            gone.lost.push_back(ever[i]);
        else if (now[i] == MPI_UNDEFINED && ever[i] >= 0 && ever[i] < members().size())
            gone.back.push_back(ever[i]);
    }
    return gone;
}

} // namespace closeranks
