// Processes that are started by others are protected, too: their survivors continue when one of
// them dies. Parents that lost a member before continue, too.
//
//     spawn [--die RANK]...

#include "survivors.hpp"

using namespace survivors;

namespace {

constexpr int children = 3;
constexpr int dying_child = 1;
constexpr int tag = 3;

/// The last parent, who lives, starts the children and hears from the first of them.
void parent(Program &p, char **argv) {
    MPI_Comm kids = MPI_COMM_NULL;
    p.deaths();
    MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, children, MPI_INFO_NULL, p.size - 1, MPI_COMM_WORLD,
                   &kids, MPI_ERRCODES_IGNORE);
    int local = 0;
    int remote = 0;
    MPI_Comm_size(kids, &local);
    MPI_Comm_remote_size(kids, &remote);
    p.check(local == p.size - p.count_missing(), "Comm_spawn: local size %d", local);
    p.check(remote == children, "Comm_spawn: remote size %d", remote);
    if (p.rank != p.size - 1) return;
    int sum = untouched;
    MPI_Recv(&sum, 1, MPI_INT, 0, tag, kids, MPI_STATUS_IGNORE);
    p.check(sum == 5, "the children's sum is %d", sum);
}

int child(MPI_Comm parents) {
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == dying_child) std::raise(SIGKILL);
    const int mine = 1 << rank;
    int sum = 0;
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Comm_remote_size(parents, &size);
    if (rank == 0) MPI_Send(&sum, 1, MPI_INT, size - 1, tag, parents);
    MPI_Finalize();
    return 0;
}

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "spawn");
    MPI_Comm parents = MPI_COMM_NULL;
    MPI_Comm_get_parent(&parents);
    if (parents != MPI_COMM_NULL) return child(parents);
    parent(p, argv);
    return p.finish();
}
