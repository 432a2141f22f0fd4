#pragma once

#include "runtime/core/intercommunicator.hpp"
#include "runtime/core/runtime.hpp"

namespace closeranks {

/// Answers to local queries on a communicator without the program's numbering
/// (Communicator::is_partial). It was made while ranks were missing, so the real handle has fewer
/// ranks than the program sees. Also answers queries on an intercommunicator, whose real handle has
/// only this process.
///
/// Arguments, checks and error codes are those of the MPI function of the same name in Open MPI
/// 5.0.7; errors are raised on the program's communicator. Purely local; any thread may call them.

/// The protection of `comm` when it is partial or an intercommunicator, otherwise nullptr. Also
/// within nested calls: the answer is the same wherever the program asks.
[[nodiscard]] inline Communicator *partial(MPI_Comm comm) noexcept {
    Communicator *c = runtime().communicators.find(comm);
    if (c == nullptr) [[unlikely]]
        if (const auto *sides = runtime().intercommunicators.search(comm); sides != nullptr)
            c = sides->peers;
    return c != nullptr && (c->identity.is_partial() || c->identity.sides() != nullptr) ? c
                                                                                        : nullptr;
}

[[nodiscard]] int view_comm_size(Communicator &c, int *size) noexcept;
[[nodiscard]] int view_comm_rank(Communicator &c, int *rank) noexcept;
[[nodiscard]] int view_comm_group(Communicator &c, MPI_Group *group) noexcept;
[[nodiscard]] int view_comm_remote_size(Communicator &c, int *size) noexcept;
[[nodiscard]] int view_comm_remote_group(Communicator &c, MPI_Group *group) noexcept;

/// Compares two communicators of which at least one is partial, by the groups that the program
/// sees.
[[nodiscard]] int view_comm_compare(MPI_Comm comm1, MPI_Comm comm2, int *result) noexcept;

[[nodiscard]] int view_topo_test(Communicator &c, int *status) noexcept;

[[nodiscard]] int view_cartdim_get(Communicator &c, int *ndims) noexcept;
[[nodiscard]] int view_cart_get(Communicator &c, int maxdims, int dims[], int periods[],
                                int coords[]) noexcept;
[[nodiscard]] int view_cart_rank(Communicator &c, const int coords[], int *rank) noexcept;
[[nodiscard]] int view_cart_coords(Communicator &c, int rank, int maxdims, int coords[]) noexcept;
[[nodiscard]] int view_cart_shift(Communicator &c, int direction, int disp, int *rank_source,
                                  int *rank_dest) noexcept;

[[nodiscard]] int view_cart_map(Communicator &c, int ndims, const int dims[], const int periods[],
                                int *newrank) noexcept;
[[nodiscard]] int view_graph_map(Communicator &c, int nnodes, const int index[], const int edges[],
                                 int *newrank) noexcept;

[[nodiscard]] int view_graphdims_get(Communicator &c, int *nnodes, int *nedges) noexcept;
[[nodiscard]] int view_graph_get(Communicator &c, int maxindex, int maxedges, int index[],
                                 int edges[]) noexcept;
[[nodiscard]] int view_graph_neighbors_count(Communicator &c, int rank, int *nneighbors) noexcept;
[[nodiscard]] int view_graph_neighbors(Communicator &c, int rank, int maxneighbors,
                                       int neighbors[]) noexcept;

[[nodiscard]] int view_dist_graph_neighbors_count(Communicator &c, int *indegree, int *outdegree,
                                                  int *weighted) noexcept;
[[nodiscard]] int view_dist_graph_neighbors(Communicator &c, int maxindegree, int sources[],
                                            int sourceweights[], int maxoutdegree,
                                            int destinations[], int destweights[]) noexcept;

} // namespace closeranks
