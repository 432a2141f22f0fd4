#pragma once

#include "runtime/core/apply_policy.hpp"
#include "runtime/core/entry.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/core/wait.hpp"
#include "runtime/membership/lost_ranks.hpp"
#include "runtime/requests/pending.hpp"
#include "runtime/support/function_ref.hpp"
#include "runtime/support/large.hpp"
#include "runtime/support/ulfm.hpp"

#include <cstddef>
#include <type_traits>
#include <utility>

namespace closeranks {

/// Point-to-point messages after failures (docs/developers/design.md). Calls run on the messages
/// communicator, and the policy of the call applies to a missing peer. A receive from
/// MPI_ANY_SOURCE continues as long as a process is left that may send. No call here starts a
/// repair.
///
/// A message that arrived completely before its sender failed is delivered. A message that arrived
/// only partly is lost, as if it had never been sent.
///
/// All functions take the program's arguments (ranks in the program's numbering) and return the
/// program's code: MPI_SUCCESS, or a code that the program's error handler has received already.

/// The real call that starts a request, for the cold paths.
using StartCall = FunctionRef<int(MPI_Comm messages, int peer, MPI_Request *request)>;

/// The arguments of a receive.
struct ReceiveArguments {
    void *buf;
    MPI_Count count;
    MPI_Datatype datatype;
    int source;
    int tag;
    MPI_Status *status;
};

/// A count that no message has. It is Open MPI's only public mark of a status that was not filled
/// in.
inline constexpr std::size_t untouched = ~std::size_t{0};

namespace cold {
[[nodiscard]] int receive(Function function, Communicator &c, const ReceiveArguments &a) noexcept;
[[nodiscard]] int receive_failed(Function function, Communicator &c, const ReceiveArguments &a,
                                 MPI_Status *filled, std::size_t count_before, int code) noexcept;
[[nodiscard]] int send_failed(Function function, Communicator &c, int dest, int code) noexcept;
[[nodiscard]] int start(Function function, Communicator &c, int peer, MPI_Request *request,
                        StartCall call, int tag, bool sends) noexcept;
[[nodiscard]] int start_failed(Communicator &c, int code) noexcept;
} // namespace cold

/// Send, Bsend, Ssend, Rsend. `call(messages, dest)` is the real call.
template <typename Call>
requires std::is_invocable_r_v<int, Call &, MPI_Comm, int>
[[nodiscard]] inline int send(Communicator &c, int dest, int tag, Call &&call) noexcept {
    publish(c, dest, tag);
    const LiveRank live = c.message_ranks.live(dest);
    if (live == RankMap::missing && dest >= 0) [[unlikely]]
        return apply_policy(c, Entry::function(), dest);
    const int code = call(c.messages.get(), number_of(live));
    if (code == MPI_SUCCESS) [[likely]]
        return code;
    return cold::send_failed(Entry::function(), c, dest, code);
}

/// Starts a request for one message. `function` has the policy; `call(messages, peer, request)` is
/// the real call. The outcome of a request whose peer is missing shows where it completes
/// (runtime/requests/completion_calls.hpp).
template <typename Call>
requires std::is_invocable_r_v<int, Call &, MPI_Comm, int, MPI_Request *>
[[nodiscard]] inline int start(Function function, Communicator &c, int peer, MPI_Request *request,
                               Call &&call, int tag, bool sends) noexcept {
    if (c.message_ranks.is_identity() && lost_ranks().empty()) [[likely]] {
        const int code = call(c.messages.get(), peer, request);
        if (code == MPI_SUCCESS) [[likely]] {
            remember(*request, {.communicator = &c,
                                .peer = peer,
                                .function = function,
                                .sends = sends,
                                .tag = tag});
            return code;
        }
        if (!is_failure(code)) return cold::start_failed(c, code);
    }
    return cold::start(function, c, peer, request, call, tag, sends);
}

/// Isend, Issend, Irsend, and each start of a persistent send.
template <typename Call>
requires std::is_invocable_r_v<int, Call &, MPI_Comm, int, MPI_Request *>
[[nodiscard]] inline int start_send(Function function, Communicator &c, int dest, int tag,
                                    MPI_Request *request, Call &&call) noexcept {
    return start(function, c, dest, request, call, tag, true);
}

/// Irecv, and each start of Recv_init.
[[nodiscard]] int start_receive(Function function, Communicator &c, void *buf, MPI_Count count,
                                MPI_Datatype datatype, int source, int tag,
                                MPI_Request *request) noexcept;
[[nodiscard]] inline int start_receive(Communicator &c, void *buf, MPI_Count count,
                                       MPI_Datatype datatype, int source, int tag,
                                       MPI_Request *request) noexcept {
    return start_receive(Entry::function(), c, buf, count, datatype, source, tag, request);
}

/// Recv.
[[nodiscard]] inline int receive(Communicator &c, void *buf, MPI_Count count, MPI_Datatype datatype,
                                 int source, int tag, MPI_Status *status) noexcept {
    publish(c, source, tag);
    if (source < 0 || !c.message_ranks.is_identity()) [[unlikely]] // MPI_ANY_SOURCE, MPI_PROC_NULL
        return cold::receive(Entry::function(), c, {buf, count, datatype, source, tag, status});
    MPI_Status own;
    own._ucount = 0; // the rest is deliberately not initialised
    MPI_Status *const filled = status == MPI_STATUS_IGNORE ? &own : status;
    const std::size_t before = std::exchange(filled->_ucount, untouched);
    const int code =
        CLOSERANKS_LARGE(Recv)(buf, count, datatype, source, tag, c.messages.get(), filled);
    if (code == MPI_SUCCESS) [[likely]]
        return code;
    return cold::receive_failed(Entry::function(), c, {buf, count, datatype, source, tag, status},
                                filled, before, code);
}

/// Sendrecv: two requests, so that a missing peer of one half never costs the message of the other
/// half.
[[nodiscard]] int send_and_receive(Communicator &c, const void *sendbuf, MPI_Count sendcount,
                                   MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
                                   MPI_Count recvcount, MPI_Datatype recvtype, int source,
                                   int recvtag, MPI_Status *status) noexcept;

/// Sendrecv_replace: the same with a packed copy of the data that is sent.
[[nodiscard]] int send_and_receive_replace(Communicator &c, void *buf, MPI_Count count,
                                           MPI_Datatype datatype, int dest, int sendtag, int source,
                                           int recvtag, MPI_Status *status) noexcept;

/// Probe.
[[nodiscard]] int probe(Communicator &c, int source, int tag, MPI_Status *status) noexcept;

/// Iprobe. Ignoring a missing source means flag = true with the status of MPI_PROC_NULL.
[[nodiscard]] int poll(Communicator &c, int source, int tag, int *flag,
                       MPI_Status *status) noexcept;

/// Mprobe. Ignoring a missing source means MPI_MESSAGE_NO_PROC.
[[nodiscard]] int probe_matched(Communicator &c, int source, int tag, MPI_Message *message,
                                MPI_Status *status) noexcept;

/// Improbe.
[[nodiscard]] int poll_matched(Communicator &c, int source, int tag, int *flag,
                               MPI_Message *message, MPI_Status *status) noexcept;

/// Mrecv; a message of an unprotected communicator passes straight through.
[[nodiscard]] int receive_matched(void *buf, MPI_Count count, MPI_Datatype type,
                                  MPI_Message *message, MPI_Status *status) noexcept;

/// Imrecv.
[[nodiscard]] int start_matched(void *buf, MPI_Count count, MPI_Datatype type, MPI_Message *message,
                                MPI_Request *request) noexcept;

} // namespace closeranks
