// Communicators of groups that overlap in every way, one after the other, all with the same context
// id: an agreement of one must not be taken for one of another
// (tools/openmpi-patches/04-epoch.patch).

#include "survivors.hpp"

#include <random>

namespace {

/// The members of round `round`: the same subset at every rank, never empty.
std::vector<int> members_of(int round, int size) {
    std::minstd_rand random(static_cast<unsigned>(round) + 1);
    random.discard(3); // neighbouring seeds begin alike
    std::vector<int> members;
    for (int rank = 0; rank < size; ++rank)
        if (random() % 2 == 0) members.push_back(rank);
    if (members.empty()) members.push_back(round % size);
    return members;
}

} // namespace

int main(int argc, char **argv) {
    survivors::Program p(argc, argv, "overlapping_groups");
    MPI_Group everybody = MPI_GROUP_NULL;
    MPI_Comm_group(MPI_COMM_WORLD, &everybody);
    for (int round = 0; round < 200; ++round) {
        const std::vector<int> members = members_of(round, p.size);
        if (std::find(members.begin(), members.end(), p.rank) == members.end()) continue;
        MPI_Group group = MPI_GROUP_NULL;
        MPI_Comm comm = MPI_COMM_NULL;
        const int count = static_cast<int>(members.size());
        MPI_Group_incl(everybody, count, members.data(), &group);
        MPI_Comm_create_group(MPI_COMM_WORLD, group, 0, &comm);
        const int one = 1;
        int sum = 0;
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
        p.check(sum == count, "round %d: %d members instead of %d", round, sum, count);
        MPI_Comm_free(&comm);
        MPI_Group_free(&group);
    }
    MPI_Group_free(&everybody);
    return p.finish();
}
