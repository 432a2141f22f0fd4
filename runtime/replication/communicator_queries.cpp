#include "generated/replicas/calls.hpp"
#include "runtime/replication/creation.hpp"
#include "runtime/replication/raising.hpp"
#include "runtime/replication/world.hpp"

#include <algorithm>

/// Queries of communicators: purely local.

namespace closeranks::replication {

namespace {

int give_group(MPI_Comm comm, const std::vector<int> &ranks, MPI_Group *group) {
    if (group == nullptr) return raise(comm, MPI_ERR_ARG);
    return raise(comm, group_of_ranks(ranks, group));
}

std::vector<int> sorted(std::vector<int> ranks) {
    std::sort(ranks.begin(), ranks.end());
    return ranks;
}

} // namespace

namespace calls {

int comm_rank(MPI_Comm comm, int *rank) {
    const Communicator *const c = find(comm);
    if (c == nullptr || rank == nullptr) return real.Comm_rank(comm, rank);
    *rank = c->place;
    return MPI_SUCCESS;
}

int comm_size(MPI_Comm comm, int *size) {
    const Communicator *const c = find(comm);
    if (c == nullptr || size == nullptr) return real.Comm_size(comm, size);
    *size = c->size();
    return MPI_SUCCESS;
}

int comm_group(MPI_Comm comm, MPI_Group *group) {
    const Communicator *const c = find(comm);
    return c == nullptr ? real.Comm_group(comm, group) : give_group(comm, c->ranks, group);
}

int comm_remote_size(MPI_Comm comm, int *size) {
    const Communicator *const c = find(comm);
    if (c == nullptr) return real.Comm_remote_size(comm, size);
    if (!c->is_inter()) return raise(comm, MPI_ERR_COMM);
    if (size == nullptr) return raise(comm, MPI_ERR_ARG);
    *size = static_cast<int>(c->remote.size());
    return MPI_SUCCESS;
}

int comm_remote_group(MPI_Comm comm, MPI_Group *group) {
    const Communicator *const c = find(comm);
    if (c == nullptr) return real.Comm_remote_group(comm, group);
    return c->is_inter() ? give_group(comm, c->remote, group) : raise(comm, MPI_ERR_COMM);
}

int comm_test_inter(MPI_Comm comm, int *flag) {
    const Communicator *const c = find(comm);
    if (c == nullptr || flag == nullptr) return real.Comm_test_inter(comm, flag);
    *flag = c->is_inter() ? 1 : 0;
    return MPI_SUCCESS;
}

int comm_compare(MPI_Comm comm1, MPI_Comm comm2, int *result) {
    const Communicator *const a = find(comm1);
    const Communicator *const b = find(comm2);
    if (a == nullptr || b == nullptr || result == nullptr)
        return real.Comm_compare(comm1, comm2, result);
    if (a == b)
        *result = MPI_IDENT;
    else if (a->is_inter() != b->is_inter())
        *result = MPI_UNEQUAL;
    else if (a->ranks == b->ranks && a->remote == b->remote)
        *result = MPI_CONGRUENT;
    else if (sorted(a->ranks) == sorted(b->ranks) && sorted(a->remote) == sorted(b->remote))
        *result = MPI_SIMILAR;
    else
        *result = MPI_UNEQUAL;
    return MPI_SUCCESS;
}

/// A twin is in no group: the members are the processes with the numbers of their ranks.
int group_rank(MPI_Group group, int *rank) {
    std::vector<int> ranks;
    if (rank == nullptr || group_of_processes() == MPI_GROUP_NULL || group == MPI_GROUP_NULL)
        return real.Group_rank(group, rank);
    if (const int code = ranks_of(group, ranks); code != MPI_SUCCESS) return code;
    const int place = place_of(my_rank(), ranks);
    *rank = place < 0 ? MPI_UNDEFINED : place;
    return MPI_SUCCESS;
}

} // namespace calls

} // namespace closeranks::replication
