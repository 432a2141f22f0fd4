#include "generated/replicas/calls.hpp"
#include "runtime/replication/collective.hpp"
#include "runtime/replication/plans.hpp"

/// Reductions, each in its three forms.

namespace closeranks::replication {

namespace {

auto reduce_plan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                 int root) {
    return [=](Schedule &s) { return plan_reduce(s, {sendbuf, recvbuf, type, op}, count, root); };
}

auto allreduce_plan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op) {
    return [=](Schedule &s) { return plan_allreduce(s, {sendbuf, recvbuf, type, op}, count); };
}

auto reduce_scatter_plan(const void *sendbuf, void *recvbuf, const int recvcounts[],
                         MPI_Datatype type, MPI_Op op) {
    return [=](Schedule &s) {
        return plan_reduce_scatter(s, {sendbuf, recvbuf, type, op}, recvcounts);
    };
}

auto reduce_scatter_block_plan(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype type,
                               MPI_Op op) {
    return [=](Schedule &s) {
        return plan_reduce_scatter(
            s, {sendbuf, recvbuf, type, op},
            std::vector<int>(s.communicator().ranks.size(), recvcount).data());
    };
}

auto scan_plan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op) {
    return [=](Schedule &s) { return plan_scan(s, {sendbuf, recvbuf, type, op}, count); };
}

auto exscan_plan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op) {
    return [=](Schedule &s) { return plan_exscan(s, {sendbuf, recvbuf, type, op}, count); };
}

} // namespace

namespace calls {

int reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op, int root,
           MPI_Comm comm) {
    return run(comm, reduce_plan(sendbuf, recvbuf, count, type, op, root));
}

int ireduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op, int root,
            MPI_Comm comm, MPI_Request *request) {
    return start_collective(comm, reduce_plan(sendbuf, recvbuf, count, type, op, root), request);
}

int reduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                int root, MPI_Comm comm, MPI_Info /*info*/, MPI_Request *request) {
    return prepare(comm, reduce_plan(sendbuf, recvbuf, count, type, op, root), request);
}

int allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
              MPI_Comm comm) {
    return run(comm, allreduce_plan(sendbuf, recvbuf, count, type, op));
}

int iallreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
               MPI_Comm comm, MPI_Request *request) {
    return start_collective(comm, allreduce_plan(sendbuf, recvbuf, count, type, op), request);
}

int allreduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                   MPI_Comm comm, MPI_Info /*info*/, MPI_Request *request) {
    return prepare(comm, allreduce_plan(sendbuf, recvbuf, count, type, op), request);
}

int reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype type,
                   MPI_Op op, MPI_Comm comm) {
    return run(comm, reduce_scatter_plan(sendbuf, recvbuf, recvcounts, type, op));
}

int ireduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[], MPI_Datatype type,
                    MPI_Op op, MPI_Comm comm, MPI_Request *request) {
    return start_collective(comm, reduce_scatter_plan(sendbuf, recvbuf, recvcounts, type, op),
                            request);
}

int reduce_scatter_init(const void *sendbuf, void *recvbuf, const int recvcounts[],
                        MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info /*info*/,
                        MPI_Request *request) {
    return prepare(comm, reduce_scatter_plan(sendbuf, recvbuf, recvcounts, type, op), request);
}

int reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype type,
                         MPI_Op op, MPI_Comm comm) {
    return run(comm, reduce_scatter_block_plan(sendbuf, recvbuf, recvcount, type, op));
}

int ireduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype type,
                          MPI_Op op, MPI_Comm comm, MPI_Request *request) {
    return start_collective(comm, reduce_scatter_block_plan(sendbuf, recvbuf, recvcount, type, op),
                            request);
}

int reduce_scatter_block_init(const void *sendbuf, void *recvbuf, int recvcount, MPI_Datatype type,
                              MPI_Op op, MPI_Comm comm, MPI_Info /*info*/, MPI_Request *request) {
    return prepare(comm, reduce_scatter_block_plan(sendbuf, recvbuf, recvcount, type, op), request);
}

int scan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
         MPI_Comm comm) {
    return run(comm, scan_plan(sendbuf, recvbuf, count, type, op));
}

int iscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
          MPI_Comm comm, MPI_Request *request) {
    return start_collective(comm, scan_plan(sendbuf, recvbuf, count, type, op), request);
}

int scan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
              MPI_Comm comm, MPI_Info /*info*/, MPI_Request *request) {
    return prepare(comm, scan_plan(sendbuf, recvbuf, count, type, op), request);
}

int exscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
           MPI_Comm comm) {
    return run(comm, exscan_plan(sendbuf, recvbuf, count, type, op));
}

int iexscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
            MPI_Comm comm, MPI_Request *request) {
    return start_collective(comm, exscan_plan(sendbuf, recvbuf, count, type, op), request);
}

int exscan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype type, MPI_Op op,
                MPI_Comm comm, MPI_Info /*info*/, MPI_Request *request) {
    return prepare(comm, exscan_plan(sendbuf, recvbuf, count, type, op), request);
}

} // namespace calls

} // namespace closeranks::replication
