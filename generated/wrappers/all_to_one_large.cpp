// Generated from spec/ by generator/ with templates/wrappers.cpp.j2 and templates/wrappers/, do not
// edit. Collectives to a root, forms with large counts: 9 functions.

#include "runtime/collectives/compacted_collectives.hpp"
#include "runtime/collectives/intercomm_collectives.hpp"
#include "runtime/collectives/nonblocking.hpp"
#include "runtime/commit/collective.hpp"
#include "runtime/core/unprotected.hpp"
#include "runtime/support/alias.hpp"

using namespace closeranks;

extern "C" {

#if OMPI_MAJOR_VERSION >= 6

[[gnu::always_inline]] static inline int run_Gather_c(Communicator &c, Function function,
                                                      const void *sendbuf, MPI_Count sendcount,
                                                      MPI_Datatype sendtype, void *recvbuf,
                                                      MPI_Count recvcount, MPI_Datatype recvtype,
                                                      int root) {
    const bool at_root = c.rank == root;
    const bool in_place = at_root && sendbuf == MPI_IN_PLACE;
    const auto native = [=](MPI_Comm working, int live_root) {
        return real.Gather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, live_root,
                             working);
    };
    const auto compacted = [=, &c](MPI_Comm working, int live_root) {
        Blocks received(c, at_root ? recvcount : 0, at_root ? recvtype : MPI_BYTE);
        return real.Gatherv_c(sendbuf, sendcount, sendtype, recvbuf, received.counts(),
                              received.displs(), received.type(), live_root, working);
    };
    const auto describe = [&](auto &native_call, auto &compacted_call) {
        return Operation{
            .function = function,
            .root = root,
            .native = native_call,
            .compacted = compacted_call,
            .contributions = at_root ? from_members(recvcount) : from_nobody(),
            .kept = log_contribution(sendbuf, in_place ? 0 : sendcount,
                                     in_place ? MPI_BYTE : sendtype, at_root ? recvbuf : nullptr,
                                     at_root ? recvcount : 0, at_root ? recvtype : MPI_BYTE),
        };
    };
    return run_collective(c, native, describe, compacted);
}

int MPI_Gather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                 MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    Entry entry(Function::Gather);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Gather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
                                 comm);
        return intercomm_gather(*sides, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                root);
    }
    return run_Gather_c(*c, Function::Gather, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                        recvtype, root);
}
CLOSERANKS_ALIAS(MPI_Gather_c);

[[gnu::always_inline]] static inline int
run_Gatherv_c(Communicator &c, Function function, const void *sendbuf, MPI_Count sendcount,
              MPI_Datatype sendtype, void *recvbuf, const MPI_Count recvcounts[],
              const MPI_Aint displs[], MPI_Datatype recvtype, int root) {
    const bool at_root = c.rank == root;
    const auto native = [=](MPI_Comm working, int live_root) {
        return real.Gatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
                              live_root, working);
    };
    const auto compacted = [=, &c](MPI_Comm working, int live_root) {
        Compacted live_recvcounts(c, at_root ? recvcounts : nullptr);
        Compacted live_displs(c, at_root ? displs : nullptr);
        return real.Gatherv_c(sendbuf, sendcount, sendtype, recvbuf, live_recvcounts.data(),
                              live_displs.data(), recvtype, live_root, working);
    };
    const auto describe = [&](auto &native_call, auto &compacted_call) {
        return Operation{
            .function = function,
            .root = root,
            .native = native_call,
            .compacted = compacted_call,
            .contributions = at_root ? from_members(recvcounts) : from_nobody(),
        };
    };
    return run_collective(c, native, describe, compacted);
}

int MPI_Gatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                  const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype,
                  int root, MPI_Comm comm) {
    Entry entry(Function::Gatherv);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Gatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                                  recvtype, root, comm);
        return intercomm_gatherv(*sides, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                                 recvtype, root);
    }
    return run_Gatherv_c(*c, Function::Gatherv, sendbuf, sendcount, sendtype, recvbuf, recvcounts,
                         displs, recvtype, root);
}
CLOSERANKS_ALIAS(MPI_Gatherv_c);

[[gnu::always_inline]] static inline int run_Reduce_c(Communicator &c, Function function,
                                                      const void *sendbuf, void *recvbuf,
                                                      MPI_Count count, MPI_Datatype datatype,
                                                      MPI_Op op, int root) {
    const bool at_root = c.rank == root;
    const bool in_place = at_root && sendbuf == MPI_IN_PLACE;
    OptionalSnapshot inputs;
    if (in_place) inputs.emplace(recvbuf, count, datatype);
    const auto native = [=](MPI_Comm working, int live_root) {
        return real.Reduce_c(sendbuf, recvbuf, count, datatype, op, live_root, working);
    };
    const auto describe = [&](auto &native_call) {
        return Operation{
            .function = function,
            .root = root,
            .native = native_call,
            .inputs = inputs.get(),
            .contributions = at_root ? from_members(count) : from_nobody(),
            .kept = log_contribution(sendbuf, count, datatype, at_root ? recvbuf : nullptr, count,
                                     datatype, op),
        };
    };
    return run_collective(c, native, describe);
}

int MPI_Reduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                 MPI_Op op, int root, MPI_Comm comm) {
    Entry entry(Function::Reduce);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Reduce_c(sendbuf, recvbuf, count, datatype, op, root, comm);
        return intercomm_reduce(*sides, sendbuf, recvbuf, count, datatype, op, root);
    }
    return run_Reduce_c(*c, Function::Reduce, sendbuf, recvbuf, count, datatype, op, root);
}
CLOSERANKS_ALIAS(MPI_Reduce_c);

int MPI_Gather_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                      void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
                      MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    Entry entry(Function::Gather_init);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Gather_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                      root, comm, info, request);
        const auto run = [=]() {
            return intercomm_gather(*sides, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                    recvtype, root);
        };
        return make_persistent_collective(Function::Gather_init, *sides->joint, request, run);
    }
    const auto run = [=]() {
        return run_Gather_c(*c, Function::Gather_init, sendbuf, sendcount, sendtype, recvbuf,
                            recvcount, recvtype, root);
    };
    return make_persistent_collective(Function::Gather_init, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Gather_init_c);

int MPI_Gatherv_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                       void *recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                       MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                       MPI_Request *request) {
    Entry entry(Function::Gatherv_init);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Gatherv_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                                       recvtype, root, comm, info, request);
        const bool at_root = root == MPI_ROOT;
        const auto own_recvcounts = copy_array(at_root ? recvcounts : nullptr, members_of(*sides));
        const auto own_displs = copy_array(at_root ? displs : nullptr, members_of(*sides));
        const auto run = [=]() {
            return intercomm_gatherv(*sides, sendbuf, sendcount, sendtype, recvbuf,
                                     own_recvcounts.get(), own_displs.get(), recvtype, root);
        };
        return make_persistent_collective(Function::Gatherv_init, *sides->joint, request, run);
    }
    const bool at_root = root == c->rank;
    const auto own_recvcounts = copy_array(at_root ? recvcounts : nullptr, members_of(*c));
    const auto own_displs = copy_array(at_root ? displs : nullptr, members_of(*c));
    const auto run = [=]() {
        return run_Gatherv_c(*c, Function::Gatherv_init, sendbuf, sendcount, sendtype, recvbuf,
                             own_recvcounts.get(), own_displs.get(), recvtype, root);
    };
    return make_persistent_collective(Function::Gatherv_init, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Gatherv_init_c);

int MPI_Igather_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                  MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                  MPI_Request *request) {
    Entry entry(Function::Igather);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Igather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
                                  comm, request);
        const auto run = [=]() {
            return intercomm_gather(*sides, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                    recvtype, root);
        };
        return start_nonblocking(Function::Igather, *sides->joint, request, run);
    }
    const auto run = [=]() {
        return run_Gather_c(*c, Function::Igather, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                            recvtype, root);
    };
    return start_nonblocking(Function::Igather, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Igather_c);

int MPI_Igatherv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                   const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype,
                   int root, MPI_Comm comm, MPI_Request *request) {
    Entry entry(Function::Igatherv);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Igatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                                   recvtype, root, comm, request);
        const bool at_root = root == MPI_ROOT;
        const auto own_recvcounts = copy_array(at_root ? recvcounts : nullptr, members_of(*sides));
        const auto own_displs = copy_array(at_root ? displs : nullptr, members_of(*sides));
        const auto run = [=]() {
            return intercomm_gatherv(*sides, sendbuf, sendcount, sendtype, recvbuf,
                                     own_recvcounts.get(), own_displs.get(), recvtype, root);
        };
        return start_nonblocking(Function::Igatherv, *sides->joint, request, run);
    }
    const bool at_root = root == c->rank;
    const auto own_recvcounts = copy_array(at_root ? recvcounts : nullptr, members_of(*c));
    const auto own_displs = copy_array(at_root ? displs : nullptr, members_of(*c));
    const auto run = [=]() {
        return run_Gatherv_c(*c, Function::Igatherv, sendbuf, sendcount, sendtype, recvbuf,
                             own_recvcounts.get(), own_displs.get(), recvtype, root);
    };
    return start_nonblocking(Function::Igatherv, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Igatherv_c);

int MPI_Ireduce_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                  MPI_Op op, int root, MPI_Comm comm, MPI_Request *request) {
    Entry entry(Function::Ireduce);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Ireduce_c(sendbuf, recvbuf, count, datatype, op, root, comm, request);
        const auto run = [=]() {
            return intercomm_reduce(*sides, sendbuf, recvbuf, count, datatype, op, root);
        };
        return start_nonblocking(Function::Ireduce, *sides->joint, request, run);
    }
    const auto run = [=]() {
        return run_Reduce_c(*c, Function::Ireduce, sendbuf, recvbuf, count, datatype, op, root);
    };
    return start_nonblocking(Function::Ireduce, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Ireduce_c);

int MPI_Reduce_init_c(const void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                      MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    Entry entry(Function::Reduce_init);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Reduce_init_c(sendbuf, recvbuf, count, datatype, op, root, comm, info,
                                      request);
        const auto run = [=]() {
            return intercomm_reduce(*sides, sendbuf, recvbuf, count, datatype, op, root);
        };
        return make_persistent_collective(Function::Reduce_init, *sides->joint, request, run);
    }
    const auto run = [=]() {
        return run_Reduce_c(*c, Function::Reduce_init, sendbuf, recvbuf, count, datatype, op, root);
    };
    return make_persistent_collective(Function::Reduce_init, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Reduce_init_c);

#endif

} // extern "C"
