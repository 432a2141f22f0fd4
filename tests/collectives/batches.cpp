// Many communicators lose the same ranks. Those with the same members are repaired together, by the
// first collective on one of them, unless some ranks are elsewhere: ahead by a broadcast, within a
// nonblocking collective, or without the communicator, which they have freed.
//
//     batches --die RANK...

#include "survivors.hpp"

#include <array>

using namespace survivors;

namespace {

constexpr int twins = 12;
enum Special { ahead = 1, pending = 2, freed = 3 }; // of the twins

int sum_over(const Program &p, const std::vector<int> &members, int round) {
    int sum = 0;
    for (const int r : members)
        sum += p.is_missing(r) ? 0 : value(r, round, 0);
    return sum;
}

std::vector<int> everybody(const Program &p) {
    std::vector<int> all;
    for (int r = 0; r < p.size; ++r)
        all.push_back(r);
    return all;
}

void check_sum(Program &p, MPI_Comm comm, const std::vector<int> &members, int round) {
    const int mine = value(p.rank, round, 0);
    int sum = 0;
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, comm);
    p.check_equal({sum}, {sum_over(p, members, round)}, "allreduce");
}

/// The members of a communicator keep their order: their numbers follow each other in a scan.
void check_order(Program &p, MPI_Comm comm, const std::vector<int> &members) {
    const int one = 1;
    int before = 0;
    MPI_Exscan(&one, &before, 1, MPI_INT, MPI_SUM, comm);
    int wanted = 0;
    for (const int r : members) {
        if (r == p.rank) break;
        wanted += p.is_missing(r) ? 0 : 1;
    }
    if (wanted != 0) p.check_equal({before}, {wanted}, "exscan");
}

struct Part {
    MPI_Comm comm = MPI_COMM_NULL;
    std::vector<int> members{};
};

/// Parts that overlap, a duplicate of each, and the world in the opposite order.
std::vector<Part> make_parts(const Program &p) {
    std::vector<Part> parts;
    for (const int width : {2, 3}) {
        Part part;
        MPI_Comm_split(MPI_COMM_WORLD, p.rank / width, 0, &part.comm);
        for (int r = 0; r < p.size; ++r)
            if (r / width == p.rank / width) part.members.push_back(r);
        parts.push_back(part);
        MPI_Comm_dup(parts.back().comm, &part.comm);
        parts.push_back(part);
    }
    Part reversed{.members = everybody(p)};
    std::reverse(reversed.members.begin(), reversed.members.end());
    MPI_Comm_split(MPI_COMM_WORLD, 0, -p.rank, &reversed.comm);
    parts.push_back(reversed);
    return parts;
}

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "batches");
    const std::vector<int> all = everybody(p);
    std::array<MPI_Comm, twins> comms{};
    for (MPI_Comm &comm : comms)
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    const std::vector<Part> parts = make_parts(p);
    for (MPI_Comm comm : comms)
        check_sum(p, comm, all, 1);
    for (const Part &part : parts)
        check_sum(p, part.comm, part.members, 2);

    p.deaths_when_all_are_here();
    int pending_sum = 0;
    const int mine = value(p.rank, 3, 0);
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Iallreduce(&mine, &pending_sum, 1, MPI_INT, MPI_SUM, comms[pending], &request);
    if (p.rank % 2 == 0) MPI_Comm_free(&comms[freed]);
    const int root = p.lowest_survivor();
    int got = p.rank == root ? value(root, 4, 0) : untouched;
    MPI_Bcast(&got, 1, MPI_INT, root, comms[ahead]);
    p.check_equal({got}, {value(root, 4, 0)}, "bcast");

    check_sum(p, MPI_COMM_WORLD, all, 5);

    MPI_Wait(&request, MPI_STATUS_IGNORE);
    p.check_equal({pending_sum}, {sum_over(p, all, 3)}, "iallreduce");
    if (p.rank % 2 != 0) MPI_Comm_free(&comms[freed]);
    // In another order at each rank.
    std::array<MPI_Request, twins> requests{};
    std::array<int, twins> sums{};
    for (int i = 0; i < twins; ++i) {
        const auto at = static_cast<std::size_t>((i + p.rank) % twins);
        requests[at] = MPI_REQUEST_NULL;
        if (at != freed)
            MPI_Iallreduce(&mine, &sums[at], 1, MPI_INT, MPI_SUM, comms[at], &requests[at]);
    }
    MPI_Waitall(twins, requests.data(), MPI_STATUSES_IGNORE);
    for (int i = 0; i < twins; ++i)
        if (i != freed)
            p.check_equal({sums[static_cast<std::size_t>(i)]}, {sum_over(p, all, 3)}, "twins");
    for (int i = 0; i < twins; ++i)
        if (i != freed) check_order(p, comms[static_cast<std::size_t>(i)], all);
    for (const Part &part : parts) {
        check_sum(p, part.comm, part.members, 6);
        check_order(p, part.comm, part.members);
    }
    return p.finish();
}
