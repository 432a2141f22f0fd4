#include "runtime/layouts/hierarchy.hpp"

#include <algorithm>

namespace closeranks {

namespace {

/// True if no process was missing, so that numbers need no counting.
bool is_complete(const std::vector<int> &members) noexcept {
    return !members.empty() && members.back() + 1 == static_cast<int>(members.size());
}

} // namespace

int Hierarchy::host_of(int rank) const noexcept {
    const auto behind = std::ranges::upper_bound(first_by_local, rank);
    return static_cast<int>(behind - first_by_local.begin()) - 1;
}

int Hierarchy::first_of(int number) const noexcept {
    return first_by_local.empty() ? number * ranks_per_local
                                  : first_by_local[static_cast<std::size_t>(number)];
}

int Hierarchy::rank_in_local(int rank) const noexcept {
    if (is_complete(members)) return rank - first_of(local_of(rank));
    int lower = 0;
    for (const int member : members) {
        if (member == rank) return lower;
        if (local_of(member) == local_of(rank)) ++lower;
    }
    return -1;
}

int Hierarchy::rank_of_leader(int number) const noexcept {
    if (is_complete(members)) return number;
    int lower = -1;
    int last = -1;
    for (const int member : members) {
        if (local_of(member) != last) ++lower;
        last = local_of(member);
        if (last == number) return lower;
    }
    return -1;
}

} // namespace closeranks
