#pragma once

#include "scenario.hpp"

/// Collectives in all forms that MPI has of them: a scenario is written once.
namespace kill {

template <typename... Arguments> struct Collective {
    int (*blocking)(Arguments...);
    int (*nonblocking)(Arguments..., MPI_Request *);
};
template <typename... Arguments, typename Nonblocking>
Collective(int (*)(Arguments...), Nonblocking) -> Collective<Arguments...>;

/// Waits for `request` in one way or the other.
void complete(Run &run, MPI_Request request);

/// Calls the collective in the form that the scenario is about, and completes it.
template <typename... Arguments, typename... Given>
void call(Run &run, const Collective<Arguments...> &collective, Given... given) {
    if (run.form == Form::blocking) {
        collective.blocking(given...);
        return;
    }
    MPI_Request request = MPI_REQUEST_NULL;
    collective.nonblocking(given..., &request);
    complete(run, request);
}

inline constexpr Collective Barrier{MPI_Barrier, MPI_Ibarrier};
inline constexpr Collective Bcast{MPI_Bcast, MPI_Ibcast};
inline constexpr Collective Gather{MPI_Gather, MPI_Igather};
inline constexpr Collective Gatherv{MPI_Gatherv, MPI_Igatherv};
inline constexpr Collective Scatter{MPI_Scatter, MPI_Iscatter};
inline constexpr Collective Scatterv{MPI_Scatterv, MPI_Iscatterv};
inline constexpr Collective Reduce{MPI_Reduce, MPI_Ireduce};
inline constexpr Collective Allreduce{MPI_Allreduce, MPI_Iallreduce};
inline constexpr Collective Reduce_scatter{MPI_Reduce_scatter, MPI_Ireduce_scatter};
inline constexpr Collective Reduce_scatter_block{MPI_Reduce_scatter_block,
                                                 MPI_Ireduce_scatter_block};
inline constexpr Collective Scan{MPI_Scan, MPI_Iscan};
inline constexpr Collective Exscan{MPI_Exscan, MPI_Iexscan};
inline constexpr Collective Allgather{MPI_Allgather, MPI_Iallgather};
inline constexpr Collective Allgatherv{MPI_Allgatherv, MPI_Iallgatherv};
inline constexpr Collective Alltoall{MPI_Alltoall, MPI_Ialltoall};
inline constexpr Collective Alltoallv{MPI_Alltoallv, MPI_Ialltoallv};
inline constexpr Collective Alltoallw{MPI_Alltoallw, MPI_Ialltoallw};
inline constexpr Collective Neighbor_allgather{MPI_Neighbor_allgather, MPI_Ineighbor_allgather};
inline constexpr Collective Neighbor_allgatherv{MPI_Neighbor_allgatherv, MPI_Ineighbor_allgatherv};
inline constexpr Collective Neighbor_alltoall{MPI_Neighbor_alltoall, MPI_Ineighbor_alltoall};
inline constexpr Collective Neighbor_alltoallv{MPI_Neighbor_alltoallv, MPI_Ineighbor_alltoallv};
inline constexpr Collective Neighbor_alltoallw{MPI_Neighbor_alltoallw, MPI_Ineighbor_alltoallw};

} // namespace kill
