// Generated from spec/ by generator/ with templates/wrappers.cpp.j2 and templates/wrappers/, do not
// edit. Collectives among all: 51 functions.

#include "runtime/collectives/compacted_collectives.hpp"
#include "runtime/collectives/intercomm_collectives.hpp"
#include "runtime/collectives/nonblocking.hpp"
#include "runtime/commit/collective.hpp"
#include "runtime/core/unprotected.hpp"
#include "runtime/support/alias.hpp"

using namespace closeranks;

extern "C" {

[[gnu::always_inline]] static inline int run_Allgather(Communicator &c, Function function,
                                                       const void *sendbuf, int sendcount,
                                                       MPI_Datatype sendtype, void *recvbuf,
                                                       int recvcount, MPI_Datatype recvtype) {
    const bool in_place = sendbuf == MPI_IN_PLACE;
    Snapshot inputs(recvbuf, recvcount, recvtype, c.size, in_place ? Snapshot::no_block : c.rank);
    const auto native = [=](MPI_Comm working, int) {
        return real.Allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, working);
    };
    const auto compacted = [=, &c](MPI_Comm working, int) {
        Blocks received(c, recvcount, recvtype);
        return real.Allgatherv(sendbuf, sendcount, sendtype, recvbuf, received.counts(),
                               received.displs(), received.type(), working);
    };
    const auto describe = [&](auto &native_call, auto &compacted_call) {
        return Operation{
            .function = function,
            .native = native_call,
            .compacted = compacted_call,
            .inputs = &inputs,
            .contributions = from_members(recvcount),
            .kept = log_blocks(sendbuf, in_place ? 0 : sendcount, in_place ? MPI_BYTE : sendtype,
                               recvbuf, recvcount, recvtype),
        };
    };
    return run_collective(c, native, describe, compacted);
}

int MPI_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                  int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    Entry entry(Function::Allgather);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
        return intercomm_allgather(*sides, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                   recvtype);
    }
    return run_Allgather(*c, Function::Allgather, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                         recvtype);
}
CLOSERANKS_ALIAS(MPI_Allgather);

[[gnu::always_inline]] static inline int run_Allgatherv(Communicator &c, Function function,
                                                        const void *sendbuf, int sendcount,
                                                        MPI_Datatype sendtype, void *recvbuf,
                                                        const int recvcounts[], const int displs[],
                                                        MPI_Datatype recvtype) {
    const bool in_place = sendbuf == MPI_IN_PLACE;
    Snapshot inputs(recvbuf, recvcounts, displs, recvtype, c.size,
                    in_place ? Snapshot::no_block : c.rank);
    const auto native = [=](MPI_Comm working, int) {
        return real.Allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
                               working);
    };
    const auto compacted = [=, &c](MPI_Comm working, int) {
        Compacted live_recvcounts(c, recvcounts);
        Compacted live_displs(c, displs);
        return real.Allgatherv(sendbuf, sendcount, sendtype, recvbuf, live_recvcounts.data(),
                               live_displs.data(), recvtype, working);
    };
    const auto describe = [&](auto &native_call, auto &compacted_call) {
        return Operation{
            .function = function,
            .native = native_call,
            .compacted = compacted_call,
            .inputs = &inputs,
            .contributions = from_members(recvcounts),
        };
    };
    return run_collective(c, native, describe, compacted);
}

int MPI_Allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                   const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                   MPI_Comm comm) {
    Entry entry(Function::Allgatherv);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                                   recvtype, comm);
        return intercomm_allgatherv(*sides, sendbuf, sendcount, sendtype, recvbuf, recvcounts,
                                    displs, recvtype);
    }
    return run_Allgatherv(*c, Function::Allgatherv, sendbuf, sendcount, sendtype, recvbuf,
                          recvcounts, displs, recvtype);
}
CLOSERANKS_ALIAS(MPI_Allgatherv);

[[gnu::always_inline]] static inline int run_Allreduce(Communicator &c, Function function,
                                                       const void *sendbuf, void *recvbuf,
                                                       int count, MPI_Datatype datatype,
                                                       MPI_Op op) {
    const bool in_place = sendbuf == MPI_IN_PLACE;
    OptionalSnapshot inputs;
    if (in_place) inputs.emplace(recvbuf, count, datatype);
    const auto native = [=](MPI_Comm working, int) {
        return real.Allreduce(sendbuf, recvbuf, count, datatype, op, working);
    };
    const auto describe = [&](auto &native_call) {
        return Operation{
            .function = function,
            .native = native_call,
            .inputs = inputs.get(),
            .contributions = from_members(count),
            .kept = log_combined(sendbuf, count, datatype, recvbuf, count, datatype, op),
        };
    };
    return run_collective(c, native, describe);
}

int MPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                  MPI_Comm comm) {
    Entry entry(Function::Allreduce);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr) return real.Allreduce(sendbuf, recvbuf, count, datatype, op, comm);
        return intercomm_allreduce(*sides, sendbuf, recvbuf, count, datatype, op);
    }
    return run_Allreduce(*c, Function::Allreduce, sendbuf, recvbuf, count, datatype, op);
}
CLOSERANKS_ALIAS(MPI_Allreduce);

[[gnu::always_inline]] static inline int run_Alltoall(Communicator &c, Function function,
                                                      const void *sendbuf, int sendcount,
                                                      MPI_Datatype sendtype, void *recvbuf,
                                                      int recvcount, MPI_Datatype recvtype) {
    const bool in_place = sendbuf == MPI_IN_PLACE;
    OptionalSnapshot inputs;
    if (in_place) inputs.emplace(recvbuf, MPI_Count{recvcount} * c.size, recvtype);
    const auto native = [=](MPI_Comm working, int) {
        return real.Alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, working);
    };
    const auto compacted = [=, &c](MPI_Comm working, int) {
        Blocks sent(c, in_place ? 0 : sendcount, in_place ? MPI_BYTE : sendtype);
        Blocks received(c, recvcount, recvtype);
        return real.Alltoallv(sendbuf, sent.counts(), sent.displs(), sent.type(), recvbuf,
                              received.counts(), received.displs(), received.type(), working);
    };
    const auto describe = [&](auto &native_call, auto &compacted_call) {
        return Operation{
            .function = function,
            .native = native_call,
            .compacted = compacted_call,
            .inputs = inputs.get(),
            .contributions = from_members(recvcount),
            .kept = log_exchange(sendbuf, in_place ? 0 : sendcount, in_place ? MPI_BYTE : sendtype,
                                 recvbuf, recvcount, recvtype),
        };
    };
    return run_collective(c, native, describe, compacted);
}

int MPI_Alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                 int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    Entry entry(Function::Alltoall);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
        return intercomm_alltoall(*sides, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                  recvtype);
    }
    return run_Alltoall(*c, Function::Alltoall, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                        recvtype);
}
CLOSERANKS_ALIAS(MPI_Alltoall);

[[gnu::always_inline]] static inline int run_Alltoallv(Communicator &c, Function function,
                                                       const void *sendbuf, const int sendcounts[],
                                                       const int sdispls[], MPI_Datatype sendtype,
                                                       void *recvbuf, const int recvcounts[],
                                                       const int rdispls[], MPI_Datatype recvtype) {
    const bool in_place = sendbuf == MPI_IN_PLACE;
    OptionalSnapshot inputs;
    if (in_place) inputs.emplace(recvbuf, recvcounts, rdispls, recvtype, c.size);
    const auto native = [=](MPI_Comm working, int) {
        return real.Alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
                              recvtype, working);
    };
    const auto compacted = [=, &c](MPI_Comm working, int) {
        Compacted live_sendcounts(c, in_place ? nullptr : sendcounts);
        Compacted live_sdispls(c, in_place ? nullptr : sdispls);
        Compacted live_recvcounts(c, recvcounts);
        Compacted live_rdispls(c, rdispls);
        return real.Alltoallv(sendbuf, live_sendcounts.data(), live_sdispls.data(), sendtype,
                              recvbuf, live_recvcounts.data(), live_rdispls.data(), recvtype,
                              working);
    };
    const auto describe = [&](auto &native_call, auto &compacted_call) {
        return Operation{
            .function = function,
            .native = native_call,
            .compacted = compacted_call,
            .inputs = inputs.get(),
            .contributions = from_members(recvcounts),
        };
    };
    return run_collective(c, native, describe, compacted);
}

int MPI_Alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
                  MPI_Datatype sendtype, void *recvbuf, const int recvcounts[], const int rdispls[],
                  MPI_Datatype recvtype, MPI_Comm comm) {
    Entry entry(Function::Alltoallv);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
                                  rdispls, recvtype, comm);
        return intercomm_alltoallv(*sides, sendbuf, sendcounts, sdispls, sendtype, recvbuf,
                                   recvcounts, rdispls, recvtype);
    }
    return run_Alltoallv(*c, Function::Alltoallv, sendbuf, sendcounts, sdispls, sendtype, recvbuf,
                         recvcounts, rdispls, recvtype);
}
CLOSERANKS_ALIAS(MPI_Alltoallv);

[[gnu::always_inline]] static inline int
run_Alltoallw(Communicator &c, Function function, const void *sendbuf, const int sendcounts[],
              const int sdispls[], const MPI_Datatype sendtypes[], void *recvbuf,
              const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[]) {
    const bool in_place = sendbuf == MPI_IN_PLACE;
    OptionalSnapshot inputs;
    if (in_place) inputs.emplace(recvbuf, recvcounts, rdispls, recvtypes, c.size);
    const auto native = [=](MPI_Comm working, int) {
        return real.Alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
                              recvtypes, working);
    };
    const auto compacted = [=, &c](MPI_Comm working, int) {
        return compacted_alltoallw(c, working, sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
                                   recvcounts, rdispls, recvtypes);
    };
    const auto describe = [&](auto &native_call, auto &compacted_call) {
        return Operation{
            .function = function,
            .native = native_call,
            .compacted = compacted_call,
            .inputs = inputs.get(),
            .contributions = from_members(recvcounts),
        };
    };
    return run_collective(c, native, describe, compacted);
}

int MPI_Alltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[],
                  const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                  const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm) {
    Entry entry(Function::Alltoallw);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
                                  rdispls, recvtypes, comm);
        return intercomm_alltoallw(*sides, sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
                                   recvcounts, rdispls, recvtypes);
    }
    return run_Alltoallw(*c, Function::Alltoallw, sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
                         recvcounts, rdispls, recvtypes);
}
CLOSERANKS_ALIAS(MPI_Alltoallw);

[[gnu::always_inline]] static inline int run_Barrier(Communicator &c, Function function) {
    const auto native = [=](MPI_Comm working, int) { return real.Barrier(working); };
    const auto describe = [&](auto &native_call) {
        return Operation{
            .function = function,
            .native = native_call,
            .contributions = from_members(),
            .kept = log_nothing(),
        };
    };
    return run_collective(c, native, describe);
}

int MPI_Barrier(MPI_Comm comm) {
    Entry entry(Function::Barrier);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr) return real.Barrier(comm);
        return intercomm_barrier(*sides);
    }
    return run_Barrier(*c, Function::Barrier);
}
CLOSERANKS_ALIAS(MPI_Barrier);

int MPIX_Comm_agree(MPI_Comm comm, int *flag) {
    Entry entry(Function::Comm_agree);
    passing();
    return real.Comm_agree(native(comm), flag);
}
CLOSERANKS_ALIAS(MPIX_Comm_agree);

int MPIX_Comm_iagree(MPI_Comm comm, int *flag, MPI_Request *request) {
    Entry entry(Function::Comm_iagree);
    passing();
    return real.Comm_iagree(native(comm), flag, request);
}
CLOSERANKS_ALIAS(MPIX_Comm_iagree);

int MPIX_Comm_revoke(MPI_Comm comm) {
    Entry entry(Function::Comm_revoke);
    passing();
    return real.Comm_revoke(native(comm));
}
CLOSERANKS_ALIAS(MPIX_Comm_revoke);

[[gnu::always_inline]] static inline int run_Exscan(Communicator &c, Function function,
                                                    const void *sendbuf, void *recvbuf, int count,
                                                    MPI_Datatype datatype, MPI_Op op) {
    Snapshot inputs(recvbuf, count, datatype);
    const auto native = [=](MPI_Comm working, int) {
        return real.Exscan(sendbuf, recvbuf, count, datatype, op, working);
    };
    const auto describe = [&](auto &native_call) {
        return Operation{
            .function = function,
            .native = native_call,
            .inputs = &inputs,
            .contributions = from_lower(count),
            .kept = log_prefix(sendbuf, count, datatype, recvbuf, count, datatype, true, op),
        };
    };
    return run_collective(c, native, describe);
}

int MPI_Exscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
               MPI_Comm comm) {
    Entry entry(Function::Exscan);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) return real.Exscan(sendbuf, recvbuf, count, datatype, op, comm);
    return run_Exscan(*c, Function::Exscan, sendbuf, recvbuf, count, datatype, op);
}
CLOSERANKS_ALIAS(MPI_Exscan);

[[gnu::always_inline]] static inline int
run_Neighbor_allgather(Communicator &c, Function function, const void *sendbuf, int sendcount,
                       MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype) {
    const auto native = [=](MPI_Comm working, int) {
        return real.Neighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                       working);
    };
    const auto compacted = [=, &c](MPI_Comm working, int) {
        return compacted_neighbor_allgather(c, working, sendbuf, sendcount, sendtype, recvbuf,
                                            recvcount, recvtype);
    };
    const auto describe = [&](auto &native_call, auto &compacted_call) {
        return Operation{
            .function = function,
            .native = native_call,
            .compacted = compacted_call,
            .contributions = from_neighbours(recvcount),
        };
    };
    return run_collective(c, native, describe, compacted);
}

int MPI_Neighbor_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                           int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    Entry entry(Function::Neighbor_allgather);
    Communicator *c = Entry::find(comm);
    if (c == nullptr)
        return real.Neighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                       comm);
    return run_Neighbor_allgather(*c, Function::Neighbor_allgather, sendbuf, sendcount, sendtype,
                                  recvbuf, recvcount, recvtype);
}
CLOSERANKS_ALIAS(MPI_Neighbor_allgather);

[[gnu::always_inline]] static inline int
run_Neighbor_allgatherv(Communicator &c, Function function, const void *sendbuf, int sendcount,
                        MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                        const int displs[], MPI_Datatype recvtype) {
    const auto native = [=](MPI_Comm working, int) {
        return real.Neighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                                        recvtype, working);
    };
    const auto compacted = [=, &c](MPI_Comm working, int) {
        return compacted_neighbor_allgatherv(c, working, sendbuf, sendcount, sendtype, recvbuf,
                                             recvcounts, displs, recvtype);
    };
    const auto describe = [&](auto &native_call, auto &compacted_call) {
        return Operation{
            .function = function,
            .native = native_call,
            .compacted = compacted_call,
            .contributions = from_neighbours(recvcounts),
        };
    };
    return run_collective(c, native, describe, compacted);
}

int MPI_Neighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                            void *recvbuf, const int recvcounts[], const int displs[],
                            MPI_Datatype recvtype, MPI_Comm comm) {
    Entry entry(Function::Neighbor_allgatherv);
    Communicator *c = Entry::find(comm);
    if (c == nullptr)
        return real.Neighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                                        recvtype, comm);
    return run_Neighbor_allgatherv(*c, Function::Neighbor_allgatherv, sendbuf, sendcount, sendtype,
                                   recvbuf, recvcounts, displs, recvtype);
}
CLOSERANKS_ALIAS(MPI_Neighbor_allgatherv);

[[gnu::always_inline]] static inline int
run_Neighbor_alltoall(Communicator &c, Function function, const void *sendbuf, int sendcount,
                      MPI_Datatype sendtype, void *recvbuf, int recvcount, MPI_Datatype recvtype) {
    const auto native = [=](MPI_Comm working, int) {
        return real.Neighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                      working);
    };
    const auto compacted = [=, &c](MPI_Comm working, int) {
        return compacted_neighbor_alltoall(c, working, sendbuf, sendcount, sendtype, recvbuf,
                                           recvcount, recvtype);
    };
    const auto describe = [&](auto &native_call, auto &compacted_call) {
        return Operation{
            .function = function,
            .native = native_call,
            .compacted = compacted_call,
            .contributions = from_neighbours(recvcount),
        };
    };
    return run_collective(c, native, describe, compacted);
}

int MPI_Neighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                          int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    Entry entry(Function::Neighbor_alltoall);
    Communicator *c = Entry::find(comm);
    if (c == nullptr)
        return real.Neighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                      comm);
    return run_Neighbor_alltoall(*c, Function::Neighbor_alltoall, sendbuf, sendcount, sendtype,
                                 recvbuf, recvcount, recvtype);
}
CLOSERANKS_ALIAS(MPI_Neighbor_alltoall);

[[gnu::always_inline]] static inline int
run_Neighbor_alltoallv(Communicator &c, Function function, const void *sendbuf,
                       const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
                       void *recvbuf, const int recvcounts[], const int rdispls[],
                       MPI_Datatype recvtype) {
    const auto native = [=](MPI_Comm working, int) {
        return real.Neighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
                                       rdispls, recvtype, working);
    };
    const auto compacted = [=, &c](MPI_Comm working, int) {
        return compacted_neighbor_alltoallv(c, working, sendbuf, sendcounts, sdispls, sendtype,
                                            recvbuf, recvcounts, rdispls, recvtype);
    };
    const auto describe = [&](auto &native_call, auto &compacted_call) {
        return Operation{
            .function = function,
            .native = native_call,
            .compacted = compacted_call,
            .contributions = from_neighbours(recvcounts),
        };
    };
    return run_collective(c, native, describe, compacted);
}

int MPI_Neighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
                           MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                           const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm) {
    Entry entry(Function::Neighbor_alltoallv);
    Communicator *c = Entry::find(comm);
    if (c == nullptr)
        return real.Neighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
                                       rdispls, recvtype, comm);
    return run_Neighbor_alltoallv(*c, Function::Neighbor_alltoallv, sendbuf, sendcounts, sdispls,
                                  sendtype, recvbuf, recvcounts, rdispls, recvtype);
}
CLOSERANKS_ALIAS(MPI_Neighbor_alltoallv);

[[gnu::always_inline]] static inline int
run_Neighbor_alltoallw(Communicator &c, Function function, const void *sendbuf,
                       const int sendcounts[], const MPI_Aint sdispls[],
                       const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                       const MPI_Aint rdispls[], const MPI_Datatype recvtypes[]) {
    const auto native = [=](MPI_Comm working, int) {
        return real.Neighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
                                       rdispls, recvtypes, working);
    };
    const auto compacted = [=, &c](MPI_Comm working, int) {
        return compacted_neighbor_alltoallw(c, working, sendbuf, sendcounts, sdispls, sendtypes,
                                            recvbuf, recvcounts, rdispls, recvtypes);
    };
    const auto describe = [&](auto &native_call, auto &compacted_call) {
        return Operation{
            .function = function,
            .native = native_call,
            .compacted = compacted_call,
            .contributions = from_neighbours(recvcounts),
        };
    };
    return run_collective(c, native, describe, compacted);
}

int MPI_Neighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
                           const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                           const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
                           MPI_Comm comm) {
    Entry entry(Function::Neighbor_alltoallw);
    Communicator *c = Entry::find(comm);
    if (c == nullptr)
        return real.Neighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
                                       rdispls, recvtypes, comm);
    return run_Neighbor_alltoallw(*c, Function::Neighbor_alltoallw, sendbuf, sendcounts, sdispls,
                                  sendtypes, recvbuf, recvcounts, rdispls, recvtypes);
}
CLOSERANKS_ALIAS(MPI_Neighbor_alltoallw);

[[gnu::always_inline]] static inline int run_Reduce_scatter(Communicator &c, Function function,
                                                            const void *sendbuf, void *recvbuf,
                                                            const int recvcounts[],
                                                            MPI_Datatype datatype, MPI_Op op) {
    const bool in_place = sendbuf == MPI_IN_PLACE;
    OptionalSnapshot inputs;
    if (in_place) inputs.emplace(recvbuf, sum(recvcounts, c.size), datatype);
    const auto native = [=](MPI_Comm working, int) {
        return real.Reduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, working);
    };
    const auto compacted = [=, &c](MPI_Comm working, int) {
        return compacted_reduce_scatter(c, working, sendbuf, recvbuf, recvcounts, datatype, op);
    };
    const auto describe = [&](auto &native_call, auto &compacted_call) {
        return Operation{
            .function = function,
            .native = native_call,
            .compacted = compacted_call,
            .inputs = inputs.get(),
            .contributions = from_members(),
            .kept = log_share(sendbuf, recvcounts, datatype, recvbuf, recvcounts, datatype, op),
        };
    };
    return run_collective(c, native, describe, compacted);
}

int MPI_Reduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[],
                       MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    Entry entry(Function::Reduce_scatter);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Reduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm);
        return intercomm_reduce_scatter(*sides, sendbuf, recvbuf, recvcounts, datatype, op);
    }
    return run_Reduce_scatter(*c, Function::Reduce_scatter, sendbuf, recvbuf, recvcounts, datatype,
                              op);
}
CLOSERANKS_ALIAS(MPI_Reduce_scatter);

[[gnu::always_inline]] static inline int
run_Reduce_scatter_block(Communicator &c, Function function, const void *sendbuf, void *recvbuf,
                         int recvcount, MPI_Datatype datatype, MPI_Op op) {
    const bool in_place = sendbuf == MPI_IN_PLACE;
    OptionalSnapshot inputs;
    if (in_place) inputs.emplace(recvbuf, MPI_Count{recvcount} * c.size, datatype);
    const auto native = [=](MPI_Comm working, int) {
        return real.Reduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, working);
    };
    const auto compacted = [=, &c](MPI_Comm working, int) {
        return compacted_reduce_scatter_block(c, working, sendbuf, recvbuf, recvcount, datatype,
                                              op);
    };
    const auto describe = [&](auto &native_call, auto &compacted_call) {
        return Operation{
            .function = function,
            .native = native_call,
            .compacted = compacted_call,
            .inputs = inputs.get(),
            .contributions = from_members(recvcount),
            .kept = log_share(sendbuf, recvcount, datatype, recvbuf, recvcount, datatype, op),
        };
    };
    return run_collective(c, native, describe, compacted);
}

int MPI_Reduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount,
                             MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    Entry entry(Function::Reduce_scatter_block);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Reduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm);
        return intercomm_reduce_scatter_block(*sides, sendbuf, recvbuf, recvcount, datatype, op);
    }
    return run_Reduce_scatter_block(*c, Function::Reduce_scatter_block, sendbuf, recvbuf, recvcount,
                                    datatype, op);
}
CLOSERANKS_ALIAS(MPI_Reduce_scatter_block);

[[gnu::always_inline]] static inline int run_Scan(Communicator &c, Function function,
                                                  const void *sendbuf, void *recvbuf, int count,
                                                  MPI_Datatype datatype, MPI_Op op) {
    const bool in_place = sendbuf == MPI_IN_PLACE;
    OptionalSnapshot inputs;
    if (in_place) inputs.emplace(recvbuf, count, datatype);
    const auto native = [=](MPI_Comm working, int) {
        return real.Scan(sendbuf, recvbuf, count, datatype, op, working);
    };
    const auto describe = [&](auto &native_call) {
        return Operation{
            .function = function,
            .native = native_call,
            .inputs = inputs.get(),
            .contributions = from_lower(count),
            .kept = log_prefix(sendbuf, count, datatype, recvbuf, count, datatype, false, op),
        };
    };
    return run_collective(c, native, describe);
}

int MPI_Scan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
             MPI_Comm comm) {
    Entry entry(Function::Scan);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) return real.Scan(sendbuf, recvbuf, count, datatype, op, comm);
    return run_Scan(*c, Function::Scan, sendbuf, recvbuf, count, datatype, op);
}
CLOSERANKS_ALIAS(MPI_Scan);

int MPI_Allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                       int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                       MPI_Request *request) {
    Entry entry(Function::Allgather_init);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                       comm, info, request);
        const auto run = [=]() {
            return intercomm_allgather(*sides, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                       recvtype);
        };
        return make_persistent_collective(Function::Allgather_init, *sides->joint, request, run);
    }
    const auto run = [=]() {
        return run_Allgather(*c, Function::Allgather_init, sendbuf, sendcount, sendtype, recvbuf,
                             recvcount, recvtype);
    };
    return make_persistent_collective(Function::Allgather_init, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Allgather_init);

int MPI_Allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                        const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                        MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    Entry entry(Function::Allgatherv_init);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                                        recvtype, comm, info, request);
        const auto own_recvcounts = copy_array(recvcounts, members_of(*sides));
        const auto own_displs = copy_array(displs, members_of(*sides));
        const auto run = [=]() {
            return intercomm_allgatherv(*sides, sendbuf, sendcount, sendtype, recvbuf,
                                        own_recvcounts.get(), own_displs.get(), recvtype);
        };
        return make_persistent_collective(Function::Allgatherv_init, *sides->joint, request, run);
    }
    const auto own_recvcounts = copy_array(recvcounts, members_of(*c));
    const auto own_displs = copy_array(displs, members_of(*c));
    const auto run = [=]() {
        return run_Allgatherv(*c, Function::Allgatherv_init, sendbuf, sendcount, sendtype, recvbuf,
                              own_recvcounts.get(), own_displs.get(), recvtype);
    };
    return make_persistent_collective(Function::Allgatherv_init, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Allgatherv_init);

int MPI_Allreduce_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype,
                       MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    Entry entry(Function::Allreduce_init);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Allreduce_init(sendbuf, recvbuf, count, datatype, op, comm, info, request);
        const auto run = [=]() {
            return intercomm_allreduce(*sides, sendbuf, recvbuf, count, datatype, op);
        };
        return make_persistent_collective(Function::Allreduce_init, *sides->joint, request, run);
    }
    const auto run = [=]() {
        return run_Allreduce(*c, Function::Allreduce_init, sendbuf, recvbuf, count, datatype, op);
    };
    return make_persistent_collective(Function::Allreduce_init, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Allreduce_init);

int MPI_Alltoall_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                      int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                      MPI_Request *request) {
    Entry entry(Function::Alltoall_init);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                      comm, info, request);
        const auto run = [=]() {
            return intercomm_alltoall(*sides, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                      recvtype);
        };
        return make_persistent_collective(Function::Alltoall_init, *sides->joint, request, run);
    }
    const auto run = [=]() {
        return run_Alltoall(*c, Function::Alltoall_init, sendbuf, sendcount, sendtype, recvbuf,
                            recvcount, recvtype);
    };
    return make_persistent_collective(Function::Alltoall_init, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Alltoall_init);

int MPI_Alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[],
                       MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                       const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                       MPI_Request *request) {
    Entry entry(Function::Alltoallv_init);
    Communicator *c = Entry::find(comm);
    const bool in_place = sendbuf == MPI_IN_PLACE;
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
                                       rdispls, recvtype, comm, info, request);
        const auto own_sendcounts = copy_array(in_place ? nullptr : sendcounts, members_of(*sides));
        const auto own_sdispls = copy_array(in_place ? nullptr : sdispls, members_of(*sides));
        const auto own_recvcounts = copy_array(recvcounts, members_of(*sides));
        const auto own_rdispls = copy_array(rdispls, members_of(*sides));
        const auto run = [=]() {
            return intercomm_alltoallv(*sides, sendbuf, own_sendcounts.get(), own_sdispls.get(),
                                       sendtype, recvbuf, own_recvcounts.get(), own_rdispls.get(),
                                       recvtype);
        };
        return make_persistent_collective(Function::Alltoallv_init, *sides->joint, request, run);
    }
    const auto own_sendcounts = copy_array(in_place ? nullptr : sendcounts, members_of(*c));
    const auto own_sdispls = copy_array(in_place ? nullptr : sdispls, members_of(*c));
    const auto own_recvcounts = copy_array(recvcounts, members_of(*c));
    const auto own_rdispls = copy_array(rdispls, members_of(*c));
    const auto run = [=]() {
        return run_Alltoallv(*c, Function::Alltoallv_init, sendbuf, own_sendcounts.get(),
                             own_sdispls.get(), sendtype, recvbuf, own_recvcounts.get(),
                             own_rdispls.get(), recvtype);
    };
    return make_persistent_collective(Function::Alltoallv_init, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Alltoallv_init);

int MPI_Alltoallw_init(const void *sendbuf, const int sendcounts[], const int sdispls[],
                       const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                       const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
                       MPI_Info info, MPI_Request *request) {
    Entry entry(Function::Alltoallw_init);
    Communicator *c = Entry::find(comm);
    const bool in_place = sendbuf == MPI_IN_PLACE;
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
                                       rdispls, recvtypes, comm, info, request);
        const auto own_sendcounts = copy_array(in_place ? nullptr : sendcounts, members_of(*sides));
        const auto own_sdispls = copy_array(in_place ? nullptr : sdispls, members_of(*sides));
        const auto own_sendtypes = copy_array(in_place ? nullptr : sendtypes, members_of(*sides));
        const auto own_recvcounts = copy_array(recvcounts, members_of(*sides));
        const auto own_rdispls = copy_array(rdispls, members_of(*sides));
        const auto own_recvtypes = copy_array(recvtypes, members_of(*sides));
        const auto run = [=]() {
            return intercomm_alltoallw(*sides, sendbuf, own_sendcounts.get(), own_sdispls.get(),
                                       own_sendtypes.get(), recvbuf, own_recvcounts.get(),
                                       own_rdispls.get(), own_recvtypes.get());
        };
        return make_persistent_collective(Function::Alltoallw_init, *sides->joint, request, run);
    }
    const auto own_sendcounts = copy_array(in_place ? nullptr : sendcounts, members_of(*c));
    const auto own_sdispls = copy_array(in_place ? nullptr : sdispls, members_of(*c));
    const auto own_sendtypes = copy_array(in_place ? nullptr : sendtypes, members_of(*c));
    const auto own_recvcounts = copy_array(recvcounts, members_of(*c));
    const auto own_rdispls = copy_array(rdispls, members_of(*c));
    const auto own_recvtypes = copy_array(recvtypes, members_of(*c));
    const auto run = [=]() {
        return run_Alltoallw(*c, Function::Alltoallw_init, sendbuf, own_sendcounts.get(),
                             own_sdispls.get(), own_sendtypes.get(), recvbuf, own_recvcounts.get(),
                             own_rdispls.get(), own_recvtypes.get());
    };
    return make_persistent_collective(Function::Alltoallw_init, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Alltoallw_init);

int MPI_Barrier_init(MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    Entry entry(Function::Barrier_init);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr) return real.Barrier_init(comm, info, request);
        const auto run = [=]() { return intercomm_barrier(*sides); };
        return make_persistent_collective(Function::Barrier_init, *sides->joint, request, run);
    }
    const auto run = [=]() { return run_Barrier(*c, Function::Barrier_init); };
    return make_persistent_collective(Function::Barrier_init, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Barrier_init);

int MPI_Exscan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                    MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    Entry entry(Function::Exscan_init);
    Communicator *c = Entry::find(comm);
    if (c == nullptr)
        return real.Exscan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request);
    const auto run = [=]() {
        return run_Exscan(*c, Function::Exscan_init, sendbuf, recvbuf, count, datatype, op);
    };
    return make_persistent_collective(Function::Exscan_init, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Exscan_init);

int MPI_Iallgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                   int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
    Entry entry(Function::Iallgather);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Iallgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
                                   request);
        const auto run = [=]() {
            return intercomm_allgather(*sides, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                       recvtype);
        };
        return start_nonblocking(Function::Iallgather, *sides->joint, request, run);
    }
    const auto run = [=]() {
        return run_Allgather(*c, Function::Iallgather, sendbuf, sendcount, sendtype, recvbuf,
                             recvcount, recvtype);
    };
    return start_nonblocking(Function::Iallgather, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Iallgather);

int MPI_Iallgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                    const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                    MPI_Comm comm, MPI_Request *request) {
    Entry entry(Function::Iallgatherv);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Iallgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                                    recvtype, comm, request);
        const auto own_recvcounts = copy_array(recvcounts, members_of(*sides));
        const auto own_displs = copy_array(displs, members_of(*sides));
        const auto run = [=]() {
            return intercomm_allgatherv(*sides, sendbuf, sendcount, sendtype, recvbuf,
                                        own_recvcounts.get(), own_displs.get(), recvtype);
        };
        return start_nonblocking(Function::Iallgatherv, *sides->joint, request, run);
    }
    const auto own_recvcounts = copy_array(recvcounts, members_of(*c));
    const auto own_displs = copy_array(displs, members_of(*c));
    const auto run = [=]() {
        return run_Allgatherv(*c, Function::Iallgatherv, sendbuf, sendcount, sendtype, recvbuf,
                              own_recvcounts.get(), own_displs.get(), recvtype);
    };
    return start_nonblocking(Function::Iallgatherv, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Iallgatherv);

int MPI_Iallreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                   MPI_Comm comm, MPI_Request *request) {
    Entry entry(Function::Iallreduce);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Iallreduce(sendbuf, recvbuf, count, datatype, op, comm, request);
        const auto run = [=]() {
            return intercomm_allreduce(*sides, sendbuf, recvbuf, count, datatype, op);
        };
        return start_nonblocking(Function::Iallreduce, *sides->joint, request, run);
    }
    const auto run = [=]() {
        return run_Allreduce(*c, Function::Iallreduce, sendbuf, recvbuf, count, datatype, op);
    };
    return start_nonblocking(Function::Iallreduce, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Iallreduce);

int MPI_Ialltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                  int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
    Entry entry(Function::Ialltoall);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Ialltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
                                  request);
        const auto run = [=]() {
            return intercomm_alltoall(*sides, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                      recvtype);
        };
        return start_nonblocking(Function::Ialltoall, *sides->joint, request, run);
    }
    const auto run = [=]() {
        return run_Alltoall(*c, Function::Ialltoall, sendbuf, sendcount, sendtype, recvbuf,
                            recvcount, recvtype);
    };
    return start_nonblocking(Function::Ialltoall, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Ialltoall);

int MPI_Ialltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
                   MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                   const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                   MPI_Request *request) {
    Entry entry(Function::Ialltoallv);
    Communicator *c = Entry::find(comm);
    const bool in_place = sendbuf == MPI_IN_PLACE;
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Ialltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
                                   rdispls, recvtype, comm, request);
        const auto own_sendcounts = copy_array(in_place ? nullptr : sendcounts, members_of(*sides));
        const auto own_sdispls = copy_array(in_place ? nullptr : sdispls, members_of(*sides));
        const auto own_recvcounts = copy_array(recvcounts, members_of(*sides));
        const auto own_rdispls = copy_array(rdispls, members_of(*sides));
        const auto run = [=]() {
            return intercomm_alltoallv(*sides, sendbuf, own_sendcounts.get(), own_sdispls.get(),
                                       sendtype, recvbuf, own_recvcounts.get(), own_rdispls.get(),
                                       recvtype);
        };
        return start_nonblocking(Function::Ialltoallv, *sides->joint, request, run);
    }
    const auto own_sendcounts = copy_array(in_place ? nullptr : sendcounts, members_of(*c));
    const auto own_sdispls = copy_array(in_place ? nullptr : sdispls, members_of(*c));
    const auto own_recvcounts = copy_array(recvcounts, members_of(*c));
    const auto own_rdispls = copy_array(rdispls, members_of(*c));
    const auto run = [=]() {
        return run_Alltoallv(*c, Function::Ialltoallv, sendbuf, own_sendcounts.get(),
                             own_sdispls.get(), sendtype, recvbuf, own_recvcounts.get(),
                             own_rdispls.get(), recvtype);
    };
    return start_nonblocking(Function::Ialltoallv, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Ialltoallv);

int MPI_Ialltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[],
                   const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                   const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
                   MPI_Request *request) {
    Entry entry(Function::Ialltoallw);
    Communicator *c = Entry::find(comm);
    const bool in_place = sendbuf == MPI_IN_PLACE;
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Ialltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
                                   rdispls, recvtypes, comm, request);
        const auto own_sendcounts = copy_array(in_place ? nullptr : sendcounts, members_of(*sides));
        const auto own_sdispls = copy_array(in_place ? nullptr : sdispls, members_of(*sides));
        const auto own_sendtypes = copy_array(in_place ? nullptr : sendtypes, members_of(*sides));
        const auto own_recvcounts = copy_array(recvcounts, members_of(*sides));
        const auto own_rdispls = copy_array(rdispls, members_of(*sides));
        const auto own_recvtypes = copy_array(recvtypes, members_of(*sides));
        const auto run = [=]() {
            return intercomm_alltoallw(*sides, sendbuf, own_sendcounts.get(), own_sdispls.get(),
                                       own_sendtypes.get(), recvbuf, own_recvcounts.get(),
                                       own_rdispls.get(), own_recvtypes.get());
        };
        return start_nonblocking(Function::Ialltoallw, *sides->joint, request, run);
    }
    const auto own_sendcounts = copy_array(in_place ? nullptr : sendcounts, members_of(*c));
    const auto own_sdispls = copy_array(in_place ? nullptr : sdispls, members_of(*c));
    const auto own_sendtypes = copy_array(in_place ? nullptr : sendtypes, members_of(*c));
    const auto own_recvcounts = copy_array(recvcounts, members_of(*c));
    const auto own_rdispls = copy_array(rdispls, members_of(*c));
    const auto own_recvtypes = copy_array(recvtypes, members_of(*c));
    const auto run = [=]() {
        return run_Alltoallw(*c, Function::Ialltoallw, sendbuf, own_sendcounts.get(),
                             own_sdispls.get(), own_sendtypes.get(), recvbuf, own_recvcounts.get(),
                             own_rdispls.get(), own_recvtypes.get());
    };
    return start_nonblocking(Function::Ialltoallw, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Ialltoallw);

int MPI_Ibarrier(MPI_Comm comm, MPI_Request *request) {
    Entry entry(Function::Ibarrier);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr) return real.Ibarrier(comm, request);
        const auto run = [=]() { return intercomm_barrier(*sides); };
        return start_nonblocking(Function::Ibarrier, *sides->joint, request, run);
    }
    const auto run = [=]() { return run_Barrier(*c, Function::Ibarrier); };
    return start_nonblocking(Function::Ibarrier, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Ibarrier);

int MPI_Iexscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                MPI_Comm comm, MPI_Request *request) {
    Entry entry(Function::Iexscan);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) return real.Iexscan(sendbuf, recvbuf, count, datatype, op, comm, request);
    const auto run = [=]() {
        return run_Exscan(*c, Function::Iexscan, sendbuf, recvbuf, count, datatype, op);
    };
    return start_nonblocking(Function::Iexscan, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Iexscan);

int MPI_Ineighbor_allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                            void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                            MPI_Request *request) {
    Entry entry(Function::Ineighbor_allgather);
    Communicator *c = Entry::find(comm);
    if (c == nullptr)
        return real.Ineighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                        comm, request);
    const auto run = [=]() {
        return run_Neighbor_allgather(*c, Function::Ineighbor_allgather, sendbuf, sendcount,
                                      sendtype, recvbuf, recvcount, recvtype);
    };
    return start_nonblocking(Function::Ineighbor_allgather, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Ineighbor_allgather);

int MPI_Ineighbor_allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                             void *recvbuf, const int recvcounts[], const int displs[],
                             MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
    Entry entry(Function::Ineighbor_allgatherv);
    Communicator *c = Entry::find(comm);
    if (c == nullptr)
        return real.Ineighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                                         recvtype, comm, request);
    const auto own_recvcounts = copy_array(recvcounts, sources_of(*c));
    const auto own_displs = copy_array(displs, sources_of(*c));
    const auto run = [=]() {
        return run_Neighbor_allgatherv(*c, Function::Ineighbor_allgatherv, sendbuf, sendcount,
                                       sendtype, recvbuf, own_recvcounts.get(), own_displs.get(),
                                       recvtype);
    };
    return start_nonblocking(Function::Ineighbor_allgatherv, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Ineighbor_allgatherv);

int MPI_Ineighbor_alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                           int recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                           MPI_Request *request) {
    Entry entry(Function::Ineighbor_alltoall);
    Communicator *c = Entry::find(comm);
    if (c == nullptr)
        return real.Ineighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                       comm, request);
    const auto run = [=]() {
        return run_Neighbor_alltoall(*c, Function::Ineighbor_alltoall, sendbuf, sendcount, sendtype,
                                     recvbuf, recvcount, recvtype);
    };
    return start_nonblocking(Function::Ineighbor_alltoall, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Ineighbor_alltoall);

int MPI_Ineighbor_alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[],
                            MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                            const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                            MPI_Request *request) {
    Entry entry(Function::Ineighbor_alltoallv);
    Communicator *c = Entry::find(comm);
    if (c == nullptr)
        return real.Ineighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
                                        rdispls, recvtype, comm, request);
    const auto own_sendcounts = copy_array(sendcounts, destinations_of(*c));
    const auto own_sdispls = copy_array(sdispls, destinations_of(*c));
    const auto own_recvcounts = copy_array(recvcounts, sources_of(*c));
    const auto own_rdispls = copy_array(rdispls, sources_of(*c));
    const auto run = [=]() {
        return run_Neighbor_alltoallv(*c, Function::Ineighbor_alltoallv, sendbuf,
                                      own_sendcounts.get(), own_sdispls.get(), sendtype, recvbuf,
                                      own_recvcounts.get(), own_rdispls.get(), recvtype);
    };
    return start_nonblocking(Function::Ineighbor_alltoallv, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Ineighbor_alltoallv);

int MPI_Ineighbor_alltoallw(const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
                            const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
                            const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
                            MPI_Request *request) {
    Entry entry(Function::Ineighbor_alltoallw);
    Communicator *c = Entry::find(comm);
    if (c == nullptr)
        return real.Ineighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
                                        recvcounts, rdispls, recvtypes, comm, request);
    const auto own_sendcounts = copy_array(sendcounts, destinations_of(*c));
    const auto own_sdispls = copy_array(sdispls, destinations_of(*c));
    const auto own_sendtypes = copy_array(sendtypes, destinations_of(*c));
    const auto own_recvcounts = copy_array(recvcounts, sources_of(*c));
    const auto own_rdispls = copy_array(rdispls, sources_of(*c));
    const auto own_recvtypes = copy_array(recvtypes, sources_of(*c));
    const auto run = [=]() {
        return run_Neighbor_alltoallw(*c, Function::Ineighbor_alltoallw, sendbuf,
                                      own_sendcounts.get(), own_sdispls.get(), own_sendtypes.get(),
                                      recvbuf, own_recvcounts.get(), own_rdispls.get(),
                                      own_recvtypes.get());
    };
    return start_nonblocking(Function::Ineighbor_alltoallw, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Ineighbor_alltoallw);

int MPI_Ireduce_scatter(const void *sendbuf, void *recvbuf, const int recvcounts[],
                        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request) {
    Entry entry(Function::Ireduce_scatter);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Ireduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm, request);
        const auto own_recvcounts = copy_array(recvcounts, own_side_of(*sides));
        const auto run = [=]() {
            return intercomm_reduce_scatter(*sides, sendbuf, recvbuf, own_recvcounts.get(),
                                            datatype, op);
        };
        return start_nonblocking(Function::Ireduce_scatter, *sides->joint, request, run);
    }
    const auto own_recvcounts = copy_array(recvcounts, own_side_of(*c));
    const auto run = [=]() {
        return run_Reduce_scatter(*c, Function::Ireduce_scatter, sendbuf, recvbuf,
                                  own_recvcounts.get(), datatype, op);
    };
    return start_nonblocking(Function::Ireduce_scatter, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Ireduce_scatter);

int MPI_Ireduce_scatter_block(const void *sendbuf, void *recvbuf, int recvcount,
                              MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                              MPI_Request *request) {
    Entry entry(Function::Ireduce_scatter_block);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Ireduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm,
                                              request);
        const auto run = [=]() {
            return intercomm_reduce_scatter_block(*sides, sendbuf, recvbuf, recvcount, datatype,
                                                  op);
        };
        return start_nonblocking(Function::Ireduce_scatter_block, *sides->joint, request, run);
    }
    const auto run = [=]() {
        return run_Reduce_scatter_block(*c, Function::Ireduce_scatter_block, sendbuf, recvbuf,
                                        recvcount, datatype, op);
    };
    return start_nonblocking(Function::Ireduce_scatter_block, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Ireduce_scatter_block);

int MPI_Iscan(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
              MPI_Comm comm, MPI_Request *request) {
    Entry entry(Function::Iscan);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) return real.Iscan(sendbuf, recvbuf, count, datatype, op, comm, request);
    const auto run = [=]() {
        return run_Scan(*c, Function::Iscan, sendbuf, recvbuf, count, datatype, op);
    };
    return start_nonblocking(Function::Iscan, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Iscan);

int MPI_Neighbor_allgather_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                                void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                                MPI_Info info, MPI_Request *request) {
    Entry entry(Function::Neighbor_allgather_init);
    Communicator *c = Entry::find(comm);
    if (c == nullptr)
        return real.Neighbor_allgather_init(sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                            recvtype, comm, info, request);
    const auto run = [=]() {
        return run_Neighbor_allgather(*c, Function::Neighbor_allgather_init, sendbuf, sendcount,
                                      sendtype, recvbuf, recvcount, recvtype);
    };
    return make_persistent_collective(Function::Neighbor_allgather_init, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Neighbor_allgather_init);

int MPI_Neighbor_allgatherv_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                                 void *recvbuf, const int recvcounts[], const int displs[],
                                 MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                                 MPI_Request *request) {
    Entry entry(Function::Neighbor_allgatherv_init);
    Communicator *c = Entry::find(comm);
    if (c == nullptr)
        return real.Neighbor_allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, recvcounts,
                                             displs, recvtype, comm, info, request);
    const auto own_recvcounts = copy_array(recvcounts, sources_of(*c));
    const auto own_displs = copy_array(displs, sources_of(*c));
    const auto run = [=]() {
        return run_Neighbor_allgatherv(*c, Function::Neighbor_allgatherv_init, sendbuf, sendcount,
                                       sendtype, recvbuf, own_recvcounts.get(), own_displs.get(),
                                       recvtype);
    };
    return make_persistent_collective(Function::Neighbor_allgatherv_init, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Neighbor_allgatherv_init);

int MPI_Neighbor_alltoall_init(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                               void *recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                               MPI_Info info, MPI_Request *request) {
    Entry entry(Function::Neighbor_alltoall_init);
    Communicator *c = Entry::find(comm);
    if (c == nullptr)
        return real.Neighbor_alltoall_init(sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                           recvtype, comm, info, request);
    const auto run = [=]() {
        return run_Neighbor_alltoall(*c, Function::Neighbor_alltoall_init, sendbuf, sendcount,
                                     sendtype, recvbuf, recvcount, recvtype);
    };
    return make_persistent_collective(Function::Neighbor_alltoall_init, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Neighbor_alltoall_init);

int MPI_Neighbor_alltoallv_init(const void *sendbuf, const int sendcounts[], const int sdispls[],
                                MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
                                const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                                MPI_Info info, MPI_Request *request) {
    Entry entry(Function::Neighbor_alltoallv_init);
    Communicator *c = Entry::find(comm);
    if (c == nullptr)
        return real.Neighbor_alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf,
                                            recvcounts, rdispls, recvtype, comm, info, request);
    const auto own_sendcounts = copy_array(sendcounts, destinations_of(*c));
    const auto own_sdispls = copy_array(sdispls, destinations_of(*c));
    const auto own_recvcounts = copy_array(recvcounts, sources_of(*c));
    const auto own_rdispls = copy_array(rdispls, sources_of(*c));
    const auto run = [=]() {
        return run_Neighbor_alltoallv(*c, Function::Neighbor_alltoallv_init, sendbuf,
                                      own_sendcounts.get(), own_sdispls.get(), sendtype, recvbuf,
                                      own_recvcounts.get(), own_rdispls.get(), recvtype);
    };
    return make_persistent_collective(Function::Neighbor_alltoallv_init, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Neighbor_alltoallv_init);

int MPI_Neighbor_alltoallw_init(const void *sendbuf, const int sendcounts[],
                                const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
                                void *recvbuf, const int recvcounts[], const MPI_Aint rdispls[],
                                const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info,
                                MPI_Request *request) {
    Entry entry(Function::Neighbor_alltoallw_init);
    Communicator *c = Entry::find(comm);
    if (c == nullptr)
        return real.Neighbor_alltoallw_init(sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
                                            recvcounts, rdispls, recvtypes, comm, info, request);
    const auto own_sendcounts = copy_array(sendcounts, destinations_of(*c));
    const auto own_sdispls = copy_array(sdispls, destinations_of(*c));
    const auto own_sendtypes = copy_array(sendtypes, destinations_of(*c));
    const auto own_recvcounts = copy_array(recvcounts, sources_of(*c));
    const auto own_rdispls = copy_array(rdispls, sources_of(*c));
    const auto own_recvtypes = copy_array(recvtypes, sources_of(*c));
    const auto run = [=]() {
        return run_Neighbor_alltoallw(*c, Function::Neighbor_alltoallw_init, sendbuf,
                                      own_sendcounts.get(), own_sdispls.get(), own_sendtypes.get(),
                                      recvbuf, own_recvcounts.get(), own_rdispls.get(),
                                      own_recvtypes.get());
    };
    return make_persistent_collective(Function::Neighbor_alltoallw_init, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Neighbor_alltoallw_init);

int MPI_Reduce_scatter_block_init(const void *sendbuf, void *recvbuf, int recvcount,
                                  MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                  MPI_Request *request) {
    Entry entry(Function::Reduce_scatter_block_init);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Reduce_scatter_block_init(sendbuf, recvbuf, recvcount, datatype, op, comm,
                                                  info, request);
        const auto run = [=]() {
            return intercomm_reduce_scatter_block(*sides, sendbuf, recvbuf, recvcount, datatype,
                                                  op);
        };
        return make_persistent_collective(Function::Reduce_scatter_block_init, *sides->joint,
                                          request, run);
    }
    const auto run = [=]() {
        return run_Reduce_scatter_block(*c, Function::Reduce_scatter_block_init, sendbuf, recvbuf,
                                        recvcount, datatype, op);
    };
    return make_persistent_collective(Function::Reduce_scatter_block_init, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Reduce_scatter_block_init);

int MPI_Reduce_scatter_init(const void *sendbuf, void *recvbuf, const int recvcounts[],
                            MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                            MPI_Request *request) {
    Entry entry(Function::Reduce_scatter_init);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Reduce_scatter_init(sendbuf, recvbuf, recvcounts, datatype, op, comm, info,
                                            request);
        const auto own_recvcounts = copy_array(recvcounts, own_side_of(*sides));
        const auto run = [=]() {
            return intercomm_reduce_scatter(*sides, sendbuf, recvbuf, own_recvcounts.get(),
                                            datatype, op);
        };
        return make_persistent_collective(Function::Reduce_scatter_init, *sides->joint, request,
                                          run);
    }
    const auto own_recvcounts = copy_array(recvcounts, own_side_of(*c));
    const auto run = [=]() {
        return run_Reduce_scatter(*c, Function::Reduce_scatter_init, sendbuf, recvbuf,
                                  own_recvcounts.get(), datatype, op);
    };
    return make_persistent_collective(Function::Reduce_scatter_init, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Reduce_scatter_init);

int MPI_Scan_init(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                  MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    Entry entry(Function::Scan_init);
    Communicator *c = Entry::find(comm);
    if (c == nullptr)
        return real.Scan_init(sendbuf, recvbuf, count, datatype, op, comm, info, request);
    const auto run = [=]() {
        return run_Scan(*c, Function::Scan_init, sendbuf, recvbuf, count, datatype, op);
    };
    return make_persistent_collective(Function::Scan_init, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Scan_init);

} // extern "C"
