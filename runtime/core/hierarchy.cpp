#include "runtime/core/hierarchy.hpp"

namespace closeranks {

namespace {

/// Nobody was missing, so that numbers need no counting.
bool is_complete(const std::vector<int> &members) noexcept {
    return !members.empty() && members.back() + 1 == static_cast<int>(members.size());
}

} // namespace

int Hierarchy::rank_in_local(int rank) const noexcept {
    if (is_complete(members)) return rank % ranks_per_local;
    int lower = 0;
    for (const int member : members) {
        if (member == rank) return lower;
        if (local_of(member) == local_of(rank)) ++lower;
    }
    return -1;
}

int Hierarchy::rank_of_master(int number) const noexcept {
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
