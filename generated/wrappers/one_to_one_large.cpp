// Generated from spec/ by generator/ with templates/wrappers.cpp.j2 and templates/wrappers/, do not
// edit. Point-to-point, forms with large counts: 21 functions.

#include "runtime/core/unprotected.hpp"
#include "runtime/messages/buffered.hpp"
#include "runtime/messages/exchange.hpp"
#include "runtime/messages/partitioned.hpp"
#include "runtime/messages/persistent.hpp"
#include "runtime/messages/point_to_point.hpp"
#include "runtime/requests/completion_calls.hpp"
#include "runtime/requests/persistent_request.hpp"
#include "runtime/support/alias.hpp"

using namespace closeranks;

extern "C" {

#if OMPI_MAJOR_VERSION >= 6

int MPI_Bsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                MPI_Comm comm) {
    Entry entry(Function::Bsend);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr) return real.Bsend_c(buf, count, datatype, dest, tag, comm);
    return buffered_send(*c, buf, count, datatype, dest, tag);
}
CLOSERANKS_ALIAS(MPI_Bsend_c);

int MPI_Bsend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                     MPI_Comm comm, MPI_Request *request) {
    Entry entry(Function::Bsend_init);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr) return real.Bsend_init_c(buf, count, datatype, dest, tag, comm, request);
    auto native = [&](MPI_Comm messages, int peer, MPI_Request *started) {
        return real.Bsend_init_c(buf, count, datatype, peer, tag, messages, started);
    };
    return make_persistent(*c, buf, count, datatype, dest, tag, request, native);
}
CLOSERANKS_ALIAS(MPI_Bsend_init_c);

int MPI_Ibsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                 MPI_Comm comm, MPI_Request *request) {
    Entry entry(Function::Ibsend);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr) return real.Ibsend_c(buf, count, datatype, dest, tag, comm, request);
    return start_buffered_send(*c, buf, count, datatype, dest, tag, request);
}
CLOSERANKS_ALIAS(MPI_Ibsend_c);

int MPI_Imrecv_c(void *buf, MPI_Count count, MPI_Datatype type, MPI_Message *message,
                 MPI_Request *request) {
    Entry entry(Function::Imrecv);
    return start_matched(buf, count, type, message, request);
}
CLOSERANKS_ALIAS(MPI_Imrecv_c);

int MPI_Irecv_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
                MPI_Comm comm, MPI_Request *request) {
    Entry entry(Function::Irecv);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr) return real.Irecv_c(buf, count, datatype, source, tag, comm, request);
    return start_receive(*c, buf, count, datatype, source, tag, request);
}
CLOSERANKS_ALIAS(MPI_Irecv_c);

int MPI_Irsend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                 MPI_Comm comm, MPI_Request *request) {
    Entry entry(Function::Irsend);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr) return real.Irsend_c(buf, count, datatype, dest, tag, comm, request);
    auto native = [&](MPI_Comm messages, int peer, MPI_Request *started) {
        return real.Irsend_c(buf, count, datatype, peer, tag, messages, started);
    };
    return start_send(Entry::function(), *c, dest, tag, request, native);
}
CLOSERANKS_ALIAS(MPI_Irsend_c);

int MPI_Isend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                MPI_Comm comm, MPI_Request *request) {
    Entry entry(Function::Isend);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr) return real.Isend_c(buf, count, datatype, dest, tag, comm, request);
    auto native = [&](MPI_Comm messages, int peer, MPI_Request *started) {
        return real.Isend_c(buf, count, datatype, peer, tag, messages, started);
    };
    return start_send(Entry::function(), *c, dest, tag, request, native);
}
CLOSERANKS_ALIAS(MPI_Isend_c);

int MPI_Isendrecv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest,
                    int sendtag, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                    int source, int recvtag, MPI_Comm comm, MPI_Request *request) {
    Entry entry(Function::Isendrecv);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr)
        return real.Isendrecv_c(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount,
                                recvtype, source, recvtag, comm, request);
    return start_exchange(*c, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount,
                          recvtype, source, recvtag, request);
}
CLOSERANKS_ALIAS(MPI_Isendrecv_c);

int MPI_Isendrecv_replace_c(void *buf, MPI_Count count, MPI_Datatype datatype, int dest,
                            int sendtag, int source, int recvtag, MPI_Comm comm,
                            MPI_Request *request) {
    Entry entry(Function::Isendrecv_replace);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr)
        return real.Isendrecv_replace_c(buf, count, datatype, dest, sendtag, source, recvtag, comm,
                                        request);
    return start_exchange_replace(*c, buf, count, datatype, dest, sendtag, source, recvtag,
                                  request);
}
CLOSERANKS_ALIAS(MPI_Isendrecv_replace_c);

int MPI_Issend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                 MPI_Comm comm, MPI_Request *request) {
    Entry entry(Function::Issend);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr) return real.Issend_c(buf, count, datatype, dest, tag, comm, request);
    auto native = [&](MPI_Comm messages, int peer, MPI_Request *started) {
        return real.Issend_c(buf, count, datatype, peer, tag, messages, started);
    };
    return start_send(Entry::function(), *c, dest, tag, request, native);
}
CLOSERANKS_ALIAS(MPI_Issend_c);

int MPI_Mrecv_c(void *buf, MPI_Count count, MPI_Datatype type, MPI_Message *message,
                MPI_Status *status) {
    Entry entry(Function::Mrecv);
    return receive_matched(buf, count, type, message, status);
}
CLOSERANKS_ALIAS(MPI_Mrecv_c);

int MPI_Recv_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
               MPI_Comm comm, MPI_Status *status) {
    Entry entry(Function::Recv);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr) return real.Recv_c(buf, count, datatype, source, tag, comm, status);
    return receive(*c, buf, count, datatype, source, tag, status);
}
CLOSERANKS_ALIAS(MPI_Recv_c);

int MPI_Recv_init_c(void *buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
                    MPI_Comm comm, MPI_Request *request) {
    Entry entry(Function::Recv_init);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr) return real.Recv_init_c(buf, count, datatype, source, tag, comm, request);
    auto native = [&](MPI_Comm messages, int peer, MPI_Request *started) {
        return real.Recv_init_c(buf, count, datatype, peer, tag, messages, started);
    };
    return make_persistent(*c, buf, count, datatype, source, tag, request, native);
}
CLOSERANKS_ALIAS(MPI_Recv_init_c);

int MPI_Rsend_c(const void *ibuf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                MPI_Comm comm) {
    Entry entry(Function::Rsend);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr) return real.Rsend_c(ibuf, count, datatype, dest, tag, comm);
    auto native = [&](MPI_Comm messages, int peer) {
        return real.Rsend_c(ibuf, count, datatype, peer, tag, messages);
    };
    return send(*c, dest, tag, native);
}
CLOSERANKS_ALIAS(MPI_Rsend_c);

int MPI_Rsend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                     MPI_Comm comm, MPI_Request *request) {
    Entry entry(Function::Rsend_init);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr) return real.Rsend_init_c(buf, count, datatype, dest, tag, comm, request);
    auto native = [&](MPI_Comm messages, int peer, MPI_Request *started) {
        return real.Rsend_init_c(buf, count, datatype, peer, tag, messages, started);
    };
    return make_persistent(*c, buf, count, datatype, dest, tag, request, native);
}
CLOSERANKS_ALIAS(MPI_Rsend_init_c);

int MPI_Send_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
               MPI_Comm comm) {
    Entry entry(Function::Send);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr) return real.Send_c(buf, count, datatype, dest, tag, comm);
    auto native = [&](MPI_Comm messages, int peer) {
        return real.Send_c(buf, count, datatype, peer, tag, messages);
    };
    return send(*c, dest, tag, native);
}
CLOSERANKS_ALIAS(MPI_Send_c);

int MPI_Send_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                    MPI_Comm comm, MPI_Request *request) {
    Entry entry(Function::Send_init);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr) return real.Send_init_c(buf, count, datatype, dest, tag, comm, request);
    auto native = [&](MPI_Comm messages, int peer, MPI_Request *started) {
        return real.Send_init_c(buf, count, datatype, peer, tag, messages, started);
    };
    return make_persistent(*c, buf, count, datatype, dest, tag, request, native);
}
CLOSERANKS_ALIAS(MPI_Send_init_c);

int MPI_Sendrecv_c(const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest,
                   int sendtag, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                   int source, int recvtag, MPI_Comm comm, MPI_Status *status) {
    Entry entry(Function::Sendrecv);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr)
        return real.Sendrecv_c(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount,
                               recvtype, source, recvtag, comm, status);
    return send_and_receive(*c, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount,
                            recvtype, source, recvtag, status);
}
CLOSERANKS_ALIAS(MPI_Sendrecv_c);

int MPI_Sendrecv_replace_c(void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int sendtag,
                           int source, int recvtag, MPI_Comm comm, MPI_Status *status) {
    Entry entry(Function::Sendrecv_replace);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr)
        return real.Sendrecv_replace_c(buf, count, datatype, dest, sendtag, source, recvtag, comm,
                                       status);
    return send_and_receive_replace(*c, buf, count, datatype, dest, sendtag, source, recvtag,
                                    status);
}
CLOSERANKS_ALIAS(MPI_Sendrecv_replace_c);

int MPI_Ssend_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                MPI_Comm comm) {
    Entry entry(Function::Ssend);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr) return real.Ssend_c(buf, count, datatype, dest, tag, comm);
    auto native = [&](MPI_Comm messages, int peer) {
        return real.Ssend_c(buf, count, datatype, peer, tag, messages);
    };
    return send(*c, dest, tag, native);
}
CLOSERANKS_ALIAS(MPI_Ssend_c);

int MPI_Ssend_init_c(const void *buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                     MPI_Comm comm, MPI_Request *request) {
    Entry entry(Function::Ssend_init);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr) return real.Ssend_init_c(buf, count, datatype, dest, tag, comm, request);
    auto native = [&](MPI_Comm messages, int peer, MPI_Request *started) {
        return real.Ssend_init_c(buf, count, datatype, peer, tag, messages, started);
    };
    return make_persistent(*c, buf, count, datatype, dest, tag, request, native);
}
CLOSERANKS_ALIAS(MPI_Ssend_init_c);

#endif

} // extern "C"
