// A rank within the tree of a broadcast dies, and the root and others run ahead, by many
// broadcasts, of those below the dead one. These have to get each result from somebody who is
// ahead, and in the end all repair the communicator; nobody has to send or receive many letters for
// that.
//
//     laggards --die RANK

#include "survivors.hpp"

using namespace survivors;

int main(int argc, char **argv) {
    Program p(argc, argv, "laggards");
    constexpr int rounds = 60;
    for (const bool deadly : {false, true}) {
        if (deadly) p.deaths();
        for (int round = 0; round < rounds; ++round) {
            int got = p.rank == 0 ? value(0, round, 0) : untouched;
            MPI_Bcast(&got, 1, MPI_INT, 0, MPI_COMM_WORLD);
            p.check_equal({got}, {value(0, round, 0)}, "bcast");
        }
        const int mine = value(p.rank, rounds, 0);
        int sum = 0;
        int wanted = 0;
        for (int r = 0; r < p.size; ++r)
            wanted += p.is_missing(r) ? 0 : value(r, rounds, 0);
        MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        p.check_equal({sum}, {wanted}, "allreduce");
    }
    return p.finish();
}
