#include "runtime/support/group_ranks.hpp"

#include "runtime/support/real.hpp"

#include <numeric>

namespace closeranks {

std::vector<int> translate_ranks(MPI_Group from, MPI_Group to) {
    int count = 0;
    if (real.Group_size(from, &count) != MPI_SUCCESS || count == 0) return {};
    std::vector<int> ranks(static_cast<std::size_t>(count));
    std::vector<int> translated(ranks.size(), MPI_UNDEFINED);
    std::iota(ranks.begin(), ranks.end(), 0);
    static_cast<void>(real.Group_translate_ranks(from, count, ranks.data(), to, translated.data()));
    return translated;
}

int rank_in(MPI_Group group) noexcept {
    int rank = MPI_UNDEFINED;
    if (is_group(group)) static_cast<void>(real.Group_rank(group, &rank));
    return rank;
}

} // namespace closeranks
