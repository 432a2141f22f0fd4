#include "generated/replicas/calls.hpp"
#include "runtime/replication/creation.hpp"
#include "runtime/replication/plans.hpp"
#include "runtime/replication/raising.hpp"
#include "runtime/replication/world.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

/// Communicators with a topology. The ranks are never reordered: a rank has two processes, and a
/// neighbour that is near to one is far from the other.

namespace closeranks::replication {

namespace {

/// Gives the first `places` ranks of the parent a communicator with a topology; the other ranks get
/// none.
int publish_first(Communicator &parent, int places, Topology topology, MPI_Comm *newcomm) {
    *newcomm = MPI_COMM_NULL;
    const std::uint64_t context = next_context(parent);
    if (parent.place >= places) return MPI_SUCCESS;
    auto made = make_intra({parent.ranks.begin(), parent.ranks.begin() + places}, context);
    made->topology = std::move(topology);
    return publish(std::move(made), parent.handle, newcomm);
}

std::vector<int> ints(const int from[], int count) {
    return count > 0 ? std::vector<int>(from, from + count) : std::vector<int>{};
}

int make_grid(Communicator &parent, int ndims, const int dims[], const int periods[],
              MPI_Comm *newcomm) {
    if (parent.is_inter()) return MPI_ERR_COMM;
    if (ndims < 0 || (ndims > 0 && (dims == nullptr || periods == nullptr))) return MPI_ERR_ARG;
    std::int64_t places = 1;
    for (int d = 0; d < ndims; ++d) {
        if (dims[d] < 1) return MPI_ERR_DIMS;
        places *= dims[d];
        if (places > parent.size()) return MPI_ERR_DIMS;
    }
    Topology t{.kind = Topology::Kind::cartesian,
               .dims = ints(dims, ndims),
               .periods = ints(periods, ndims)};
    for (int &period : t.periods)
        period = period != 0 ? 1 : 0;
    return publish_first(parent, static_cast<int>(places), std::move(t), newcomm);
}

/// The ranks with the same coordinates in the dimensions that are dropped.
int make_subgrid(Communicator &parent, const int remain_dims[], MPI_Comm *newcomm) {
    const Topology &t = parent.topology;
    if (t.kind != Topology::Kind::cartesian) return MPI_ERR_TOPOLOGY;
    if (remain_dims == nullptr && !t.dims.empty()) return MPI_ERR_ARG;
    Topology sub{.kind = Topology::Kind::cartesian};
    for (std::size_t d = 0; d < t.dims.size(); ++d) {
        if (remain_dims[d] == 0) continue;
        sub.dims.push_back(t.dims[d]);
        sub.periods.push_back(t.periods[d]);
    }
    const std::vector<int> here = coordinates_of(t.dims, parent.place);
    std::vector<int> ranks;
    for (int place = 0; place < parent.size(); ++place) {
        const std::vector<int> there = coordinates_of(t.dims, place);
        bool is_member = true;
        for (std::size_t d = 0; d < t.dims.size(); ++d)
            is_member = is_member && (remain_dims[d] != 0 || there[d] == here[d]);
        if (is_member) ranks.push_back(parent.ranks[static_cast<std::size_t>(place)]);
    }
    auto made = make_intra(std::move(ranks), next_context(parent));
    made->topology = std::move(sub);
    return publish(std::move(made), parent.handle, newcomm);
}

int make_graph(Communicator &parent, int nnodes, const int index[], const int edges[],
               MPI_Comm *newcomm) {
    *newcomm = MPI_COMM_NULL;
    if (parent.is_inter()) return MPI_ERR_COMM;
    if (nnodes < 0 || nnodes > parent.size()) return MPI_ERR_ARG;
    if (nnodes == 0) return publish_first(parent, 0, {}, newcomm);
    if (index == nullptr) return MPI_ERR_ARG;
    const int count = index[nnodes - 1];
    if (count < 0 || (count > 0 && edges == nullptr)) return MPI_ERR_ARG;
    if (std::any_of(edges, edges + count, [&](int e) { return e < 0 || e >= nnodes; }))
        return MPI_ERR_ARG;
    return publish_first(
        parent, nnodes,
        {.kind = Topology::Kind::graph, .index = ints(index, nnodes), .edges = ints(edges, count)},
        newcomm);
}

int publish_distributed(Communicator &parent, Topology topology, MPI_Comm *newcomm) {
    auto made = make_intra(parent.ranks, next_context(parent));
    made->topology = std::move(topology);
    return publish(std::move(made), parent.handle, newcomm);
}

bool are_places(const Communicator &c, const std::vector<int> &places) noexcept {
    return std::all_of(places.begin(), places.end(),
                       [&](int place) { return place >= 0 && place < c.size(); });
}

int make_adjacent(Communicator &parent, Topology t, MPI_Comm *newcomm) {
    *newcomm = MPI_COMM_NULL;
    if (parent.is_inter()) return MPI_ERR_COMM;
    if (!are_places(parent, t.sources) || !are_places(parent, t.destinations)) return MPI_ERR_ARG;
    return publish_distributed(parent, std::move(t), newcomm);
}

/// All edges that members know: source, destination and weight, in the order of the members.
int gather_edges(Communicator &c, const std::vector<int> &mine, std::vector<int> &all) {
    const int length = static_cast<int>(mine.size());
    std::vector<int> lengths;
    if (const int code = gather_all(c, std::span(&length, 1), lengths); code != MPI_SUCCESS)
        return code;
    std::vector<int> offsets(lengths.size());
    std::exclusive_scan(lengths.begin(), lengths.end(), offsets.begin(), 0);
    all.resize(static_cast<std::size_t>(offsets.back() + lengths.back()));
    Schedule s(c, Way::blocking);
    if (const int code =
            plan_allgather(s, elements(mine.data(), length, MPI_INT),
                           Blocks(all.data(), lengths.data(), offsets.data(), MPI_INT));
        code != MPI_SUCCESS)
        return code;
    static_cast<void>(s.start());
    return s.finish();
}

int make_distributed(Communicator &parent, const std::vector<int> &edges, bool weighted,
                     MPI_Comm *newcomm) {
    *newcomm = MPI_COMM_NULL;
    std::vector<int> all;
    if (const int code = gather_edges(parent, edges, all); code != MPI_SUCCESS) return code;
    Topology t{.kind = Topology::Kind::distributed, .weighted = weighted};
    for (std::size_t i = 0; i + 2 < all.size(); i += 3) {
        if (all[i + 1] == parent.place) {
            t.sources.push_back(all[i]);
            if (weighted) t.source_weights.push_back(all[i + 2]);
        }
        if (all[i] == parent.place) {
            t.destinations.push_back(all[i + 1]);
            if (weighted) t.destination_weights.push_back(all[i + 2]);
        }
    }
    return publish_distributed(parent, std::move(t), newcomm);
}

} // namespace

namespace calls {

int cart_create(MPI_Comm old_comm, int ndims, const int dims[], const int periods[],
                int /*reorder*/, MPI_Comm *comm_cart) {
    return create_from(old_comm, comm_cart, [&](Communicator &parent, MPI_Comm *made) {
        return make_grid(parent, ndims, dims, periods, made);
    });
}

int cart_sub(MPI_Comm comm, const int remain_dims[], MPI_Comm *new_comm) {
    return create_from(comm, new_comm, [&](Communicator &parent, MPI_Comm *made) {
        return make_subgrid(parent, remain_dims, made);
    });
}

int graph_create(MPI_Comm comm_old, int nnodes, const int index[], const int edges[],
                 int /*reorder*/, MPI_Comm *comm_graph) {
    return create_from(comm_old, comm_graph, [&](Communicator &parent, MPI_Comm *made) {
        return make_graph(parent, nnodes, index, edges, made);
    });
}

int dist_graph_create_adjacent(MPI_Comm comm_old, int indegree, const int sources[],
                               const int sourceweights[], int outdegree, const int destinations[],
                               const int destweights[], MPI_Info /*info*/, int /*reorder*/,
                               MPI_Comm *comm_dist_graph) {
    return create_from(comm_old, comm_dist_graph, [&](Communicator &parent, MPI_Comm *made) {
        if (indegree < 0 || outdegree < 0) return MPI_ERR_ARG;
        Topology t{.kind = Topology::Kind::distributed,
                   .sources = ints(sources, indegree),
                   .destinations = ints(destinations, outdegree)};
        t.weighted = sourceweights != MPI_UNWEIGHTED && destweights != MPI_UNWEIGHTED;
        if (t.weighted) {
            t.source_weights = ints(sourceweights, indegree);
            t.destination_weights = ints(destweights, outdegree);
        }
        return make_adjacent(parent, std::move(t), made);
    });
}

int dist_graph_create(MPI_Comm comm_old, int n, const int nodes[], const int degrees[],
                      const int targets[], const int weights[], MPI_Info /*info*/, int /*reorder*/,
                      MPI_Comm *newcomm) {
    return create_from(comm_old, newcomm, [&](Communicator &parent, MPI_Comm *made) {
        if (parent.is_inter()) return MPI_ERR_COMM;
        if (n < 0) return MPI_ERR_ARG;
        const bool weighted = weights != MPI_UNWEIGHTED;
        std::vector<int> edges;
        int next = 0;
        for (int i = 0; i < n; ++i)
            for (int k = 0; k < degrees[i]; ++k, ++next) {
                if (!are_places(parent, {nodes[i], targets[next]})) return MPI_ERR_ARG;
                edges.insert(edges.end(), {nodes[i], targets[next], weighted ? weights[next] : 1});
            }
        return make_distributed(parent, edges, weighted, made);
    });
}

} // namespace calls

} // namespace closeranks::replication
