// Times MPI calls. An ordinary MPI program that knows nothing of closeranks: the same binary runs
// bare and with the library preloaded. Prints JSON, one object for each call and size: ns per call
// as the median of several batches, with the least and the most.
//
// A batch is many calls in a row, and its time that of its slowest rank. So rooted operations may
// overlap with the next ones, as they do in programs, wherever the MPI lets them.
//
// usage: bench_calls [sizes in bytes, such as 4,256 [batches [milliseconds for each]]]

#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

namespace {

constexpr int window = 16; ///< messages that Isend and Irecv keep under way in each direction
constexpr int limit = 1 << 20;

/// What the calls work on. `count` integers are a message, a contribution or a block.
struct Data {
    int rank = 0;
    int size = 0;
    int partner = MPI_PROC_NULL; ///< the other one of a pair; nobody for an odd rank out
    int count = 0;
    std::vector<int> in, out;
};

void barrier(Data & /*d*/) { MPI_Barrier(MPI_COMM_WORLD); }

void bcast(Data &d) { MPI_Bcast(d.in.data(), d.count, MPI_INT, 0, MPI_COMM_WORLD); }

void reduce(Data &d) {
    MPI_Reduce(d.in.data(), d.out.data(), d.count, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
}

void allreduce(Data &d) {
    MPI_Allreduce(d.in.data(), d.out.data(), d.count, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

void gather(Data &d) {
    MPI_Gather(d.in.data(), d.count, MPI_INT, d.out.data(), d.count, MPI_INT, 0, MPI_COMM_WORLD);
}

void scatter(Data &d) {
    MPI_Scatter(d.in.data(), d.count, MPI_INT, d.out.data(), d.count, MPI_INT, 0, MPI_COMM_WORLD);
}

void allgather(Data &d) {
    MPI_Allgather(d.in.data(), d.count, MPI_INT, d.out.data(), d.count, MPI_INT, MPI_COMM_WORLD);
}

void alltoall(Data &d) {
    MPI_Alltoall(d.in.data(), d.count, MPI_INT, d.out.data(), d.count, MPI_INT, MPI_COMM_WORLD);
}

void scan(Data &d) {
    MPI_Scan(d.in.data(), d.out.data(), d.count, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

void send(Data &d) { MPI_Send(d.in.data(), d.count, MPI_INT, d.partner, 0, MPI_COMM_WORLD); }

void receive(Data &d) {
    MPI_Recv(d.out.data(), d.count, MPI_INT, d.partner, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

void ping_pong(Data &d) {
    if (d.rank % 2 == 0) {
        send(d);
        receive(d);
    } else {
        receive(d);
        send(d);
    }
}

void windows(Data &d) {
    MPI_Request requests[2 * window];
    for (int i = 0; i < window; ++i) {
        int *to = d.out.data() + static_cast<std::size_t>(i) * static_cast<std::size_t>(d.count);
        MPI_Irecv(to, d.count, MPI_INT, d.partner, 0, MPI_COMM_WORLD, &requests[2 * i]);
        MPI_Isend(d.in.data(), d.count, MPI_INT, d.partner, 0, MPI_COMM_WORLD,
                  &requests[2 * i + 1]);
    }
    MPI_Waitall(2 * window, requests, MPI_STATUSES_IGNORE);
}

struct Call {
    const char *name;
    void (*run)(Data &);
    bool has_size = true;
    int messages = 1; ///< one run is so many of what is reported
};

constexpr Call calls[] = {
    {"Barrier", barrier, false},
    {"Bcast", bcast},
    {"Reduce", reduce},
    {"Allreduce", allreduce},
    {"Gather", gather},
    {"Scatter", scatter},
    {"Allgather", allgather},
    {"Alltoall", alltoall},
    {"Scan", scan},
    {"Send/Recv", ping_pong, true, 2},
    {"Isend/Irecv/Waitall", windows, true, window},
};

/// Seconds that `runs` take at the slowest rank, the same number everywhere.
double batch(const Call &call, Data &data, int runs) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double begin = MPI_Wtime();
    for (int i = 0; i < runs; ++i)
        call.run(data);
    double seconds = MPI_Wtime() - begin;
    MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return seconds;
}

/// How many runs a batch takes. The quickest of three counts, for a process that had to wait for a
/// core would make batches too short. Doubling warms everything up, too.
int runs_for(const Call &call, Data &data, double target) {
    for (int runs = 1;; runs *= 2) {
        double least = batch(call, data, runs);
        for (int i = 0; i < 2 && least >= target; ++i)
            least = std::min(least, batch(call, data, runs));
        if (least >= target || runs >= limit) return runs;
    }
}

void measure(const Call &call, Data &data, int batches, double target) {
    const int runs = runs_for(call, data, target);
    std::vector<double> ns;
    for (int i = 0; i < batches; ++i)
        ns.push_back(batch(call, data, runs) * 1e9 / runs / call.messages);
    std::sort(ns.begin(), ns.end());
    if (data.rank != 0) return;
    static const char *separator = "[";
    std::printf("%s\n{\"call\": \"%s\", \"bytes\": %zu, \"ns\": %.1f, \"min\": %.1f, "
                "\"max\": %.1f, \"runs\": %d}",
                separator, call.name, call.has_size ? data.count * sizeof(int) : 0,
                ns[ns.size() / 2], ns.front(), ns.back(), runs);
    separator = ",";
}

std::vector<int> numbers(const char *list) {
    std::vector<int> found;
    std::istringstream stream(list);
    for (std::string word; std::getline(stream, word, ',');)
        found.push_back(std::atoi(word.c_str()));
    return found;
}

} // namespace

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    const std::vector<int> sizes = numbers(argc > 1 ? argv[1] : "4,256,4096,65536,1048576");
    const int batches = argc > 2 ? std::atoi(argv[2]) : 9;
    const double target = (argc > 3 ? std::atof(argv[3]) : 10) / 1000;
    Data data;
    MPI_Comm_rank(MPI_COMM_WORLD, &data.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &data.size);
    if (const int other = data.rank ^ 1; other < data.size) data.partner = other;
    for (const int bytes : sizes) {
        data.count = bytes / static_cast<int>(sizeof(int));
        const auto room = static_cast<std::size_t>(data.count) *
                          static_cast<std::size_t>(std::max(data.size, window));
        data.in.assign(room, 1);
        data.out.assign(room, 0);
        for (const Call &call : calls)
            if (call.has_size || bytes == sizes.front())
                measure(call, data, std::max(batches, 1), target);
    }
    if (data.rank == 0) std::printf("\n]\n");
    MPI_Finalize();
    return 0;
}
