// Ranks die at any moment, also while communicators with the same members are repaired together. A
// survivor cannot know who contributes to a sum, but all get the same one, and a rank that is
// missing once does not come again.
//
//     deaths_in_batches

#include "survivors.hpp"

#include <array>
#include <cstdint>

using namespace survivors;

namespace {

constexpr int twins = 8;
constexpr int rounds = 12;

using Presence = std::vector<int>; // by rank: whether it has contributed

Presence sum_up(const Program &p, MPI_Comm comm) {
    Presence mine(static_cast<std::size_t>(p.size), 0);
    mine[static_cast<std::size_t>(p.rank)] = 1;
    Presence all(mine.size(), untouched);
    MPI_Allreduce(mine.data(), all.data(), p.size, MPI_INT, MPI_SUM, comm);
    return all;
}

void check(Program &p, const Presence &now, Presence &before) {
    p.check(now[static_cast<std::size_t>(p.rank)] == 1, "its own contribution is missing");
    for (std::size_t r = 0; r < now.size(); ++r)
        p.check(now[r] >= 0 && now[r] <= before[r], "rank %zu: %d after %d", r, now[r], before[r]);
    before = now;
}

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "deaths_in_batches");
    std::array<MPI_Comm, twins> comms{};
    for (MPI_Comm &comm : comms)
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    std::array<Presence, twins> seen;
    seen.fill(Presence(static_cast<std::size_t>(p.size), 1));
    std::uint64_t all_results = 0;
    for (int round = 0; round < rounds; ++round) {
        for (std::size_t i = 0; i < comms.size(); ++i) {
            const Presence now = sum_up(p, comms[i]);
            check(p, now, seen[i]);
            for (const int one : now)
                all_results = all_results * 31 + static_cast<std::uint64_t>(one);
        }
    }
    std::array<std::uint64_t, 2> least{all_results, ~all_results};
    MPI_Allreduce(MPI_IN_PLACE, least.data(), 2, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD);
    p.check(least[0] == ~least[1], "survivors have other results");
    return p.finish();
}
