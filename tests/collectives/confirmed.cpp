// Survivors who all have the result of a call that is confirmed keep it, also when a rank dies
// before the confirmation is over: the call is not made again.
//
//     confirmed --die LAST
//
// In a linear scan (the test sets the algorithm) the last rank is the one whom nobody waits for. It
// dies in the operation itself, long after all others have got into the confirmation. The scans are
// too long for the log, so each is confirmed.

#include "survivors.hpp"

#include <chrono>
#include <thread>

using namespace survivors;

namespace {

int combined = 0;    ///< how often this process has combined two values
bool deadly = false; ///< the next combination is this process's end

void add(void *in, void *inout, int *count, MPI_Datatype *) {
    ++combined;
    if (deadly) {
        std::this_thread::sleep_for(std::chrono::milliseconds(500));
        std::raise(SIGKILL);
    }
    for (int i = 0; i < *count; ++i)
        static_cast<int *>(inout)[i] += static_cast<int *>(in)[i];
}

} // namespace

/// A scan of equal elements, which combines once: returns the first, and makes sure of the others.
int scan(Program &p, int mine, MPI_Op op) {
    constexpr int count = 2000;
    const std::vector<int> values(count, mine);
    std::vector<int> sums(count, untouched);
    MPI_Scan(values.data(), sums.data(), count, MPI_INT, op, MPI_COMM_WORLD);
    for (const int sum : sums)
        if (sum != sums[0]) p.check(false, "Scan: %d beside %d", sum, sums[0]);
    return sums[0];
}

int main(int argc, char **argv) {
    Program p(argc, argv, "confirmed");
    MPI_Op op = MPI_OP_NULL;
    MPI_Op_create(add, 1, &op);
    const int mine = 1 << p.rank;

    int sum = scan(p, mine, op);
    p.check(sum == 2 * mine - 1, "Scan: %d", sum);
    p.check(combined == (p.rank > 0 ? 1 : 0), "combined %d times", combined);

    deadly = p.rank == p.size - 1;
    combined = 0;
    sum = scan(p, mine, op);
    p.deaths();
    p.check(sum == 2 * mine - 1, "Scan: %d", sum);
    p.check(combined == (p.rank > 0 ? 1 : 0), "combined %d times", combined);

    // What comes next is repaired as ever.
    for (int i = 0; i < 3; ++i) {
        sum = scan(p, mine, op);
        p.check(sum == 2 * mine - 1, "Scan %d after it: %d", i, sum);
        MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        p.check(sum == (1 << (p.size - 1)) - 1, "Allreduce %d after it: %d", i, sum);
    }
    MPI_Op_free(&op);
    return p.finish();
}
