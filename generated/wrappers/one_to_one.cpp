// Generated from spec/ by generator/ with templates/wrappers.cpp.j2 and templates/wrappers/, do not
// edit. Point-to-point: 47 functions.

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

int MPI_Bsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    Entry entry(Function::Bsend);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr) return real.Bsend(buf, count, datatype, dest, tag, comm);
    return buffered_send(*c, buf, count, datatype, dest, tag);
}
CLOSERANKS_ALIAS(MPI_Bsend);

int MPI_Bsend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                   MPI_Comm comm, MPI_Request *request) {
    Entry entry(Function::Bsend_init);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr) return real.Bsend_init(buf, count, datatype, dest, tag, comm, request);
    auto native = [&](MPI_Comm messages, int peer, MPI_Request *started) {
        return real.Bsend_init(buf, count, datatype, peer, tag, messages, started);
    };
    return make_persistent(*c, buf, count, datatype, dest, tag, request, native);
}
CLOSERANKS_ALIAS(MPI_Bsend_init);

int MPI_Cancel(MPI_Request *request) {
    Entry entry(Function::Cancel);
    return cancel(request);
}
CLOSERANKS_ALIAS(MPI_Cancel);

int MPI_Ibsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
               MPI_Request *request) {
    Entry entry(Function::Ibsend);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr) return real.Ibsend(buf, count, datatype, dest, tag, comm, request);
    return start_buffered_send(*c, buf, count, datatype, dest, tag, request);
}
CLOSERANKS_ALIAS(MPI_Ibsend);

int MPI_Improbe(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message,
                MPI_Status *status) {
    Entry entry(Function::Improbe);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr) return real.Improbe(source, tag, comm, flag, message, status);
    return poll_matched(*c, source, tag, flag, message, status);
}
CLOSERANKS_ALIAS(MPI_Improbe);

int MPI_Imrecv(void *buf, int count, MPI_Datatype type, MPI_Message *message,
               MPI_Request *request) {
    Entry entry(Function::Imrecv);
    return start_matched(buf, count, type, message, request);
}
CLOSERANKS_ALIAS(MPI_Imrecv);

int MPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status) {
    Entry entry(Function::Iprobe);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr) return real.Iprobe(source, tag, comm, flag, status);
    return poll(*c, source, tag, flag, status);
}
CLOSERANKS_ALIAS(MPI_Iprobe);

int MPI_Irecv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
              MPI_Request *request) {
    Entry entry(Function::Irecv);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr) return real.Irecv(buf, count, datatype, source, tag, comm, request);
    return start_receive(*c, buf, count, datatype, source, tag, request);
}
CLOSERANKS_ALIAS(MPI_Irecv);

int MPI_Irsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
               MPI_Request *request) {
    Entry entry(Function::Irsend);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr) return real.Irsend(buf, count, datatype, dest, tag, comm, request);
    auto native = [&](MPI_Comm messages, int peer, MPI_Request *started) {
        return real.Irsend(buf, count, datatype, peer, tag, messages, started);
    };
    return start_send(Entry::function(), *c, dest, tag, request, native);
}
CLOSERANKS_ALIAS(MPI_Irsend);

int MPI_Isend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
              MPI_Request *request) {
    Entry entry(Function::Isend);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr) return real.Isend(buf, count, datatype, dest, tag, comm, request);
    auto native = [&](MPI_Comm messages, int peer, MPI_Request *started) {
        return real.Isend(buf, count, datatype, peer, tag, messages, started);
    };
    return start_send(Entry::function(), *c, dest, tag, request, native);
}
CLOSERANKS_ALIAS(MPI_Isend);

int MPI_Isendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
                  void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag,
                  MPI_Comm comm, MPI_Request *request) {
    Entry entry(Function::Isendrecv);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr)
        return real.Isendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount,
                              recvtype, source, recvtag, comm, request);
    return start_exchange(*c, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount,
                          recvtype, source, recvtag, request);
}
CLOSERANKS_ALIAS(MPI_Isendrecv);

int MPI_Isendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag,
                          int source, int recvtag, MPI_Comm comm, MPI_Request *request) {
    Entry entry(Function::Isendrecv_replace);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr)
        return real.Isendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm,
                                      request);
    return start_exchange_replace(*c, buf, count, datatype, dest, sendtag, source, recvtag,
                                  request);
}
CLOSERANKS_ALIAS(MPI_Isendrecv_replace);

int MPI_Issend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
               MPI_Request *request) {
    Entry entry(Function::Issend);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr) return real.Issend(buf, count, datatype, dest, tag, comm, request);
    auto native = [&](MPI_Comm messages, int peer, MPI_Request *started) {
        return real.Issend(buf, count, datatype, peer, tag, messages, started);
    };
    return start_send(Entry::function(), *c, dest, tag, request, native);
}
CLOSERANKS_ALIAS(MPI_Issend);

int MPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status) {
    Entry entry(Function::Mprobe);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr) return real.Mprobe(source, tag, comm, message, status);
    return probe_matched(*c, source, tag, message, status);
}
CLOSERANKS_ALIAS(MPI_Mprobe);

int MPI_Mrecv(void *buf, int count, MPI_Datatype type, MPI_Message *message, MPI_Status *status) {
    Entry entry(Function::Mrecv);
    return receive_matched(buf, count, type, message, status);
}
CLOSERANKS_ALIAS(MPI_Mrecv);

int MPI_Parrived(MPI_Request request, int partition, int *flag) {
    Entry entry(Function::Parrived);
    return partition_arrived(request, partition, flag);
}
CLOSERANKS_ALIAS(MPI_Parrived);

int MPI_Pready(int partitions, MPI_Request request) {
    Entry entry(Function::Pready);
    return partition_ready(partitions, request);
}
CLOSERANKS_ALIAS(MPI_Pready);

int MPI_Pready_list(int length, Pready_list_partition_list partition_list, MPI_Request request) {
    Entry entry(Function::Pready_list);
    return listed_partitions_ready(length, partition_list, request);
}
CLOSERANKS_ALIAS(MPI_Pready_list);

int MPI_Pready_range(int partition_low, int partition_high, MPI_Request request) {
    Entry entry(Function::Pready_range);
    return partitions_ready(partition_low, partition_high, request);
}
CLOSERANKS_ALIAS(MPI_Pready_range);

int MPI_Precv_init(void *buf, int partitions, MPI_Count count, MPI_Datatype datatype, int source,
                   int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    Entry entry(Function::Precv_init);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr)
        return real.Precv_init(buf, partitions, count, datatype, source, tag, comm, info, request);
    return make_partitioned_receive(*c, buf, partitions, count, datatype, source, tag, info,
                                    request);
}
CLOSERANKS_ALIAS(MPI_Precv_init);

int MPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status) {
    Entry entry(Function::Probe);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr) return real.Probe(source, tag, comm, status);
    return probe(*c, source, tag, status);
}
CLOSERANKS_ALIAS(MPI_Probe);

int MPI_Psend_init(const void *buf, int partitions, MPI_Count count, MPI_Datatype datatype,
                   int dest, int tag, MPI_Comm comm, MPI_Info info, MPI_Request *request) {
    Entry entry(Function::Psend_init);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr)
        return real.Psend_init(buf, partitions, count, datatype, dest, tag, comm, info, request);
    return make_partitioned_send(*c, buf, partitions, count, datatype, dest, tag, info, request);
}
CLOSERANKS_ALIAS(MPI_Psend_init);

int MPI_Recv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
             MPI_Status *status) {
    Entry entry(Function::Recv);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr) return real.Recv(buf, count, datatype, source, tag, comm, status);
    return receive(*c, buf, count, datatype, source, tag, status);
}
CLOSERANKS_ALIAS(MPI_Recv);

int MPI_Recv_init(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                  MPI_Request *request) {
    Entry entry(Function::Recv_init);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr) return real.Recv_init(buf, count, datatype, source, tag, comm, request);
    auto native = [&](MPI_Comm messages, int peer, MPI_Request *started) {
        return real.Recv_init(buf, count, datatype, peer, tag, messages, started);
    };
    return make_persistent(*c, buf, count, datatype, source, tag, request, native);
}
CLOSERANKS_ALIAS(MPI_Recv_init);

int MPI_Request_free(MPI_Request *request) {
    Entry entry(Function::Request_free);
    return free_request(request);
}
CLOSERANKS_ALIAS(MPI_Request_free);

int MPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status) {
    Entry entry(Function::Request_get_status);
    return request_status(request, flag, status);
}
CLOSERANKS_ALIAS(MPI_Request_get_status);

int MPI_Rsend(const void *ibuf, int count, MPI_Datatype datatype, int dest, int tag,
              MPI_Comm comm) {
    Entry entry(Function::Rsend);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr) return real.Rsend(ibuf, count, datatype, dest, tag, comm);
    auto native = [&](MPI_Comm messages, int peer) {
        return real.Rsend(ibuf, count, datatype, peer, tag, messages);
    };
    return send(*c, dest, tag, native);
}
CLOSERANKS_ALIAS(MPI_Rsend);

int MPI_Rsend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                   MPI_Comm comm, MPI_Request *request) {
    Entry entry(Function::Rsend_init);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr) return real.Rsend_init(buf, count, datatype, dest, tag, comm, request);
    auto native = [&](MPI_Comm messages, int peer, MPI_Request *started) {
        return real.Rsend_init(buf, count, datatype, peer, tag, messages, started);
    };
    return make_persistent(*c, buf, count, datatype, dest, tag, request, native);
}
CLOSERANKS_ALIAS(MPI_Rsend_init);

int MPI_Send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    Entry entry(Function::Send);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr) return real.Send(buf, count, datatype, dest, tag, comm);
    auto native = [&](MPI_Comm messages, int peer) {
        return real.Send(buf, count, datatype, peer, tag, messages);
    };
    return send(*c, dest, tag, native);
}
CLOSERANKS_ALIAS(MPI_Send);

int MPI_Send_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                  MPI_Comm comm, MPI_Request *request) {
    Entry entry(Function::Send_init);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr) return real.Send_init(buf, count, datatype, dest, tag, comm, request);
    auto native = [&](MPI_Comm messages, int peer, MPI_Request *started) {
        return real.Send_init(buf, count, datatype, peer, tag, messages, started);
    };
    return make_persistent(*c, buf, count, datatype, dest, tag, request, native);
}
CLOSERANKS_ALIAS(MPI_Send_init);

int MPI_Sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
                 void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag,
                 MPI_Comm comm, MPI_Status *status) {
    Entry entry(Function::Sendrecv);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr)
        return real.Sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount,
                             recvtype, source, recvtag, comm, status);
    return send_and_receive(*c, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount,
                            recvtype, source, recvtag, status);
}
CLOSERANKS_ALIAS(MPI_Sendrecv);

int MPI_Sendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag,
                         int source, int recvtag, MPI_Comm comm, MPI_Status *status) {
    Entry entry(Function::Sendrecv_replace);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr)
        return real.Sendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm,
                                     status);
    return send_and_receive_replace(*c, buf, count, datatype, dest, sendtag, source, recvtag,
                                    status);
}
CLOSERANKS_ALIAS(MPI_Sendrecv_replace);

int MPI_Ssend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    Entry entry(Function::Ssend);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr) return real.Ssend(buf, count, datatype, dest, tag, comm);
    auto native = [&](MPI_Comm messages, int peer) {
        return real.Ssend(buf, count, datatype, peer, tag, messages);
    };
    return send(*c, dest, tag, native);
}
CLOSERANKS_ALIAS(MPI_Ssend);

int MPI_Ssend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                   MPI_Comm comm, MPI_Request *request) {
    Entry entry(Function::Ssend_init);
    Communicator *c = Entry::find_peers(comm);
    if (c == nullptr) return real.Ssend_init(buf, count, datatype, dest, tag, comm, request);
    auto native = [&](MPI_Comm messages, int peer, MPI_Request *started) {
        return real.Ssend_init(buf, count, datatype, peer, tag, messages, started);
    };
    return make_persistent(*c, buf, count, datatype, dest, tag, request, native);
}
CLOSERANKS_ALIAS(MPI_Ssend_init);

int MPI_Start(MPI_Request *request) {
    Entry entry(Function::Start);
    return start_request(request);
}
CLOSERANKS_ALIAS(MPI_Start);

int MPI_Startall(int count, MPI_Request array_of_requests[]) {
    Entry entry(Function::Startall);
    return start_all(count, array_of_requests);
}
CLOSERANKS_ALIAS(MPI_Startall);

int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status) {
    Entry entry(Function::Test);
    return test(request, flag, status);
}
CLOSERANKS_ALIAS(MPI_Test);

int MPI_Testall(int count, MPI_Request array_of_requests[], int *flag,
                MPI_Status array_of_statuses[]) {
    Entry entry(Function::Testall);
    return test_all(count, array_of_requests, flag, array_of_statuses);
}
CLOSERANKS_ALIAS(MPI_Testall);

int MPI_Testany(int count, MPI_Request array_of_requests[], int *index, int *flag,
                MPI_Status *status) {
    Entry entry(Function::Testany);
    return test_any(count, array_of_requests, index, flag, status);
}
CLOSERANKS_ALIAS(MPI_Testany);

int MPI_Testsome(int incount, MPI_Request array_of_requests[], int *outcount,
                 int array_of_indices[], MPI_Status array_of_statuses[]) {
    Entry entry(Function::Testsome);
    return test_some(incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
}
CLOSERANKS_ALIAS(MPI_Testsome);

int MPI_Wait(MPI_Request *request, MPI_Status *status) {
    Entry entry(Function::Wait);
    return wait(request, status);
}
CLOSERANKS_ALIAS(MPI_Wait);

int MPI_Waitall(int count, MPI_Request array_of_requests[], MPI_Status *array_of_statuses) {
    Entry entry(Function::Waitall);
    return wait_all(count, array_of_requests, array_of_statuses);
}
CLOSERANKS_ALIAS(MPI_Waitall);

int MPI_Waitany(int count, MPI_Request array_of_requests[], int *index, MPI_Status *status) {
    Entry entry(Function::Waitany);
    return wait_any(count, array_of_requests, index, status);
}
CLOSERANKS_ALIAS(MPI_Waitany);

int MPI_Waitsome(int incount, MPI_Request array_of_requests[], int *outcount,
                 int array_of_indices[], MPI_Status array_of_statuses[]) {
    Entry entry(Function::Waitsome);
    return wait_some(incount, array_of_requests, outcount, array_of_indices, array_of_statuses);
}
CLOSERANKS_ALIAS(MPI_Waitsome);

#if OMPI_MAJOR_VERSION >= 6

int MPI_Request_get_status_all(int count, const MPI_Request array_of_requests[], int *flag,
                               MPI_Status array_of_statuses[]) {
    Entry entry(Function::Request_get_status_all);
    return request_status_all(count, array_of_requests, flag, array_of_statuses);
}
CLOSERANKS_ALIAS(MPI_Request_get_status_all);

int MPI_Request_get_status_any(int count, const MPI_Request array_of_requests[], int *index,
                               int *flag, MPI_Status *status) {
    Entry entry(Function::Request_get_status_any);
    return request_status_any(count, array_of_requests, index, flag, status);
}
CLOSERANKS_ALIAS(MPI_Request_get_status_any);

int MPI_Request_get_status_some(int incount, const MPI_Request array_of_requests[], int *outcount,
                                int array_of_indices[], MPI_Status array_of_statuses[]) {
    Entry entry(Function::Request_get_status_some);
    return request_status_some(incount, array_of_requests, outcount, array_of_indices,
                               array_of_statuses);
}
CLOSERANKS_ALIAS(MPI_Request_get_status_some);

#endif

} // extern "C"
