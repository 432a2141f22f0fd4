// What a checkpoint costs (closeranks_store.h), beside copying the same bytes within a process.
// Prints a table: milliseconds, medians at the slowest rank, and what it takes of memory, in times
// the data. Two halves are a checkpoint that is begun and completed with 100 ms of computing in
// between, and what the two calls take. "write" is a file of the same bytes for each rank, brought
// to the disk.
//
// usage: bench_store [write:DIRECTORY] [halves:WHERE] WHERE...

#include <closeranks_store.h>
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

constexpr int repeats = 11;

/// The median of how long `act` takes, at the slowest rank.
template <typename Act> double milliseconds(Act act) {
    std::vector<double> times;
    for (int repeat = 0; repeat < repeats; ++repeat) {
        MPI_Barrier(MPI_COMM_WORLD);
        const double begin = MPI_Wtime();
        act();
        double mine = 1e3 * (MPI_Wtime() - begin);
        double slowest = 0;
        MPI_Allreduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        times.push_back(slowest);
    }
    std::nth_element(times.begin(), times.begin() + repeats / 2, times.end());
    return times[repeats / 2];
}

/// The program's own work, which calls MPI now and then.
void compute(double seconds) {
    int flag = 0;
    for (const double end = MPI_Wtime() + seconds; MPI_Wtime() < end;)
        MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
}

double writes(const std::string &directory, const std::vector<double> &data) {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const std::string path = directory + "/bench-store-" + std::to_string(rank);
    const double time = milliseconds([&] {
        std::FILE *const file = std::fopen(path.c_str(), "wb");
        if (file == nullptr ||
            std::fwrite(data.data(), sizeof(double), data.size(), file) != data.size() ||
            std::fflush(file) != 0 || fsync(fileno(file)) != 0 || std::fclose(file) != 0)
            MPI_Abort(MPI_COMM_WORLD, 1);
    });
    std::remove(path.c_str());
    return time;
}

/// The median of what the two calls take without the computing in between.
double halves(const char *where, std::vector<double> &data) {
    constexpr double seconds = 0.1;
    closeranks_store store = nullptr;
    if (closeranks_store_create(MPI_COMM_WORLD, where, &store) != MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, 1);
    closeranks_store_member(store, 0, data.data(), static_cast<int>(data.size()), MPI_DOUBLE);
    long long stamp = -1;
    const double time = milliseconds([&] {
        if (closeranks_store_begin(store, ++stamp) != MPI_SUCCESS) MPI_Abort(MPI_COMM_WORLD, 1);
        compute(seconds);
        if (closeranks_store_complete(store) != MPI_SUCCESS) MPI_Abort(MPI_COMM_WORLD, 1);
    });
    closeranks_store_free(&store);
    return time - 1e3 * seconds;
}

struct Cost {
    double time;
    double memory;
};

Cost commits(const char *where, std::vector<double> &data) {
    closeranks_store store = nullptr;
    if (closeranks_store_create(MPI_COMM_WORLD, where, &store) != MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, 1);
    closeranks_store_member(store, 0, data.data(), static_cast<int>(data.size()), MPI_DOUBLE);
    long long stamp = -1;
    closeranks_store_newest(store, &stamp);
    const double time = milliseconds([&] {
        if (closeranks_store_commit(store, ++stamp) != MPI_SUCCESS) MPI_Abort(MPI_COMM_WORLD, 1);
    });
    long long bytes = 0;
    closeranks_store_memory(store, &bytes);
    closeranks_store_free(&store);
    return {time, static_cast<double>(bytes) / static_cast<double>(data.size() * sizeof(double))};
}

} // namespace

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) std::printf("| MiB a rank | memcpy |");
    for (int i = 1; i < argc && rank == 0; ++i)
        std::printf(" %s |", argv[i]);
    for (const std::size_t mebibytes : {1U, 16U, 128U}) {
        std::vector<double> data((mebibytes << 20U) / sizeof(double), 1.5);
        std::vector<double> copy(data.size());
        const double copying = milliseconds(
            [&] { std::memcpy(copy.data(), data.data(), data.size() * sizeof(double)); });
        if (rank == 0) std::printf("\n| %zu | %.3g |", mebibytes, copying);
        for (int i = 1; i < argc; ++i) {
            const std::string what = argv[i];
            double time = -1;
            if (what.starts_with("write:")) time = writes(what.substr(6), data);
            if (what.starts_with("halves:")) time = halves(argv[i] + 7, data);
            if (time >= 0) {
                if (rank == 0) std::printf(" %.3g |", time);
                continue;
            }
            const Cost cost = commits(argv[i], data);
            if (rank == 0) std::printf(" %.3g, %.2f x |", cost.time, cost.memory);
        }
    }
    if (rank == 0) std::printf("\n");
    MPI_Finalize();
    return 0;
}
