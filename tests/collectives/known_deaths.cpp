// A rank dies, and the survivors hear of it by a collective of one communicator. On the others that
// have lost the same rank nobody has to ask then who is ahead: what all have to enter is voted on
// at once, and a broadcast is done as ever.
//
//     known_deaths --die RANK

#include "survivors.hpp"

#include <array>

using namespace survivors;

namespace {

constexpr int communicators = 6;

int sum_of(const Program &p, int round) {
    int sum = 0;
    for (int r = 0; r < p.size; ++r)
        sum += p.is_missing(r) ? 0 : value(r, round, 0);
    return sum;
}

void check_allreduce(Program &p, MPI_Comm comm, int round) {
    const int mine = value(p.rank, round, 0);
    int sum = 0;
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, comm);
    p.check_equal({sum}, {sum_of(p, round)}, "allreduce");
}

void check_in_place(Program &p, MPI_Comm comm, int round) {
    int sum = value(p.rank, round, 0);
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, comm);
    p.check_equal({sum}, {sum_of(p, round)}, "allreduce in place");
}

void check_allgather(Program &p, MPI_Comm comm, int round) {
    const int mine = value(p.rank, round, 0);
    std::vector<int> got(static_cast<std::size_t>(p.size), untouched);
    MPI_Allgather(&mine, 1, MPI_INT, got.data(), 1, MPI_INT, comm);
    std::vector<int> wanted;
    for (int r = 0; r < p.size; ++r)
        wanted.push_back(p.is_missing(r) ? untouched : value(r, round, 0));
    p.check_equal(got, wanted, "allgather");
}

void check_bcast(Program &p, MPI_Comm comm, int round) {
    const int root = p.lowest_survivor();
    int got = p.rank == root ? value(root, round, 0) : untouched;
    MPI_Bcast(&got, 1, MPI_INT, root, comm);
    p.check_equal({got}, {value(root, round, 0)}, "bcast");
}

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "known_deaths");
    std::array<MPI_Comm, communicators> comms{};
    for (MPI_Comm &comm : comms)
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    for (const bool deadly : {false, true}) {
        if (deadly) p.deaths();
        check_allreduce(p, MPI_COMM_WORLD, 0);
        for (std::size_t i = 0; i < comms.size(); ++i) {
            const MPI_Comm comm = comms[i];
            if (i % 3 == 1) MPI_Barrier(comm);
            if (i % 3 == 2) check_allgather(p, comm, 1);
            check_in_place(p, comm, 2);
            check_bcast(p, comm, 3);
        }
    }
    return p.finish();
}
