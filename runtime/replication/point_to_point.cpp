#include "generated/replicas/calls.hpp"
#include "runtime/replication/arguments.hpp"
#include "runtime/replication/message_operations.hpp"
#include "runtime/replication/messages.hpp"
#include "runtime/replication/progress.hpp"
#include "runtime/replication/raising.hpp"
#include "runtime/replication/request_table.hpp"
#include "runtime/support/real.hpp"

/// Sends and receives of the program. Standard, buffered and ready sends are the same here: all are
/// buffered.

namespace closeranks::replication {

namespace {

int check(const Outbound &message, const Communicator &on) noexcept {
    return first_error(check_data(message.count, message.type),
                       check_destination(message.place, message.tag, on));
}

int check(const Inbound &to, int place, int tag, const Communicator &on) noexcept {
    return first_error(check_data(to.count, to.type), check_source(place, tag, on));
}

int send_now(const Outbound &message, Communicator &on) {
    int code = check(message, on);
    if (code == MPI_SUCCESS && message.is_synchronous) {
        SendOperation send(message, on);
        code = send.start();
        if (code == MPI_SUCCESS) wait_until([&] { return send.is_done(); });
        if (code == MPI_SUCCESS) code = send.finish(MPI_STATUS_IGNORE);
    } else if (code == MPI_SUCCESS) {
        code = send_packed(message, on, Talk::program);
    }
    return raise(on.handle, code);
}

int receive_now(const Inbound &to, int place, int tag, Communicator &on, MPI_Status *status) {
    int code = check(to, place, tag, on);
    if (code == MPI_SUCCESS)
        code = receive(to.data, to.count, to.type, place, tag, on, Talk::program, status);
    return raise(on.handle, code);
}

/// `start`: the operation begins now, and is not persistent.
int begin(std::unique_ptr<Operation> operation, Communicator &on, bool start,
          MPI_Request *request) {
    int code = start ? operation->start() : MPI_SUCCESS;
    if (code == MPI_SUCCESS) code = make_request(std::move(operation), on.handle, !start, request);
    return raise(on.handle, code);
}

int begin_send(const Outbound &message, Communicator &on, bool start, MPI_Request *request) {
    if (const int code = check(message, on); code != MPI_SUCCESS) return raise(on.handle, code);
    return begin(std::make_unique<SendOperation>(message, on), on, start, request);
}

int begin_receive(const Inbound &to, int place, int tag, Communicator &on, bool start,
                  MPI_Request *request) {
    if (const int code = check(to, place, tag, on); code != MPI_SUCCESS)
        return raise(on.handle, code);
    return begin(std::make_unique<ReceiveOperation>(to, place, tag, on), on, start, request);
}

/// Sends first, because a send does not wait.
int exchange(const Outbound &message, const Inbound &to, int source, int tag, Communicator &on,
             MPI_Status *status) {
    int code = first_error(check(message, on), check(to, source, tag, on));
    if (code == MPI_SUCCESS) code = send_packed(message, on, Talk::program);
    if (code == MPI_SUCCESS)
        code = receive(to.data, to.count, to.type, source, tag, on, Talk::program, status);
    return raise(on.handle, code);
}

int begin_exchange(const Outbound &message, const Inbound &to, int source, int tag,
                   Communicator &on, MPI_Request *request) {
    int code = first_error(check(message, on), check(to, source, tag, on));
    if (code == MPI_SUCCESS) code = send_packed(message, on, Talk::program);
    if (code != MPI_SUCCESS) return raise(on.handle, code);
    constexpr bool start = true;
    return begin(std::make_unique<ReceiveOperation>(to, source, tag, on), on, start, request);
}

constexpr bool synchronous = true;
constexpr bool start_now = true;
constexpr bool start_later = false;

} // namespace

namespace calls {

int send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    Communicator *const on = find(comm);
    if (on == nullptr) return real.Send(buf, count, datatype, dest, tag, comm);
    return send_now({buf, count, datatype, dest, tag}, *on);
}

int bsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    return send(buf, count, datatype, dest, tag, comm);
}

int rsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    return send(buf, count, datatype, dest, tag, comm);
}

int ssend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
    Communicator *const on = find(comm);
    if (on == nullptr) return real.Ssend(buf, count, datatype, dest, tag, comm);
    return send_now({buf, count, datatype, dest, tag, synchronous}, *on);
}

int isend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
          MPI_Request *request) {
    Communicator *const on = find(comm);
    if (on == nullptr) return real.Isend(buf, count, datatype, dest, tag, comm, request);
    return begin_send({buf, count, datatype, dest, tag}, *on, start_now, request);
}

int ibsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
           MPI_Request *request) {
    return isend(buf, count, datatype, dest, tag, comm, request);
}

int irsend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
           MPI_Request *request) {
    return isend(buf, count, datatype, dest, tag, comm, request);
}

int issend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
           MPI_Request *request) {
    Communicator *const on = find(comm);
    if (on == nullptr) return real.Issend(buf, count, datatype, dest, tag, comm, request);
    return begin_send({buf, count, datatype, dest, tag, synchronous}, *on, start_now, request);
}

int send_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
              MPI_Request *request) {
    Communicator *const on = find(comm);
    if (on == nullptr) return real.Send_init(buf, count, datatype, dest, tag, comm, request);
    return begin_send({buf, count, datatype, dest, tag}, *on, start_later, request);
}

int bsend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
               MPI_Request *request) {
    return send_init(buf, count, datatype, dest, tag, comm, request);
}

int rsend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
               MPI_Request *request) {
    return send_init(buf, count, datatype, dest, tag, comm, request);
}

int ssend_init(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
               MPI_Request *request) {
    Communicator *const on = find(comm);
    if (on == nullptr) return real.Ssend_init(buf, count, datatype, dest, tag, comm, request);
    return begin_send({buf, count, datatype, dest, tag, synchronous}, *on, start_later, request);
}

int recv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
         MPI_Status *status) {
    Communicator *const on = find(comm);
    if (on == nullptr) return real.Recv(buf, count, datatype, source, tag, comm, status);
    return receive_now({buf, count, datatype}, source, tag, *on, status);
}

int irecv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
          MPI_Request *request) {
    Communicator *const on = find(comm);
    if (on == nullptr) return real.Irecv(buf, count, datatype, source, tag, comm, request);
    return begin_receive({buf, count, datatype}, source, tag, *on, start_now, request);
}

int recv_init(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
              MPI_Request *request) {
    Communicator *const on = find(comm);
    if (on == nullptr) return real.Recv_init(buf, count, datatype, source, tag, comm, request);
    return begin_receive({buf, count, datatype}, source, tag, *on, start_later, request);
}

int sendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
             void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag,
             MPI_Comm comm, MPI_Status *status) {
    Communicator *const on = find(comm);
    if (on == nullptr)
        return real.Sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount,
                             recvtype, source, recvtag, comm, status);
    return exchange({sendbuf, sendcount, sendtype, dest, sendtag}, {recvbuf, recvcount, recvtype},
                    source, recvtag, *on, status);
}

int sendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag, int source,
                     int recvtag, MPI_Comm comm, MPI_Status *status) {
    Communicator *const on = find(comm);
    if (on == nullptr)
        return real.Sendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm,
                                     status);
    return exchange({buf, count, datatype, dest, sendtag}, {buf, count, datatype}, source, recvtag,
                    *on, status);
}

int isendrecv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
              void *recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag,
              MPI_Comm comm, MPI_Request *request) {
    Communicator *const on = find(comm);
    if (on == nullptr)
        return real.Isendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount,
                              recvtype, source, recvtag, comm, request);
    return begin_exchange({sendbuf, sendcount, sendtype, dest, sendtag},
                          {recvbuf, recvcount, recvtype}, source, recvtag, *on, request);
}

int isendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag,
                      int source, int recvtag, MPI_Comm comm, MPI_Request *request) {
    Communicator *const on = find(comm);
    if (on == nullptr)
        return real.Isendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm,
                                      request);
    return begin_exchange({buf, count, datatype, dest, sendtag}, {buf, count, datatype}, source,
                          recvtag, *on, request);
}

} // namespace calls

} // namespace closeranks::replication
