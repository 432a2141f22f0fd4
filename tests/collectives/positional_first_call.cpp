// The very call that meets a failure leaves the blocks of the dead alone as well: an attempt that
// broke off has left nothing behind. One call a run, since later ones know of the failure.
//
//     positional_first_call --call NAME [--die RANK]...

#include "survivors.hpp"

#include <cstring>

using namespace survivors;
using Ints = std::vector<int>;

namespace {

constexpr int length = 50;

/// Blocks of everybody, `untouched` for the missing, and for this rank's own in place.
Ints blocks(const Program &p, int to) {
    Ints values(at(p.size * length), untouched);
    for (int r = 0; r < p.size; ++r)
        for (int i = 0; i < length && !p.is_missing(r); ++i)
            values[at(r * length + i)] = value(r, to, i);
    return values;
}

Ints mine(const Program &p) {
    Ints values;
    for (int i = 0; i < length; ++i)
        values.push_back(value(p.rank, 0, i));
    return values;
}

void allgather(Program &p) {
    Ints all(at(p.size * length), untouched);
    MPI_Allgather(mine(p).data(), length, MPI_INT, all.data(), length, MPI_INT, MPI_COMM_WORLD);
    p.check_equal(all, blocks(p, 0), "Allgather");
}

void allgather_in_place(Program &p) {
    Ints all(at(p.size * length), untouched);
    const Ints own = mine(p);
    std::copy(own.begin(), own.end(), all.begin() + p.rank * length);
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all.data(), length, MPI_INT, MPI_COMM_WORLD);
    p.check_equal(all, blocks(p, 0), "Allgather in place");
}

void gather(Program &p) {
    const int root = p.lowest_survivor();
    Ints all(at(p.size * length), untouched);
    MPI_Gather(mine(p).data(), length, MPI_INT, all.data(), length, MPI_INT, root, MPI_COMM_WORLD);
    if (p.rank == root) p.check_equal(all, blocks(p, 0), "Gather");
}

void alltoall(Program &p) {
    Ints from;
    for (int to = 0; to < p.size; ++to)
        for (int i = 0; i < length; ++i)
            from.push_back(value(p.rank, to, i));
    Ints all(at(p.size * length), untouched);
    MPI_Alltoall(from.data(), length, MPI_INT, all.data(), length, MPI_INT, MPI_COMM_WORLD);
    p.check_equal(all, blocks(p, p.rank), "Alltoall");
}

/// The lowest survivor has nobody before it: its receive buffer stays as it was.
void exscan(Program &p) {
    const Ints own(length, 1 << p.rank);
    Ints result(length, untouched);
    MPI_Exscan(own.data(), result.data(), length, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    int before = 0;
    for (int r = 0; r < p.rank; ++r)
        before += p.is_missing(r) ? 0 : 1 << r;
    const bool first = p.rank == p.lowest_survivor();
    p.check_equal(result, Ints(length, first ? untouched : before), "Exscan");
}

struct Call {
    const char *name;
    void (*run)(Program &);
};
constexpr Call calls[] = {{"allgather", allgather},
                          {"allgather_in_place", allgather_in_place},
                          {"gather", gather},
                          {"alltoall", alltoall},
                          {"exscan", exscan}};

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "positional_first_call");
    const char *name = "";
    for (int i = 1; i + 1 < argc; i += 2)
        if (std::strcmp(argv[i], "--call") == 0) name = argv[i + 1];
    bool known = false;
    for (const Call &call : calls) {
        if (std::strcmp(call.name, name) != 0) continue;
        known = true;
        call.run(p);
        p.deaths();
        call.run(p);
        call.run(p);
    }
    p.check(known, "there is no call of this name (%s)", name);
    return p.finish();
}
