#pragma once

#include "runtime/core/communicator.hpp"
#include "runtime/support/real.hpp"

#include <numeric>
#include <utility>
#include <vector>

namespace closeranks::test {

/// A communicator as the program sees it, `size` ranks of which only this process, `rank`, is left.
/// The real ones behind it have one process.
struct LoneSurvivor : Communicator {
    MPI_Comm alone = MPI_COMM_NULL; ///< where its collectives run

    LoneSurvivor(int ranks, int own_rank) {
        size = ranks;
        rank = own_rank;
        message_ranks = RankMap(size, std::vector<int>{rank});
        working_ranks.replace(message_ranks, false);
        Comm made;
        static_cast<void>(real.Comm_dup(MPI_COMM_SELF, made.out()));
        alone = made.get();
        working = WorkingComm(std::move(made));
        begin({});
    }

    /// Its identity, but for the group.
    void begin(Identity::Beginning as) {
        as.group = group_of(MPI_COMM_SELF);
        identity.created(std::move(as));
        identity.made_by_survivors();
    }
    void lay_out(Topology topology) { begin({.topology = std::move(topology)}); }
};

inline Topology grid(std::vector<int> dims, std::vector<int> periods) {
    Topology t;
    t.kind = Topology::Kind::cartesian;
    t.dims = std::move(dims);
    t.periods = std::move(periods);
    return t;
}

inline Topology graph(std::vector<int> index, std::vector<int> edges) {
    Topology t;
    t.kind = Topology::Kind::graph;
    t.index = std::move(index);
    t.edges = std::move(edges);
    return t;
}

/// `count` ints: first, first + 1, ...
inline std::vector<int> iota(std::size_t count, int first) {
    std::vector<int> values(count);
    std::iota(values.begin(), values.end(), first);
    return values;
}

/// Pairs of an int that the type names and a gap of an int.
inline Type int_and_gap() {
    Type type;
    static_cast<void>(real.Type_create_resized(MPI_INT, 0, 2 * sizeof(int), type.out()));
    MPI_Datatype handle = type.get();
    static_cast<void>(real.Type_commit(&handle));
    return type;
}

} // namespace closeranks::test
