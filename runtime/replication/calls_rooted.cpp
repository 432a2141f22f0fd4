#include "generated/replicas/calls.hpp"
#include "runtime/replication/collective.hpp"
#include "runtime/replication/plans.hpp"

/// Collectives with a root that move data, each in its three forms.

namespace closeranks::replication {

namespace {

auto bcast_plan(void *buffer, int count, MPI_Datatype type, int root) {
    return [=](Schedule &s) { return plan_bcast(s, elements(buffer, count, type), root); };
}

auto gather_plan(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                 int recvcount, MPI_Datatype recvtype, int root) {
    return [=](Schedule &s) {
        return plan_gather(s, elements(sendbuf, sendcount, sendtype),
                           {recvbuf, recvcount, recvtype}, root);
    };
}

auto gatherv_plan(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                  const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root) {
    return [=](Schedule &s) {
        return plan_gather(s, elements(sendbuf, sendcount, sendtype),
                           {recvbuf, recvcounts, displs, recvtype}, root);
    };
}

auto scatter_plan(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                  int recvcount, MPI_Datatype recvtype, int root) {
    return [=](Schedule &s) {
        return plan_scatter(s, {sendbuf, sendcount, sendtype},
                            elements(recvbuf, recvcount, recvtype), root);
    };
}

auto scatterv_plan(const void *sendbuf, const int sendcounts[], const int displs[],
                   MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                   int root) {
    return [=](Schedule &s) {
        return plan_scatter(s, {sendbuf, sendcounts, displs, sendtype},
                            elements(recvbuf, recvcount, recvtype), root);
    };
}

} // namespace

namespace calls {

int bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
    return run(comm, bcast_plan(buffer, count, type, root));
}

int ibcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm,
           MPI_Request *request) {
    return start_collective(comm, bcast_plan(buffer, count, type, root), request);
}

int bcast_init(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm,
               MPI_Info /*info*/, MPI_Request *request) {
    return prepare(comm, bcast_plan(buffer, count, type, root), request);
}

int gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
           MPI_Datatype recvtype, int root, MPI_Comm comm) {
    return run(comm, gather_plan(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root));
}

int igather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
            MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) {
    return start_collective(
        comm, gather_plan(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root),
        request);
}

int gather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info /*info*/,
                MPI_Request *request) {
    return prepare(comm,
                   gather_plan(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root),
                   request);
}

int gatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
            const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
            MPI_Comm comm) {
    return run(comm, gatherv_plan(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                                  recvtype, root));
}

int igatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
             const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
             MPI_Comm comm, MPI_Request *request) {
    return start_collective(
        comm,
        gatherv_plan(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root),
        request);
}

int gatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                 const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                 MPI_Comm comm, MPI_Info /*info*/, MPI_Request *request) {
    return prepare(
        comm,
        gatherv_plan(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root),
        request);
}

int scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
            MPI_Datatype recvtype, int root, MPI_Comm comm) {
    return run(comm,
               scatter_plan(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root));
}

int iscatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
             int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) {
    return start_collective(
        comm, scatter_plan(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root),
        request);
}

int scatter_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                 int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info /*info*/,
                 MPI_Request *request) {
    return prepare(comm,
                   scatter_plan(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root),
                   request);
}

int scatterv(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype,
             void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    return run(comm, scatterv_plan(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount,
                                   recvtype, root));
}

int iscatterv(const void *sendbuf, const int sendcounts[], const int displs[],
              MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype, int root,
              MPI_Comm comm, MPI_Request *request) {
    return start_collective(
        comm,
        scatterv_plan(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root),
        request);
}

int scatterv_init(const void *sendbuf, const int sendcounts[], const int displs[],
                  MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype,
                  int root, MPI_Comm comm, MPI_Info /*info*/, MPI_Request *request) {
    return prepare(
        comm,
        scatterv_plan(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root),
        request);
}

} // namespace calls

} // namespace closeranks::replication
