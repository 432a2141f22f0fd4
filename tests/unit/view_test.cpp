#include "runtime/communicators/view.hpp"

#include "tests/unit/fixture.hpp"

#include <gtest/gtest.h>

namespace closeranks {
namespace {

using test::graph;
using test::grid;
using test::LoneSurvivor;
using Ints = std::vector<int>;

constexpr int nowhere = MPI_PROC_NULL;

TEST(View, AnswersForTheProgramsNumbering) {
    LoneSurvivor c(5, 3);
    int size = 0;
    int rank = 0;
    int status = 0;
    EXPECT_EQ(view_comm_size(c, &size), MPI_SUCCESS);
    EXPECT_EQ(view_comm_rank(c, &rank), MPI_SUCCESS);
    EXPECT_EQ(view_topo_test(c, &status), MPI_SUCCESS);
    EXPECT_EQ(size, 5);
    EXPECT_EQ(rank, 3);
    EXPECT_EQ(status, MPI_UNDEFINED);
}

TEST(View, GivesAGroupThatTheProgramMayFree) {
    LoneSurvivor c(1, 0);
    for (int again = 0; again < 3; ++again) {
        MPI_Group group = MPI_GROUP_NULL;
        int result = MPI_UNEQUAL;
        ASSERT_EQ(view_comm_group(c, &group), MPI_SUCCESS);
        ASSERT_EQ(real.Group_compare(group, c.identity.group(), &result), MPI_SUCCESS);
        EXPECT_EQ(result, MPI_IDENT);
        ASSERT_EQ(real.Group_free(&group), MPI_SUCCESS);
    }
}

TEST(View, ComparesCommunicators) {
    Comm twin;
    int result = MPI_UNEQUAL;
    ASSERT_EQ(real.Comm_dup(MPI_COMM_SELF, twin.out()), MPI_SUCCESS);
    EXPECT_EQ(view_comm_compare(MPI_COMM_SELF, MPI_COMM_SELF, &result), MPI_SUCCESS);
    EXPECT_EQ(result, MPI_IDENT);
    EXPECT_EQ(view_comm_compare(MPI_COMM_SELF, twin.get(), &result), MPI_SUCCESS);
    EXPECT_EQ(result, MPI_CONGRUENT);
}

TEST(View, AnswersForAGrid) {
    // 0 1 2   periodic
    // 3 4 5   across
    LoneSurvivor c(6, 5);
    c.lay_out(grid({2, 3}, {0, 1}));
    int status = 0;
    int ndims = 0;
    Ints dims(2);
    Ints periods(2);
    Ints coords(2);
    EXPECT_EQ(view_topo_test(c, &status), MPI_SUCCESS);
    EXPECT_EQ(status, MPI_CART);
    EXPECT_EQ(view_cartdim_get(c, &ndims), MPI_SUCCESS);
    EXPECT_EQ(ndims, 2);
    EXPECT_EQ(view_cart_get(c, 2, dims.data(), periods.data(), coords.data()), MPI_SUCCESS);
    EXPECT_EQ(dims, (Ints{2, 3}));
    EXPECT_EQ(periods, (Ints{0, 1}));
    EXPECT_EQ(coords, (Ints{1, 2}));
    EXPECT_EQ(view_cart_coords(c, 1, 2, coords.data()), MPI_SUCCESS);
    EXPECT_EQ(coords, (Ints{0, 1}));
    coords.assign(2, -1);
    EXPECT_EQ(view_cart_coords(c, 5, 1, coords.data()), MPI_SUCCESS);
    EXPECT_EQ(coords, (Ints{1, -1}));
}

TEST(View, FindsRanksOnAGrid) {
    LoneSurvivor c(6, 5);
    c.lay_out(grid({2, 3}, {0, 1}));
    int rank = 0;
    EXPECT_EQ(view_cart_rank(c, Ints{1, 1}.data(), &rank), MPI_SUCCESS);
    EXPECT_EQ(rank, 4);
    EXPECT_EQ(view_cart_rank(c, Ints{1, -4}.data(), &rank), MPI_SUCCESS);
    EXPECT_EQ(rank, 5);
    EXPECT_EQ(view_cart_rank(c, Ints{2, 0}.data(), &rank), MPI_ERR_ARG);
    EXPECT_EQ(view_cart_rank(c, nullptr, &rank), MPI_ERR_ARG);
    c.lay_out(grid({}, {}));
    EXPECT_EQ(view_cart_rank(c, nullptr, &rank), MPI_SUCCESS);
    EXPECT_EQ(rank, 0);
}

TEST(View, ShiftsAlongAGrid) {
    LoneSurvivor c(6, 5);
    c.lay_out(grid({2, 3}, {0, 1}));
    int source = 0;
    int destination = 0;
    const auto shift = [&](int direction, int disp) {
        EXPECT_EQ(view_cart_shift(c, direction, disp, &source, &destination), MPI_SUCCESS);
        return Ints{source, destination};
    };
    EXPECT_EQ(shift(0, 1), (Ints{2, nowhere}));
    EXPECT_EQ(shift(0, -1), (Ints{nowhere, 2}));
    EXPECT_EQ(shift(1, 1), (Ints{4, 3}));
    EXPECT_EQ(shift(1, 2), (Ints{3, 4}));
    EXPECT_EQ(shift(1, 3), (Ints{5, 5}));
    EXPECT_EQ(shift(1, -2000000000), (Ints{4, 3}));
    EXPECT_EQ(shift(0, 2000000000), (Ints{nowhere, nowhere}));
    EXPECT_EQ(shift(0, 0), (Ints{5, 5}));
    EXPECT_EQ(view_cart_shift(c, 2, 1, &source, &destination), MPI_ERR_DIMS);
    EXPECT_EQ(view_cart_shift(c, -1, 1, &source, &destination), MPI_ERR_DIMS);
}

TEST(View, AnswersForAGraph) {
    LoneSurvivor c(3, 1);
    c.lay_out(graph({1, 3, 4}, {1, 0, 2, 1}));
    int nodes = 0;
    int edges = 0;
    int count = 0;
    Ints index(3, -1);
    Ints list(4, -1);
    EXPECT_EQ(view_graphdims_get(c, &nodes, &edges), MPI_SUCCESS);
    EXPECT_EQ(nodes, 3);
    EXPECT_EQ(edges, 4);
    EXPECT_EQ(view_graph_get(c, 2, 4, index.data(), list.data()), MPI_SUCCESS);
    EXPECT_EQ(index, (Ints{1, 3, -1}));
    EXPECT_EQ(list, (Ints{1, 0, 2, 1}));
    EXPECT_EQ(view_graph_neighbors_count(c, 1, &count), MPI_SUCCESS);
    EXPECT_EQ(count, 2);
    list.assign(4, -1);
    EXPECT_EQ(view_graph_neighbors(c, 1, 4, list.data()), MPI_SUCCESS);
    EXPECT_EQ(list, (Ints{0, 2, -1, -1}));
    EXPECT_EQ(view_graph_neighbors(c, 3, 4, list.data()), MPI_ERR_RANK);
    EXPECT_EQ(view_graph_get(c, 3, 4, nullptr, list.data()), MPI_ERR_ARG);
}

TEST(View, AnswersForADistributedGraph) {
    LoneSurvivor c(4, 1);
    c.lay_out({.kind = Topology::Kind::distributed,
               .sources = {0, 3},
               .source_weights = {5, 6},
               .destinations = {2},
               .destination_weights = {7},
               .weighted = true});
    int in = 0;
    int out = 0;
    int weighted = 0;
    Ints sources(2);
    Ints source_weights(2);
    Ints destinations(1);
    EXPECT_EQ(view_dist_graph_neighbors_count(c, &in, &out, &weighted), MPI_SUCCESS);
    EXPECT_EQ((Ints{in, out, weighted}), (Ints{2, 1, 1}));
    EXPECT_EQ(view_dist_graph_neighbors(c, 2, sources.data(), source_weights.data(), 1,
                                        destinations.data(), MPI_UNWEIGHTED),
              MPI_SUCCESS);
    EXPECT_EQ(sources, (Ints{0, 3}));
    EXPECT_EQ(source_weights, (Ints{5, 6}));
    EXPECT_EQ(destinations, (Ints{2}));
    EXPECT_EQ(view_dist_graph_neighbors(c, 2, nullptr, MPI_UNWEIGHTED, 0, nullptr, nullptr),
              MPI_ERR_ARG);
}

TEST(View, RefusesQueriesOfAnotherTopology) {
    LoneSurvivor c(4, 1);
    int value = 0;
    Ints array(4);
    EXPECT_EQ(view_cartdim_get(c, &value), MPI_ERR_TOPOLOGY);
    EXPECT_EQ(view_cart_get(c, 0, nullptr, nullptr, nullptr), MPI_ERR_TOPOLOGY);
    EXPECT_EQ(view_cart_rank(c, array.data(), &value), MPI_ERR_TOPOLOGY);
    EXPECT_EQ(view_cart_coords(c, 0, 4, array.data()), MPI_ERR_TOPOLOGY);
    EXPECT_EQ(view_cart_shift(c, 0, 1, &value, &value), MPI_ERR_TOPOLOGY);
    c.lay_out(grid({4}, {0}));
    EXPECT_EQ(view_graphdims_get(c, &value, &value), MPI_ERR_TOPOLOGY);
    EXPECT_EQ(view_graph_neighbors(c, 0, 4, array.data()), MPI_ERR_TOPOLOGY);
    EXPECT_EQ(view_graph_neighbors_count(c, 0, &value), MPI_ERR_TOPOLOGY);
    EXPECT_EQ(view_dist_graph_neighbors_count(c, &value, &value, &value), MPI_ERR_TOPOLOGY);
    EXPECT_EQ(view_cart_coords(c, 4, 4, array.data()), MPI_ERR_RANK);
}

} // namespace
} // namespace closeranks
