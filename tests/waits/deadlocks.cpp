// Programs whose ranks wait for each other for ever, though none is lost
// (docs/explanation/stalls.md). They know nothing of closeranks:
//
//     deadlocks SCENARIO [threads]

#include <mpi.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

int rank = 0;
int size = 0;
constexpr int odd_one = 1;
constexpr int tag = 7;

int receive(int source) {
    int value = 0;
    MPI_Recv(&value, 1, MPI_INT, source, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return value;
}

/// Ranks 0 and 1, 2 and 3: each does something to the other one first.
int partner() { return rank ^ 1; }

void facing_sends() {
    std::vector<int> data(1'000'000, rank);
    const int count = static_cast<int>(data.size());
    MPI_Send(data.data(), count, MPI_INT, partner(), tag, MPI_COMM_WORLD);
    MPI_Recv(data.data(), count, MPI_INT, partner(), tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/// A ring in which each rank first waits for all that it gets.
void ring_of_requests() {
    std::array<int, 2> got{};
    std::array<MPI_Request, 2> requests{};
    const int left = (rank + size - 1) % size;
    const int right = (rank + 1) % size;
    MPI_Irecv(&got[0], 1, MPI_INT, left, tag, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&got[1], 1, MPI_INT, right, tag, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests.data(), MPI_STATUSES_IGNORE);
}

/// One rank skips a collective that all others are in, and waits in the next one.
void skipped(const std::function<void()> &collective) {
    if (rank != odd_one) collective();
    MPI_Barrier(MPI_COMM_WORLD);
}

void broadcast(int root) {
    int value = rank;
    MPI_Bcast(&value, 1, MPI_INT, root, MPI_COMM_WORLD);
}

void large_broadcast(int root) {
    std::vector<int> data(3'000'000, rank);
    MPI_Bcast(data.data(), static_cast<int>(data.size()), MPI_INT, root, MPI_COMM_WORLD);
}

void sum() {
    const int one = 1;
    int all = 0;
    MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

void reduce(int root) {
    const int one = 1;
    int all = 0;
    MPI_Reduce(&one, &all, 1, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
}

/// What the others wait in while one rank is in MPI_Finalize.
void early_end() {
    if (rank == odd_one) {
        MPI_Finalize();
        std::exit(1);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

struct Finalizes {
    ~Finalizes() { MPI_Finalize(); }
};

/// The plain way of C++: what the destructor of the main object does on the way out.
void exception() {
    const Finalizes at_the_end;
    if (rank == odd_one) throw std::runtime_error("no input");
    broadcast(odd_one);
}

void at_exit() {
    static_cast<void>(std::atexit([] { MPI_Finalize(); }));
    if (rank == odd_one) std::exit(1);
    static_cast<void>(receive(odd_one));
}

const std::map<std::string, std::function<void()>> scenarios = {
    {"facing_receives", [] { static_cast<void>(receive(partner())); }},
    {"facing_sends", facing_sends},
    {"ring", ring_of_requests},
    {"any", [] { static_cast<void>(receive(MPI_ANY_SOURCE)); }},
    {"skipped_bcast", [] { skipped([] { broadcast(odd_one); }); }},
    {"skipped_large_bcast", [] { skipped([] { large_broadcast(odd_one); }); }},
    {"root_of_skipped_large_bcast", [] { skipped([] { large_broadcast(0); }); }},
    {"skipped_allreduce", [] { skipped(sum); }},
    {"skipped_reduce", [] { skipped([] { reduce(0); }); }},
    {"early_end", early_end},
    {"exception", exception},
    {"at_exit", at_exit},
};

} // namespace

int main(int argc, char **argv) {
    const bool threads = argc > 2 && std::string(argv[2]) == "threads";
    int provided = 0;
    MPI_Init_thread(&argc, &argv, threads ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const auto scenario = scenarios.find(argc > 1 ? argv[1] : "");
    if (scenario == scenarios.end()) {
        std::fprintf(stderr, "deadlocks: there is no such scenario\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    try {
        scenario->second();
    } catch (const std::exception &problem) {
        std::fprintf(stderr, "rank %d: %s\n", rank, problem.what());
        return 1;
    }
    MPI_Finalize();
    std::printf("it came to its end\n");
    return 0;
}
