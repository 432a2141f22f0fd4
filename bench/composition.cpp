// The time of collectives that are composed of collectives of locals and of leaders
// (docs/developers/layouts.md), and what the MPI's own take. On the bare MPI, with nothing for
// failures: what composing a call would cost at least, before it is written.
//
//     mpirun --with-ft ulfm --oversubscribe -n 16 bench_composition RANKS_PER_LOCAL [CALL]
//
// Batches of both alternate. Prints the medians, and of the ratios the median, the least and the
// most.

#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

/// The parts of MPI_COMM_WORLD.
struct Parts {
    MPI_Comm whole = MPI_COMM_NULL;
    MPI_Comm local = MPI_COMM_NULL;
    MPI_Comm global = MPI_COMM_NULL; ///< at leaders
    int size = 0;
    int rank_in_local = 0;
    int size_of_local = 0;
    std::vector<int> sizes; ///< of all locals
    bool first = false;     ///< this local is

    explicit Parts(int ranks_per_local) {
        int rank = 0;
        MPI_Comm_dup(MPI_COMM_WORLD, &whole);
        MPI_Comm_rank(whole, &rank);
        MPI_Comm_size(whole, &size);
        first = rank < ranks_per_local;
        MPI_Comm_split(whole, rank / ranks_per_local, rank, &local);
        MPI_Comm_rank(local, &rank_in_local);
        MPI_Comm_size(local, &size_of_local);
        MPI_Comm_split(whole, is_leader() ? 0 : MPI_UNDEFINED, rank, &global);
        for (int left = size; left > 0; left -= ranks_per_local)
            sizes.push_back(std::min(left, ranks_per_local));
    }
    [[nodiscard]] bool is_leader() const { return rank_in_local == 0; }
};

struct Data {
    std::vector<float> in, out, up, down;
    int count = 0; ///< of a vector or a block
};

void wait_for_all(const Parts &p) {
    char done = 0;
    MPI_Barrier(p.local);
    if (p.is_leader()) MPI_Barrier(p.global);
    MPI_Bcast(&done, 1, MPI_CHAR, 0, p.local);
}

/// The blocks of all locals: how many elements, and where.
struct Shares {
    std::vector<int> counts, places;
    Shares(const Parts &p, int count) {
        int place = 0;
        for (const int size : p.sizes) {
            counts.push_back(size * count);
            places.push_back(place);
            place += size * count;
        }
    }
};

void flat_allreduce(const Parts &p, Data &d) {
    MPI_Allreduce(d.in.data(), d.out.data(), d.count, MPI_FLOAT, MPI_SUM, p.whole);
}

void allreduce(const Parts &p, Data &d) {
    MPI_Reduce(d.in.data(), d.up.data(), d.count, MPI_FLOAT, MPI_SUM, 0, p.local);
    if (p.is_leader())
        MPI_Allreduce(d.up.data(), d.out.data(), d.count, MPI_FLOAT, MPI_SUM, p.global);
    MPI_Bcast(d.out.data(), d.count, MPI_FLOAT, 0, p.local);
}

void flat_allgather(const Parts &p, Data &d) {
    MPI_Allgather(d.in.data(), d.count, MPI_FLOAT, d.out.data(), d.count, MPI_FLOAT, p.whole);
}

void allgather(const Parts &p, Data &d) {
    const Shares shares(p, d.count);
    MPI_Gather(d.in.data(), d.count, MPI_FLOAT, d.up.data(), d.count, MPI_FLOAT, 0, p.local);
    if (p.is_leader())
        MPI_Allgatherv(d.up.data(), p.size_of_local * d.count, MPI_FLOAT, d.out.data(),
                       shares.counts.data(), shares.places.data(), MPI_FLOAT, p.global);
    MPI_Bcast(d.out.data(), p.size * d.count, MPI_FLOAT, 0, p.local);
}

void flat_scan(const Parts &p, Data &d) {
    MPI_Scan(d.in.data(), d.out.data(), d.count, MPI_FLOAT, MPI_SUM, p.whole);
}

/// The highest of a local has its total, which the leader takes to those of the locals above.
void scan(const Parts &p, Data &d) {
    MPI_Scan(d.in.data(), d.out.data(), d.count, MPI_FLOAT, MPI_SUM, p.local);
    const int highest = p.size_of_local - 1;
    if (p.rank_in_local == highest && !p.is_leader())
        MPI_Send(d.out.data(), d.count, MPI_FLOAT, 0, 0, p.local);
    if (p.is_leader()) {
        if (highest > 0)
            MPI_Recv(d.up.data(), d.count, MPI_FLOAT, highest, 0, p.local, MPI_STATUS_IGNORE);
        const float *total = highest > 0 ? d.up.data() : d.out.data();
        MPI_Exscan(total, d.down.data(), d.count, MPI_FLOAT, MPI_SUM, p.global);
    }
    if (p.first) return;
    MPI_Bcast(d.down.data(), d.count, MPI_FLOAT, 0, p.local);
    MPI_Reduce_local(d.down.data(), d.out.data(), d.count, MPI_FLOAT, MPI_SUM);
}

/// Confirmed by a barrier, as it is protected (docs/developers/commit.md).
void flat_reduce_scatter(const Parts &p, Data &d) {
    MPI_Reduce_scatter_block(d.in.data(), d.out.data(), d.count, MPI_FLOAT, MPI_SUM, p.whole);
    MPI_Barrier(p.whole);
}

void reduce_scatter(const Parts &p, Data &d) {
    const Shares shares(p, d.count);
    MPI_Reduce(d.in.data(), d.up.data(), p.size * d.count, MPI_FLOAT, MPI_SUM, 0, p.local);
    if (p.is_leader())
        MPI_Reduce_scatter(d.up.data(), d.down.data(), shares.counts.data(), MPI_FLOAT, MPI_SUM,
                           p.global);
    MPI_Bcast(d.down.data(), p.size_of_local * d.count, MPI_FLOAT, 0, p.local);
    std::copy_n(d.down.data() + p.rank_in_local * d.count, d.count, d.out.data());
    wait_for_all(p);
}

struct Call {
    const char *name;
    void (*flat)(const Parts &, Data &);
    void (*composed)(const Parts &, Data &);
    bool of_blocks;
};

constexpr Call calls[] = {{"Allreduce", flat_allreduce, allreduce, false},
                          {"Allgather", flat_allgather, allgather, true},
                          {"Scan", flat_scan, scan, false},
                          {"Reduce_scatter_block", flat_reduce_scatter, reduce_scatter, true}};

/// Seconds for one call, at the slowest rank.
double batch(const Parts &p, Data &d, void (*call)(const Parts &, Data &), int runs) {
    call(p, d);
    MPI_Barrier(p.whole);
    const double begin = MPI_Wtime();
    for (int i = 0; i < runs; ++i)
        call(p, d);
    double seconds = (MPI_Wtime() - begin) / runs;
    MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, p.whole);
    return seconds;
}

void compare(const Parts &p, const Call &call, std::size_t bytes, bool prints) {
    constexpr std::size_t batches = 11;
    Data d;
    d.count = static_cast<int>(bytes / sizeof(float));
    const std::size_t room = bytes / sizeof(float) * static_cast<std::size_t>(p.size);
    for (std::vector<float> *buffer : {&d.in, &d.out, &d.up, &d.down})
        buffer->assign(room, 1);
    const int runs = static_cast<int>(std::clamp<std::size_t>((1 << 20) / bytes, 5, 200));
    std::array<double, batches> flat{}, composed{}, ratios{};
    for (std::size_t i = 0; i < batches; ++i) {
        flat[i] = batch(p, d, call.flat, runs);
        composed[i] = batch(p, d, call.composed, runs);
        ratios[i] = composed[i] / flat[i];
    }
    for (auto *figures : {&flat, &composed, &ratios})
        std::sort(figures->begin(), figures->end());
    if (!prints) return;
    std::printf("%-21s %8zu bytes: flat %9.1f us, composed %9.1f us, ratio %.2f (%.2f-%.2f)\n",
                call.name, bytes, flat[batches / 2] * 1e6, composed[batches / 2] * 1e6,
                ratios[batches / 2], ratios.front(), ratios.back());
    std::fflush(stdout);
}

} // namespace

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    const Parts parts(std::max(1, argc > 1 ? std::atoi(argv[1]) : 3));
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (const Call &call : calls) {
        if (argc > 2 && std::string(argv[2]) != call.name) continue;
        const std::size_t most = call.of_blocks ? 1 << 18 : 1 << 20;
        for (std::size_t bytes = 4; bytes <= most; bytes *= 4)
            compare(parts, call, bytes, rank == 0);
    }
    MPI_Finalize();
    return 0;
}
