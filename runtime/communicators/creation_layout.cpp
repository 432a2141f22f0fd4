// The result of a topology constructor while ranks are missing, described in the program's
// numbering.

#include "runtime/communicators/creation_calls.hpp"
#include "runtime/communicators/returning.hpp"
#include "runtime/core/entry.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/support/gather_lists.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>

namespace closeranks {

namespace {

std::size_t index_of(int i) { return static_cast<std::size_t>(i); }

std::vector<int> first_ranks(int count) {
    std::vector<int> ranks(index_of(count));
    std::iota(ranks.begin(), ranks.end(), 0);
    return ranks;
}

CreationLayout genuine_error(int code) {
    CreationLayout layout;
    layout.code = code;
    return layout;
}

/// Edges as Dist_graph_create names them: from, to, weight.
struct Edge {
    int source;
    int destination;
    int weight;
};

bool weighted(const int weights[]) {
    return weights != MPI_UNWEIGHTED && weights != MPI_WEIGHTS_EMPTY;
}

/// True if `neighbours` and `weights` describe `count` edges of `parent`, as Open MPI checks them.
bool are_edges(const Communicator &parent, int count, const int neighbours[], const int weights[]) {
    if (count < 0 || (count > 0 && (neighbours == nullptr || weights == nullptr))) return false;
    const auto is_wrong = [&](int rank) {
        return (rank < 0 && rank != MPI_PROC_NULL) || rank >= parent.size;
    };
    const auto n = index_of(count);
    return std::ranges::none_of(std::span(neighbours, n), is_wrong) &&
           (!weighted(weights) ||
            std::ranges::none_of(std::span(weights, n), [](int weight) { return weight < 0; }));
}

} // namespace

CreationLayout describe_cart_create(Communicator &parent, int ndims, const int dims[],
                                    const int periods[]) {
    if (ndims < 0 || (ndims > 0 && (dims == nullptr || periods == nullptr)))
        return genuine_error(MPI_ERR_ARG);
    long cells = 1;
    for (const int dim : std::span(dims, index_of(ndims))) {
        if (dim <= 0) return genuine_error(MPI_ERR_DIMS);
        if ((cells *= dim) > parent.size) return genuine_error(MPI_ERR_ARG); // as in Open MPI
    }
    CreationLayout layout;
    layout.members = first_ranks(static_cast<int>(cells));
    layout.topology.kind = Topology::Kind::cartesian;
    layout.topology.dims.assign(dims, dims + ndims);
    layout.topology.periods.assign(periods, periods + ndims);
    return layout;
}

CreationLayout describe_cart_sub(Communicator &parent, const int remain_dims[]) {
    const Topology &whole = parent.identity.topology();
    if (whole.kind != Topology::Kind::cartesian) return genuine_error(MPI_ERR_TOPOLOGY);
    if (remain_dims == nullptr && !whole.dims.empty()) return genuine_error(MPI_ERR_ARG);
    CreationLayout layout;
    layout.topology.kind = Topology::Kind::cartesian;
    for (std::size_t d = 0; d < whole.dims.size(); ++d) {
        if (remain_dims[d] == 0) continue;
        layout.topology.dims.push_back(whole.dims[d]);
        layout.topology.periods.push_back(whole.periods[d]);
    }
    // Row-major order of the whole grid is row-major order within each slice of it.
    const std::vector<int> mine = coordinates_of(whole.dims, parent.rank);
    for (int rank = 0; rank < parent.size; ++rank) {
        const std::vector<int> theirs = coordinates_of(whole.dims, rank);
        bool same_slice = true;
        for (std::size_t d = 0; d < mine.size(); ++d)
            same_slice = same_slice && (remain_dims[d] != 0 || mine[d] == theirs[d]);
        if (same_slice) layout.members.push_back(rank);
    }
    return layout;
}

CreationLayout describe_graph_create(Communicator &parent, int nnodes, const int index[],
                                     const int edges[]) {
    if (nnodes < 0 || nnodes > parent.size) return genuine_error(MPI_ERR_ARG);
    if (nnodes > 0 && (index == nullptr || edges == nullptr)) return genuine_error(MPI_ERR_ARG);
    const std::span ends(index, index_of(nnodes));
    if (!std::is_sorted(ends.begin(), ends.end()) || (nnodes > 0 && ends.front() < 0))
        return genuine_error(MPI_ERR_TOPOLOGY);
    CreationLayout layout;
    layout.members = first_ranks(nnodes);
    layout.topology.kind = Topology::Kind::graph;
    layout.topology.index.assign(index, index + nnodes);
    layout.topology.edges.assign(edges, edges + (nnodes > 0 ? index[nnodes - 1] : 0));
    return layout;
}

CreationLayout describe_dist_graph_create_adjacent(Communicator &parent, int indegree,
                                                   const int sources[], const int sourceweights[],
                                                   int outdegree, const int destinations[],
                                                   const int destweights[]) {
    if (!are_edges(parent, indegree, sources, sourceweights) ||
        !are_edges(parent, outdegree, destinations, destweights))
        return genuine_error(MPI_ERR_ARG);
    CreationLayout layout;
    layout.members = first_ranks(parent.size);
    Topology &topology = layout.topology;
    topology.kind = Topology::Kind::distributed;
    topology.weighted = sourceweights != MPI_UNWEIGHTED;
    topology.sources.assign(sources, sources + indegree);
    topology.destinations.assign(destinations, destinations + outdegree);
    if (weighted(sourceweights))
        topology.source_weights.assign(sourceweights, sourceweights + indegree);
    if (weighted(destweights))
        topology.destination_weights.assign(destweights, destweights + outdegree);
    return layout;
}

namespace {

/// The neighbours of `rank` in a graph of `edges`.
Topology neighbours_among(const std::vector<Edge> &edges, int rank, bool weighted) {
    Topology topology{.kind = Topology::Kind::distributed, .weighted = weighted};
    for (const Edge &edge : edges) {
        if (edge.destination == rank) {
            topology.sources.push_back(edge.source);
            topology.source_weights.push_back(edge.weight);
        }
        if (edge.source == rank) {
            topology.destinations.push_back(edge.destination);
            topology.destination_weights.push_back(edge.weight);
        }
    }
    return topology;
}

/// True for arrays that name edges of `parent`.
bool names_edges(const Communicator &parent, int n, const int sources[], const int degrees[],
                 const int destinations[], const int weights[]) {
    if (!are_edges(parent, n, sources, MPI_UNWEIGHTED)) return false;
    if (n > 0 && (degrees == nullptr || destinations == nullptr || weights == nullptr))
        return false;
    int edges = 0;
    for (const int degree : std::span(degrees, index_of(n))) {
        if (degree < 0) return false;
        edges += degree;
    }
    return are_edges(parent, edges, destinations, weights);
}

/// The neighbours of this rank, from all edges that the survivors name; collective over them.
CreationLayout describe_dist_graph(Communicator &parent, int n, const int sources[],
                                   const int degrees[], const int destinations[],
                                   const int weights[], std::vector<Edge> &all) {
    if (!names_edges(parent, n, sources, degrees, destinations, weights))
        return genuine_error(MPI_ERR_ARG);
    std::vector<Edge> mine;
    for (int i = 0, edge = 0; i < n; ++i)
        for (int k = 0; k < degrees[i]; ++k, ++edge)
            mine.push_back({sources[i], destinations[edge], weighted(weights) ? weights[edge] : 1});
    CreationLayout layout;
    layout.code =
        parent.working.run([&](MPI_Comm working) { return gather_lists(mine, working, all); });
    layout.members = first_ranks(parent.size);
    layout.topology = neighbours_among(all, parent.rank, weights != MPI_UNWEIGHTED);
    return layout;
}

/// For Topology::edges, and back.
std::vector<int> numbers_of(const std::vector<Edge> &edges) {
    std::vector<int> numbers;
    numbers.reserve(3 * edges.size());
    for (const Edge &edge : edges)
        numbers.insert(numbers.end(), {edge.source, edge.destination, edge.weight});
    return numbers;
}

std::vector<Edge> edges_of(const std::vector<int> &numbers) {
    std::vector<Edge> edges;
    edges.reserve(numbers.size() / 3);
    for (std::size_t i = 0; i < numbers.size(); i += 3)
        edges.push_back({numbers[i], numbers[i + 1], numbers[i + 2]});
    return edges;
}

/// The weights argument for `weights`, all of them or none.
const int *weights_of(const Topology &topology, const std::vector<int> &weights) {
    if (!topology.weighted) return MPI_UNWEIGHTED;
    return weights.empty() ? MPI_WEIGHTS_EMPTY : weights.data();
}

} // namespace

int create_dist_graph(Communicator &parent, int n, const int sources[], const int degrees[],
                      const int destinations[], const int weights[], MPI_Info info, int reorder,
                      MPI_Comm *newcomm) noexcept {
    if (Returning *const way = returning()) { // where no process tells it the edges of the others
        const auto own = [&](const Topology &known) {
            return neighbours_among(edges_of(known.edges), parent.rank, weights != MPI_UNWEIGHTED);
        };
        return way->claim(parent, newcomm, make_lone_graph,
                          {.call = Entry::function(), .own = own});
    }
    std::vector<Edge> all; // edges that the latest attempt has found
    const auto describe = [&](Communicator &from) {
        return describe_dist_graph(from, n, sources, degrees, destinations, weights, all);
    };
    const auto make = [&](MPI_Comm from, MPI_Comm *made) {
        const CreationLayout layout = describe(parent);
        if (layout.code != MPI_SUCCESS) return layout.code;
        const Topology &own = layout.topology;
        return real.Dist_graph_create_adjacent(
            from, static_cast<int>(own.sources.size()), own.sources.data(),
            weights_of(own, own.source_weights), static_cast<int>(own.destinations.size()),
            own.destinations.data(), weights_of(own, own.destination_weights), info, reorder, made);
    };
    const int code = create_with_topology(parent, newcomm, make, describe);
    if (code != MPI_SUCCESS) return code;
    Communicator *const graph = runtime().communicators.find(*newcomm);
    if (graph != nullptr && graph->creation.origin().order != 0)
        graph->identity.learned_edges(numbers_of(all));
    return MPI_SUCCESS;
}

} // namespace closeranks
