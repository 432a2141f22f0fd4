// Persistent collectives outlive their communicator, which the program has freed: they run on, also
// after a rank has died.

#include "survivors.hpp"

using namespace survivors;

namespace {

/// Lets the library finish what it does beside the program.
void let_time_pass() {
    for (int i = 0; i < 200; ++i) {
        int flag = 0;
        MPI_Iprobe(MPI_ANY_SOURCE, 77, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        usleep(1000);
    }
}

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "freed_persistent");
    const int mine = 1 << p.rank;
    int sum = 0;
    const auto make = [&](bool use) {
        MPI_Comm comm = MPI_COMM_NULL;
        MPI_Request sums = MPI_REQUEST_NULL;
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        MPI_Allreduce_init(&mine, &sum, 1, MPI_INT, MPI_SUM, comm, MPI_INFO_NULL, &sums);
        if (use) MPI_Barrier(comm);
        MPI_Comm_free(&comm);
        return sums;
    };
    const auto reduce = [&](MPI_Request sums) {
        sum = 0;
        MPI_Start(&sums);
        MPI_Wait(&sums, MPI_STATUS_IGNORE);
        for (int r = 0; r < p.size; ++r)
            p.check(((sum & 1 << r) != 0) == !p.is_missing(r), "sum %x with rank %d", sum, r);
    };
    MPI_Request used = make(true);
    MPI_Request unused = make(false);
    for (int round = 0; round < 3; ++round)
        reduce(used);
    let_time_pass();
    p.deaths_when_all_are_here();
    for (int round = 0; round < 3; ++round)
        for (const MPI_Request one : {used, unused})
            reduce(one);
    MPI_Request_free(&used);
    MPI_Request_free(&unused);
    return p.finish();
}
