#pragma once

#include "runtime/core/entry.hpp"
#include "runtime/support/large.hpp"

namespace closeranks {

/// Blocking collectives on intercommunicators (MPI 4.1, 6.2.3). The library exchanges messages
/// itself on the joint communicator, and runs reductions and broadcasts within a side. They are
/// committed by agreement of both sides.
///
/// Arguments: those of the MPI function of that name without the communicator. A root is MPI_ROOT,
/// MPI_PROC_NULL or a rank of the remote side. The blocks of lost ranks are left untouched. For
/// a missing root, the policy of the call applies on the other side. All functions return the code
/// for the program.

[[nodiscard]] int intercomm_barrier(Intercommunicator &sides) noexcept;

[[nodiscard]] int intercomm_bcast(Intercommunicator &sides, void *buffer, MPI_Count count,
                                  MPI_Datatype datatype, int root) noexcept;

[[nodiscard]] int intercomm_gather(Intercommunicator &sides, const void *sendbuf,
                                   MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                                   MPI_Count recvcount, MPI_Datatype recvtype, int root) noexcept;
[[nodiscard]] int intercomm_gatherv(Intercommunicator &sides, const void *sendbuf,
                                    MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                                    NumberArray recvcounts, NumberArray displs,
                                    MPI_Datatype recvtype, int root) noexcept;

[[nodiscard]] int intercomm_scatter(Intercommunicator &sides, const void *sendbuf,
                                    MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                                    MPI_Count recvcount, MPI_Datatype recvtype, int root) noexcept;
[[nodiscard]] int intercomm_scatterv(Intercommunicator &sides, const void *sendbuf,
                                     NumberArray sendcounts, NumberArray displs,
                                     MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                                     MPI_Datatype recvtype, int root) noexcept;

[[nodiscard]] int intercomm_allgather(Intercommunicator &sides, const void *sendbuf,
                                      MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                                      MPI_Count recvcount, MPI_Datatype recvtype) noexcept;
[[nodiscard]] int intercomm_allgatherv(Intercommunicator &sides, const void *sendbuf,
                                       MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                                       NumberArray recvcounts, NumberArray displs,
                                       MPI_Datatype recvtype) noexcept;

[[nodiscard]] int intercomm_alltoall(Intercommunicator &sides, const void *sendbuf,
                                     MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                                     MPI_Count recvcount, MPI_Datatype recvtype) noexcept;
[[nodiscard]] int intercomm_alltoallv(Intercommunicator &sides, const void *sendbuf,
                                      NumberArray sendcounts, NumberArray sdispls,
                                      MPI_Datatype sendtype, void *recvbuf, NumberArray recvcounts,
                                      NumberArray rdispls, MPI_Datatype recvtype) noexcept;
[[nodiscard]] int intercomm_alltoallw(Intercommunicator &sides, const void *sendbuf,
                                      NumberArray sendcounts, NumberArray sdispls,
                                      const MPI_Datatype sendtypes[], void *recvbuf,
                                      NumberArray recvcounts, NumberArray rdispls,
                                      const MPI_Datatype recvtypes[]) noexcept;

[[nodiscard]] int intercomm_reduce(Intercommunicator &sides, const void *sendbuf, void *recvbuf,
                                   MPI_Count count, MPI_Datatype datatype, MPI_Op op,
                                   int root) noexcept;
[[nodiscard]] int intercomm_allreduce(Intercommunicator &sides, const void *sendbuf, void *recvbuf,
                                      MPI_Count count, MPI_Datatype datatype, MPI_Op op) noexcept;
[[nodiscard]] int intercomm_reduce_scatter(Intercommunicator &sides, const void *sendbuf,
                                           void *recvbuf, NumberArray recvcounts,
                                           MPI_Datatype datatype, MPI_Op op) noexcept;
[[nodiscard]] int intercomm_reduce_scatter_block(Intercommunicator &sides, const void *sendbuf,
                                                 void *recvbuf, MPI_Count recvcount,
                                                 MPI_Datatype datatype, MPI_Op op) noexcept;

} // namespace closeranks
