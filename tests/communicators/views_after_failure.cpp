// Local queries answer in the program's numbering, also on communicators that were made when ranks
// were missing already: dup keeps size, ranks, group and topology.

#include "survivors.hpp"

using namespace survivors;
using Ints = std::vector<int>;

namespace {

MPI_Comm duplicate(MPI_Comm comm) {
    MPI_Comm twin = MPI_COMM_NULL;
    MPI_Comm_dup(comm, &twin);
    return twin;
}

int compare(MPI_Comm a, MPI_Comm b) {
    int result = -1;
    MPI_Comm_compare(a, b, &result);
    return result;
}

void check_numbering(Program &p, MPI_Comm comm, const char *what) {
    int size = 0;
    int rank = 0;
    int group_size = 0;
    int group_rank = 0;
    int relation = 0;
    MPI_Group group = MPI_GROUP_NULL;
    MPI_Group world_group = MPI_GROUP_NULL;
    MPI_Comm_size(comm, &size);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_group(comm, &group);
    MPI_Comm_group(MPI_COMM_WORLD, &world_group);
    MPI_Group_size(group, &group_size);
    MPI_Group_rank(group, &group_rank);
    MPI_Group_compare(group, world_group, &relation);
    p.check(size == p.size && group_size == p.size, "%s: size is %d, group size %d", what, size,
            group_size);
    p.check(rank == p.rank && group_rank == p.rank, "%s: rank is %d, group rank %d", what, rank,
            group_rank);
    p.check(relation == MPI_IDENT, "%s: group is not that of the world (%d)", what, relation);
    MPI_Group_free(&group);
    MPI_Group_free(&world_group);
}

void check_comparisons(Program &p, MPI_Comm before, MPI_Comm after) {
    MPI_Comm reversed = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, 0, -p.rank, &reversed);
    const bool alone = p.size - p.count_missing() == 1;
    p.check(compare(after, after) == MPI_IDENT, "a communicator is not itself");
    p.check(compare(after, before) == MPI_CONGRUENT, "dup after is not congruent to dup before");
    p.check(compare(MPI_COMM_WORLD, after) == MPI_CONGRUENT, "dup is not congruent to the world");
    p.check(compare(after, MPI_COMM_SELF) == (p.size == 1 ? MPI_CONGRUENT : MPI_UNEQUAL),
            "dup compared with self");
    // Split numbers the survivors: the same processes only while nobody is missing.
    const int expected = p.count_missing() > 0 ? MPI_UNEQUAL : alone ? MPI_CONGRUENT : MPI_SIMILAR;
    p.check(compare(after, reversed) == expected, "dup compared with split is %d, not %d",
            compare(after, reversed), expected);
    MPI_Comm_free(&reversed);
}

void check_grid(Program &p, MPI_Comm grid, const Ints &dims, const char *what) {
    int kind = MPI_UNDEFINED;
    int ndims = 0;
    int source = 0;
    int destination = 0;
    int rank = -1;
    Ints got_dims(2);
    Ints periods(2);
    Ints coords(2);
    const int row = p.rank / dims[1];
    const int column = p.rank % dims[1];
    MPI_Topo_test(grid, &kind);
    MPI_Cartdim_get(grid, &ndims);
    MPI_Cart_get(grid, 2, got_dims.data(), periods.data(), coords.data());
    p.check(kind == MPI_CART && ndims == 2, "%s: topology %d of %d dimensions", what, kind, ndims);
    p.check_equal(got_dims, dims, what);
    p.check_equal(periods, {0, 1}, what);
    p.check_equal(coords, {row, column}, what);
    for (int r = 0; r < p.size; ++r) {
        MPI_Cart_coords(grid, r, 2, coords.data());
        MPI_Cart_rank(grid, coords.data(), &rank);
        p.check_equal(coords, {r / dims[1], r % dims[1]}, what);
        p.check(rank == r, "%s: rank at the coordinates of %d is %d", what, r, rank);
    }
    MPI_Cart_shift(grid, 0, 1, &source, &destination);
    p.check(source == (row == 0 ? MPI_PROC_NULL : p.rank - dims[1]), "%s: shift from %d", what,
            source);
    p.check(destination == (row + 1 == dims[0] ? MPI_PROC_NULL : p.rank + dims[1]),
            "%s: shift to %d", what, destination);
    MPI_Cart_shift(grid, 1, -1, &source, &destination);
    p.check(source == row * dims[1] + (column + 1) % dims[1], "%s: shift back from %d", what,
            source);
}

/// A chain 0 - 1 - 2 - ...
MPI_Comm make_chain(const Program &p) {
    MPI_Comm comm = MPI_COMM_NULL;
    Ints index;
    Ints edges;
    for (int r = 0; r < p.size; ++r) {
        if (r > 0) edges.push_back(r - 1);
        if (r + 1 < p.size) edges.push_back(r + 1);
        index.push_back(static_cast<int>(edges.size()));
    }
    MPI_Graph_create(MPI_COMM_WORLD, p.size, index.data(), edges.data(), 0, &comm);
    return comm;
}

void check_chain(Program &p, MPI_Comm chain, const char *what) {
    int nodes = 0;
    int edges = 0;
    int degree = 0;
    int kind = MPI_UNDEFINED;
    Ints index(at(p.size));
    Ints list(at(2 * p.size));
    MPI_Topo_test(chain, &kind);
    MPI_Graphdims_get(chain, &nodes, &edges);
    p.check(kind == MPI_GRAPH && nodes == p.size && edges == 2 * p.size - 2,
            "%s: %d nodes, %d edges", what, nodes, edges);
    MPI_Graph_get(chain, nodes, edges, index.data(), list.data());
    p.check(index.back() == edges, "%s: index ends with %d", what, index.back());
    for (int r = 0; r < p.size; ++r) {
        MPI_Graph_neighbors_count(chain, r, &degree);
        MPI_Graph_neighbors(chain, r, degree, list.data());
        const Ints got(list.begin(), list.begin() + degree);
        Ints expected;
        if (r > 0) expected.push_back(r - 1);
        if (r + 1 < p.size) expected.push_back(r + 1);
        p.check_equal(got, expected, what);
    }
}

MPI_Comm make_arrow(const Program &p) {
    MPI_Comm comm = MPI_COMM_NULL;
    const Ints source{(p.rank + p.size - 1) % p.size};
    const Ints destination{(p.rank + 1) % p.size};
    const Ints in_weight{source[0] + 100};
    const Ints out_weight{p.rank + 100};
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, source.data(), in_weight.data(), 1,
                                   destination.data(), out_weight.data(), MPI_INFO_NULL, 0, &comm);
    return comm;
}

void check_arrow(Program &p, MPI_Comm arrow, const char *what) {
    int in = 0;
    int out = 0;
    int weighted = 0;
    Ints values(4);
    MPI_Dist_graph_neighbors_count(arrow, &in, &out, &weighted);
    p.check(in == 1 && out == 1 && weighted != 0, "%s: degrees %d and %d", what, in, out);
    MPI_Dist_graph_neighbors(arrow, 1, &values[0], &values[1], 1, &values[2], &values[3]);
    const int left = (p.rank + p.size - 1) % p.size;
    p.check_equal(values, {left, left + 100, (p.rank + 1) % p.size, p.rank + 100}, what);
}

/// The errors of queries are the program's own and raise its error handler on its communicator.
int raised = 0;
void count_error(MPI_Comm *, int *, ...) { ++raised; }

void check_errors(Program &p, MPI_Comm comm) {
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    int value = 0;
    MPI_Comm_create_errhandler(count_error, &handler);
    MPI_Comm_set_errhandler(comm, handler);
    raised = 0;
    p.check(MPI_Cartdim_get(comm, &value) == MPI_ERR_TOPOLOGY, "no error without a topology");
    p.check(raised == 1, "the error handler ran %d times", raised);
    MPI_Errhandler_free(&handler);
}

struct Comms {
    MPI_Comm plain;
    MPI_Comm grid;
    MPI_Comm chain;
    MPI_Comm arrow;
};

void check_all(Program &p, const Comms &c, const Ints &dims, const char *what) {
    check_numbering(p, c.plain, what);
    check_numbering(p, c.grid, what);
    check_grid(p, c.grid, dims, what);
    check_chain(p, c.chain, what);
    check_arrow(p, c.arrow, what);
}

} // namespace

int main(int argc, char **argv) {
    Program p(argc, argv, "views_after_failure");
    Ints dims{0, 0};
    const Ints periods{0, 1};
    MPI_Dims_create(p.size, 2, dims.data());
    Comms before{duplicate(MPI_COMM_WORLD), MPI_COMM_NULL, make_chain(p), make_arrow(p)};
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims.data(), periods.data(), 0, &before.grid);
    check_all(p, before, dims, "made before");
    p.deaths_when_all_are_here();

    const Comms after{duplicate(MPI_COMM_WORLD), duplicate(before.grid), duplicate(before.chain),
                      duplicate(before.arrow)};
    Comms made{duplicate(after.plain), MPI_COMM_NULL, make_chain(p), make_arrow(p)};
    MPI_Cart_create(after.plain, 2, dims.data(), periods.data(), 0, &made.grid);
    check_all(p, before, dims, "made before");
    check_all(p, after, dims, "duplicated after");
    check_all(p, made, dims, "made after");
    check_comparisons(p, before.plain, after.plain);
    check_errors(p, after.plain);

    // They also work: a message to the right neighbour and a sum.
    int sum = 0;
    int expected = 0;
    MPI_Allreduce(&p.rank, &sum, 1, MPI_INT, MPI_SUM, after.grid);
    for (int r = 0; r < p.size; ++r)
        expected += p.is_missing(r) ? 0 : r;
    p.check(sum == expected, "Allreduce on the duplicate gives %d, not %d", sum, expected);
    for (const Comms &c : {before, after, made})
        for (MPI_Comm comm : {c.plain, c.grid, c.chain, c.arrow})
            MPI_Comm_free(&comm);
    return p.finish();
}
