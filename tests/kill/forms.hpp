#pragma once

#include "scenario.hpp"

/// Collectives in all forms that MPI has of them: a scenario is written once.
namespace kill {

template <typename... Arguments> struct Collective {
    int (*blocking)(Arguments...);
    int (*nonblocking)(Arguments..., MPI_Request *);
    int (*restartable)(Arguments..., MPI_Info, MPI_Request *);
};
template <typename... Arguments, typename Nonblocking, typename Restartable>
Collective(int (*)(Arguments...), Nonblocking, Restartable) -> Collective<Arguments...>;

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
    if (run.form == Form::nonblocking) {
        collective.nonblocking(given..., &request);
        complete(run, request);
        return;
    }
    collective.restartable(given..., MPI_INFO_NULL, &request);
    MPI_Start(&request);
    complete(run, request);
    MPI_Request_free(&request);
}

inline constexpr Collective Barrier{MPI_Barrier, MPI_Ibarrier, MPI_Barrier_init};
inline constexpr Collective Bcast{MPI_Bcast, MPI_Ibcast, MPI_Bcast_init};
inline constexpr Collective Gather{MPI_Gather, MPI_Igather, MPI_Gather_init};
inline constexpr Collective Gatherv{MPI_Gatherv, MPI_Igatherv, MPI_Gatherv_init};
inline constexpr Collective Scatter{MPI_Scatter, MPI_Iscatter, MPI_Scatter_init};
inline constexpr Collective Scatterv{MPI_Scatterv, MPI_Iscatterv, MPI_Scatterv_init};
inline constexpr Collective Reduce{MPI_Reduce, MPI_Ireduce, MPI_Reduce_init};
inline constexpr Collective Allreduce{MPI_Allreduce, MPI_Iallreduce, MPI_Allreduce_init};
inline constexpr Collective Reduce_scatter{MPI_Reduce_scatter, MPI_Ireduce_scatter,
                                           MPI_Reduce_scatter_init};
inline constexpr Collective Reduce_scatter_block{
    MPI_Reduce_scatter_block, MPI_Ireduce_scatter_block, MPI_Reduce_scatter_block_init};
inline constexpr Collective Scan{MPI_Scan, MPI_Iscan, MPI_Scan_init};
inline constexpr Collective Exscan{MPI_Exscan, MPI_Iexscan, MPI_Exscan_init};
inline constexpr Collective Allgather{MPI_Allgather, MPI_Iallgather, MPI_Allgather_init};
inline constexpr Collective Allgatherv{MPI_Allgatherv, MPI_Iallgatherv, MPI_Allgatherv_init};
inline constexpr Collective Alltoall{MPI_Alltoall, MPI_Ialltoall, MPI_Alltoall_init};
inline constexpr Collective Alltoallv{MPI_Alltoallv, MPI_Ialltoallv, MPI_Alltoallv_init};
inline constexpr Collective Alltoallw{MPI_Alltoallw, MPI_Ialltoallw, MPI_Alltoallw_init};
inline constexpr Collective Neighbor_allgather{MPI_Neighbor_allgather, MPI_Ineighbor_allgather,
                                               MPI_Neighbor_allgather_init};
inline constexpr Collective Neighbor_allgatherv{MPI_Neighbor_allgatherv, MPI_Ineighbor_allgatherv,
                                                MPI_Neighbor_allgatherv_init};
inline constexpr Collective Neighbor_alltoall{MPI_Neighbor_alltoall, MPI_Ineighbor_alltoall,
                                              MPI_Neighbor_alltoall_init};
inline constexpr Collective Neighbor_alltoallv{MPI_Neighbor_alltoallv, MPI_Ineighbor_alltoallv,
                                               MPI_Neighbor_alltoallv_init};
inline constexpr Collective Neighbor_alltoallw{MPI_Neighbor_alltoallw, MPI_Ineighbor_alltoallw,
                                               MPI_Neighbor_alltoallw_init};

} // namespace kill
