// MPI lets MPI_Comm_free wait for all members, but no MPI does: programs free communicators that
// collectives have used in different orders, and some ranks long after others. With deaths between
// the last collective and the free.

#include "survivors.hpp"

#include <array>

namespace {

using survivors::Program;

void sum(Program &program, MPI_Comm comm) {
    const int one = 1;
    int total = 0;
    MPI_Allreduce(&one, &total, 1, MPI_INT, MPI_SUM, comm);
    const int expected = program.size - program.count_missing();
    program.check(total == expected, "a sum is %d, not %d", total, expected);
}

template <typename Between> void round(Program &program, Between between) {
    std::array<MPI_Comm, 3> comms{MPI_COMM_NULL, MPI_COMM_NULL, MPI_COMM_NULL};
    for (MPI_Comm &comm : comms) {
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        sum(program, comm);
    }
    between();
    const bool even = program.rank % 2 == 0;
    MPI_Comm_free(&comms[even ? 0 : 1]);
    MPI_Comm_free(&comms[even ? 1 : 0]);
    if (even) MPI_Comm_free(&comms[2]);
    sum(program, MPI_COMM_WORLD);
    if (!even) MPI_Comm_free(&comms[2]);
    for (const MPI_Comm comm : comms)
        program.check(comm == MPI_COMM_NULL, "a freed handle is not null");
}

} // namespace

int main(int argc, char **argv) {
    Program program(argc, argv, "free_crossed");
    constexpr int rounds = 10;
    for (int i = 0; i < rounds; ++i)
        round(program, [] {});
    round(program, [&] {
        MPI_Barrier(MPI_COMM_WORLD); // everybody has the sums
        program.deaths();
    });
    for (int i = 0; i < rounds; ++i)
        round(program, [] {});
    return program.finish();
}
