// What valgrind counts: for each of some calls, run_calls() with N and with 2N of them, several
// times. The difference is what N calls cost, without what is done once. Rank 0 runs under valgrind
// and is so slow that rank 1 has mostly done its part: rank 0 hardly waits, and waiting is what
// makes counts differ. Prints JSON: the runs in their order. N is a multiple of 256, so that the
// confirmations of contributions (docs/developers/commit.md, "Pace") have their share in the
// difference.
//
// usage: mpirun -n 2 bench_instructions [N]

#include <mpi.h>

#include <cstdio>
#include <cstdlib>

namespace {

constexpr int rounds = 7;
int one = 1;

void barrier() { MPI_Barrier(MPI_COMM_WORLD); }

void bcast() { MPI_Bcast(&one, 1, MPI_INT, 0, MPI_COMM_WORLD); }

void allreduce() {
    int sum = 0;
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

template <int root> void reduce() {
    int sum = 0;
    MPI_Reduce(&one, &sum, 1, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
}

template <int root> void gather() {
    int all[2];
    MPI_Gather(&one, 1, MPI_INT, all, 1, MPI_INT, root, MPI_COMM_WORLD);
}

void scatter() {
    int both[2] = {1, 2};
    int own = 0;
    MPI_Scatter(both, 1, MPI_INT, &own, 1, MPI_INT, 0, MPI_COMM_WORLD);
}

template <int peer> void exchange() {
    int got = 0;
    MPI_Request requests[2];
    MPI_Irecv(&got, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(&one, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

template <int peer> void send() { MPI_Send(&one, 1, MPI_INT, peer, 0, MPI_COMM_WORLD); }

template <int peer> void receive() {
    MPI_Recv(&one, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

void nothing() {}

struct Call {
    const char *name;
    void (*counted)();           ///< what rank 0 does
    void (*answer)();            ///< what rank 1 does meanwhile
    void (*prepare)() = nothing; ///< what rank 1 has done before rank 0 begins
};

constexpr Call calls[] = {
    {"Barrier", barrier, barrier},
    {"Bcast", bcast, bcast},
    {"Allreduce", allreduce, allreduce},
    {"Reduce, root", reduce<0>, reduce<0>},
    {"Reduce, another", reduce<1>, reduce<1>},
    {"Gather, root", gather<0>, gather<0>},
    {"Gather, another", gather<1>, gather<1>},
    {"Scatter", scatter, scatter},
    {"Send", send<1>, receive<0>},
    {"Recv", receive<1>, nothing, send<0>},
    {"Isend, Irecv, Waitall", exchange<1>, exchange<0>},
};

} // namespace

/// Valgrind counts inside this function only, and finds it by its name.
extern "C" __attribute__((noinline)) void run_calls(void (*call)(), int n) {
    for (int i = 0; i < n; ++i)
        call();
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    const int n = argc > 1 ? std::atoi(argv[1]) : 128;
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const char *separator = "[";
    for (const Call &call : calls)
        for (int round = 0; round < 2 * rounds; ++round) {
            const int times = round % 2 == 0 ? n : 2 * n;
            if (rank == 1) // not run_calls(): that is for what is counted
                for (int i = 0; i < times; ++i)
                    call.prepare();
            MPI_Barrier(MPI_COMM_WORLD);
            run_calls(rank == 0 ? call.counted : call.answer, times);
            if (rank != 0) continue;
            std::printf("%s\n{\"call\": \"%s\", \"n\": %d}", separator, call.name, times);
            separator = ",";
        }
    if (rank == 0) std::printf("\n]\n");
    MPI_Finalize();
    return 0;
}
