#include "runtime/support/topology.hpp"

#include "runtime/support/real.hpp"

#include <cstddef>
#include <functional>
#include <numeric>

namespace closeranks {

namespace {

std::vector<int> ints(int count) { return std::vector<int>(static_cast<std::size_t>(count)); }

/// Used if the topology cannot be read: no topology, so that the neighbourhood collectives raise
/// the error.
const Topology nothing{};

Topology capture_cartesian(MPI_Comm comm) {
    int ndims = 0;
    if (real.Cartdim_get(comm, &ndims) != MPI_SUCCESS) return nothing;
    Topology t{.kind = Topology::Kind::cartesian, .dims = ints(ndims), .periods = ints(ndims)};
    auto coords = ints(ndims);
    if (real.Cart_get(comm, ndims, t.dims.data(), t.periods.data(), coords.data()) != MPI_SUCCESS)
        return nothing;
    return t;
}

Topology capture_graph(MPI_Comm comm) {
    int nodes = 0;
    int edges = 0;
    if (real.Graphdims_get(comm, &nodes, &edges) != MPI_SUCCESS) return nothing;
    Topology t{.kind = Topology::Kind::graph, .index = ints(nodes), .edges = ints(edges)};
    // Open MPI rejects null pointers even for arrays of no elements.
    t.index.reserve(1);
    t.edges.reserve(1);
    if (real.Graph_get(comm, nodes, edges, t.index.data(), t.edges.data()) != MPI_SUCCESS)
        return nothing;
    return t;
}

Topology capture_distributed(MPI_Comm comm) {
    int indegree = 0;
    int outdegree = 0;
    int weighted = 0;
    if (real.Dist_graph_neighbors_count(comm, &indegree, &outdegree, &weighted) != MPI_SUCCESS)
        return nothing;
    Topology t{.kind = Topology::Kind::distributed,
               .sources = ints(indegree),
               .destinations = ints(outdegree),
               .weighted = weighted != 0};
    if (t.weighted) {
        t.source_weights = ints(indegree);
        t.destination_weights = ints(outdegree);
    }
    if (real.Dist_graph_neighbors(
            comm, indegree, t.sources.data(), t.weighted ? t.source_weights.data() : MPI_UNWEIGHTED,
            outdegree, t.destinations.data(),
            t.weighted ? t.destination_weights.data() : MPI_UNWEIGHTED) != MPI_SUCCESS)
        return nothing;
    return t;
}

Neighbours cartesian_neighbours(const Topology &t, int rank) {
    std::vector<int> list;
    list.reserve(2 * t.dims.size());
    int below = std::accumulate(t.dims.begin(), t.dims.end(), 1, std::multiplies<>());
    for (std::size_t d = 0; d < t.dims.size(); ++d) {
        const int extent = t.dims[d];
        below /= extent; // ranks in one step along this dimension
        const int here = rank / below % extent;
        for (int step : {-1, 1}) {
            const int there = (here + step + extent) % extent;
            const bool outside = here + step < 0 || here + step >= extent;
            list.push_back(outside && t.periods[d] == 0 ? MPI_PROC_NULL
                                                        : rank + (there - here) * below);
        }
    }
    return {list, list};
}

Neighbours graph_neighbours(const Topology &t, int rank) {
    const auto node = static_cast<std::size_t>(rank);
    const auto begin = t.edges.begin() + (rank == 0 ? 0 : t.index[node - 1]);
    const std::vector<int> list(begin, t.edges.begin() + t.index[node]);
    return {list, list};
}

} // namespace

Topology capture_topology(MPI_Comm comm) {
    int kind = MPI_UNDEFINED;
    if (real.Topo_test(comm, &kind) != MPI_SUCCESS) return nothing;
    switch (kind) {
    case MPI_CART:
        return capture_cartesian(comm);
    case MPI_GRAPH:
        return capture_graph(comm);
    case MPI_DIST_GRAPH:
        return capture_distributed(comm);
    default:
        return nothing;
    }
}

std::vector<int> coordinates_of(const std::vector<int> &dims, int rank) {
    std::vector<int> coords(dims.size());
    for (std::size_t d = dims.size(); d-- > 0; rank /= dims[d])
        coords[d] = rank % dims[d];
    return coords;
}

Neighbours neighbours_of(const Topology &topology, int rank) {
    switch (topology.kind) {
    case Topology::Kind::cartesian:
        return cartesian_neighbours(topology, rank);
    case Topology::Kind::graph:
        return graph_neighbours(topology, rank);
    case Topology::Kind::distributed:
        return {topology.sources, topology.destinations};
    case Topology::Kind::none:
        break;
    }
    return {};
}

} // namespace closeranks
