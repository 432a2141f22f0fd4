// Times MPI calls. An ordinary MPI program that knows nothing of closeranks: the same binary runs
// bare and with the library preloaded. What it prints, and what a batch is: timing.hpp.
//
// usage: bench_calls [sizes in bytes, such as 4,256 [batches [milliseconds for each]]]

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "timing.hpp"

namespace {

constexpr int window = 16; ///< messages that Isend and Irecv keep under way in each direction

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

constexpr bench::Call<Data> calls[] = {
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

} // namespace

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    const bench::Plan plan = bench::Plan::parse(argc, argv, "4,256,4096,65536,1048576");
    bench::Timing<Data> timing(plan);
    Data data;
    MPI_Comm_rank(MPI_COMM_WORLD, &data.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &data.size);
    if (const int other = data.rank ^ 1; other < data.size) data.partner = other;
    for (const int bytes : plan.sizes) {
        data.count = bytes / static_cast<int>(sizeof(int));
        const auto room = static_cast<std::size_t>(data.count) *
                          static_cast<std::size_t>(std::max(data.size, window));
        data.in.assign(room, 1);
        data.out.assign(room, 0);
        for (const bench::Call<Data> &call : calls)
            if (call.has_size || bytes == plan.sizes.front()) timing.measure(call, data, bytes);
    }
    timing.end();
    MPI_Finalize();
    return 0;
}
