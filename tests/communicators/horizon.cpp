// The members of a group find out who of them lives, all with the same answer, while nobody else
// takes part; and they make a communicator that works for them alone. Some have died before, and
// some die while the others wait for them in there.
//
//     horizon --die RANK... [--later RANK] [--inside RANK]
//
// --inside: RANK dies somewhere in one of the calls, and so may be in an answer or not.

#include "survivors.hpp"

#include <closeranks.h>

#include <cstdlib>
#include <cstring>

namespace {

/// The ranks of MPI_COMM_WORLD in `group`.
std::vector<int> ranks_of(MPI_Group group) {
    int size = 0;
    MPI_Group everybody = MPI_GROUP_NULL;
    MPI_Group_size(group, &size);
    MPI_Comm_group(MPI_COMM_WORLD, &everybody);
    std::vector<int> places(static_cast<std::size_t>(size));
    std::vector<int> ranks(places.size());
    for (int i = 0; i < size; ++i)
        places[static_cast<std::size_t>(i)] = i;
    MPI_Group_translate_ranks(group, size, places.data(), everybody, ranks.data());
    MPI_Group_free(&everybody);
    return ranks;
}

/// All ranks of the same parity as this one, from the highest to the lowest.
MPI_Group part_of(const survivors::Program &p) {
    std::vector<int> members;
    for (int rank = p.size - 1; rank >= 0; --rank)
        if (rank % 2 == p.rank % 2) members.push_back(rank);
    MPI_Group everybody = MPI_GROUP_NULL;
    MPI_Group part = MPI_GROUP_NULL;
    MPI_Comm_group(MPI_COMM_WORLD, &everybody);
    MPI_Group_incl(everybody, static_cast<int>(members.size()), members.data(), &part);
    MPI_Group_free(&everybody);
    return part;
}

/// That all of `living` have the same answer, and can continue together. One of them `may_die`.
void go_on(survivors::Program &p, MPI_Group living, int round, bool may_die) {
    MPI_Comm comm = MPI_COMM_NULL;
    const std::string name = "round " + std::to_string(round);
    MPI_Comm_create_from_group(living, name.c_str(), MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
    const std::vector<int> mine = ranks_of(living);
    const int count = static_cast<int>(mine.size());
    int size = 0;
    MPI_Comm_size(comm, &size);
    p.check(size == count || (may_die && size == count - 1), "%d of %d continue", size, count);
    std::vector<int> all(mine.size() * mine.size(), -1);
    MPI_Allgather(mine.data(), count, MPI_INT, all.data(), count, MPI_INT, comm);
    int silent = 0; // blocks of those who have died
    for (std::size_t i = 0; i < mine.size(); ++i) {
        const auto *const theirs = &all[i * mine.size()];
        if (std::equal(mine.begin(), mine.end(), theirs)) continue;
        ++silent;
        p.check(*theirs == -1, "member %zu has another answer", i);
    }
    p.check(silent <= (may_die ? 1 : 0), "%d members are silent", silent);
    MPI_Comm_free(&comm);
}

} // namespace

int main(int argc, char **argv) {
    survivors::Program p(argc, argv, "horizon");
    int later = -1;
    int inside = -1;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (std::strcmp(argv[i], "--later") == 0) later = std::atoi(argv[i + 1]);
        if (std::strcmp(argv[i], "--inside") == 0) inside = std::atoi(argv[i + 1]);
    }
    const bool may_die = inside % 2 == p.rank % 2 && inside >= 0; // somebody of this part
    MPI_Group part = part_of(p);
    MPI_Group living = MPI_GROUP_NULL;
    p.check(closeranks_horizon_from_group(MPI_GROUP_EMPTY, &living) == MPI_ERR_GROUP, "empty");
    p.check(closeranks_horizon_from_group(MPI_GROUP_NULL, &living) == MPI_ERR_GROUP, "no group");

    p.check(closeranks_horizon_from_group(part, &living) == MPI_SUCCESS, "the first horizon");
    if (!may_die) p.check_equal(ranks_of(living), ranks_of(part), "when all live");
    go_on(p, living, 1, may_die);
    MPI_Group_free(&living);

    p.deaths_when_all_are_here();
    if (p.rank == later) std::raise(SIGKILL); // the others of its part wait for it
    std::vector<int> expected;
    for (const int rank : ranks_of(part))
        if (!p.is_missing(rank) && rank != later) expected.push_back(rank);
    for (int round = 2; round < 5; ++round) {
        p.check(closeranks_horizon_from_group(part, &living) == MPI_SUCCESS,
                "a horizon after deaths");
        std::vector<int> found = ranks_of(living);
        if (found.size() < expected.size() && may_die) std::erase(expected, inside); // for ever
        p.check_equal(found, expected, "after deaths");
        go_on(p, living, round, may_die);
        MPI_Group_free(&living);
    }
    MPI_Group_free(&part);
    return p.finish();
}
