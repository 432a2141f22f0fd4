// Generated from spec/ by generator/ with templates/wrappers.cpp.j2 and templates/wrappers/, do not
// edit. Collectives from a root, forms with large counts: 9 functions.

#include "runtime/collectives/compacted_collectives.hpp"
#include "runtime/collectives/intercomm_collectives.hpp"
#include "runtime/collectives/nonblocking.hpp"
#include "runtime/commit/collective.hpp"
#include "runtime/core/unprotected.hpp"
#include "runtime/support/alias.hpp"

using namespace closeranks;

extern "C" {

#if OMPI_MAJOR_VERSION >= 6

[[gnu::always_inline]] static inline int run_Bcast_c(Communicator &c, Function function,
                                                     void *buffer, MPI_Count count,
                                                     MPI_Datatype datatype, int root) {
    const auto native = [=](MPI_Comm working, int live_root) {
        return real.Bcast_c(buffer, count, datatype, live_root, working);
    };
    const auto describe = [&](auto &native_call) {
        return Operation{
            .function = function,
            .root = root,
            .native = native_call,
            .result_is_shared = true,
            .kept = log_result(buffer, count, datatype),
        };
    };
    return run_collective(c, native, describe);
}

int MPI_Bcast_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm) {
    Entry entry(Function::Bcast);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr) return real.Bcast_c(buffer, count, datatype, root, comm);
        return intercomm_bcast(*sides, buffer, count, datatype, root);
    }
    return run_Bcast_c(*c, Function::Bcast, buffer, count, datatype, root);
}
CLOSERANKS_ALIAS(MPI_Bcast_c);

[[gnu::always_inline]] static inline int run_Scatter_c(Communicator &c, Function function,
                                                       const void *sendbuf, MPI_Count sendcount,
                                                       MPI_Datatype sendtype, void *recvbuf,
                                                       MPI_Count recvcount, MPI_Datatype recvtype,
                                                       int root) {
    const bool at_root = c.rank == root;
    const bool in_place = at_root && recvbuf == MPI_IN_PLACE;
    const auto native = [=](MPI_Comm working, int live_root) {
        return real.Scatter_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, live_root,
                              working);
    };
    const auto compacted = [=, &c](MPI_Comm working, int live_root) {
        Blocks sent(c, at_root ? sendcount : 0, at_root ? sendtype : MPI_BYTE);
        return real.Scatterv_c(sendbuf, sent.counts(), sent.displs(), sent.type(), recvbuf,
                               recvcount, recvtype, live_root, working);
    };
    const auto describe = [&](auto &native_call, auto &compacted_call) {
        return Operation{
            .function = function,
            .root = root,
            .native = native_call,
            .compacted = compacted_call,
            .kept = log_parts(at_root ? sendbuf : nullptr, at_root ? sendcount : 0,
                              at_root ? sendtype : MPI_BYTE, recvbuf, in_place ? 0 : recvcount,
                              in_place ? MPI_BYTE : recvtype),
        };
    };
    return run_collective(c, native, describe, compacted);
}

int MPI_Scatter_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                  MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
    Entry entry(Function::Scatter);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Scatter_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
                                  comm);
        return intercomm_scatter(*sides, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                 root);
    }
    return run_Scatter_c(*c, Function::Scatter, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                         recvtype, root);
}
CLOSERANKS_ALIAS(MPI_Scatter_c);

[[gnu::always_inline]] static inline int
run_Scatterv_c(Communicator &c, Function function, const void *sendbuf,
               const MPI_Count sendcounts[], const MPI_Aint displs[], MPI_Datatype sendtype,
               void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root) {
    const bool at_root = c.rank == root;
    const auto native = [=](MPI_Comm working, int live_root) {
        return real.Scatterv_c(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype,
                               live_root, working);
    };
    const auto compacted = [=, &c](MPI_Comm working, int live_root) {
        Compacted live_sendcounts(c, at_root ? sendcounts : nullptr);
        Compacted live_displs(c, at_root ? displs : nullptr);
        return real.Scatterv_c(sendbuf, live_sendcounts.data(), live_displs.data(), sendtype,
                               recvbuf, recvcount, recvtype, live_root, working);
    };
    const auto describe = [&](auto &native_call, auto &compacted_call) {
        return Operation{
            .function = function,
            .root = root,
            .native = native_call,
            .compacted = compacted_call,
        };
    };
    return run_collective(c, native, describe, compacted);
}

int MPI_Scatterv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
                   MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                   int root, MPI_Comm comm) {
    Entry entry(Function::Scatterv);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Scatterv_c(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount,
                                   recvtype, root, comm);
        return intercomm_scatterv(*sides, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount,
                                  recvtype, root);
    }
    return run_Scatterv_c(*c, Function::Scatterv, sendbuf, sendcounts, displs, sendtype, recvbuf,
                          recvcount, recvtype, root);
}
CLOSERANKS_ALIAS(MPI_Scatterv_c);

int MPI_Bcast_init_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm,
                     MPI_Info info, MPI_Request *request) {
    Entry entry(Function::Bcast_init);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Bcast_init_c(buffer, count, datatype, root, comm, info, request);
        const auto run = [=]() { return intercomm_bcast(*sides, buffer, count, datatype, root); };
        return make_persistent_collective(Function::Bcast_init, *sides->joint, request, run);
    }
    const auto run = [=]() {
        return run_Bcast_c(*c, Function::Bcast_init, buffer, count, datatype, root);
    };
    return make_persistent_collective(Function::Bcast_init, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Bcast_init_c);

int MPI_Ibcast_c(void *buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm,
                 MPI_Request *request) {
    Entry entry(Function::Ibcast);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr) return real.Ibcast_c(buffer, count, datatype, root, comm, request);
        const auto run = [=]() { return intercomm_bcast(*sides, buffer, count, datatype, root); };
        return start_nonblocking(Function::Ibcast, *sides->joint, request, run);
    }
    const auto run = [=]() {
        return run_Bcast_c(*c, Function::Ibcast, buffer, count, datatype, root);
    };
    return start_nonblocking(Function::Ibcast, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Ibcast_c);

int MPI_Iscatter_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void *recvbuf,
                   MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                   MPI_Request *request) {
    Entry entry(Function::Iscatter);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Iscatter_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
                                   comm, request);
        const auto run = [=]() {
            return intercomm_scatter(*sides, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                     recvtype, root);
        };
        return start_nonblocking(Function::Iscatter, *sides->joint, request, run);
    }
    const auto run = [=]() {
        return run_Scatter_c(*c, Function::Iscatter, sendbuf, sendcount, sendtype, recvbuf,
                             recvcount, recvtype, root);
    };
    return start_nonblocking(Function::Iscatter, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Iscatter_c);

int MPI_Iscatterv_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
                    MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                    MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request *request) {
    Entry entry(Function::Iscatterv);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Iscatterv_c(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount,
                                    recvtype, root, comm, request);
        const bool at_root = root == MPI_ROOT;
        const auto own_sendcounts = copy_array(at_root ? sendcounts : nullptr, members_of(*sides));
        const auto own_displs = copy_array(at_root ? displs : nullptr, members_of(*sides));
        const auto run = [=]() {
            return intercomm_scatterv(*sides, sendbuf, own_sendcounts.get(), own_displs.get(),
                                      sendtype, recvbuf, recvcount, recvtype, root);
        };
        return start_nonblocking(Function::Iscatterv, *sides->joint, request, run);
    }
    const bool at_root = root == c->rank;
    const auto own_sendcounts = copy_array(at_root ? sendcounts : nullptr, members_of(*c));
    const auto own_displs = copy_array(at_root ? displs : nullptr, members_of(*c));
    const auto run = [=]() {
        return run_Scatterv_c(*c, Function::Iscatterv, sendbuf, own_sendcounts.get(),
                              own_displs.get(), sendtype, recvbuf, recvcount, recvtype, root);
    };
    return start_nonblocking(Function::Iscatterv, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Iscatterv_c);

int MPI_Scatter_init_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                       void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
                       MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    Entry entry(Function::Scatter_init);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Scatter_init_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                       root, comm, info, request);
        const auto run = [=]() {
            return intercomm_scatter(*sides, sendbuf, sendcount, sendtype, recvbuf, recvcount,
                                     recvtype, root);
        };
        return make_persistent_collective(Function::Scatter_init, *sides->joint, request, run);
    }
    const auto run = [=]() {
        return run_Scatter_c(*c, Function::Scatter_init, sendbuf, sendcount, sendtype, recvbuf,
                             recvcount, recvtype, root);
    };
    return make_persistent_collective(Function::Scatter_init, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Scatter_init_c);

int MPI_Scatterv_init_c(const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
                        MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                        MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                        MPI_Request *request) {
    Entry entry(Function::Scatterv_init);
    Communicator *c = Entry::find(comm);
    if (c == nullptr) {
        Intercommunicator *sides = Entry::find_intercommunicator(comm);
        if (sides == nullptr)
            return real.Scatterv_init_c(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount,
                                        recvtype, root, comm, info, request);
        const bool at_root = root == MPI_ROOT;
        const auto own_sendcounts = copy_array(at_root ? sendcounts : nullptr, members_of(*sides));
        const auto own_displs = copy_array(at_root ? displs : nullptr, members_of(*sides));
        const auto run = [=]() {
            return intercomm_scatterv(*sides, sendbuf, own_sendcounts.get(), own_displs.get(),
                                      sendtype, recvbuf, recvcount, recvtype, root);
        };
        return make_persistent_collective(Function::Scatterv_init, *sides->joint, request, run);
    }
    const bool at_root = root == c->rank;
    const auto own_sendcounts = copy_array(at_root ? sendcounts : nullptr, members_of(*c));
    const auto own_displs = copy_array(at_root ? displs : nullptr, members_of(*c));
    const auto run = [=]() {
        return run_Scatterv_c(*c, Function::Scatterv_init, sendbuf, own_sendcounts.get(),
                              own_displs.get(), sendtype, recvbuf, recvcount, recvtype, root);
    };
    return make_persistent_collective(Function::Scatterv_init, *c, request, run);
}
CLOSERANKS_ALIAS(MPI_Scatterv_init_c);

#endif

} // extern "C"
