#include "runtime/core/apply_policy.hpp"
#include "runtime/core/failures.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/membership/lost_ranks.hpp"
#include "runtime/messages/point_to_point.hpp"
#include "runtime/requests/missing_peer.hpp"
#include "runtime/requests/outcome.hpp"
#include "runtime/support/large.hpp"
#include "runtime/support/packing.hpp"
#include "runtime/support/ulfm.hpp"

#include "runtime/core/entry.hpp"

#include <mpi-ext.h>

#include <array>
#include <cstddef>
#include <utility>

namespace closeranks {

namespace {

/// Receives from the one rank that Open MPI knows to have failed: a message that it sent before is
/// delivered. (MPI_Recv would fail without checking for one.)
[[nodiscard]] int receive_from_failed(Function function, Communicator &c,
                                      const ReceiveArguments &a) noexcept {
    if (c.abandoned_receives.covers(a.source, a.tag))
        return receive_nothing(function, c, a.source, a.status);
    MPI_Request request = MPI_REQUEST_NULL;
    int code = CLOSERANKS_LARGE(Irecv)(a.buf, a.count, a.datatype,
                                       number_of(c.message_ranks.live(a.source)), a.tag,
                                       c.messages.get(), &request);
    if (code == MPI_SUCCESS) code = real.Wait(&request, a.status);
    if (is_failure(code)) c.abandoned_receives.add(a.source, a.tag);
    return received(function, c, a.source, a.status, code);
}

/// Finishes a wildcard receive that a failure has interrupted, if it has a message; then `*code` is
/// its outcome. Otherwise ends it and returns false. It was the receive posted last, so the next
/// one takes its place.
[[nodiscard, gnu::noinline]] bool has_message(Communicator &c, MPI_Request request,
                                              MPI_Status *status, int *code) noexcept {
    // Acknowledges first: Quirk::cancel_takes_matched.
    static_cast<void>(notice_failures(c));
    static_cast<void>(real.Cancel(&request));
    MPI_Status filled{};
    do {
        int done = 0;
        *code = real.Test(&request, &done, &filled);
        if (*code != MPI_SUCCESS && is_failure_pending(*code)) {
            static_cast<void>(notice_failures(c)); // one more failure
            if (ends_nevertheless(&request, &filled)) *code = MPI_SUCCESS;
        } else if (request != MPI_REQUEST_NULL && is_stuck(c, request)) {
            static_cast<void>(real.Request_free(&request));
            return false;
        }
    } while (request != MPI_REQUEST_NULL);
    int cancelled = 0;
    static_cast<void>(real.Test_cancelled(&filled, &cancelled));
    if (*code == MPI_SUCCESS && cancelled) return false;
    copy_real_status(filled, status);
    return true;
}

/// Receives from the first process that sends, while ranks are missing.
///
/// A receive that is posted in advance may match a long message of a process that fails before all
/// of it is sent. Such a receive never completes. This function matches first, and then receives
/// from a known source, which avoids the problem.
[[nodiscard]] int match_and_receive(Function function, Communicator &c, const ReceiveArguments &a,
                                    const Wait &wait) noexcept {
    // The program's arguments are checked before the wait, as always.
    if (const int code = CLOSERANKS_LARGE(Recv)(a.buf, a.count, a.datatype, MPI_PROC_NULL, a.tag,
                                                c.messages.get(), MPI_STATUS_IGNORE);
        code != MPI_SUCCESS)
        return c.raise(code);
    const WaitScope scope(wait);
    PollTimer patience(c, MPI_ANY_SOURCE);
    do {
        int matched = 0;
        MPI_Message message = MPI_MESSAGE_NULL;
        int code = real.Improbe(MPI_ANY_SOURCE, a.tag, c.messages.get(), &matched, &message,
                                MPI_STATUS_IGNORE);
        if (code == MPI_SUCCESS && matched) {
            code = CLOSERANKS_LARGE(Mrecv)(a.buf, a.count, a.datatype, &message, a.status);
            if (!is_failure(code)) return received(function, c, MPI_ANY_SOURCE, a.status, code);
            // The sender failed before all of its message arrived. Other processes may still send.
        } else if (code != MPI_SUCCESS && !is_failure(code)) {
            return c.raise(code);
        }
    } while (!patience.exhausted());
    return patience.outcome(function, a.status);
}

/// Receives from the first process that sends.
///
/// It does not use MPI_Recv(MPI_ANY_SOURCE), which may lose a message of a survivor on a failure
/// (Quirk::wildcard_cancelled). A request stays valid.
[[nodiscard]] int receive_from_any(Function function, Communicator &c, const ReceiveArguments &a,
                                   const Wait &wait) noexcept {
    if (lost_ranks().empty()) [[likely]] {
        MPI_Request request = MPI_REQUEST_NULL;
        int code = CLOSERANKS_LARGE(Irecv)(a.buf, a.count, a.datatype, MPI_ANY_SOURCE, a.tag,
                                           c.messages.get(), &request);
        if (code != MPI_SUCCESS) return c.raise(code);
        code = real.Wait(&request, a.status);
        if (code == MPI_SUCCESS || !is_failure_pending(code) ||
            has_message(c, request, a.status, &code)) [[likely]]
            return received(function, c, MPI_ANY_SOURCE, a.status, code);
    }
    return match_and_receive(function, c, a, wait);
}

/// The two halves of a Sendrecv, started. `to_missing` and `from_missing`: that half was started
/// with MPI_PROC_NULL, because its peer is missing.
struct BlockingExchange {
    Function function;
    Communicator &c;
    int dest;
    int source;
    int recvtag;
    bool to_missing;
    bool from_missing;
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL}; // receive, send
    MPI_Status statuses[2] = {};
};
enum { receive_half, send_half };

/// Cancels a receive that must not take place after all.
void take_back(MPI_Request &request) noexcept {
    if (request == MPI_REQUEST_NULL) return;
    static_cast<void>(real.Cancel(&request));
    static_cast<void>(real.Wait(&request, MPI_STATUS_IGNORE));
}

/// Waits for the requests that MPI_Waitall left pending when it saw a failure, and returns the
/// outcome of both.
std::array<int, 2> settle(BlockingExchange &x, int code) noexcept {
    std::array<int, 2> codes{MPI_SUCCESS, MPI_SUCCESS};
    if (code == MPI_SUCCESS) return codes;
    for (const int half : {send_half, receive_half}) {
        int &outcome = codes[static_cast<std::size_t>(half)];
        outcome = x.statuses[half].MPI_ERROR;
        if (outcome != MPI_ERR_PENDING) continue;
        if (x.requests[half] == MPI_REQUEST_NULL) {
            outcome = MPIX_ERR_PROC_FAILED; // Open MPI freed the request while it was still failing
            continue;
        }
        // The error is raised or ends the program, so there is no need to wait for the other
        // message.
        if (half == receive_half && codes[send_half] != MPI_SUCCESS &&
            (!is_failure(codes[send_half]) || policy_of(x.c, x.function) != Policy::ignore))
            static_cast<void>(real.Cancel(&x.requests[half]));
        outcome = real.Wait(&x.requests[half], &x.statuses[half]);
    }
    return codes;
}

/// The end of an exchange in which something went wrong or a peer is missing.
[[gnu::noinline]] int end_exchange(BlockingExchange &x, int code, MPI_Status *status) noexcept {
    const std::array<int, 2> codes = settle(x, code);
    const int sent = codes[send_half];
    const bool no_source = x.from_missing || is_failure(codes[receive_half]);
    if (is_failure(codes[receive_half])) x.c.abandoned_receives.add(x.source, x.recvtag);
    if (no_source)
        make_empty(status);
    else
        copy_status(x.c, x.statuses[receive_half], status);
    if (!no_source && codes[receive_half] != MPI_SUCCESS) return x.c.raise(codes[receive_half]);
    if (sent != MPI_SUCCESS && !is_failure(sent)) return x.c.raise(sent);
    int result = MPI_SUCCESS;
    if (x.to_missing || is_failure(sent)) result = apply_policy(x.c, x.function, x.dest);
    if (no_source && result == MPI_SUCCESS) result = apply_policy(x.c, x.function, x.source);
    return result;
}

} // namespace

int cold::receive_failed(Function function, Communicator &c, const ReceiveArguments &a,
                         MPI_Status *filled, std::size_t count_before, int code) noexcept {
    if (filled->_ucount != untouched) return received(function, c, a.source, a.status, code);
    // No message was received at all. (After a receive that failed midway, a second one would
    // deliver the next message in place of the lost one.)
    filled->_ucount = count_before;
    return is_failure(code) ? receive_from_failed(function, c, a) : c.raise(code);
}

int cold::receive(Function function, Communicator &c, const ReceiveArguments &a) noexcept {
    if (a.source == MPI_ANY_SOURCE)
        return receive_from_any(function, c, a,
                                {&c, function, Wait::Kind::message, MPI_ANY_SOURCE, a.tag});
    const LiveRank live = c.message_ranks.live(a.source);
    if (live == RankMap::missing && a.source >= 0)
        return receive_nothing(function, c, a.source, a.status);
    MPI_Status own{};
    MPI_Status *const filled = a.status == MPI_STATUS_IGNORE ? &own : a.status;
    const std::size_t before = std::exchange(filled->_ucount, untouched);
    const int code = CLOSERANKS_LARGE(Recv)(a.buf, a.count, a.datatype, number_of(live), a.tag,
                                            c.messages.get(), filled);
    if (code != MPI_SUCCESS) return receive_failed(function, c, a, filled, before, code);
    translate_source(c, a.status);
    return code;
}

int send_and_receive(Communicator &c, const void *sendbuf, MPI_Count sendcount,
                     MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
                     MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag,
                     MPI_Status *status) noexcept {
    const bool from_any = source == MPI_ANY_SOURCE;
    int to = number_of(c.message_ranks.live(dest));
    const LiveRank live_source = c.message_ranks.live(source);
    int from = number_of(live_source);
    BlockingExchange x{.function = Entry::function(),
                       .c = c,
                       .dest = dest,
                       .source = source,
                       .recvtag = recvtag,
                       .to_missing = is_peer_missing(c, dest),
                       .from_missing = (live_source == RankMap::missing && source >= 0) ||
                                       c.abandoned_receives.covers(source, recvtag)};
    if (x.to_missing) to = MPI_PROC_NULL;
    if (x.from_missing) from = MPI_PROC_NULL;

    int code = from_any ? MPI_SUCCESS
                        : CLOSERANKS_LARGE(Irecv)(recvbuf, recvcount, recvtype, from, recvtag,
                                                  c.messages.get(), &x.requests[receive_half]);
    if (code != MPI_SUCCESS) return c.raise(code);
    code = CLOSERANKS_LARGE(Isend)(sendbuf, sendcount, sendtype, to, sendtag, c.messages.get(),
                                   &x.requests[send_half]);
    if (code != MPI_SUCCESS) {
        x.requests[send_half] = MPI_REQUEST_NULL;
        if (!is_failure(code)) {
            take_back(x.requests[receive_half]);
            return c.raise(code);
        }
        x.to_missing = true;
    }
    const ExchangeWait wait{{&c, x.function, Wait::Kind::exchange, source, recvtag}, dest, sendtag};
    if (from_any) {
        const int received = receive_from_any(
            x.function, c, {recvbuf, recvcount, recvtype, MPI_ANY_SOURCE, recvtag, status}, wait);
        const Wait room{&c, x.function, Wait::Kind::room, dest, sendtag};
        const WaitScope scope(room);
        code = real.Wait(&x.requests[send_half], MPI_STATUS_IGNORE);
        if (received != MPI_SUCCESS) return received;
        if (x.to_missing) code = MPIX_ERR_PROC_FAILED;
        return is_failure(code) ? apply_policy(c, x.function, dest) : c.raise(code);
    }
    {
        const WaitScope scope(wait);
        code = real.Waitall(2, x.requests, x.statuses);
    }
    if (code == MPI_SUCCESS && !x.to_missing && !x.from_missing) [[likely]] {
        copy_status(c, x.statuses[receive_half], status);
        return code;
    }
    return end_exchange(x, code, status);
}

int send_and_receive_replace(Communicator &c, void *buf, MPI_Count count, MPI_Datatype datatype,
                             int dest, int sendtag, int source, int recvtag,
                             MPI_Status *status) noexcept {
    Packed packed;
    const int code = packed.pack(c.messages.get(), buf, count, datatype);
    if (code != MPI_SUCCESS) return c.raise(code);
    return send_and_receive(c, packed.data(), packed.count(), packed.type(), dest, sendtag, buf,
                            count, datatype, source, recvtag, status);
}

} // namespace closeranks
