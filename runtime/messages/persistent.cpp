#include "runtime/messages/persistent.hpp"

#include "runtime/core/entry.hpp"
#include "runtime/messages/buffered.hpp"
#include "runtime/requests/persistent_request.hpp"
#include "runtime/support/kept_datatype.hpp"
#include "runtime/support/large.hpp"

namespace closeranks {

namespace {

class PersistentMessage final : public PersistentRequest {
  public:
    PersistentMessage(Function function, Communicator &c, const void *buf, MPI_Count count,
                      MPI_Datatype datatype, int peer, int tag) noexcept
        : PersistentRequest(c), function_(function), buf_(const_cast<void *>(buf)), count_(count),
          datatype_(datatype), peer_(peer), tag_(tag) {}

    int start() noexcept override {
        if (function_ == Function::Recv_init)
            return start_receive(function_, communicator(), buf_, count_, datatype_.get(), peer_,
                                 tag_, &current);
        const auto send = [this](MPI_Comm messages, int dest, MPI_Request *started) {
            return send_once(messages, dest, started);
        };
        return start_send(function_, communicator(), peer_, tag_, &current, send);
    }

  private:
    int send_once(MPI_Comm messages, int dest, MPI_Request *started) const noexcept {
        switch (function_) {
        case Function::Bsend_init:
            return start_buffered(communicator(), messages, buf_, count_, datatype_.get(), dest,
                                  tag_, started);
        case Function::Ssend_init:
            return CLOSERANKS_LARGE(Issend)(buf_, count_, datatype_.get(), dest, tag_, messages,
                                            started);
        case Function::Rsend_init:
            return CLOSERANKS_LARGE(Irsend)(buf_, count_, datatype_.get(), dest, tag_, messages,
                                            started);
        default:
            return CLOSERANKS_LARGE(Isend)(buf_, count_, datatype_.get(), dest, tag_, messages,
                                           started);
        }
    }

    Function function_;
    void *buf_;
    MPI_Count count_;
    KeptDatatype datatype_;
    int peer_;
    int tag_;
};

} // namespace

int make_persistent(Communicator &c, const void *buf, MPI_Count count, MPI_Datatype datatype,
                    int peer, int tag, MPI_Request *request, StartCall call) noexcept {
    const LiveRank live = c.message_ranks.live(peer);
    const bool outside = live == RankMap::missing && peer >= 0;
    const int code = call(c.messages.get(), outside ? MPI_PROC_NULL : number_of(live), request);
    if (code != MPI_SUCCESS) return c.raise(code);
    if (peer != MPI_PROC_NULL)
        remember_persistent(
            *request, new PersistentMessage(Entry::function(), c, buf, count, datatype, peer, tag));
    return code;
}

} // namespace closeranks
