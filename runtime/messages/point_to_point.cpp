#include "runtime/messages/point_to_point.hpp"

#include "runtime/core/activity.hpp"
#include "runtime/core/apply_policy.hpp"
#include "runtime/core/entry.hpp"
#include "runtime/core/failures.hpp"
#include "runtime/requests/completed_request.hpp"
#include "runtime/requests/missing_peer.hpp"
#include "runtime/requests/outcome.hpp"
#include "runtime/requests/request.hpp"
#include "runtime/support/large.hpp"
#include "runtime/support/ulfm.hpp"

namespace closeranks {

namespace {

/// Probes until there is a message: `probe(live source, flag)` is the real nonblocking probe.
template <typename Probe>
[[nodiscard]] int probe_until(Function function, Communicator &c, int source, int tag,
                              MPI_Status *status, Probe probe) noexcept {
    const LiveRank live = c.message_ranks.live(source);
    if (live == RankMap::missing && source >= 0)
        return receive_nothing(function, c, source, status);
    const Wait wait{&c, function, Wait::Kind::message, source, tag};
    const WaitScope scope(wait);
    PollTimer patience(c, source);
    do {
        int flag = 0;
        const int code = probe(live, &flag);
        if (code != MPI_SUCCESS && !is_failure(code)) return c.raise(code);
        if (code == MPI_SUCCESS && flag) {
            translate_source(c, status);
            return code;
        }
    } while (!patience.exhausted());
    return patience.outcome(function, status);
}

/// Nonblocking probes never report a failure (Quirk::silent_probes), and each call sees only one
/// poll of the program. So the library itself looks for failures now and then.
[[nodiscard]] bool is_polling_hopeless(Communicator &c, int source) noexcept {
    constexpr unsigned polls_between_looks = 16;
    constexpr unsigned enough_when_alone = 1000; // the program may still send to itself
    RequestTable &requests = request_table();
    {
        const RequestsLock lock;
        if (++requests.empty_polls % polls_between_looks != 0) return false;
    }
    static_cast<void>(notice_failures(c));
    if (source != MPI_ANY_SOURCE) return is_peer_missing(c, source);
    if (!is_alone(c)) return false;
    const RequestsLock lock;
    if (++requests.hopeless_polls * polls_between_looks < enough_when_alone) return false;
    requests.hopeless_polls.reset();
    return true;
}

/// One poll of the program: `probe(live source)` is the real nonblocking probe.
template <typename Probe>
[[nodiscard]] int poll_once(Function function, Communicator &c, int source, int *flag,
                            MPI_Status *status, Probe probe) noexcept {
    const LiveRank live = c.message_ranks.live(source);
    if (live != RankMap::missing || source < 0) {
        const int code = probe(live);
        if (code != MPI_SUCCESS && !is_failure(code)) return c.raise(code);
        if (code == MPI_SUCCESS && *flag) {
            translate_source(c, status);
            return code;
        }
        *flag = 0;
        if (source == MPI_ANY_SOURCE && activity().take_release()) {
            make_empty(status);
            const int released = apply_stall_policy(c, function);
            *flag = released == MPI_SUCCESS;
            return released;
        }
        activity().polled_in_vain();
        if (!is_polling_hopeless(c, source)) return MPI_SUCCESS;
    }
    const int code = receive_nothing(function, c, source, status);
    *flag = code == MPI_SUCCESS;
    return code;
}

void remember_matched(Communicator &c, MPI_Message message, int source) noexcept {
    if (message == MPI_MESSAGE_NULL || message == MPI_MESSAGE_NO_PROC) return;
    const RequestsLock lock;
    c.lifetime.retain();
    if (const auto stale = request_table().matched.insert(message, {&c, source}))
        release(*stale->communicator);
}

[[nodiscard]] std::optional<Message> take_matched(MPI_Message *message) noexcept {
    if (message == nullptr || Entry::nested()) return std::nullopt;
    const RequestsLock lock;
    return request_table().matched.take(*message);
}

/// Ends a matched message, unless the real call did not accept it (a genuine error in the
/// arguments): then it can still be received.
void finish_matched(const Message &known, MPI_Message message) noexcept {
    const RequestsLock lock;
    if (message == MPI_MESSAGE_NULL)
        release(*known.communicator);
    else
        static_cast<void>(request_table().matched.insert(message, known));
}

} // namespace

namespace cold {

int send_failed(Function function, Communicator &c, int dest, int code) noexcept {
    return is_failure(code) ? apply_policy(c, function, dest) : c.raise(code);
}

int start_failed(Communicator &c, int code) noexcept { return c.raise(code); }

int start(Function function, Communicator &c, int peer, MPI_Request *request, StartCall call,
          int tag, bool sends) noexcept {
    const LiveRank live = c.message_ranks.live(peer);
    const bool outside = live == RankMap::missing && peer >= 0;
    // A receive from a failed rank starts as usual, because its message may be here already. A
    // short send to a failed rank would be dropped without an error.
    const bool starts = sends ? !is_peer_missing(c, peer) : !c.abandoned_receives.covers(peer, tag);
    if (!outside && starts) {
        const int code = call(c.messages.get(), number_of(live), request);
        if (code == MPI_SUCCESS) {
            remember(*request, {.communicator = &c,
                                .peer = peer,
                                .function = function,
                                .sends = sends,
                                .tag = tag});
            return code;
        }
        if (!is_failure(code)) return c.raise(code);
    }
    // The real call checks the other arguments.
    if (const int code = call(c.messages.get(), MPI_PROC_NULL, request); code != MPI_SUCCESS)
        return c.raise(code);
    static_cast<void>(real.Wait(request, MPI_STATUS_IGNORE));
    *request = make_completed_request();
    remember(*request, {.communicator = &c, .peer = peer, .function = function, .absent = true});
    return MPI_SUCCESS;
}

} // namespace cold

int start_receive(Function function, Communicator &c, void *buf, MPI_Count count,
                  MPI_Datatype datatype, int source, int tag, MPI_Request *request) noexcept {
    const auto native = [&](MPI_Comm messages, int peer, MPI_Request *started) {
        return CLOSERANKS_LARGE(Irecv)(buf, count, datatype, peer, tag, messages, started);
    };
    if (source != MPI_ANY_SOURCE) return start(function, c, source, request, native, tag, false);
    if (const int code = native(c.messages.get(), source, request); code != MPI_SUCCESS)
        return c.raise(code);
    remember(*request, {.communicator = &c,
                        .peer = source,
                        .function = function,
                        .wildcard = keep_wildcard(buf, count, datatype, tag)});
    return MPI_SUCCESS;
}

int probe(Communicator &c, int source, int tag, MPI_Status *status) noexcept {
    return probe_until(Entry::function(), c, source, tag, status, [&](LiveRank live, int *flag) {
        return real.Iprobe(number_of(live), tag, c.messages.get(), flag, status);
    });
}

int probe_matched(Communicator &c, int source, int tag, MPI_Message *message,
                  MPI_Status *status) noexcept {
    *message = MPI_MESSAGE_NO_PROC;
    MPI_Status own;
    MPI_Status *const filled = status == MPI_STATUS_IGNORE ? &own : status;
    const int code =
        probe_until(Entry::function(), c, source, tag, filled, [&](LiveRank live, int *flag) {
            const int code =
                real.Improbe(number_of(live), tag, c.messages.get(), flag, message, filled);
            if (!*flag) *message = MPI_MESSAGE_NO_PROC;
            return code;
        });
    remember_matched(c, *message, filled->MPI_SOURCE);
    return code;
}

int poll(Communicator &c, int source, int tag, int *flag, MPI_Status *status) noexcept {
    return poll_once(Entry::function(), c, source, flag, status, [&](LiveRank live) {
        return real.Iprobe(number_of(live), tag, c.messages.get(), flag, status);
    });
}

int poll_matched(Communicator &c, int source, int tag, int *flag, MPI_Message *message,
                 MPI_Status *status) noexcept {
    MPI_Status own;
    MPI_Status *const filled = status == MPI_STATUS_IGNORE ? &own : status;
    *message = MPI_MESSAGE_NULL;
    const int code = poll_once(Entry::function(), c, source, flag, filled, [&](LiveRank live) {
        return real.Improbe(number_of(live), tag, c.messages.get(), flag, message, filled);
    });
    if (code == MPI_SUCCESS && *flag && *message == MPI_MESSAGE_NULL)
        *message = MPI_MESSAGE_NO_PROC; // the policy `ignore`
    remember_matched(c, *message, filled->MPI_SOURCE);
    return code;
}

int receive_matched(void *buf, MPI_Count count, MPI_Datatype type, MPI_Message *message,
                    MPI_Status *status) noexcept {
    const std::optional<Message> known = take_matched(message);
    const int code = CLOSERANKS_LARGE(Mrecv)(buf, count, type, message, status);
    if (!known) return code;
    const int result = received(Function::Mrecv, *known->communicator, known->source, status, code);
    finish_matched(*known, *message);
    return result;
}

int start_matched(void *buf, MPI_Count count, MPI_Datatype type, MPI_Message *message,
                  MPI_Request *request) noexcept {
    const std::optional<Message> known = take_matched(message);
    const int code = CLOSERANKS_LARGE(Imrecv)(buf, count, type, message, request);
    if (!known) return code;
    if (code == MPI_SUCCESS)
        remember(*request, {known->communicator, known->source, Function::Imrecv});
    else
        static_cast<void>(known->communicator->raise(code));
    finish_matched(*known, *message);
    return code;
}

} // namespace closeranks
