#include "generated/replicas/calls.hpp"
#include "runtime/replication/communicator.hpp"
#include "runtime/replication/raising.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

/// Queries of topologies: purely local. The arguments are checked as Open MPI checks them.

namespace closeranks::replication {

namespace answers {

namespace {

using Kind = Topology::Kind;

/// Fills an array argument of `room` elements, as far as `from` has elements and there is room.
void fill(const std::vector<int> &from, int room, int to[]) noexcept {
    std::copy_n(from.begin(), std::min(static_cast<std::size_t>(room), from.size()), to);
}

int check(const Communicator &c, Kind kind, bool arguments_valid) noexcept {
    if (!arguments_valid) return MPI_ERR_ARG;
    return c.topology.kind == kind ? MPI_SUCCESS : MPI_ERR_TOPOLOGY;
}

bool is_rank(const Communicator &c, int rank) noexcept { return rank >= 0 && rank < c.size(); }

/// The rank at `coords`, wrapped around in periodic dimensions; MPI_PROC_NULL outside of the grid
/// in the others.
int rank_at(const Topology &t, const int coords[]) noexcept {
    int rank = 0;
    for (std::size_t d = 0; d < t.dims.size(); ++d) {
        const int extent = t.dims[d];
        if (t.periods[d] == 0 && (coords[d] < 0 || coords[d] >= extent)) return MPI_PROC_NULL;
        rank = rank * extent + (coords[d] % extent + extent) % extent;
    }
    return rank;
}

/// The rank `disp` steps along dimension `d` from `coords`.
int shifted(const Topology &t, std::vector<int> coords, std::size_t d, int disp) noexcept {
    // Steps around the grid do not count, which also keeps the sum from overflowing.
    const int extent = t.dims[d];
    if (t.periods[d] != 0) disp %= extent;
    if (disp > extent || disp < -extent) return MPI_PROC_NULL;
    coords[d] += disp;
    return rank_at(t, coords.data());
}

int topo_test(Communicator &c, int *status) {
    if (status == nullptr) return MPI_ERR_ARG;
    switch (c.topology.kind) {
    case Kind::none:
        *status = MPI_UNDEFINED;
        break;
    case Kind::cartesian:
        *status = MPI_CART;
        break;
    case Kind::graph:
        *status = MPI_GRAPH;
        break;
    case Kind::distributed:
        *status = MPI_DIST_GRAPH;
        break;
    }
    return MPI_SUCCESS;
}

int cartdim_get(Communicator &c, int *ndims) {
    const int code = check(c, Kind::cartesian, ndims != nullptr);
    if (code == MPI_SUCCESS) *ndims = static_cast<int>(c.topology.dims.size());
    return code;
}

int cart_get(Communicator &c, int maxdims, int dims[], int periods[], int coords[]) {
    const bool arrays = dims != nullptr && periods != nullptr && coords != nullptr;
    const int code = check(c, Kind::cartesian, maxdims == 0 || (maxdims > 0 && arrays));
    if (code == MPI_SUCCESS) {
        fill(c.topology.dims, maxdims, dims);
        fill(c.topology.periods, maxdims, periods);
        fill(coordinates_of(c.topology.dims, c.place), maxdims, coords);
    }
    return code;
}

int cart_rank(Communicator &c, const int coords[], int *rank) {
    if (c.topology.kind != Kind::cartesian) return MPI_ERR_TOPOLOGY;
    if (rank == nullptr || (coords == nullptr && !c.topology.dims.empty())) return MPI_ERR_ARG;
    const int found = rank_at(c.topology, coords);
    if (found == MPI_PROC_NULL) return MPI_ERR_ARG;
    *rank = found;
    return MPI_SUCCESS;
}

int cart_coords(Communicator &c, int rank, int maxdims, int coords[]) {
    if (maxdims < 0 || (maxdims > 0 && coords == nullptr)) return MPI_ERR_ARG;
    if (!is_rank(c, rank)) return MPI_ERR_RANK;
    if (c.topology.kind != Kind::cartesian) return MPI_ERR_TOPOLOGY;
    fill(coordinates_of(c.topology.dims, rank), maxdims, coords);
    return MPI_SUCCESS;
}

int cart_shift(Communicator &c, int direction, int disp, int *rank_source, int *rank_dest) {
    if (direction < 0) return MPI_ERR_DIMS;
    if (rank_source == nullptr || rank_dest == nullptr) return MPI_ERR_ARG;
    if (c.topology.kind != Kind::cartesian) return MPI_ERR_TOPOLOGY;
    const auto dimension = static_cast<std::size_t>(direction);
    if (dimension >= c.topology.dims.size()) return MPI_ERR_DIMS;
    const std::vector<int> here = coordinates_of(c.topology.dims, c.place);
    *rank_source = shifted(c.topology, here, dimension, -disp);
    *rank_dest = shifted(c.topology, here, dimension, disp);
    return MPI_SUCCESS;
}

/// As Open MPI answers: the first ranks have a place, in their order.
int answer_place(Communicator &c, std::int64_t places, int *newrank) noexcept {
    *newrank = c.place < places ? c.place : MPI_UNDEFINED;
    return MPI_SUCCESS;
}

int cart_map(Communicator &c, int ndims, const int dims[], const int periods[], int *newrank) {
    if (c.is_inter()) return MPI_ERR_COMM;
    if (ndims < 0 || dims == nullptr || periods == nullptr || newrank == nullptr)
        return MPI_ERR_ARG;
    std::int64_t places = 1;
    for (int d = 0; d < ndims; ++d) {
        if (dims[d] <= 0) return MPI_ERR_DIMS;
        places *= dims[d];
        if (places > c.size()) return MPI_ERR_DIMS;
    }
    return answer_place(c, places, newrank);
}

int graph_map(Communicator &c, int nnodes, const int index[], const int edges[], int *newrank) {
    if (c.is_inter()) return MPI_ERR_COMM;
    if (nnodes < 1 || nnodes > c.size() || index == nullptr || edges == nullptr ||
        newrank == nullptr)
        return MPI_ERR_ARG;
    return answer_place(c, nnodes, newrank);
}

int graphdims_get(Communicator &c, int *nnodes, int *nedges) {
    const int code = check(c, Kind::graph, nnodes != nullptr && nedges != nullptr);
    if (code == MPI_SUCCESS) {
        *nnodes = static_cast<int>(c.topology.index.size());
        *nedges = static_cast<int>(c.topology.edges.size());
    }
    return code;
}

int graph_get(Communicator &c, int maxindex, int maxedges, int index[], int edges[]) {
    const int code = check(c, Kind::graph,
                           maxindex >= 0 && maxedges >= 0 && index != nullptr && edges != nullptr);
    if (code == MPI_SUCCESS) {
        fill(c.topology.index, maxindex, index);
        fill(c.topology.edges, maxedges, edges);
    }
    return code;
}

int graph_neighbors_count(Communicator &c, int rank, int *nneighbors) {
    if (!is_rank(c, rank)) return MPI_ERR_RANK;
    const int code = check(c, Kind::graph, nneighbors != nullptr);
    if (code == MPI_SUCCESS)
        *nneighbors = static_cast<int>(neighbours_of(c.topology, rank).sources.size());
    return code;
}

int graph_neighbors(Communicator &c, int rank, int maxneighbors, int neighbors[]) {
    if (maxneighbors < 0 || (maxneighbors > 0 && neighbors == nullptr)) return MPI_ERR_ARG;
    if (!is_rank(c, rank)) return MPI_ERR_RANK;
    if (c.topology.kind != Kind::graph) return MPI_ERR_TOPOLOGY;
    fill(neighbours_of(c.topology, rank).sources, maxneighbors, neighbors);
    return MPI_SUCCESS;
}

int dist_graph_neighbors_count(Communicator &c, int *indegree, int *outdegree, int *weighted) {
    const bool places = indegree != nullptr && outdegree != nullptr && weighted != nullptr;
    const int code = check(c, Kind::distributed, places);
    if (code == MPI_SUCCESS) {
        *indegree = static_cast<int>(c.topology.sources.size());
        *outdegree = static_cast<int>(c.topology.destinations.size());
        *weighted = c.topology.weighted ? 1 : 0;
    }
    return code;
}

int dist_graph_neighbors(Communicator &c, int maxindegree, int sources[], int sourceweights[],
                         int maxoutdegree, int destinations[], int destweights[]) {
    const bool in =
        maxindegree == 0 || (maxindegree > 0 && sources != nullptr && sourceweights != nullptr);
    const bool out = maxoutdegree == 0 ||
                     (maxoutdegree > 0 && destinations != nullptr && destweights != nullptr);
    const int code = check(c, Kind::distributed, in && out);
    if (code == MPI_SUCCESS) {
        fill(c.topology.sources, maxindegree, sources);
        fill(c.topology.destinations, maxoutdegree, destinations);
        // Without weights there is nothing to fill in, and MPI_UNWEIGHTED is no array.
        if (sourceweights != MPI_UNWEIGHTED)
            fill(c.topology.source_weights, maxindegree, sourceweights);
        if (destweights != MPI_UNWEIGHTED)
            fill(c.topology.destination_weights, maxoutdegree, destweights);
    }
    return code;
}

} // namespace

} // namespace answers

namespace {

/// The communicator's answer. For a communicator that the program does not have: the MPI's answer.
template <typename Real, typename Answer, typename... Arguments>
int query(MPI_Comm comm, Real real_query, Answer answer, Arguments... arguments) {
    Communicator *const c = find(comm);
    if (c == nullptr) return real_query(comm, arguments...);
    return raise(comm, answer(*c, arguments...));
}

} // namespace

namespace calls {

int topo_test(MPI_Comm comm, int *status) {
    return query(comm, real.Topo_test, answers::topo_test, status);
}

int cartdim_get(MPI_Comm comm, int *ndims) {
    return query(comm, real.Cartdim_get, answers::cartdim_get, ndims);
}

int cart_get(MPI_Comm comm, int maxdims, int dims[], int periods[], int coords[]) {
    return query(comm, real.Cart_get, answers::cart_get, maxdims, dims, periods, coords);
}

int cart_rank(MPI_Comm comm, const int coords[], int *rank) {
    return query(comm, real.Cart_rank, answers::cart_rank, coords, rank);
}

int cart_coords(MPI_Comm comm, int rank, int maxdims, int coords[]) {
    return query(comm, real.Cart_coords, answers::cart_coords, rank, maxdims, coords);
}

int cart_shift(MPI_Comm comm, int direction, int disp, int *rank_source, int *rank_dest) {
    return query(comm, real.Cart_shift, answers::cart_shift, direction, disp, rank_source,
                 rank_dest);
}

int cart_map(MPI_Comm comm, int ndims, const int dims[], const int periods[], int *newrank) {
    return query(comm, real.Cart_map, answers::cart_map, ndims, dims, periods, newrank);
}

int graph_map(MPI_Comm comm, int nnodes, const int index[], const int edges[], int *newrank) {
    return query(comm, real.Graph_map, answers::graph_map, nnodes, index, edges, newrank);
}

int graphdims_get(MPI_Comm comm, int *nnodes, int *nedges) {
    return query(comm, real.Graphdims_get, answers::graphdims_get, nnodes, nedges);
}

int graph_get(MPI_Comm comm, int maxindex, int maxedges, int index[], int edges[]) {
    return query(comm, real.Graph_get, answers::graph_get, maxindex, maxedges, index, edges);
}

int graph_neighbors_count(MPI_Comm comm, int rank, int *nneighbors) {
    return query(comm, real.Graph_neighbors_count, answers::graph_neighbors_count, rank,
                 nneighbors);
}

int graph_neighbors(MPI_Comm comm, int rank, int maxneighbors, int neighbors[]) {
    return query(comm, real.Graph_neighbors, answers::graph_neighbors, rank, maxneighbors,
                 neighbors);
}

int dist_graph_neighbors_count(MPI_Comm comm, int *indegree, int *outdegree, int *weighted) {
    return query(comm, real.Dist_graph_neighbors_count, answers::dist_graph_neighbors_count,
                 indegree, outdegree, weighted);
}

int dist_graph_neighbors(MPI_Comm comm, int maxindegree, int sources[], int sourceweights[],
                         int maxoutdegree, int destinations[], int destweights[]) {
    return query(comm, real.Dist_graph_neighbors, answers::dist_graph_neighbors, maxindegree,
                 sources, sourceweights, maxoutdegree, destinations, destweights);
}

} // namespace calls

} // namespace closeranks::replication
