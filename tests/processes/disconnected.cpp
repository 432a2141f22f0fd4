// After MPI_Comm_disconnect from children of whom one has died, the death of a rank is noticed as
// ever: by messages first, for no collective comes before them.
//
//     disconnected --die RANK --child RANK

#include "survivors.hpp"

#include <cstring>

using namespace survivors;

namespace {

constexpr int children = 2;
constexpr int tag = 4;

void child(MPI_Comm between, int dying) {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == dying) std::raise(SIGKILL);
    MPI_Barrier(between);
    MPI_Comm_disconnect(&between);
}

/// The lowest survivor hears from every rank: from anybody as often as there are others alive, and
/// then from the dead.
void messages(Program &p) {
    const int mine = 10 + p.rank;
    if (p.rank != p.lowest_survivor()) {
        MPI_Send(&mine, 1, MPI_INT, p.lowest_survivor(), tag, MPI_COMM_WORLD);
        return;
    }
    for (int i = 1; i < p.size - p.count_missing(); ++i) {
        int got = untouched;
        MPI_Status status;
        MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &status);
        p.check(got == 10 + status.MPI_SOURCE, "from rank %d: %d", status.MPI_SOURCE, got);
    }
    for (int r = 0; r < p.size; ++r) {
        if (!p.is_missing(r)) continue;
        int got = untouched;
        MPI_Recv(&got, 1, MPI_INT, r, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        p.check(got == untouched, "from rank %d, which is dead: %d", r, got);
    }
}

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "disconnected");
    int dying = -1;
    for (int i = 1; i + 1 < argc; i += 2)
        if (std::strcmp(argv[i], "--child") == 0) dying = std::atoi(argv[i + 1]);
    MPI_Comm between = MPI_COMM_NULL;
    MPI_Comm_get_parent(&between);
    if (between != MPI_COMM_NULL) {
        child(between, dying);
        MPI_Finalize();
        return 0;
    }
    MPI_Comm_spawn(argv[0], argv + 1, children, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &between,
                   MPI_ERRCODES_IGNORE);
    MPI_Barrier(between);
    MPI_Comm_disconnect(&between);
    p.check(between == MPI_COMM_NULL, "the handle is not MPI_COMM_NULL");
    messages(p);
    p.deaths();
    messages(p);
    int sum = untouched;
    MPI_Allreduce(&p.rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    int expected = 0;
    for (int r = 0; r < p.size; ++r)
        expected += p.is_missing(r) ? 0 : r;
    p.check(sum == expected, "Allreduce: %d", sum);
    return p.finish();
}
