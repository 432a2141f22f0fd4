// Waves in a box, as in wave.cpp, but only a rank that dies goes back. The survivors keep their
// results, and send the replacement process the messages since its checkpoint again.
//
//     closeranks --spares 2 -n 8 ./wave_local [CELLS [STEPS [EVERY [LOG]]]]
//
// CELLS: along an edge of a rank's block (default 24); EVERY: steps from one checkpoint to the next
// (default 100); LOG: how many bytes of messages a rank keeps for that. The line with the result
// is the same to the last bit, whichever ranks die and however often.
#include <closeranks/local.hpp>

#include <mpi.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

namespace {

/// What a rank has computed: the sum of its cells, and the fingerprint of Fowler, Noll and Vo of
/// all their bits.
struct Result {
    double sum = 0;
    std::uint64_t fingerprint = 14695981039346656037U;
};

/// One rank's block, with a layer of its neighbours' cells around it.
class Block {
  public:
    Block(MPI_Comm grid, int edge, std::size_t log_bytes)
        : grid_(grid), edge_(edge), wide_(edge + 2), face_(static_cast<std::size_t>(edge) * edge),
          local_(grid, "buddy", log_bytes) {
        cells_.fill(std::vector<double>(index(wide_, 0, 0)));
        local_.member(0, std::span(cells_[0]));
        local_.member(1, std::span(cells_[1]));
        local_.member(2, std::span(&step_, 1));
    }

    void run(int steps, int every) {
        local_.run([&](long long checkpoint) {
            from_ = checkpoint;
            if (checkpoint < 0) begin(); // else cells and step have the values of the checkpoint
            while (step_ < steps) {
                advance();
                if (step_ % every == 0 || step_ == steps) local_.commit(step_);
            }
            local_.collective([this] { collect(); });
        });
        int rank = 0, size = 0;
        MPI_Comm_rank(grid_, &rank);
        MPI_Comm_size(grid_, &size);
        if (rank == 0)
            std::printf("after %d steps of %d ranks: sum %.17g, fingerprint %016llx\n", steps, size,
                        whole_.sum, static_cast<unsigned long long>(whole_.fingerprint));
        if (computed_ != steps)
            std::printf("rank %d went back to step %lld\n", rank, from_ < 0 ? 0 : from_);
    }

  private:
    /// A bump at rest.
    void begin() {
        std::array<int, 3> dims{}, periods{}, at{};
        MPI_Cart_get(grid_, 3, dims.data(), periods.data(), at.data());
        const auto square = [&](int axis, int i) {
            const double place = (at[axis] * edge_ + i - 0.5) / (dims[axis] * edge_) - 0.3;
            return place * place;
        };
        step_ = 0;
        for_all([&](std::size_t i, int x, int y, int z) {
            now()[i] = std::exp(-40 * (square(0, x) + square(1, y) + square(2, z)));
        });
        std::copy(now().begin(), now().end(), next().begin()); // members keep their places
    }

    /// `next()` has the step before, and gets the one after.
    void advance() {
        for (int axis = 0; axis < 3; ++axis)
            exchange(axis);
        const std::size_t dx = index(1, 0, 0), dy = index(0, 1, 0), dz = 1;
        const double *const u = now().data();
        double *const v = next().data();
        for_all([&](std::size_t i, int, int, int) {
            const double around =
                u[i - dx] + u[i + dx] + u[i - dy] + u[i + dy] + u[i - dz] + u[i + dz];
            v[i] = 2 * u[i] - v[i] + 0.2 * (around - 6 * u[i]);
        });
        ++step_;
        ++computed_;
    }

    void exchange(int axis) {
        int lower = MPI_PROC_NULL, upper = MPI_PROC_NULL;
        MPI_Cart_shift(grid_, axis, 1, &lower, &upper);
        send_layer(lower, 0, axis, 1);
        send_layer(upper, 1, axis, edge_);
        receive_layer(upper, 0, axis, edge_ + 1);
        receive_layer(lower, 1, axis, 0);
    }

    void send_layer(int to, int tag, int axis, int at) {
        std::vector<double> face(face_);
        for_layer(axis, at, [&](std::size_t i, std::size_t place) { face[place] = now()[i]; });
        local_.send(to, tag, std::span(face));
    }

    void receive_layer(int from, int tag, int axis, int at) {
        std::vector<double> face(face_);
        local_.receive(from, tag, std::span(face));
        for_layer(axis, at, [&](std::size_t i, std::size_t place) { now()[i] = face[place]; });
    }

    /// The results of all ranks at rank 0, put together in the order of ranks.
    void collect() {
        int size = 0;
        MPI_Comm_size(grid_, &size);
        const Result mine = result();
        std::vector<Result> all(size);
        MPI_Gather(&mine, sizeof mine, MPI_BYTE, all.data(), sizeof mine, MPI_BYTE, 0, grid_);
        whole_ = {};
        for (const Result &one : all) {
            whole_.sum += one.sum;
            whole_.fingerprint = (whole_.fingerprint ^ one.fingerprint) * 1099511628211U;
        }
    }

    [[nodiscard]] Result result() {
        Result all;
        for_all([&](std::size_t i, int, int, int) {
            std::uint64_t bits = 0;
            std::memcpy(&bits, &now()[i], sizeof bits);
            all.sum += now()[i];
            all.fingerprint = (all.fingerprint ^ bits) * 1099511628211U;
        });
        return all;
    }

    [[nodiscard]] std::vector<double> &now() { return cells_[step_ % 2]; }
    [[nodiscard]] std::vector<double> &next() { return cells_[1 - step_ % 2]; }

    [[nodiscard]] std::size_t index(int x, int y, int z) const {
        return (static_cast<std::size_t>(x) * wide_ + y) * wide_ + z;
    }

    template <typename Visit> void for_all(Visit visit) const {
        for (int x = 1; x <= edge_; ++x)
            for (int y = 1; y <= edge_; ++y)
                for (int z = 1; z <= edge_; ++z)
                    visit(index(x, y, z), x, y, z);
    }

    /// The cells at `at` of one axis.
    template <typename Visit> void for_layer(int axis, int at, Visit visit) const {
        const std::array<std::size_t, 3> stride{index(1, 0, 0), index(0, 1, 0), 1};
        const std::size_t first = stride[axis] * at;
        const std::size_t rows = stride[(axis + 1) % 3], columns = stride[(axis + 2) % 3];
        std::size_t place = 0;
        for (int row = 1; row <= edge_; ++row)
            for (int column = 1; column <= edge_; ++column)
                visit(first + row * rows + column * columns, place++);
    }

    MPI_Comm grid_;
    int edge_, wide_;
    std::size_t face_;
    int step_ = 0;     ///< the number of completed steps
    int computed_ = 0; ///< the steps that this process has computed
    long long from_ = -1;
    std::array<std::vector<double>, 2> cells_; ///< of even and of odd steps
    Result whole_;
    closeranks::LocalRecovery local_;
};

} // namespace

int main(int argc, char **argv) {
    const int edge = argc > 1 ? std::atoi(argv[1]) : 24;
    const int steps = argc > 2 ? std::atoi(argv[2]) : 400;
    const int every = argc > 3 ? std::atoi(argv[3]) : 100;
    const std::size_t log_bytes = argc > 4 ? std::strtoul(argv[4], nullptr, 10) : 64U << 20U;
    if (edge < 1 || steps < 1 || every < 1) {
        std::fprintf(stderr, "wave_local [CELLS [STEPS [EVERY [LOG]]]]: all are 1 or more\n");
        return 2;
    }
    MPI_Init(&argc, &argv);
    std::array<int, 3> dims{};
    const std::array<int, 3> periods{1, 1, 1};
    int size = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dims_create(size, 3, dims.data());
    MPI_Comm grid = MPI_COMM_NULL;
    MPI_Cart_create(MPI_COMM_WORLD, 3, dims.data(), periods.data(), 0, &grid);
    try {
        Block(grid, edge, log_bytes).run(steps, every);
    } catch (const closeranks::NobodyLeft &error) {
        std::fprintf(stderr, "wave_local: %s\n", error.what());
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return 0;
}
