// Generated from spec/ by generator/ with templates/wrappers.cpp.j2 and templates/wrappers/, do not
// edit. Collectives among all, forms with large counts: 45 functions.

#include "runtime/collectives/compacted_collectives.hpp"
#include "runtime/collectives/intercomm_collectives.hpp"
#include "runtime/collectives/nonblocking.hpp"
#include "runtime/commit/collective.hpp"
#include "runtime/core/unprotected.hpp"
#include "runtime/support/alias.hpp"

using namespace closeranks;

extern "C" {

#if OMPI_MAJOR_VERSION >= 6

[[gnu::always_inline]] static inline int
run_Allgather_c(Communicator &c, Function function, const void *sendbuf, MPI_Count sendcount,
                MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype) {
    const bool in_place = sendbuf == MPI_IN_PLACE;
    Snapshot inputs(recvbuf, recvcount, recvtype, c.size, in_place ? Snapshot::no_block : c.rank);
    const auto native = [=](MPI_Comm working, int) {
        return real.Allgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                working);
    };
    const auto compacted = [=, &c](MPI_Comm working, int) {
        Blocks received(c, recvcount, recvtype);
        return real.Allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, received.counts(),
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

int MPI_Allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    Entry entry(Function::Allgather);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Allgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                    comm);
        return intercomm_allgather(*sides, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                   recvtype);
    }
    return run_Allgather_c(*c, Function::Allgather, sendbuf, sendcount, sendtype, recvbuf,
                           recvcount, recvtype);
}
CLOSERANKS_ALIAS(MPI_Allgather_c);

[[gnu::always_inline]] static inline int
run_Allgatherv_c(Communicator &c, Function function, const void *sendbuf, MPI_Count sendcount,
                 MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
                 const MPI_Aint displs[], MPI_Datatype recvtype) {
    const bool in_place = sendbuf == MPI_IN_PLACE;
    Snapshot inputs(recvbuf, recvcounts, displs, recvtype, c.size,
                    in_place ? Snapshot::no_block : c.rank);
    const auto native = [=](MPI_Comm working, int) {
        return real.Allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                                 recvtype, working);
    };
    const auto compacted = [=, &c](MPI_Comm working, int) {
        Compacted live_recvcounts(c, recvcounts);
        Compacted live_displs(c, displs);
        return real.Allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, live_recvcounts.data(),
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

int MPI_Allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                     const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype,
                     MPI_Comm comm) {
    Entry entry(Function::Allgatherv);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                                     recvtype, comm);
        return intercomm_allgatherv(*sides, sendbuf, sendcount, sendtype, recvbuf, recvcounts,
                                    displs, recvtype);
    }
    return run_Allgatherv_c(*c, Function::Allgatherv, sendbuf, sendcount, sendtype, recvbuf,
                            recvcounts, displs, recvtype);
}
CLOSERANKS_ALIAS(MPI_Allgatherv_c);

[[gnu::always_inline]] static inline int run_Allreduce_c(Communicator &c, Function function,
                                                         const void *sendbuf, void *recvbuf,
                                                         MPI_Count count, MPI_Datatype datatype,
                                                         MPI_Op op) {
    const bool in_place = sendbuf == MPI_IN_PLACE;
    OptionalSnapshot inputs;
    if (in_place) inputs.emplace(recvbuf, count, datatype);
    const auto native = [=](MPI_Comm working, int) {
        return real.Allreduce_c(sendbuf, recvbuf, count, datatype, op, working);
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

int MPI_Allreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                    MPI_Op op, MPI_Comm comm) {
    Entry entry(Function::Allreduce);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr) return real.Allreduce_c(sendbuf, recvbuf, count, datatype, op, comm);
        return intercomm_allreduce(*sides, sendbuf, recvbuf, count, datatype, op);
    }
    return run_Allreduce_c(*c, Function::Allreduce, sendbuf, recvbuf, count, datatype, op);
}
CLOSERANKS_ALIAS(MPI_Allreduce_c);

[[gnu::always_inline]] static inline int
run_Alltoall_c(Communicator &c, Function function, const void *sendbuf, MPI_Count sendcount,
               MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype) {
    const bool in_place = sendbuf == MPI_IN_PLACE;
    OptionalSnapshot inputs;
    if (in_place) inputs.emplace(recvbuf, MPI_Count{recvcount} * c.size, recvtype);
    const auto native = [=](MPI_Comm working, int) {
        return real.Alltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, working);
    };
    const auto compacted = [=, &c](MPI_Comm working, int) {
        Blocks sent(c, in_place ? 0 : sendcount, in_place ? MPI_BYTE : sendtype);
        Blocks received(c, recvcount, recvtype);
        return real.Alltoallv_c(sendbuf, sent.counts(), sent.displs(), sent.type(), recvbuf,
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

int MPI_Alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                   MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
    Entry entry(Function::Alltoall);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Alltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                   comm);
        return intercomm_alltoall(*sides, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                  recvtype);
    }
    return run_Alltoall_c(*c, Function::Alltoall, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                          recvtype);
}
CLOSERANKS_ALIAS(MPI_Alltoall_c);

[[gnu::always_inline]] static inline int
run_Alltoallv_c(Communicator &c, Function function, const void *sendbuf,
                const MPI_Count sendcounts[], const MPI_Aint sdispls[], MPI_Datatype sendtype,
                void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
                MPI_Datatype recvtype) {
    const bool in_place = sendbuf == MPI_IN_PLACE;
    OptionalSnapshot inputs;
    if (in_place) inputs.emplace(recvbuf, recvcounts, rdispls, recvtype, c.size);
    const auto native = [=](MPI_Comm working, int) {
        return real.Alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
                                rdispls, recvtype, working);
    };
    const auto compacted = [=, &c](MPI_Comm working, int) {
        Compacted live_sendcounts(c, in_place ? nullptr : sendcounts);
        Compacted live_sdispls(c, in_place ? nullptr : sdispls);
        Compacted live_recvcounts(c, recvcounts);
        Compacted live_rdispls(c, rdispls);
        return real.Alltoallv_c(sendbuf, live_sendcounts.data(), live_sdispls.data(), sendtype,
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

int MPI_Alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
                    MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
                    const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm) {
    Entry entry(Function::Alltoallv);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
                                    rdispls, recvtype, comm);
        return intercomm_alltoallv(*sides, sendbuf, sendcounts, sdispls, sendtype, recvbuf,
                                   recvcounts, rdispls, recvtype);
    }
    return run_Alltoallv_c(*c, Function::Alltoallv, sendbuf, sendcounts, sdispls, sendtype, recvbuf,
                           recvcounts, rdispls, recvtype);
}
CLOSERANKS_ALIAS(MPI_Alltoallv_c);

[[gnu::always_inline]] static inline int
run_Alltoallw_c(Communicator &c, Function function, const void *sendbuf,
                const MPI_Count sendcounts[], const MPI_Aint sdispls[],
                const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[],
                const MPI_Aint rdispls[], const MPI_Datatype recvtypes[]) {
    const bool in_place = sendbuf == MPI_IN_PLACE;
    OptionalSnapshot inputs;
    if (in_place) inputs.emplace(recvbuf, recvcounts, rdispls, recvtypes, c.size);
    const auto native = [=](MPI_Comm working, int) {
        return real.Alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
                                rdispls, recvtypes, working);
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

int MPI_Alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
                    const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[],
                    const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm) {
    Entry entry(Function::Alltoallw);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
                                    rdispls, recvtypes, comm);
        return intercomm_alltoallw(*sides, sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
                                   recvcounts, rdispls, recvtypes);
    }
    return run_Alltoallw_c(*c, Function::Alltoallw, sendbuf, sendcounts, sdispls, sendtypes,
                           recvbuf, recvcounts, rdispls, recvtypes);
}
CLOSERANKS_ALIAS(MPI_Alltoallw_c);

[[gnu::always_inline]] static inline int run_Exscan_c(Communicator &c, Function function,
                                                      const void *sendbuf, void *recvbuf,
                                                      MPI_Count count, MPI_Datatype datatype,
                                                      MPI_Op op) {
    Snapshot inputs(recvbuf, count, datatype);
    const auto native = [=](MPI_Comm working, int) {
        return real.Exscan_c(sendbuf, recvbuf, count, datatype, op, working);
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

int MPI_Exscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                 MPI_Op op, MPI_Comm comm) {
    Entry entry(Function::Exscan);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) return real.Exscan_c(sendbuf, recvbuf, count, datatype, op, comm);
    return run_Exscan_c(*c, Function::Exscan, sendbuf, recvbuf, count, datatype, op);
}
CLOSERANKS_ALIAS(MPI_Exscan_c);

[[gnu::always_inline]] static inline int
run_Neighbor_allgather_c(Communicator &c, Function function, const void *sendbuf,
                         MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                         MPI_Count recvcount, MPI_Datatype recvtype) {
    const auto native = [=](MPI_Comm working, int) {
        return real.Neighbor_allgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
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

int MPI_Neighbor_allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                             void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                             MPI_Comm comm) {
    Entry entry(Function::Neighbor_allgather);
    Communicator *c = Entry::find(comm);
    if (c == nullptr)
        return real.Neighbor_allgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                         comm);
    return run_Neighbor_allgather_c(*c, Function::Neighbor_allgather, sendbuf, sendcount, sendtype,
                                    recvbuf, recvcount, recvtype);
}
CLOSERANKS_ALIAS(MPI_Neighbor_allgather_c);

[[gnu::always_inline]] static inline int
run_Neighbor_allgatherv_c(Communicator &c, Function function, const void *sendbuf,
                          MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                          const MPI_Count recvcounts[], const MPI_Aint displs[],
                          MPI_Datatype recvtype) {
    const auto native = [=](MPI_Comm working, int) {
        return real.Neighbor_allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
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

int MPI_Neighbor_allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                              void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                              MPI_Datatype recvtype, MPI_Comm comm) {
    Entry entry(Function::Neighbor_allgatherv);
    Communicator *c = Entry::find(comm);
    if (c == nullptr)
        return real.Neighbor_allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                                          recvtype, comm);
    return run_Neighbor_allgatherv_c(*c, Function::Neighbor_allgatherv, sendbuf, sendcount,
                                     sendtype, recvbuf, recvcounts, displs, recvtype);
}
CLOSERANKS_ALIAS(MPI_Neighbor_allgatherv_c);

[[gnu::always_inline]] static inline int
run_Neighbor_alltoall_c(Communicator &c, Function function, const void *sendbuf,
                        MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                        MPI_Count recvcount, MPI_Datatype recvtype) {
    const auto native = [=](MPI_Comm working, int) {
        return real.Neighbor_alltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
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

int MPI_Neighbor_alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                            void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                            MPI_Comm comm) {
    Entry entry(Function::Neighbor_alltoall);
    Communicator *c = Entry::find(comm);
    if (c == nullptr)
        return real.Neighbor_alltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                        comm);
    return run_Neighbor_alltoall_c(*c, Function::Neighbor_alltoall, sendbuf, sendcount, sendtype,
                                   recvbuf, recvcount, recvtype);
}
CLOSERANKS_ALIAS(MPI_Neighbor_alltoall_c);

[[gnu::always_inline]] static inline int
run_Neighbor_alltoallv_c(Communicator &c, Function function, const void *sendbuf,
                         const MPI_Count sendcounts[], const MPI_Aint sdispls[],
                         MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
                         const MPI_Aint rdispls[], MPI_Datatype recvtype) {
    const auto native = [=](MPI_Comm working, int) {
        return real.Neighbor_alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf,
                                         recvcounts, rdispls, recvtype, working);
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

int MPI_Neighbor_alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[],
                             const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf,
                             const MPI_Count recvcounts[], const MPI_Aint rdispls[],
                             MPI_Datatype recvtype, MPI_Comm comm) {
    Entry entry(Function::Neighbor_alltoallv);
    Communicator *c = Entry::find(comm);
    if (c == nullptr)
        return real.Neighbor_alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf,
                                         recvcounts, rdispls, recvtype, comm);
    return run_Neighbor_alltoallv_c(*c, Function::Neighbor_alltoallv, sendbuf, sendcounts, sdispls,
                                    sendtype, recvbuf, recvcounts, rdispls, recvtype);
}
CLOSERANKS_ALIAS(MPI_Neighbor_alltoallv_c);

[[gnu::always_inline]] static inline int run_Neighbor_alltoallw_c(
    Communicator &c, Function function, const void *sendbuf, const MPI_Count sendcounts[],
    const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[]) {
    const auto native = [=](MPI_Comm working, int) {
        return real.Neighbor_alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
                                         recvcounts, rdispls, recvtypes, working);
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

int MPI_Neighbor_alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[],
                             const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
                             void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
                             const MPI_Datatype recvtypes[], MPI_Comm comm) {
    Entry entry(Function::Neighbor_alltoallw);
    Communicator *c = Entry::find(comm);
    if (c == nullptr)
        return real.Neighbor_alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
                                         recvcounts, rdispls, recvtypes, comm);
    return run_Neighbor_alltoallw_c(*c, Function::Neighbor_alltoallw, sendbuf, sendcounts, sdispls,
                                    sendtypes, recvbuf, recvcounts, rdispls, recvtypes);
}
CLOSERANKS_ALIAS(MPI_Neighbor_alltoallw_c);

[[gnu::always_inline]] static inline int
run_Reduce_scatter_block_c(Communicator &c, Function function, const void *sendbuf, void *recvbuf,
                           MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op) {
    const bool in_place = sendbuf == MPI_IN_PLACE;
    OptionalSnapshot inputs;
    if (in_place) inputs.emplace(recvbuf, MPI_Count{recvcount} * c.size, datatype);
    const auto native = [=](MPI_Comm working, int) {
        return real.Reduce_scatter_block_c(sendbuf, recvbuf, recvcount, datatype, op, working);
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

int MPI_Reduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
                               MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    Entry entry(Function::Reduce_scatter_block);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Reduce_scatter_block_c(sendbuf, recvbuf, recvcount, datatype, op, comm);
        return intercomm_reduce_scatter_block(*sides, sendbuf, recvbuf, recvcount, datatype, op);
    }
    return run_Reduce_scatter_block_c(*c, Function::Reduce_scatter_block, sendbuf, recvbuf,
                                      recvcount, datatype, op);
}
CLOSERANKS_ALIAS(MPI_Reduce_scatter_block_c);

[[gnu::always_inline]] static inline int run_Reduce_scatter_c(Communicator &c, Function function,
                                                              const void *sendbuf, void *recvbuf,
                                                              const MPI_Count recvcounts[],
                                                              MPI_Datatype datatype, MPI_Op op) {
    const bool in_place = sendbuf == MPI_IN_PLACE;
    OptionalSnapshot inputs;
    if (in_place) inputs.emplace(recvbuf, sum(recvcounts, c.size), datatype);
    const auto native = [=](MPI_Comm working, int) {
        return real.Reduce_scatter_c(sendbuf, recvbuf, recvcounts, datatype, op, working);
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

int MPI_Reduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
                         MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
    Entry entry(Function::Reduce_scatter);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Reduce_scatter_c(sendbuf, recvbuf, recvcounts, datatype, op, comm);
        return intercomm_reduce_scatter(*sides, sendbuf, recvbuf, recvcounts, datatype, op);
    }
    return run_Reduce_scatter_c(*c, Function::Reduce_scatter, sendbuf, recvbuf, recvcounts,
                                datatype, op);
}
CLOSERANKS_ALIAS(MPI_Reduce_scatter_c);

[[gnu::always_inline]] static inline int run_Scan_c(Communicator &c, Function function,
                                                    const void *sendbuf, void *recvbuf,
                                                    MPI_Count count, MPI_Datatype datatype,
                                                    MPI_Op op) {
    const bool in_place = sendbuf == MPI_IN_PLACE;
    OptionalSnapshot inputs;
    if (in_place) inputs.emplace(recvbuf, count, datatype);
    const auto native = [=](MPI_Comm working, int) {
        return real.Scan_c(sendbuf, recvbuf, count, datatype, op, working);
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

int MPI_Scan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
               MPI_Op op, MPI_Comm comm) {
    Entry entry(Function::Scan);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) return real.Scan_c(sendbuf, recvbuf, count, datatype, op, comm);
    return run_Scan_c(*c, Function::Scan, sendbuf, recvbuf, count, datatype, op);
}
CLOSERANKS_ALIAS(MPI_Scan_c);

int MPI_Allgather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                         void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                         MPI_Info info, MPI_Request *request) {
    Entry entry(Function::Allgather_init);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Allgather_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                         comm, info, request);
        const auto run = [=]() {
            return intercomm_allgather(*sides, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                       recvtype);
        };
        return make_persistent_collective(Function::Allgather_init, *sides->joint, request, run);
    }
    const auto run = [=]() {
        return run_Allgather_c(*c, Function::Allgather_init, sendbuf, sendcount, sendtype, recvbuf,
                               recvcount, recvtype);
    };
    return make_persistent_collective(Function::Allgather_init, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Allgather_init_c);

int MPI_Allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                          void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                          MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                          MPI_Request *request) {
    Entry entry(Function::Allgatherv_init);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Allgatherv_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
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
        return run_Allgatherv_c(*c, Function::Allgatherv_init, sendbuf, sendcount, sendtype,
                                recvbuf, own_recvcounts.get(), own_displs.get(), recvtype);
    };
    return make_persistent_collective(Function::Allgatherv_init, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Allgatherv_init_c);

int MPI_Allreduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                         MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    Entry entry(Function::Allreduce_init);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Allreduce_init_c(sendbuf, recvbuf, count, datatype, op, comm, info,
                                         request);
        const auto run = [=]() {
            return intercomm_allreduce(*sides, sendbuf, recvbuf, count, datatype, op);
        };
        return make_persistent_collective(Function::Allreduce_init, *sides->joint, request, run);
    }
    const auto run = [=]() {
        return run_Allreduce_c(*c, Function::Allreduce_init, sendbuf, recvbuf, count, datatype, op);
    };
    return make_persistent_collective(Function::Allreduce_init, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Allreduce_init_c);

int MPI_Alltoall_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                        void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                        MPI_Info info, MPI_Request *request) {
    Entry entry(Function::Alltoall_init);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Alltoall_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                        comm, info, request);
        const auto run = [=]() {
            return intercomm_alltoall(*sides, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                      recvtype);
        };
        return make_persistent_collective(Function::Alltoall_init, *sides->joint, request, run);
    }
    const auto run = [=]() {
        return run_Alltoall_c(*c, Function::Alltoall_init, sendbuf, sendcount, sendtype, recvbuf,
                              recvcount, recvtype);
    };
    return make_persistent_collective(Function::Alltoall_init, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Alltoall_init_c);

int MPI_Alltoallv_init_c(const void *sendbuf, const MPI_Count sendcounts[],
                         const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf,
                         const MPI_Count recvcounts[], const MPI_Aint rdispls[],
                         MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                         MPI_Request *request) {
    Entry entry(Function::Alltoallv_init);
    Communicator *c = Entry::find(comm);
    const bool in_place = sendbuf == MPI_IN_PLACE;
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Alltoallv_init_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf,
                                         recvcounts, rdispls, recvtype, comm, info, request);
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
        return run_Alltoallv_c(*c, Function::Alltoallv_init, sendbuf, own_sendcounts.get(),
                               own_sdispls.get(), sendtype, recvbuf, own_recvcounts.get(),
                               own_rdispls.get(), recvtype);
    };
    return make_persistent_collective(Function::Alltoallv_init, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Alltoallv_init_c);

int MPI_Alltoallw_init_c(const void *sendbuf, const MPI_Count sendcounts[],
                         const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf,
                         const MPI_Count recvcounts[], const MPI_Aint rdispls[],
                         const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info,
                         MPI_Request *request) {
    Entry entry(Function::Alltoallw_init);
    Communicator *c = Entry::find(comm);
    const bool in_place = sendbuf == MPI_IN_PLACE;
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Alltoallw_init_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
                                         recvcounts, rdispls, recvtypes, comm, info, request);
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
        return run_Alltoallw_c(*c, Function::Alltoallw_init, sendbuf, own_sendcounts.get(),
                               own_sdispls.get(), own_sendtypes.get(), recvbuf,
                               own_recvcounts.get(), own_rdispls.get(), own_recvtypes.get());
    };
    return make_persistent_collective(Function::Alltoallw_init, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Alltoallw_init_c);

int MPI_Exscan_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                      MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    Entry entry(Function::Exscan_init);
    Communicator *c = Entry::find(comm);
    if (c == nullptr)
        return real.Exscan_init_c(sendbuf, recvbuf, count, datatype, op, comm, info, request);
    const auto run = [=]() {
        return run_Exscan_c(*c, Function::Exscan_init, sendbuf, recvbuf, count, datatype, op);
    };
    return make_persistent_collective(Function::Exscan_init, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Exscan_init_c);

int MPI_Iallgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                     MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                     MPI_Request *request) {
    Entry entry(Function::Iallgather);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Iallgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                     comm, request);
        const auto run = [=]() {
            return intercomm_allgather(*sides, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                       recvtype);
        };
        return start_nonblocking(Function::Iallgather, *sides->joint, request, run);
    }
    const auto run = [=]() {
        return run_Allgather_c(*c, Function::Iallgather, sendbuf, sendcount, sendtype, recvbuf,
                               recvcount, recvtype);
    };
    return start_nonblocking(Function::Iallgather, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Iallgather_c);

int MPI_Iallgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                      void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                      MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
    Entry entry(Function::Iallgatherv);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Iallgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
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
        return run_Allgatherv_c(*c, Function::Iallgatherv, sendbuf, sendcount, sendtype, recvbuf,
                                own_recvcounts.get(), own_displs.get(), recvtype);
    };
    return start_nonblocking(Function::Iallgatherv, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Iallgatherv_c);

int MPI_Iallreduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                     MPI_Op op, MPI_Comm comm, MPI_Request *request) {
    Entry entry(Function::Iallreduce);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Iallreduce_c(sendbuf, recvbuf, count, datatype, op, comm, request);
        const auto run = [=]() {
            return intercomm_allreduce(*sides, sendbuf, recvbuf, count, datatype, op);
        };
        return start_nonblocking(Function::Iallreduce, *sides->joint, request, run);
    }
    const auto run = [=]() {
        return run_Allreduce_c(*c, Function::Iallreduce, sendbuf, recvbuf, count, datatype, op);
    };
    return start_nonblocking(Function::Iallreduce, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Iallreduce_c);

int MPI_Ialltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                    MPI_Request *request) {
    Entry entry(Function::Ialltoall);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Ialltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                    comm, request);
        const auto run = [=]() {
            return intercomm_alltoall(*sides, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                      recvtype);
        };
        return start_nonblocking(Function::Ialltoall, *sides->joint, request, run);
    }
    const auto run = [=]() {
        return run_Alltoall_c(*c, Function::Ialltoall, sendbuf, sendcount, sendtype, recvbuf,
                              recvcount, recvtype);
    };
    return start_nonblocking(Function::Ialltoall, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Ialltoall_c);

int MPI_Ialltoallv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
                     MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
                     const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                     MPI_Request *request) {
    Entry entry(Function::Ialltoallv);
    Communicator *c = Entry::find(comm);
    const bool in_place = sendbuf == MPI_IN_PLACE;
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Ialltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
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
        return run_Alltoallv_c(*c, Function::Ialltoallv, sendbuf, own_sendcounts.get(),
                               own_sdispls.get(), sendtype, recvbuf, own_recvcounts.get(),
                               own_rdispls.get(), recvtype);
    };
    return start_nonblocking(Function::Ialltoallv, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Ialltoallv_c);

int MPI_Ialltoallw_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
                     const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[],
                     const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
                     MPI_Request *request) {
    Entry entry(Function::Ialltoallw);
    Communicator *c = Entry::find(comm);
    const bool in_place = sendbuf == MPI_IN_PLACE;
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Ialltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
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
        return run_Alltoallw_c(*c, Function::Ialltoallw, sendbuf, own_sendcounts.get(),
                               own_sdispls.get(), own_sendtypes.get(), recvbuf,
                               own_recvcounts.get(), own_rdispls.get(), own_recvtypes.get());
    };
    return start_nonblocking(Function::Ialltoallw, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Ialltoallw_c);

int MPI_Iexscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                  MPI_Op op, MPI_Comm comm, MPI_Request *request) {
    Entry entry(Function::Iexscan);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) return real.Iexscan_c(sendbuf, recvbuf, count, datatype, op, comm, request);
    const auto run = [=]() {
        return run_Exscan_c(*c, Function::Iexscan, sendbuf, recvbuf, count, datatype, op);
    };
    return start_nonblocking(Function::Iexscan, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Iexscan_c);

int MPI_Ineighbor_allgather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                              void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                              MPI_Comm comm, MPI_Request *request) {
    Entry entry(Function::Ineighbor_allgather);
    Communicator *c = Entry::find(comm);
    if (c == nullptr)
        return real.Ineighbor_allgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                          recvtype, comm, request);
    const auto run = [=]() {
        return run_Neighbor_allgather_c(*c, Function::Ineighbor_allgather, sendbuf, sendcount,
                                        sendtype, recvbuf, recvcount, recvtype);
    };
    return start_nonblocking(Function::Ineighbor_allgather, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Ineighbor_allgather_c);

int MPI_Ineighbor_allgatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                               void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                               MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
    Entry entry(Function::Ineighbor_allgatherv);
    Communicator *c = Entry::find(comm);
    if (c == nullptr)
        return real.Ineighbor_allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts,
                                           displs, recvtype, comm, request);
    const auto own_recvcounts = copy_array(recvcounts, sources_of(*c));
    const auto own_displs = copy_array(displs, sources_of(*c));
    const auto run = [=]() {
        return run_Neighbor_allgatherv_c(*c, Function::Ineighbor_allgatherv, sendbuf, sendcount,
                                         sendtype, recvbuf, own_recvcounts.get(), own_displs.get(),
                                         recvtype);
    };
    return start_nonblocking(Function::Ineighbor_allgatherv, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Ineighbor_allgatherv_c);

int MPI_Ineighbor_alltoall_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                             void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                             MPI_Comm comm, MPI_Request *request) {
    Entry entry(Function::Ineighbor_alltoall);
    Communicator *c = Entry::find(comm);
    if (c == nullptr)
        return real.Ineighbor_alltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                         comm, request);
    const auto run = [=]() {
        return run_Neighbor_alltoall_c(*c, Function::Ineighbor_alltoall, sendbuf, sendcount,
                                       sendtype, recvbuf, recvcount, recvtype);
    };
    return start_nonblocking(Function::Ineighbor_alltoall, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Ineighbor_alltoall_c);

int MPI_Ineighbor_alltoallv_c(const void *sendbuf, const MPI_Count sendcounts[],
                              const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf,
                              const MPI_Count recvcounts[], const MPI_Aint rdispls[],
                              MPI_Datatype recvtype, MPI_Comm comm, MPI_Request *request) {
    Entry entry(Function::Ineighbor_alltoallv);
    Communicator *c = Entry::find(comm);
    if (c == nullptr)
        return real.Ineighbor_alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf,
                                          recvcounts, rdispls, recvtype, comm, request);
    const auto own_sendcounts = copy_array(sendcounts, destinations_of(*c));
    const auto own_sdispls = copy_array(sdispls, destinations_of(*c));
    const auto own_recvcounts = copy_array(recvcounts, sources_of(*c));
    const auto own_rdispls = copy_array(rdispls, sources_of(*c));
    const auto run = [=]() {
        return run_Neighbor_alltoallv_c(*c, Function::Ineighbor_alltoallv, sendbuf,
                                        own_sendcounts.get(), own_sdispls.get(), sendtype, recvbuf,
                                        own_recvcounts.get(), own_rdispls.get(), recvtype);
    };
    return start_nonblocking(Function::Ineighbor_alltoallv, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Ineighbor_alltoallv_c);

int MPI_Ineighbor_alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[],
                              const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
                              void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
                              const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request *request) {
    Entry entry(Function::Ineighbor_alltoallw);
    Communicator *c = Entry::find(comm);
    if (c == nullptr)
        return real.Ineighbor_alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
                                          recvcounts, rdispls, recvtypes, comm, request);
    const auto own_sendcounts = copy_array(sendcounts, destinations_of(*c));
    const auto own_sdispls = copy_array(sdispls, destinations_of(*c));
    const auto own_sendtypes = copy_array(sendtypes, destinations_of(*c));
    const auto own_recvcounts = copy_array(recvcounts, sources_of(*c));
    const auto own_rdispls = copy_array(rdispls, sources_of(*c));
    const auto own_recvtypes = copy_array(recvtypes, sources_of(*c));
    const auto run = [=]() {
        return run_Neighbor_alltoallw_c(*c, Function::Ineighbor_alltoallw, sendbuf,
                                        own_sendcounts.get(), own_sdispls.get(),
                                        own_sendtypes.get(), recvbuf, own_recvcounts.get(),
                                        own_rdispls.get(), own_recvtypes.get());
    };
    return start_nonblocking(Function::Ineighbor_alltoallw, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Ineighbor_alltoallw_c);

int MPI_Ireduce_scatter_block_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
                                MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                                MPI_Request *request) {
    Entry entry(Function::Ireduce_scatter_block);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Ireduce_scatter_block_c(sendbuf, recvbuf, recvcount, datatype, op, comm,
                                                request);
        const auto run = [=]() {
            return intercomm_reduce_scatter_block(*sides, sendbuf, recvbuf, recvcount, datatype,
                                                  op);
        };
        return start_nonblocking(Function::Ireduce_scatter_block, *sides->joint, request, run);
    }
    const auto run = [=]() {
        return run_Reduce_scatter_block_c(*c, Function::Ireduce_scatter_block, sendbuf, recvbuf,
                                          recvcount, datatype, op);
    };
    return start_nonblocking(Function::Ireduce_scatter_block, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Ireduce_scatter_block_c);

int MPI_Ireduce_scatter_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
                          MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request *request) {
    Entry entry(Function::Ireduce_scatter);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Ireduce_scatter_c(sendbuf, recvbuf, recvcounts, datatype, op, comm,
                                          request);
        const auto own_recvcounts = copy_array(recvcounts, own_side_of(*sides));
        const auto run = [=]() {
            return intercomm_reduce_scatter(*sides, sendbuf, recvbuf, own_recvcounts.get(),
                                            datatype, op);
        };
        return start_nonblocking(Function::Ireduce_scatter, *sides->joint, request, run);
    }
    const auto own_recvcounts = copy_array(recvcounts, own_side_of(*c));
    const auto run = [=]() {
        return run_Reduce_scatter_c(*c, Function::Ireduce_scatter, sendbuf, recvbuf,
                                    own_recvcounts.get(), datatype, op);
    };
    return start_nonblocking(Function::Ireduce_scatter, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Ireduce_scatter_c);

int MPI_Iscan_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                MPI_Op op, MPI_Comm comm, MPI_Request *request) {
    Entry entry(Function::Iscan);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) return real.Iscan_c(sendbuf, recvbuf, count, datatype, op, comm, request);
    const auto run = [=]() {
        return run_Scan_c(*c, Function::Iscan, sendbuf, recvbuf, count, datatype, op);
    };
    return start_nonblocking(Function::Iscan, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Iscan_c);

int MPI_Neighbor_allgather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                                  void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                                  MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    Entry entry(Function::Neighbor_allgather_init);
    Communicator *c = Entry::find(comm);
    if (c == nullptr)
        return real.Neighbor_allgather_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                              recvtype, comm, info, request);
    const auto run = [=]() {
        return run_Neighbor_allgather_c(*c, Function::Neighbor_allgather_init, sendbuf, sendcount,
                                        sendtype, recvbuf, recvcount, recvtype);
    };
    return make_persistent_collective(Function::Neighbor_allgather_init, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Neighbor_allgather_init_c);

int MPI_Neighbor_allgatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                                   void *recvbuf, const MPI_Count recvcounts[],
                                   const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm,
                                   MPI_Info info, MPI_Request *request) {
    Entry entry(Function::Neighbor_allgatherv_init);
    Communicator *c = Entry::find(comm);
    if (c == nullptr)
        return real.Neighbor_allgatherv_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts,
                                               displs, recvtype, comm, info, request);
    const auto own_recvcounts = copy_array(recvcounts, sources_of(*c));
    const auto own_displs = copy_array(displs, sources_of(*c));
    const auto run = [=]() {
        return run_Neighbor_allgatherv_c(*c, Function::Neighbor_allgatherv_init, sendbuf, sendcount,
                                         sendtype, recvbuf, own_recvcounts.get(), own_displs.get(),
                                         recvtype);
    };
    return make_persistent_collective(Function::Neighbor_allgatherv_init, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Neighbor_allgatherv_init_c);

int MPI_Neighbor_alltoall_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                                 void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                                 MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    Entry entry(Function::Neighbor_alltoall_init);
    Communicator *c = Entry::find(comm);
    if (c == nullptr)
        return real.Neighbor_alltoall_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                             recvtype, comm, info, request);
    const auto run = [=]() {
        return run_Neighbor_alltoall_c(*c, Function::Neighbor_alltoall_init, sendbuf, sendcount,
                                       sendtype, recvbuf, recvcount, recvtype);
    };
    return make_persistent_collective(Function::Neighbor_alltoall_init, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Neighbor_alltoall_init_c);

int MPI_Neighbor_alltoallv_init_c(const void *sendbuf, const MPI_Count sendcounts[],
                                  const MPI_Aint sdispls[], MPI_Datatype sendtype, void *recvbuf,
                                  const MPI_Count recvcounts[], const MPI_Aint rdispls[],
                                  MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                                  MPI_Request *request) {
    Entry entry(Function::Neighbor_alltoallv_init);
    Communicator *c = Entry::find(comm);
    if (c == nullptr)
        return real.Neighbor_alltoallv_init_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf,
                                              recvcounts, rdispls, recvtype, comm, info, request);
    const auto own_sendcounts = copy_array(sendcounts, destinations_of(*c));
    const auto own_sdispls = copy_array(sdispls, destinations_of(*c));
    const auto own_recvcounts = copy_array(recvcounts, sources_of(*c));
    const auto own_rdispls = copy_array(rdispls, sources_of(*c));
    const auto run = [=]() {
        return run_Neighbor_alltoallv_c(*c, Function::Neighbor_alltoallv_init, sendbuf,
                                        own_sendcounts.get(), own_sdispls.get(), sendtype, recvbuf,
                                        own_recvcounts.get(), own_rdispls.get(), recvtype);
    };
    return make_persistent_collective(Function::Neighbor_alltoallv_init, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Neighbor_alltoallv_init_c);

int MPI_Neighbor_alltoallw_init_c(const void *sendbuf, const MPI_Count sendcounts[],
                                  const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
                                  void *recvbuf, const MPI_Count recvcounts[],
                                  const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
                                  MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    Entry entry(Function::Neighbor_alltoallw_init);
    Communicator *c = Entry::find(comm);
    if (c == nullptr)
        return real.Neighbor_alltoallw_init_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
                                              recvcounts, rdispls, recvtypes, comm, info, request);
    const auto own_sendcounts = copy_array(sendcounts, destinations_of(*c));
    const auto own_sdispls = copy_array(sdispls, destinations_of(*c));
    const auto own_sendtypes = copy_array(sendtypes, destinations_of(*c));
    const auto own_recvcounts = copy_array(recvcounts, sources_of(*c));
    const auto own_rdispls = copy_array(rdispls, sources_of(*c));
    const auto own_recvtypes = copy_array(recvtypes, sources_of(*c));
    const auto run = [=]() {
        return run_Neighbor_alltoallw_c(*c, Function::Neighbor_alltoallw_init, sendbuf,
                                        own_sendcounts.get(), own_sdispls.get(),
                                        own_sendtypes.get(), recvbuf, own_recvcounts.get(),
                                        own_rdispls.get(), own_recvtypes.get());
    };
    return make_persistent_collective(Function::Neighbor_alltoallw_init, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Neighbor_alltoallw_init_c);

int MPI_Reduce_scatter_block_init_c(const void *sendbuf, void *recvbuf, MPI_Count recvcount,
                                    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                    MPI_Request *request) {
    Entry entry(Function::Reduce_scatter_block_init);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Reduce_scatter_block_init_c(sendbuf, recvbuf, recvcount, datatype, op, comm,
                                                    info, request);
        const auto run = [=]() {
            return intercomm_reduce_scatter_block(*sides, sendbuf, recvbuf, recvcount, datatype,
                                                  op);
        };
        return make_persistent_collective(Function::Reduce_scatter_block_init, *sides->joint,
                                          request, run);
    }
    const auto run = [=]() {
        return run_Reduce_scatter_block_c(*c, Function::Reduce_scatter_block_init, sendbuf, recvbuf,
                                          recvcount, datatype, op);
    };
    return make_persistent_collective(Function::Reduce_scatter_block_init, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Reduce_scatter_block_init_c);

int MPI_Reduce_scatter_init_c(const void *sendbuf, void *recvbuf, const MPI_Count recvcounts[],
                              MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                              MPI_Request *request) {
    Entry entry(Function::Reduce_scatter_init);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Reduce_scatter_init_c(sendbuf, recvbuf, recvcounts, datatype, op, comm,
                                              info, request);
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
        return run_Reduce_scatter_c(*c, Function::Reduce_scatter_init, sendbuf, recvbuf,
                                    own_recvcounts.get(), datatype, op);
    };
    return make_persistent_collective(Function::Reduce_scatter_init, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Reduce_scatter_init_c);

int MPI_Scan_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                    MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    Entry entry(Function::Scan_init);
    Communicator *c = Entry::find(comm);
    if (c == nullptr)
        return real.Scan_init_c(sendbuf, recvbuf, count, datatype, op, comm, info, request);
    const auto run = [=]() {
        return run_Scan_c(*c, Function::Scan_init, sendbuf, recvbuf, count, datatype, op);
    };
    return make_persistent_collective(Function::Scan_init, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Scan_init_c);

#endif

} // extern "C"
