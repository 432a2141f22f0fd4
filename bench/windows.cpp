// Times calls on windows: each rank's operations go to the next rank. An ordinary MPI program that
// knows nothing of closeranks: the same binary runs bare and with the library preloaded. What it
// prints, and what a batch is: timing.hpp.
//
// usage: bench_windows [sizes in bytes, such as 4,4096 [batches [milliseconds for each]]]

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "timing.hpp"

namespace {

struct Data {
    int target = 0;
    int count = 0; ///< integers
    MPI_Group origins = MPI_GROUP_NULL, targets = MPI_GROUP_NULL;
    MPI_Win fenced = MPI_WIN_NULL; ///< between two fences
    MPI_Win locked = MPI_WIN_NULL; ///< all are locked
    MPI_Win quiet = MPI_WIN_NULL;  ///< without an epoch
    std::vector<int> block, result;
};

void put_to(Data &d, MPI_Win window) {
    MPI_Put(d.block.data(), d.count, MPI_INT, d.target, 0, d.count, MPI_INT, window);
}

void allocate_free(Data & /*d*/) {
    MPI_Win window = MPI_WIN_NULL;
    void *base = nullptr;
    MPI_Win_allocate(4096, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    MPI_Win_free(&window);
}

void fence(Data &d) { MPI_Win_fence(0, d.fenced); }

void put_fence(Data &d) {
    put_to(d, d.fenced);
    MPI_Win_fence(0, d.fenced);
}

void lock_unlock(Data &d) {
    MPI_Win_lock(MPI_LOCK_SHARED, d.target, 0, d.quiet);
    MPI_Win_unlock(d.target, d.quiet);
}

void lock_all_unlock_all(Data &d) {
    MPI_Win_lock_all(0, d.quiet);
    MPI_Win_unlock_all(d.quiet);
}

void lock_put_unlock(Data &d) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, d.target, 0, d.quiet);
    put_to(d, d.quiet);
    MPI_Win_unlock(d.target, d.quiet);
}

void start_put_complete(Data &d) {
    MPI_Win_post(d.origins, 0, d.quiet);
    MPI_Win_start(d.targets, 0, d.quiet);
    put_to(d, d.quiet);
    MPI_Win_complete(d.quiet);
    MPI_Win_wait(d.quiet);
}

void flush(Data &d) { MPI_Win_flush(d.target, d.locked); }

void put_flush(Data &d) {
    put_to(d, d.locked);
    flush(d);
}

void get_flush(Data &d) {
    MPI_Get(d.result.data(), d.count, MPI_INT, d.target, 0, d.count, MPI_INT, d.locked);
    flush(d);
}

void rput_wait(Data &d) {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Rput(d.block.data(), d.count, MPI_INT, d.target, 0, d.count, MPI_INT, d.locked, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void accumulate_flush(Data &d) {
    MPI_Accumulate(d.block.data(), d.count, MPI_INT, d.target, 0, d.count, MPI_INT, MPI_SUM,
                   d.locked);
    flush(d);
}

void get_accumulate_flush(Data &d) {
    MPI_Get_accumulate(d.block.data(), d.count, MPI_INT, d.result.data(), d.count, MPI_INT,
                       d.target, 0, d.count, MPI_INT, MPI_SUM, d.locked);
    flush(d);
}

void fetch_and_op_flush(Data &d) {
    MPI_Fetch_and_op(d.block.data(), d.result.data(), MPI_INT, d.target, 0, MPI_SUM, d.locked);
    flush(d);
}

void compare_and_swap_flush(Data &d) {
    MPI_Compare_and_swap(d.block.data(), d.block.data(), d.result.data(), MPI_INT, d.target, 0,
                         d.locked);
    flush(d);
}

constexpr bench::Call<Data> calls[] = {
    {"allocate/free", allocate_free, false},
    {"fence", fence, false},
    {"lock/unlock", lock_unlock, false},
    {"lock_all/unlock_all", lock_all_unlock_all, false},
    {"flush", flush, false},
    {"Fetch_and_op/flush", fetch_and_op_flush, false},
    {"Compare_and_swap/flush", compare_and_swap_flush, false},
    {"Put/fence", put_fence},
    {"lock/Put/unlock", lock_put_unlock},
    {"start/Put/complete", start_put_complete},
    {"Put/flush", put_flush},
    {"Get/flush", get_flush},
    {"Rput/Wait", rput_wait},
    {"Accumulate/flush", accumulate_flush},
    {"Get_accumulate/flush", get_accumulate_flush},
};

MPI_Win allocate(int bytes) {
    MPI_Win window = MPI_WIN_NULL;
    void *base = nullptr;
    MPI_Win_allocate(bytes, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    return window;
}

/// The group of the rank that is so many places further.
MPI_Group neighbour(int distance) {
    int rank = 0, size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int other = (rank + distance + size) % size;
    MPI_Group all = MPI_GROUP_NULL, found = MPI_GROUP_NULL;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, &other, &found);
    MPI_Group_free(&all);
    return found;
}

} // namespace

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    const bench::Plan plan = bench::Plan::parse(argc, argv, "4,4096,65536,1048576,16777216");
    bench::Timing<Data> timing(plan);
    Data data;
    int rank = 0, size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    data.target = (rank + 1) % size;
    data.targets = neighbour(1);
    data.origins = neighbour(-1);
    const int longest = *std::max_element(plan.sizes.begin(), plan.sizes.end());
    for (MPI_Win *window : {&data.fenced, &data.locked, &data.quiet})
        *window = allocate(longest);
    MPI_Win_fence(0, data.fenced);
    MPI_Win_lock_all(0, data.locked);
    for (const int bytes : plan.sizes) {
        data.count = bytes / static_cast<int>(sizeof(int));
        data.block.assign(static_cast<std::size_t>(data.count), 1);
        data.result.assign(static_cast<std::size_t>(data.count), 0);
        for (const bench::Call<Data> &call : calls)
            if (call.has_size || bytes == plan.sizes.front()) timing.measure(call, data, bytes);
    }
    timing.end();
    MPI_Win_unlock_all(data.locked);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, data.fenced);
    for (MPI_Win *window : {&data.fenced, &data.locked, &data.quiet})
        MPI_Win_free(window);
    MPI_Group_free(&data.targets);
    MPI_Group_free(&data.origins);
    MPI_Finalize();
    return 0;
}
