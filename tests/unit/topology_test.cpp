#include "runtime/support/topology.hpp"

#include "tests/unit/fixture.hpp"

#include <gtest/gtest.h>

namespace closeranks {
namespace {

using test::graph;
using test::grid;
using Ranks = std::vector<int>;

constexpr int none = MPI_PROC_NULL;

TEST(Neighbours, OfAGridComeByDimensionBelowBeforeAbove) {
    // 0 1 2
    // 3 4 5
    const Topology t = grid({2, 3}, {0, 0});
    EXPECT_EQ(neighbours_of(t, 4).sources, (Ranks{1, none, 3, 5}));
    EXPECT_EQ(neighbours_of(t, 4).destinations, (Ranks{1, none, 3, 5}));
    EXPECT_EQ(neighbours_of(t, 0).sources, (Ranks{none, 3, none, 1}));
    EXPECT_EQ(neighbours_of(t, 5).sources, (Ranks{2, none, 4, none}));
}

TEST(Neighbours, OfAPeriodicGridWrapAround) {
    const Topology t = grid({2, 3}, {1, 1});
    EXPECT_EQ(neighbours_of(t, 0).sources, (Ranks{3, 3, 2, 1}));
    EXPECT_EQ(neighbours_of(t, 5).sources, (Ranks{2, 2, 4, 3}));
}

TEST(Neighbours, InADimensionOfOneAreOnlyThereWhenItIsPeriodic) {
    EXPECT_EQ(neighbours_of(grid({1, 2}, {0, 0}), 1).sources, (Ranks{none, none, 0, none}));
    EXPECT_EQ(neighbours_of(grid({1, 2}, {1, 0}), 1).sources, (Ranks{1, 1, 0, none}));
}

TEST(Neighbours, OfAGridWithoutDimensionsAreNone) {
    EXPECT_TRUE(neighbours_of(grid({}, {}), 0).sources.empty());
}

TEST(Neighbours, OfAGraphAreItsEdgesInOrder) {
    const Topology t = graph({2, 3, 3, 6}, {1, 3, 0, 0, 0, 3});
    EXPECT_EQ(neighbours_of(t, 0).sources, (Ranks{1, 3}));
    EXPECT_EQ(neighbours_of(t, 1).sources, (Ranks{0}));
    EXPECT_EQ(neighbours_of(t, 2).sources, (Ranks{}));
    EXPECT_EQ(neighbours_of(t, 3).destinations, (Ranks{0, 0, 3}));
}

TEST(Neighbours, WithoutATopologyAreNone) {
    EXPECT_TRUE(neighbours_of(Topology{}, 0).sources.empty());
    EXPECT_FALSE(Topology{});
}

TEST(CaptureTopology, OfAPlainCommunicatorIsNone) {
    EXPECT_EQ(capture_topology(MPI_COMM_SELF).kind, Topology::Kind::none);
}

TEST(CaptureTopology, ReadsAGrid) {
    const Ranks dims{1, 1, 1};
    const Ranks periods{1, 0, 1};
    Comm comm;
    ASSERT_EQ(real.Cart_create(MPI_COMM_SELF, 3, dims.data(), periods.data(), 0, comm.out()), 0);
    const Topology t = capture_topology(comm.get());
    EXPECT_EQ(t.kind, Topology::Kind::cartesian);
    EXPECT_EQ(t.dims, dims);
    EXPECT_EQ(t.periods, periods);
}

TEST(CaptureTopology, ReadsAGridWithoutDimensions) {
    Comm comm;
    const int ignored = 0;
    ASSERT_EQ(real.Cart_create(MPI_COMM_SELF, 0, &ignored, &ignored, 0, comm.out()), 0);
    const Topology t = capture_topology(comm.get());
    EXPECT_EQ(t.kind, Topology::Kind::cartesian);
    EXPECT_TRUE(t.dims.empty());
}

TEST(CaptureTopology, ReadsAGraph) {
    const int index = 2;
    const Ranks edges{0, 0};
    Comm comm;
    ASSERT_EQ(real.Graph_create(MPI_COMM_SELF, 1, &index, edges.data(), 0, comm.out()), 0);
    const Topology t = capture_topology(comm.get());
    EXPECT_EQ(t.kind, Topology::Kind::graph);
    EXPECT_EQ(t.index, Ranks{2});
    EXPECT_EQ(t.edges, edges);
}

TEST(CaptureTopology, ReadsADistributedGraph) {
    const Ranks self{0, 0};
    const Ranks in{5, 6};
    const Ranks out{7};
    Comm comm;
    ASSERT_EQ(real.Dist_graph_create_adjacent(MPI_COMM_SELF, 2, self.data(), in.data(), 1,
                                              self.data(), out.data(), MPI_INFO_NULL, 0,
                                              comm.out()),
              0);
    const Topology t = capture_topology(comm.get());
    EXPECT_EQ(t.kind, Topology::Kind::distributed);
    EXPECT_TRUE(t.weighted);
    EXPECT_EQ(t.sources, self);
    EXPECT_EQ(t.source_weights, in);
    EXPECT_EQ(t.destinations, Ranks{0});
    EXPECT_EQ(t.destination_weights, out);
}

TEST(CaptureTopology, ReadsADistributedGraphWithoutWeightsOrEdges) {
    Comm comm;
    ASSERT_EQ(real.Dist_graph_create_adjacent(MPI_COMM_SELF, 0, nullptr, MPI_UNWEIGHTED, 0, nullptr,
                                              MPI_UNWEIGHTED, MPI_INFO_NULL, 0, comm.out()),
              0);
    const Topology t = capture_topology(comm.get());
    EXPECT_EQ(t.kind, Topology::Kind::distributed);
    EXPECT_FALSE(t.weighted);
    EXPECT_TRUE(t.sources.empty());
    EXPECT_TRUE(t.destinations.empty());
}

} // namespace
} // namespace closeranks
