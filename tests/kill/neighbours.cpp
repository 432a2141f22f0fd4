// The neighbourhood collectives on a periodic ring, on an open grid, and on a directed graph.

#include "forms.hpp"

#include <algorithm>
#include <array>

namespace kill {
namespace {

enum class Shape { ring, grid, graph };

struct Neighbourhood {
    MPI_Comm comm = MPI_COMM_NULL;
    std::vector<int> sources; ///< MPI_PROC_NULL where a grid ends
    int destinations = 0;
};

Neighbourhood cartesian(Run &run, int dimensions, int periodic) {
    Neighbourhood made;
    std::array<int, 2> dims{};
    const std::array<int, 2> periods{periodic, periodic};
    MPI_Dims_create(run.size, dimensions, dims.data());
    MPI_Cart_create(MPI_COMM_WORLD, dimensions, dims.data(), periods.data(), 0, &made.comm);
    for (int dimension = 0; dimension < dimensions; dimension++) {
        int before = MPI_PROC_NULL;
        int after = MPI_PROC_NULL;
        MPI_Cart_shift(made.comm, dimension, 1, &before, &after);
        made.sources.push_back(before);
        made.sources.push_back(after);
    }
    made.destinations = 2 * dimensions;
    return made;
}

/// Everybody gives to the next and to the next but one.
Neighbourhood directed(Run &run) {
    Neighbourhood made;
    std::vector<int> destinations;
    for (int step = 1; step <= 2 && step < run.size; step++) {
        made.sources.push_back((run.rank + run.size - step) % run.size);
        destinations.push_back((run.rank + step) % run.size);
    }
    const int degree = static_cast<int>(destinations.size());
    made.destinations = degree;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, degree, made.sources.data(), MPI_UNWEIGHTED,
                                   degree, destinations.data(), MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                   &made.comm);
    return made;
}

Neighbourhood make(Run &run, Shape shape) {
    switch (shape) {
    case Shape::ring:
        return cartesian(run, 1, 1);
    case Shape::grid:
        return cartesian(run, 2, 0);
    case Shape::graph:
        return directed(run);
    }
    return {};
}

enum class Call { allgather, allgatherv, alltoall, alltoallv, alltoallw };

/// The arguments of all forms: `blocks` equal blocks, one after another.
struct Blocks {
    std::vector<int> counts;
    std::vector<int> displs;
    std::vector<MPI_Aint> byte_displs;
    std::vector<MPI_Datatype> types;

    Blocks(std::size_t blocks, int length)
        : counts(blocks, length), displs(blocks), byte_displs(blocks), types(blocks, MPI_LONG) {
        for (std::size_t i = 0; i < blocks; i++) {
            displs[i] = static_cast<int>(i) * length;
            byte_displs[i] = displs[i] * static_cast<MPI_Aint>(sizeof(long));
        }
    }
};

void exchange(Run &run, Call which, int length, MPI_Comm comm, const std::vector<long> &given,
              const Blocks &out, std::vector<long> &got, const Blocks &in) {
    switch (which) {
    case Call::allgather:
        call(run, Neighbor_allgather, given.data(), length, MPI_LONG, got.data(), length, MPI_LONG,
             comm);
        break;
    case Call::allgatherv:
        call(run, Neighbor_allgatherv, given.data(), length, MPI_LONG, got.data(), in.counts.data(),
             in.displs.data(), MPI_LONG, comm);
        break;
    case Call::alltoall:
        call(run, Neighbor_alltoall, given.data(), length, MPI_LONG, got.data(), length, MPI_LONG,
             comm);
        break;
    case Call::alltoallv:
        call(run, Neighbor_alltoallv, given.data(), out.counts.data(), out.displs.data(), MPI_LONG,
             got.data(), in.counts.data(), in.displs.data(), MPI_LONG, comm);
        break;
    case Call::alltoallw:
        call(run, Neighbor_alltoallw, given.data(), out.counts.data(), out.byte_displs.data(),
             out.types.data(), got.data(), in.counts.data(), in.byte_displs.data(), in.types.data(),
             comm);
        break;
    }
}

void neighbourhood(Run &run, Call which, Shape shape) {
    Neighbourhood near = make(run, shape);
    for (int round = 1; round <= run.rounds; round++) {
        const int length = block_length(round);
        const Blocks in(near.sources.size(), length);
        const Blocks out(static_cast<std::size_t>(near.destinations), length);
        const std::vector<long> mine = block_of(run.rank, round);
        std::vector<long> given;
        for (int i = 0; i < near.destinations; i++)
            given.insert(given.end(), mine.begin(), mine.end());
        std::vector<long> got = blank(static_cast<int>(near.sources.size()) * length);
        exchange(run, which, length, near.comm, given, out, got, in);

        Ranks present = 0;
        Ranks scope = 0;
        for (std::size_t i = 0; i < near.sources.size(); i++) {
            const auto begin = got.begin() + in.displs[i];
            const std::vector<long> block(begin, begin + length);
            const int source = near.sources[i];
            if (source == MPI_PROC_NULL) {
                if (block != blank(length)) run.wrong("round %d: a block from nobody", round);
                continue;
            }
            scope |= only(source);
            if (has_block(run, source, round, block)) present |= only(source);
        }
        run.saw(round, present, scope);
    }
    MPI_Comm_free(&near.comm);
}

template <Call which, Shape shape> void scenario(Run &run) { neighbourhood(run, which, shape); }

const Scenario table[] = {
    {"MPI_Neighbor_allgather", Sight::own, scenario<Call::allgather, Shape::ring>},
    {"MPI_Neighbor_allgather/grid", Sight::own, scenario<Call::allgather, Shape::grid>},
    {"MPI_Neighbor_allgather/graph", Sight::own, scenario<Call::allgather, Shape::graph>},
    {"MPI_Neighbor_allgatherv", Sight::own, scenario<Call::allgatherv, Shape::grid>},
    {"MPI_Neighbor_allgatherv/graph", Sight::own, scenario<Call::allgatherv, Shape::graph>},
    {"MPI_Neighbor_alltoall", Sight::own, scenario<Call::alltoall, Shape::ring>},
    {"MPI_Neighbor_alltoall/grid", Sight::own, scenario<Call::alltoall, Shape::grid>},
    {"MPI_Neighbor_alltoallv", Sight::own, scenario<Call::alltoallv, Shape::grid>},
    {"MPI_Neighbor_alltoallv/graph", Sight::own, scenario<Call::alltoallv, Shape::graph>},
    {"MPI_Neighbor_alltoallw", Sight::own, scenario<Call::alltoallw, Shape::grid>},
    {"MPI_Neighbor_alltoallw/graph", Sight::own, scenario<Call::alltoallw, Shape::graph>},
};

} // namespace

Scenarios neighbours() { return table; }

} // namespace kill
