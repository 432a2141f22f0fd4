// Short scans are not confirmed one by one: the lowest rank has left one, and more, when a rank
// above it dies on its way there. The others catch up, and the results of all survivors fit
// together: whoever contributed to one has contributed to those of all above.
//
//     scans --call scan|exscan --form apart|in_place --die RANK
//
// `run_ahead` has to be so long (the test sets it) that the pace depends on the number of the
// operation alone. Then the 71st to the 134th of a communicator are not confirmed.

#include "survivors.hpp"

#include <string_view>

using namespace survivors;

namespace {

constexpr int rounds = 200;
constexpr int fatal = 100; ///< the round in which ranks die
constexpr int tag = 3;

/// The value of option `name`.
std::string_view option(int argc, char **argv, std::string_view name) {
    for (int i = 1; i + 1 < argc; i += 2)
        if (argv[i] == name) return argv[i + 1];
    return {};
}

/// Rank 0 continues when all others have come here. Messages confirm no scan.
void gather_at_root(const Program &p) {
    int unused = 0;
    for (int r = 1; r < p.size; ++r) {
        if (p.rank == 0) MPI_Recv(&unused, 1, MPI_INT, r, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (p.rank == r) MPI_Send(&unused, 1, MPI_INT, 0, tag, MPI_COMM_WORLD);
    }
}

/// Adds, though the order of the operands could not be changed.
void join(void *lower, void *upper, int *count, MPI_Datatype *) {
    for (int i = 0; i < *count; ++i)
        static_cast<int *>(upper)[i] += static_cast<int *>(lower)[i];
}

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "scans");
    const bool exclusive = option(argc, argv, "--call") == "exscan";
    const bool in_place = option(argc, argv, "--form") == "in_place";
    MPI_Op op = MPI_OP_NULL;
    MPI_Op_create(join, 0, &op);
    const int mine = 1 << p.rank;

    std::vector<int> results; // whose contributions there are: a bit for each
    for (int round = 0; round < rounds; ++round) {
        if (round == fatal) {
            // What a rank gave to scans that others have not come to may be lost with it, so all
            // have been through those before.
            gather_at_root(p);
            // Whoever dies does so when rank 0 has left this scan.
            int unused = 0;
            if (p.has_to_die())
                MPI_Recv(&unused, 1, MPI_INT, 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            p.deaths();
        }
        int sum = in_place ? mine : 0;
        const void *const from = in_place ? MPI_IN_PLACE : &mine;
        if (exclusive)
            MPI_Exscan(from, &sum, 1, MPI_INT, op, MPI_COMM_WORLD);
        else
            MPI_Scan(from, &sum, 1, MPI_INT, op, MPI_COMM_WORLD);
        if (round == fatal && p.rank == 0)
            for (int r = 1; r < p.size; ++r)
                if (p.is_missing(r)) MPI_Send(&round, 1, MPI_INT, r, tag, MPI_COMM_WORLD);
        if (exclusive) sum = p.rank == 0 ? mine : sum | mine; // that of rank 0 is undefined
        results.push_back(sum);
    }

    std::vector<int> all(at(p.size * rounds), untouched);
    MPI_Allgather(results.data(), rounds, MPI_INT, all.data(), rounds, MPI_INT, MPI_COMM_WORLD);
    for (int round = 0; round < rounds; ++round) {
        int below = 0; // what is in the results of those below
        for (int r = 0; r < p.size; ++r) {
            if (p.is_missing(r)) continue;
            const int got = all[at(r * rounds + round)];
            const int full = (2 << r) - 1;
            p.check((got & ~full) == 0, "round %d: rank %d has %x", round, r, got);
            p.check((below & ~got) == 0, "round %d: rank %d has %x, lower ones %x", round, r, got,
                    below);
            p.check((got & 1 << r) != 0, "round %d: rank %d has %x, not itself", round, r, got);
            p.check(round >= fatal || got == full, "round %d: rank %d has %x", round, r, got);
            below |= got;
        }
        for (int r = 0; r < p.size; ++r)
            p.check(!p.is_missing(r) || round < fatal || (below & 1 << r) == 0,
                    "round %d: rank %d contributed", round, r);
    }
    MPI_Op_free(&op);
    return p.finish();
}
