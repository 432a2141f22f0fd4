#pragma once

#include <mpi.h>

#include <vector>

namespace closeranks {

/// A virtual topology over the application's numbering.
///
/// It is read from Open MPI when a communicator is made. Open MPI's own topology is lost with the
/// working communicator at the first repair, and cannot be made at all once a member is missing.
struct Topology {
    enum class Kind { none, cartesian, graph, distributed };
    Kind kind = Kind::none;
    // Cartesian; their sizes are the number of dimensions
    std::vector<int> dims = {};
    std::vector<int> periods = {};
    // graph: index[i] is the number of edges of ranks 0..i (MPI 4.1, 8.5.3)
    std::vector<int> index = {};
    // graph: the neighbours of all ranks, one rank after the other. For a distributed graph in
    // which other ranks may name the neighbours of a rank: source, destination and weight of all
    // edges, for replacement processes.
    std::vector<int> edges = {};
    // distributed graph: this rank's own neighbours; no weights unless `weighted`
    std::vector<int> sources = {};
    std::vector<int> source_weights = {};
    std::vector<int> destinations = {};
    std::vector<int> destination_weights = {};
    bool weighted = false;

    [[nodiscard]] explicit operator bool() const noexcept { return kind != Kind::none; }
};

/// Reads the topology that `comm`, an intracommunicator, carries (a purely local query).
[[nodiscard]] Topology capture_topology(MPI_Comm comm);

/// The coordinates of `rank` on a grid of `dims`: row-major order (MPI 4.1, 8.5.1).
[[nodiscard]] std::vector<int> coordinates_of(const std::vector<int> &dims, int rank);

/// The neighbours of `rank` in the order of the neighbourhood collectives (MPI 4.1, 8.6):
/// MPI_PROC_NULL where a Cartesian grid ends. `rank` is the calling rank: a distributed graph does
/// not know the neighbours of other ranks.
struct Neighbours {
    std::vector<int> sources;
    std::vector<int> destinations;
};
[[nodiscard]] Neighbours neighbours_of(const Topology &topology, int rank);

} // namespace closeranks
