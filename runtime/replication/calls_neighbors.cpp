#include "generated/replicas/calls.hpp"
#include "runtime/replication/collective.hpp"
#include "runtime/replication/plans.hpp"

/// Neighbourhood collectives, each in its three forms.

namespace closeranks::replication {

namespace {

auto neighbor_allgather_plan(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                             void *recvbuf, int recvcount, MPI_Datatype recvtype) {
    return [=](Schedule &s) {
        return plan_neighbor_allgather(s, elements(sendbuf, sendcount, sendtype),
                                       {recvbuf, recvcount, recvtype});
    };
}

auto neighbor_allgatherv_plan(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                              void *recvbuf, const int recvcounts[], const int displs[],
                              MPI_Datatype recvtype) {
    return [=](Schedule &s) {
        return plan_neighbor_allgather(s, elements(sendbuf, sendcount, sendtype),
                                       {recvbuf, recvcounts, displs, recvtype});
    };
}

auto neighbor_alltoall_plan(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                            void *recvbuf, int recvcount, MPI_Datatype recvtype) {
    return [=](Schedule &s) {
        return plan_neighbor(s, {sendbuf, sendcount, sendtype}, {recvbuf, recvcount, recvtype});
    };
}

auto neighbor_alltoallv_plan(const void *sendbuf, const int sendcounts[], const int sdispls[],
                             MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                             const int rdispls[], MPI_Datatype recvtype) {
    return [=](Schedule &s) {
        return plan_neighbor(s, {sendbuf, sendcounts, sdispls, sendtype},
                             {recvbuf, recvcounts, rdispls, recvtype});
    };
}

auto neighbor_alltoallw_plan(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
                             const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                             const MPI_Aint rdispls[], const MPI_Datatype recvtypes[]) {
    return [=](Schedule &s) {
        return plan_neighbor(s, {sendbuf, sendcounts, sdispls, sendtypes},
                             {recvbuf, recvcounts, rdispls, recvtypes});
    };
}

} // namespace

namespace calls {

int neighbor_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                       int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    return run(comm,
               neighbor_allgather_plan(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype));
}

int ineighbor_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                        int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
    return start_collective(
        comm, neighbor_allgather_plan(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype),
        request);
}

int neighbor_allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                            void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                            MPI_Info /*info*/, MPI_Request *request) {
    return prepare(
        comm, neighbor_allgather_plan(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype),
        request);
}

int neighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                        const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                        MPI_Comm comm) {
    return run(comm, neighbor_allgatherv_plan(sendbuf, sendcount, sendtype, recvbuf, recvcounts,
                                              displs, recvtype));
}

int ineighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                         const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                         MPI_Comm comm, MPI_Request *request) {
    return start_collective(comm,
                            neighbor_allgatherv_plan(sendbuf, sendcount, sendtype, recvbuf,
                                                     recvcounts, displs, recvtype),
                            request);
}

int neighbor_allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                             void *recvbuf, const int recvcounts[], const int displs[],
                             MPI_Datatype recvtype, MPI_Comm comm, MPI_Info /*info*/,
                             MPI_Request *request) {
    return prepare(comm,
                   neighbor_allgatherv_plan(sendbuf, sendcount, sendtype, recvbuf, recvcounts,
                                            displs, recvtype),
                   request);
}

int neighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                      int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    return run(comm,
               neighbor_alltoall_plan(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype));
}

int ineighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                       int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
    return start_collective(
        comm, neighbor_alltoall_plan(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype),
        request);
}

int neighbor_alltoall_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                           int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info /*info*/,
                           MPI_Request *request) {
    return prepare(
        comm, neighbor_alltoall_plan(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype),
        request);
}

int neighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
                       MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                       const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm) {
    return run(comm, neighbor_alltoallv_plan(sendbuf, sendcounts, sdispls, sendtype, recvbuf,
                                             recvcounts, rdispls, recvtype));
}

int ineighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
                        MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                        const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                        MPI_Request *request) {
    return start_collective(comm,
                            neighbor_alltoallv_plan(sendbuf, sendcounts, sdispls, sendtype, recvbuf,
                                                    recvcounts, rdispls, recvtype),
                            request);
}

int neighbor_alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[],
                            MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                            const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                            MPI_Info /*info*/, MPI_Request *request) {
    return prepare(comm,
                   neighbor_alltoallv_plan(sendbuf, sendcounts, sdispls, sendtype, recvbuf,
                                           recvcounts, rdispls, recvtype),
                   request);
}

int neighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
                       const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                       const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm) {
    return run(comm, neighbor_alltoallw_plan(sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
                                             recvcounts, rdispls, recvtypes));
}

int ineighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
                        const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                        const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
                        MPI_Request *request) {
    return start_collective(comm,
                            neighbor_alltoallw_plan(sendbuf, sendcounts, sdispls, sendtypes,
                                                    recvbuf, recvcounts, rdispls, recvtypes),
                            request);
}

int neighbor_alltoallw_init(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
                            const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                            const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
                            MPI_Info /*info*/, MPI_Request *request) {
    return prepare(comm,
                   neighbor_alltoallw_plan(sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
                                           recvcounts, rdispls, recvtypes),
                   request);
}

} // namespace calls

} // namespace closeranks::replication
