#include "generated/replicas/calls.hpp"
#include "runtime/replication/collective.hpp"
#include "runtime/replication/plans.hpp"

/// Collectives without a root that move data, each in its three forms.

namespace closeranks::replication {

namespace {

auto barrier_plan() {
    return [=](Schedule &s) { return plan_barrier(s); };
}

auto allgather_plan(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                    int recvcount, MPI_Datatype recvtype) {
    return [=](Schedule &s) {
        return plan_allgather(s, elements(sendbuf, sendcount, sendtype),
                              {recvbuf, recvcount, recvtype});
    };
}

auto allgatherv_plan(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                     const int recvcounts[], const int displs[], MPI_Datatype recvtype) {
    return [=](Schedule &s) {
        return plan_allgather(s, elements(sendbuf, sendcount, sendtype),
                              {recvbuf, recvcounts, displs, recvtype});
    };
}

auto alltoall_plan(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                   int recvcount, MPI_Datatype recvtype) {
    return [=](Schedule &s) {
        return plan_alltoall(s, {sendbuf, sendcount, sendtype}, {recvbuf, recvcount, recvtype});
    };
}

auto alltoallv_plan(const void *sendbuf, const int sendcounts[], const int sdispls[],
                    MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                    const int rdispls[], MPI_Datatype recvtype) {
    return [=](Schedule &s) {
        return plan_alltoall(s, {sendbuf, sendcounts, sdispls, sendtype},
                             {recvbuf, recvcounts, rdispls, recvtype});
    };
}

auto alltoallw_plan(const void *sendbuf, const int sendcounts[], const int sdispls[],
                    const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                    const int rdispls[], const MPI_Datatype recvtypes[]) {
    return [=](Schedule &s) {
        return plan_alltoall(s, {sendbuf, sendcounts, sdispls, sendtypes},
                             {recvbuf, recvcounts, rdispls, recvtypes});
    };
}

} // namespace

namespace calls {

int barrier(MPI_Comm comm) { return run(comm, barrier_plan()); }

int ibarrier(MPI_Comm comm, MPI_Request *request) {
    return start_collective(comm, barrier_plan(), request);
}

int barrier_init(MPI_Comm comm, MPI_Info /*info*/, MPI_Request *request) {
    return prepare(comm, barrier_plan(), request);
}

int allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
              int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    return run(comm, allgather_plan(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype));
}

int iallgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
               int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
    return start_collective(
        comm, allgather_plan(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype), request);
}

int allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                   int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info /*info*/,
                   MPI_Request *request) {
    return prepare(comm, allgather_plan(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype),
                   request);
}

int allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
               const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm) {
    return run(
        comm, allgatherv_plan(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype));
}

int iallgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm,
                MPI_Request *request) {
    return start_collective(
        comm, allgatherv_plan(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype),
        request);
}

int allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                    const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                    MPI_Comm comm, MPI_Info /*info*/, MPI_Request *request) {
    return prepare(
        comm, allgatherv_plan(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype),
        request);
}

int alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
             int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    return run(comm, alltoall_plan(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype));
}

int ialltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
              int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
    return start_collective(
        comm, alltoall_plan(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype), request);
}

int alltoall_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                  int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info /*info*/,
                  MPI_Request *request) {
    return prepare(comm, alltoall_plan(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype),
                   request);
}

int alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
              MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[],
              MPI_Datatype recvtype, MPI_Comm comm) {
    return run(comm, alltoallv_plan(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
                                    rdispls, recvtype));
}

int ialltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
               MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[],
               MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
    return start_collective(comm,
                            alltoallv_plan(sendbuf, sendcounts, sdispls, sendtype, recvbuf,
                                           recvcounts, rdispls, recvtype),
                            request);
}

int alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[],
                   MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                   const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info /*info*/,
                   MPI_Request *request) {
    return prepare(comm,
                   alltoallv_plan(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
                                  rdispls, recvtype),
                   request);
}

int alltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[],
              const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
              const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm) {
    return run(comm, alltoallw_plan(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
                                    rdispls, recvtypes));
}

int ialltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[],
               const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
               const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
               MPI_Request *request) {
    return start_collective(comm,
                            alltoallw_plan(sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
                                           recvcounts, rdispls, recvtypes),
                            request);
}

int alltoallw_init(const void *sendbuf, const int sendcounts[], const int sdispls[],
                   const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                   const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
                   MPI_Info /*info*/, MPI_Request *request) {
    return prepare(comm,
                   alltoallw_plan(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
                                  rdispls, recvtypes),
                   request);
}

} // namespace calls

} // namespace closeranks::replication
