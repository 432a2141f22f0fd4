#include "runtime/communicators/view.hpp"

#include "runtime/core/runtime.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace closeranks {

namespace {

using Kind = Topology::Kind;

/// Fills an array argument of `room` elements, as far as `from` has elements and there is room.
void fill(const std::vector<int> &from, int room, int to[]) noexcept {
    std::copy_n(from.begin(), std::min(static_cast<std::size_t>(room), from.size()), to);
}

/// The answer to a query with valid arguments is `code`; a failed check is raised.
int answer(Communicator &c, int code) noexcept {
    return code == MPI_SUCCESS ? code : c.raise(code);
}

int check(const Communicator &c, Kind kind, bool arguments_valid) noexcept {
    if (!arguments_valid) return MPI_ERR_ARG;
    return c.identity.topology().kind == kind ? MPI_SUCCESS : MPI_ERR_TOPOLOGY;
}

bool is_rank(const Communicator &c, int rank) noexcept { return rank >= 0 && rank < c.size; }

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

/// The group that the program sees behind `comm`; a copy.
Group seen_group_of(MPI_Comm comm) noexcept {
    Group group;
    if (const Communicator *c = runtime().communicators.find(comm); c != nullptr)
        static_cast<void>(real.Group_excl(c->identity.group(), 0, nullptr, group.out()));
    else
        static_cast<void>(real.Comm_group(comm, group.out()));
    return group;
}

/// Compares two communicators of which at least one is an intercommunicator.
int compare_sides(MPI_Comm comm1, MPI_Comm comm2) noexcept {
    const Intercommunicator *a = runtime().intercommunicators.search(comm1);
    const Intercommunicator *b = runtime().intercommunicators.search(comm2);
    if (a == nullptr || b == nullptr) return MPI_UNEQUAL;
    int local = MPI_UNEQUAL;
    int remote = MPI_UNEQUAL;
    static_cast<void>(real.Group_compare(a->local.get(), b->local.get(), &local));
    static_cast<void>(
        real.Group_compare(a->peers->identity.group(), b->peers->identity.group(), &remote));
    if (local == MPI_UNEQUAL || remote == MPI_UNEQUAL) return MPI_UNEQUAL;
    return local == MPI_IDENT && remote == MPI_IDENT ? MPI_CONGRUENT : MPI_SIMILAR;
}

} // namespace

int view_comm_size(Communicator &c, int *size) noexcept {
    if (size == nullptr) return c.raise(MPI_ERR_ARG);
    const Intercommunicator *const sides = c.identity.sides();
    *size = sides != nullptr ? sides->local_size : c.size;
    return MPI_SUCCESS;
}

int view_comm_rank(Communicator &c, int *rank) noexcept {
    if (rank == nullptr) return c.raise(MPI_ERR_ARG);
    const Intercommunicator *const sides = c.identity.sides();
    *rank = sides != nullptr ? sides->rank : c.rank;
    return MPI_SUCCESS;
}

int view_comm_group(Communicator &c, MPI_Group *group) noexcept {
    if (group == nullptr) return c.raise(MPI_ERR_ARG);
    const Intercommunicator *const sides = c.identity.sides();
    const MPI_Group local = sides != nullptr ? sides->local.get() : c.identity.group();
    return answer(c, real.Group_excl(local, 0, nullptr, group));
}

int view_comm_remote_size(Communicator &c, int *size) noexcept {
    if (c.identity.sides() == nullptr) return real.Comm_remote_size(c.identity.handle(), size);
    if (size == nullptr) return c.raise(MPI_ERR_ARG);
    *size = c.size;
    return MPI_SUCCESS;
}

int view_comm_remote_group(Communicator &c, MPI_Group *group) noexcept {
    if (c.identity.sides() == nullptr) return real.Comm_remote_group(c.identity.handle(), group);
    if (group == nullptr) return c.raise(MPI_ERR_ARG);
    return answer(c, real.Group_excl(c.identity.group(), 0, nullptr, group));
}

int view_comm_compare(MPI_Comm comm1, MPI_Comm comm2, int *result) noexcept {
    // Open MPI checks the arguments, and compares the properties that only it knows.
    int real_result = MPI_UNEQUAL;
    int inter1 = 0;
    int inter2 = 0;
    if (const int code =
            real.Comm_compare(comm1, comm2, result == nullptr ? nullptr : &real_result);
        code != MPI_SUCCESS)
        return code;
    *result = real_result;
    if (real_result == MPI_IDENT) return MPI_SUCCESS;
    static_cast<void>(real.Comm_test_inter(comm1, &inter1));
    static_cast<void>(real.Comm_test_inter(comm2, &inter2));
    if (inter1 != 0 || inter2 != 0) {
        *result = compare_sides(comm1, comm2);
        return MPI_SUCCESS;
    }
    const Group group1 = seen_group_of(comm1);
    const Group group2 = seen_group_of(comm2);
    static_cast<void>(real.Group_compare(group1.get(), group2.get(), result));
    if (*result == MPI_IDENT) *result = MPI_CONGRUENT;
    return MPI_SUCCESS;
}

int view_topo_test(Communicator &c, int *status) noexcept {
    if (status == nullptr) return c.raise(MPI_ERR_ARG);
    switch (c.identity.topology().kind) {
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

int view_cartdim_get(Communicator &c, int *ndims) noexcept {
    const int code = check(c, Kind::cartesian, ndims != nullptr);
    if (code == MPI_SUCCESS) *ndims = static_cast<int>(c.identity.topology().dims.size());
    return answer(c, code);
}

int view_cart_get(Communicator &c, int maxdims, int dims[], int periods[], int coords[]) noexcept {
    const bool arrays = dims != nullptr && periods != nullptr && coords != nullptr;
    const int code = check(c, Kind::cartesian, maxdims == 0 || (maxdims > 0 && arrays));
    if (code == MPI_SUCCESS) {
        fill(c.identity.topology().dims, maxdims, dims);
        fill(c.identity.topology().periods, maxdims, periods);
        fill(coordinates_of(c.identity.topology().dims, c.rank), maxdims, coords);
    }
    return answer(c, code);
}

int view_cart_rank(Communicator &c, const int coords[], int *rank) noexcept {
    if (c.identity.topology().kind != Kind::cartesian) return c.raise(MPI_ERR_TOPOLOGY);
    if (rank == nullptr || (coords == nullptr && !c.identity.topology().dims.empty()))
        return c.raise(MPI_ERR_ARG);
    const int found = rank_at(c.identity.topology(), coords);
    if (found == MPI_PROC_NULL) return c.raise(MPI_ERR_ARG);
    *rank = found;
    return MPI_SUCCESS;
}

int view_cart_coords(Communicator &c, int rank, int maxdims, int coords[]) noexcept {
    if (maxdims < 0 || (maxdims > 0 && coords == nullptr)) return c.raise(MPI_ERR_ARG);
    if (!is_rank(c, rank)) return c.raise(MPI_ERR_RANK);
    if (c.identity.topology().kind != Kind::cartesian) return c.raise(MPI_ERR_TOPOLOGY);
    fill(coordinates_of(c.identity.topology().dims, rank), maxdims, coords);
    return MPI_SUCCESS;
}

int view_cart_shift(Communicator &c, int direction, int disp, int *rank_source,
                    int *rank_dest) noexcept {
    if (direction < 0) return c.raise(MPI_ERR_DIMS);
    if (rank_source == nullptr || rank_dest == nullptr) return c.raise(MPI_ERR_ARG);
    if (c.identity.topology().kind != Kind::cartesian) return c.raise(MPI_ERR_TOPOLOGY);
    const auto dimension = static_cast<std::size_t>(direction);
    if (dimension >= c.identity.topology().dims.size()) return c.raise(MPI_ERR_DIMS);
    const std::vector<int> here = coordinates_of(c.identity.topology().dims, c.rank);
    *rank_source = shifted(c.identity.topology(), here, dimension, -disp);
    *rank_dest = shifted(c.identity.topology(), here, dimension, disp);
    return MPI_SUCCESS;
}

namespace {

/// As Open MPI answers: the first ranks have a place, in their order.
int answer_place(Communicator &c, std::int64_t places, int *newrank) noexcept {
    *newrank = c.rank < places ? c.rank : MPI_UNDEFINED;
    return MPI_SUCCESS;
}

} // namespace

int view_cart_map(Communicator &c, int ndims, const int dims[], const int periods[],
                  int *newrank) noexcept {
    if (c.identity.sides() != nullptr)
        return real.Cart_map(c.identity.handle(), ndims, dims, periods, newrank);
    if (ndims < 0 || dims == nullptr || periods == nullptr || newrank == nullptr)
        return c.raise(MPI_ERR_ARG);
    std::int64_t places = 1;
    for (int d = 0; d < ndims; ++d) {
        if (dims[d] <= 0) return c.raise(MPI_ERR_DIMS);
        places *= dims[d];
        if (places > c.size) return c.raise(MPI_ERR_DIMS);
    }
    return answer_place(c, places, newrank);
}

int view_graph_map(Communicator &c, int nnodes, const int index[], const int edges[],
                   int *newrank) noexcept {
    if (c.identity.sides() != nullptr)
        return real.Graph_map(c.identity.handle(), nnodes, index, edges, newrank);
    if (nnodes < 1 || nnodes > c.size || index == nullptr || edges == nullptr || newrank == nullptr)
        return c.raise(MPI_ERR_ARG);
    return answer_place(c, nnodes, newrank);
}

int view_graphdims_get(Communicator &c, int *nnodes, int *nedges) noexcept {
    const int code = check(c, Kind::graph, nnodes != nullptr && nedges != nullptr);
    if (code == MPI_SUCCESS) {
        *nnodes = static_cast<int>(c.identity.topology().index.size());
        *nedges = static_cast<int>(c.identity.topology().edges.size());
    }
    return answer(c, code);
}

int view_graph_get(Communicator &c, int maxindex, int maxedges, int index[], int edges[]) noexcept {
    const int code = check(c, Kind::graph,
                           maxindex >= 0 && maxedges >= 0 && index != nullptr && edges != nullptr);
    if (code == MPI_SUCCESS) {
        fill(c.identity.topology().index, maxindex, index);
        fill(c.identity.topology().edges, maxedges, edges);
    }
    return answer(c, code);
}

int view_graph_neighbors_count(Communicator &c, int rank, int *nneighbors) noexcept {
    if (!is_rank(c, rank)) return c.raise(MPI_ERR_RANK);
    const int code = check(c, Kind::graph, nneighbors != nullptr);
    if (code == MPI_SUCCESS)
        *nneighbors = static_cast<int>(neighbours_of(c.identity.topology(), rank).sources.size());
    return answer(c, code);
}

int view_graph_neighbors(Communicator &c, int rank, int maxneighbors, int neighbors[]) noexcept {
    if (maxneighbors < 0 || (maxneighbors > 0 && neighbors == nullptr)) return c.raise(MPI_ERR_ARG);
    if (!is_rank(c, rank)) return c.raise(MPI_ERR_RANK);
    if (c.identity.topology().kind != Kind::graph) return c.raise(MPI_ERR_TOPOLOGY);
    fill(neighbours_of(c.identity.topology(), rank).sources, maxneighbors, neighbors);
    return MPI_SUCCESS;
}

int view_dist_graph_neighbors_count(Communicator &c, int *indegree, int *outdegree,
                                    int *weighted) noexcept {
    const bool places = indegree != nullptr && outdegree != nullptr && weighted != nullptr;
    const int code = check(c, Kind::distributed, places);
    if (code == MPI_SUCCESS) {
        *indegree = static_cast<int>(c.identity.topology().sources.size());
        *outdegree = static_cast<int>(c.identity.topology().destinations.size());
        *weighted = c.identity.topology().weighted ? 1 : 0;
    }
    return answer(c, code);
}

int view_dist_graph_neighbors(Communicator &c, int maxindegree, int sources[], int sourceweights[],
                              int maxoutdegree, int destinations[], int destweights[]) noexcept {
    const bool in =
        maxindegree == 0 || (maxindegree > 0 && sources != nullptr && sourceweights != nullptr);
    const bool out = maxoutdegree == 0 ||
                     (maxoutdegree > 0 && destinations != nullptr && destweights != nullptr);
    const int code = check(c, Kind::distributed, in && out);
    if (code == MPI_SUCCESS) {
        fill(c.identity.topology().sources, maxindegree, sources);
        fill(c.identity.topology().destinations, maxoutdegree, destinations);
        // Without weights there is nothing to fill in, and MPI_UNWEIGHTED is no array.
        if (sourceweights != MPI_UNWEIGHTED)
            fill(c.identity.topology().source_weights, maxindegree, sourceweights);
        if (destweights != MPI_UNWEIGHTED)
            fill(c.identity.topology().destination_weights, maxoutdegree, destweights);
    }
    return answer(c, code);
}

} // namespace closeranks
