#include "runtime/messages/exchange.hpp"

#include "runtime/core/entry.hpp"
#include "runtime/core/status.hpp"
#include "runtime/messages/point_to_point.hpp"
#include "runtime/requests/completion_calls.hpp"
#include "runtime/requests/polled_operation.hpp"
#include "runtime/support/large.hpp"
#include "runtime/support/packing.hpp"

namespace closeranks {

namespace {

struct Half {
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Status status{};
    int code = MPI_SUCCESS;

    void advance() noexcept {
        if (request == MPI_REQUEST_NULL) return;
        int flag = 0;
        code = test_quietly(&request, &flag, &status);
    }
};

class Exchange final : public PolledOperation {
  public:
    Half receive;
    Half send;
    Packed packed; ///< the data that a replace sends

    /// Begins the operation; both halves have been started.
    void begin(MPI_Request *request, Communicator &c, int source, int dest,
               Function function) noexcept {
        // The half handles a wildcard, not this request.
        PolledOperation::begin(request, c, source == MPI_ANY_SOURCE ? dest : source, function);
    }

    void advance() noexcept override {
        receive.advance();
        send.advance();
        // After the error has been raised, a later receive can get the message.
        if (send.code != MPI_SUCCESS) take_back();
        if (receive.request != MPI_REQUEST_NULL || send.request != MPI_REQUEST_NULL) return;
        copy_real_status(receive.status, &status_);
        complete();
    }

    int end() noexcept override {
        const int code = receive.code != MPI_SUCCESS ? receive.code : send.code;
        delete this;
        return code;
    }

    void abandon() noexcept override {
        for (Half *half : {&receive, &send})
            if (half->request != MPI_REQUEST_NULL) static_cast<void>(free_request(&half->request));
        // No call tells when a freed send no longer needs its buffer, so that buffer is never
        // freed.
        packed.give_up();
        complete();
        delete this;
    }

    /// Cancels the receive unless it has its message.
    void take_back() noexcept {
        if (receive.request == MPI_REQUEST_NULL || taken_back_) return;
        taken_back_ = true;
        static_cast<void>(cancel(&receive.request));
        receive.advance();
    }

  private:
    bool taken_back_ = false;
};

/// Starts both halves. Returns the program's code.
[[nodiscard]] int start_halves(Exchange &x, Function function, Communicator &c, const void *sendbuf,
                               MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag,
                               void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                               int source, int recvtag) noexcept {
    int code = start_receive(function, c, recvbuf, recvcount, recvtype, source, recvtag,
                             &x.receive.request);
    if (code != MPI_SUCCESS) return code;
    const auto isend = [&](MPI_Comm messages, int to, MPI_Request *started) {
        return CLOSERANKS_LARGE(Isend)(sendbuf, sendcount, sendtype, to, sendtag, messages,
                                       started);
    };
    code = start_send(function, c, dest, sendtag, &x.send.request, isend);
    if (code == MPI_SUCCESS) return code;
    static_cast<void>(cancel(&x.receive.request));
    static_cast<void>(wait(&x.receive.request, MPI_STATUS_IGNORE));
    return code;
}

} // namespace

int start_exchange(Communicator &c, const void *sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                   int dest, int sendtag, void *recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                   int source, int recvtag, MPI_Request *request) noexcept {
    auto x = std::make_unique<Exchange>();
    const int code = start_halves(*x, Entry::function(), c, sendbuf, sendcount, sendtype, dest,
                                  sendtag, recvbuf, recvcount, recvtype, source, recvtag);
    if (code == MPI_SUCCESS) x.release()->begin(request, c, source, dest, Entry::function());
    return code;
}

int start_exchange_replace(Communicator &c, void *buf, MPI_Count count, MPI_Datatype datatype,
                           int dest, int sendtag, int source, int recvtag,
                           MPI_Request *request) noexcept {
    auto x = std::make_unique<Exchange>();
    int code = x->packed.pack(c.messages.get(), buf, count, datatype);
    if (code != MPI_SUCCESS) return c.raise(code);
    code = start_halves(*x, Entry::function(), c, x->packed.data(), x->packed.count(),
                        x->packed.type(), dest, sendtag, buf, count, datatype, source, recvtag);
    if (code == MPI_SUCCESS) x.release()->begin(request, c, source, dest, Entry::function());
    return code;
}

} // namespace closeranks
