// Waves in a box: a 3-D stencil on a Cartesian communicator. Each rank has a block of the box, and
// needs the faces of its neighbours' blocks in every step. A spare takes the place of a rank that
// dies, and all ranks go back to the latest checkpoint, which is in the memory of the ranks.
//
//     closeranks --spares 2 -n 8 ./wave [CELLS [STEPS [EVERY]]]
//
// CELLS: along an edge of a rank's block (default 24); EVERY: steps from one checkpoint to the next
// (default 20). The output is the same to the last bit, whichever ranks die and however often.
#include <closeranks.h>
#include <closeranks_store.h>
#include <mpi.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

[[noreturn]] void stop(const char *why) {
    std::fprintf(stderr, "wave: %s\n", why);
    MPI_Abort(MPI_COMM_WORLD, 1);
    std::abort();
}

/// What a rank has computed: the sum of its cells, and the fingerprint of Fowler, Noll and Vo of
/// all their bits.
struct Result {
    double sum = 0;
    std::uint64_t fingerprint = 14695981039346656037U;
};

/// One rank's block, with a layer of its neighbours' cells around it.
class Block {
  public:
    Block(MPI_Comm grid, int edge) : grid_(grid), edge_(edge), wide_(edge + 2) {
        cells_.fill(std::vector<double>(index(wide_, 0, 0)));
        for (int axis = 0; axis < 3; ++axis)
            layers_[axis] = {layer(axis, 0), layer(axis, 1), layer(axis, edge),
                             layer(axis, edge + 1)};
    }
    ~Block() {
        for (auto &all : layers_)
            for (MPI_Datatype &one : all)
                MPI_Type_free(&one);
    }
    Block(const Block &) = delete;
    Block &operator=(const Block &) = delete;

    [[nodiscard]] int step() const { return step_; }

    void keep_in(closeranks_store store) {
        for (int id = 0; id < 2; ++id)
            closeranks_store_member(store, id, cells_[id].data(),
                                    static_cast<int>(cells_[id].size()), MPI_DOUBLE);
        closeranks_store_member(store, 2, &step_, 1, MPI_INT);
    }

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
        next() = now();
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

  private:
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
    [[nodiscard]] MPI_Datatype layer(int axis, int at) const {
        const std::array<int, 3> all{wide_, wide_, wide_};
        std::array<int, 3> part{edge_, edge_, edge_}, first{1, 1, 1};
        part[axis] = 1;
        first[axis] = at;
        MPI_Datatype type = MPI_DATATYPE_NULL;
        MPI_Type_create_subarray(3, all.data(), part.data(), first.data(), MPI_ORDER_C, MPI_DOUBLE,
                                 &type);
        MPI_Type_commit(&type);
        return type;
    }

    void exchange(int axis) {
        const auto &[below, first, last, above] = layers_[axis];
        int lower = MPI_PROC_NULL, upper = MPI_PROC_NULL;
        MPI_Cart_shift(grid_, axis, 1, &lower, &upper);
        double *const all = now().data();
        MPI_Sendrecv(all, 1, first, lower, 0, all, 1, above, upper, 0, grid_, MPI_STATUS_IGNORE);
        MPI_Sendrecv(all, 1, last, upper, 1, all, 1, below, lower, 1, grid_, MPI_STATUS_IGNORE);
    }

    MPI_Comm grid_;
    int edge_, wide_, step_ = 0;
    std::array<std::vector<double>, 2> cells_; ///< of even and of odd steps
    std::array<std::array<MPI_Datatype, 4>, 3> layers_{};
};

/// Goes back to the latest checkpoint; without any, to the beginning. False: another rank has died
/// meanwhile, and all ranks know that.
bool go_back(closeranks_store store, Block &block) {
    const int code = closeranks_store_restore(store, CLOSERANKS_NEWEST);
    if (code == CLOSERANKS_ERR_RANK_LOST) return false;
    if (code == MPI_ERR_ARG)
        block.begin();
    else if (code != MPI_SUCCESS)
        stop(closeranks_store_explain(store));
    return true;
}

/// False at all ranks: a checkpoint has failed because a rank has died.
bool compute(closeranks_store store, Block &block, int steps, int every) {
    while (block.step() < steps) {
        block.advance();
        const int step = block.step();
        if (step % every != 0 && step != steps) continue;
        const int code = closeranks_store_commit(store, step);
        if (code == CLOSERANKS_ERR_RANK_LOST) return false;
        if (code != MPI_SUCCESS) stop(closeranks_store_explain(store));
    }
    return true;
}

/// The results of all ranks at rank 0, put together in the order of ranks.
Result collect(MPI_Comm grid, Block &block) {
    int size = 0;
    MPI_Comm_size(grid, &size);
    const Result mine = block.result();
    std::vector<Result> all(size);
    MPI_Gather(&mine, sizeof mine, MPI_BYTE, all.data(), sizeof mine, MPI_BYTE, 0, grid);
    Result whole;
    for (const Result &one : all) {
        whole.sum += one.sum;
        whole.fingerprint = (whole.fingerprint ^ one.fingerprint) * 1099511628211U;
    }
    return whole;
}

void run(MPI_Comm grid, int edge, int steps, int every) {
    Block block(grid, edge);
    closeranks_store store = nullptr;
    if (closeranks_store_create(grid, "buddy", &store) != MPI_SUCCESS) stop("there is no store");
    block.keep_in(store);
    Result whole;
    for (;;) {
        closeranks_role role = CLOSERANKS_ROLE_INITIAL;
        int missing = 0;
        closeranks_resume(&role);
        closeranks_missing_count(grid, &missing);
        if (missing > 0) stop("ranks are missing, and no spare is left");
        if (role == CLOSERANKS_ROLE_INITIAL && block.step() == steps)
            break; // all ranks are there, and done
        if (go_back(store, block) && compute(store, block, steps, every))
            whole = collect(grid, block);
    }
    int rank = 0, size = 0, recoveries = 0;
    MPI_Comm_rank(grid, &rank);
    MPI_Comm_size(grid, &size);
    closeranks_recoveries(&recoveries);
    if (rank == 0) {
        std::printf("after %d steps of %d ranks: sum %.17g, fingerprint %016llx\n", steps, size,
                    whole.sum, static_cast<unsigned long long>(whole.fingerprint));
        if (recoveries > 0) std::printf("lost ranks were recovered %d times\n", recoveries);
    }
    closeranks_store_free(&store);
}

} // namespace

int main(int argc, char **argv) {
    const int edge = argc > 1 ? std::atoi(argv[1]) : 24;
    const int steps = argc > 2 ? std::atoi(argv[2]) : 400;
    const int every = argc > 3 ? std::atoi(argv[3]) : 20;
    if (edge < 1 || steps < 1 || every < 1) {
        std::fprintf(stderr, "wave [CELLS [STEPS [EVERY]]]: all are 1 or more\n");
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
    run(grid, edge, steps, every);
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return 0;
}
