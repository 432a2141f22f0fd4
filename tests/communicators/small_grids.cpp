// Grids and graphs that leave the last ranks out: who is in one has its topology, the others get
// MPI_COMM_NULL, also when one of either kind dies, before or within the call.

#include "survivors.hpp"

#include <array>

using namespace survivors;

namespace {

constexpr std::array<int, 2> dims{2, 2};
constexpr int members = dims[0] * dims[1];

/// A row whose ranks all live has its topology, whoever is missing elsewhere.
void check_row(Program &p, MPI_Comm row, int column) {
    const int other = p.rank - column + (1 - column);
    int ndims = 0;
    int kind = MPI_UNDEFINED;
    MPI_Topo_test(row, &kind);
    MPI_Cartdim_get(row, &ndims);
    p.check(kind == MPI_CART && ndims == 1, "row: kind %d, %d dimensions", kind, ndims);
    if (p.is_missing(other)) return;
    std::array<int, 2> got{untouched, untouched};
    MPI_Neighbor_allgather(&p.rank, 1, MPI_INT, got.data(), 1, MPI_INT, row);
    // The other one may have been killed within an earlier call.
    const int value = got[static_cast<std::size_t>(1 - column)];
    p.check(value == other || value == untouched, "row: %d beside it", value);
}

void check_grid(Program &p) {
    const std::array<int, 2> periods{1, 0};
    MPI_Comm grid = MPI_COMM_NULL;
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims.data(), periods.data(), 0, &grid);
    p.check((grid != MPI_COMM_NULL) == (p.rank < members), "who is in the grid");
    if (grid == MPI_COMM_NULL) return;
    int kind = MPI_UNDEFINED;
    int size = 0;
    int above = -1;
    int below = -1;
    std::array<int, 2> here{-1, -1};
    std::array<int, 2> got_dims{};
    std::array<int, 2> got_periods{};
    MPI_Topo_test(grid, &kind);
    MPI_Comm_size(grid, &size);
    MPI_Cart_get(grid, 2, got_dims.data(), got_periods.data(), here.data());
    MPI_Cart_shift(grid, 1, 1, &below, &above);
    p.check(kind == MPI_CART && size == members, "grid: kind %d, size %d", kind, size);
    p.check(got_dims == dims && got_periods == periods, "grid: dims or periods differ");
    p.check(here[0] * dims[1] + here[1] == p.rank, "grid: rank %d at %d, %d", p.rank, here[0],
            here[1]);
    p.check(above == (here[1] == 0 ? p.rank + 1 : MPI_PROC_NULL), "grid: rank %d is above", above);
    MPI_Comm row = MPI_COMM_NULL;
    const std::array<int, 2> keep{0, 1};
    MPI_Cart_sub(grid, keep.data(), &row);
    MPI_Comm_size(row, &size);
    p.check(size == dims[1], "a row of %d", size);
    check_row(p, row, here[1]);
    MPI_Comm_free(&row);
    MPI_Comm_free(&grid);
}

/// A ring of the first four.
void check_ring(Program &p) {
    const std::array<int, members> index{2, 4, 6, 8};
    const std::array<int, 2 * members> edges{3, 1, 0, 2, 1, 3, 2, 0};
    MPI_Comm ring = MPI_COMM_NULL;
    MPI_Graph_create(MPI_COMM_WORLD, members, index.data(), edges.data(), 0, &ring);
    p.check((ring != MPI_COMM_NULL) == (p.rank < members), "who is in the ring");
    if (ring == MPI_COMM_NULL) return;
    int kind = MPI_UNDEFINED;
    std::array<int, 2> neighbours{-1, -1};
    MPI_Topo_test(ring, &kind);
    MPI_Graph_neighbors(ring, p.rank, 2, neighbours.data());
    p.check(kind == MPI_GRAPH, "ring: kind %d", kind);
    p.check(neighbours[0] == edges[static_cast<std::size_t>(2 * p.rank)], "ring: neighbour %d",
            neighbours[0]);
    MPI_Comm_free(&ring);
}

void check_all(Program &p) {
    constexpr int rounds = 8;
    for (int round = 0; round < rounds; ++round) {
        check_grid(p);
        check_ring(p);
    }
}

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "small_grids");
    check_all(p);
    p.deaths_when_all_are_here();
    MPI_Barrier(MPI_COMM_WORLD); // from here on all know of them: no call is broken
    check_all(p);
    return p.finish();
}
