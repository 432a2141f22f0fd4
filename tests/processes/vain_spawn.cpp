// A program that ends without MPI_Init cannot be spawned: the call fails soon, at all parents, and
// these continue.
//
//     vain_spawn --die RANK...

#include "survivors.hpp"

using namespace survivors;

namespace {

/// Bare Open MPI waits for ten minutes.
constexpr double soon = 30;

void spawn_in_vain(Program &p, const char *program, int root) {
    MPI_Comm between = MPI_COMM_NULL;
    const double begin = MPI_Wtime();
    const int code = MPI_Comm_spawn(program, MPI_ARGV_NULL, 2, MPI_INFO_NULL, root, MPI_COMM_WORLD,
                                    &between, MPI_ERRCODES_IGNORE);
    p.check(code == MPI_ERR_SPAWN, "%s: code %d", program, code);
    p.check(between == MPI_COMM_NULL, "%s has left an intercommunicator", program);
    p.check(MPI_Wtime() - begin < soon, "%s took %f s", program, MPI_Wtime() - begin);
}

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "vain_spawn");
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    spawn_in_vain(p, "/bin/true", 1);
    p.deaths_when_all_are_here();
    spawn_in_vain(p, "/bin/true", p.lowest_survivor());
    int one = 1;
    int sum = 0;
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    p.check(sum == p.size - p.count_missing(), "%d ranks continue", sum);
    return p.finish();
}
