// How much memory a process has of its own: after MPI_Init, for each communicator more, and for
// each communicator on which much was broadcast and reduced. Beside the pages, of which it is
// always whole ones, what is allocated: exact, so that it shows what grows with the number of
// ranks. Prints JSON, bytes at rank 0.
//
// usage: bench_memory [made]
// made: only what is allocated for each communicator that is made, which many ranks on few cores
// tell as well as few.

#include <malloc.h>
#include <mpi.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <string>
#include <string_view>

namespace {

constexpr int communicators = 128;
constexpr int rounds = 2000; // more than any log keeps

/// The pages that only this process has.
double own_bytes() {
    std::ifstream file("/proc/self/smaps_rollup");
    double bytes = 0;
    for (std::string word; file >> word;)
        if (word == "Private_Dirty:" || word == "Swap:") {
            double kilobytes = 0;
            file >> kilobytes;
            bytes += 1024 * kilobytes;
        }
    return bytes;
}

/// What is allocated, by anybody in this process.
double heap_bytes() {
    const struct mallinfo2 info = mallinfo2();
    return static_cast<double>(info.uordblks) + static_cast<double>(info.hblkhd);
}

void communicate(MPI_Comm comm, int rounds) {
    std::array<double, 32> block{};
    std::array<double, 32> sum{};
    const int length = static_cast<int>(block.size());
    for (int round = 0; round < rounds; ++round) {
        MPI_Bcast(block.data(), length, MPI_DOUBLE, 0, comm);
        MPI_Reduce(block.data(), sum.data(), length, MPI_DOUBLE, MPI_SUM, 0, comm);
    }
    MPI_Barrier(comm);
}

} // namespace

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    const bool only_made = argc > 1 && std::string_view(argv[1]) == "made";
    // What the MPI itself makes at first use is no part of it.
    communicate(MPI_COMM_WORLD, only_made ? 10 : rounds);
    const double at_first = own_bytes();
    const double heap_at_first = heap_bytes();
    std::array<MPI_Comm, communicators> comms{};
    for (MPI_Comm &comm : comms)
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    const double made = own_bytes();
    const double heap_made = heap_bytes();
    for (const MPI_Comm comm : comms)
        if (!only_made) communicate(comm, rounds);
    const double used = own_bytes();
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0 && only_made)
        std::printf("{\"communicator: allocated\": %.0f}\n",
                    (heap_made - heap_at_first) / communicators);
    else if (rank == 0)
        std::printf("{\"process\": %.0f, \"communicator\": %.0f, \"used communicator\": %.0f, "
                    "\"process: allocated\": %.0f, \"communicator: allocated\": %.0f}\n",
                    at_first, (made - at_first) / communicators, (used - at_first) / communicators,
                    heap_at_first, (heap_made - heap_at_first) / communicators);
    for (MPI_Comm &comm : comms)
        MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
