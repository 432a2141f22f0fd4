#include "runtime/requests/completion_calls.hpp"

#include "runtime/core/entry.hpp"
#include "runtime/core/failures.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/membership/lost_ranks.hpp"
#include "runtime/requests/completion_state.hpp"
#include "runtime/requests/freed_requests.hpp"
#include "runtime/requests/missing_peer.hpp"
#include "runtime/requests/polled_operation.hpp"
#include "runtime/requests/request.hpp"

#include <mpi-ext.h>

namespace closeranks {

namespace {

/// True when no request in the array can be known to the library, or MPI itself is calling.
[[nodiscard]] bool passes_through(int count, const MPI_Request *requests) noexcept {
    const Runtime &w = runtime();
    return Entry::nested() || !w.active || count <= 0 || requests == nullptr ||
           (!w.threads && request_table().pending.count() == 0 &&
            request_table().persistent.count() == 0);
}

/// The statuses of one call: the program's array, or an array of the library if the program wants
/// none. (Without statuses Open MPI does not tell which request failed, nor why.)
class Statuses {
  public:
    Statuses(int count, MPI_Status *statuses)
        : own_(statuses == MPI_STATUSES_IGNORE ? static_cast<std::size_t>(count) : 0),
          data_(statuses == MPI_STATUSES_IGNORE ? own_.data() : statuses) {}
    [[nodiscard]] MPI_Status *data() noexcept { return data_; }
    [[nodiscard]] MPI_Status &operator[](int i) noexcept { return data_[i]; }

  private:
    Scratch<MPI_Status, 16> own_;
    MPI_Status *data_;
};

/// The wait of a completion call, for the stall watch.
[[nodiscard]] RequestsWait waiting(Function function, CompletionState &call, bool all) noexcept {
    return {{nullptr, function, Wait::Kind::requests, MPI_ANY_SOURCE, MPI_ANY_TAG}, &call, all};
}

/// MPI_Waitall for requests of which some may be complete already, step by step.
[[nodiscard, gnu::noinline]] int wait_for_all(CompletionState &call, Statuses &statuses) noexcept {
    const int count = call.batch().count();
    const RequestsWait wait = waiting(Function::Waitall, call, true);
    const WaitScope scope(wait);
    Scratch<int, 16> indices(static_cast<std::size_t>(count));
    Scratch<MPI_Status, 16> completed(static_cast<std::size_t>(count));
    for (;;) {
        call.before_waiting();
        if (call.stall_code() != MPI_SUCCESS) return call.stall_code();
        int found = 0;
        const int code = call.test_some(&found, indices.data(), completed.data());
        if (found == MPI_UNDEFINED || (code != MPI_SUCCESS && found == 0)) return code;
        for (int k = 0; k < found; ++k)
            statuses[indices[k]] = completed[k];
        if (code != MPI_SUCCESS) return code;
    }
}

/// MPI_Waitall from the start, step by step.
[[nodiscard, gnu::noinline]] int poll_for_all(CompletionState &call, Statuses &statuses) noexcept {
    const int count = call.batch().count();
    for (int i = 0; i < count; ++i) {
        make_empty(&statuses[i]);
        statuses[i].MPI_SOURCE = MPI_ANY_SOURCE; // as for a null or inactive request
        const bool null = call.batch().requests()[i] == MPI_REQUEST_NULL;
        statuses[i].MPI_ERROR = null ? MPI_SUCCESS : MPI_ERR_PENDING;
    }
    const int code = wait_for_all(call, statuses);
    for (int i = 0; i < count && code == MPI_SUCCESS; ++i)
        statuses[i].MPI_ERROR = MPI_SUCCESS;
    return code;
}

/// MPI_Test for the one request of `call`.
[[nodiscard]] int test_one(CompletionState &call, int *flag, MPI_Status *status) noexcept {
    Statuses filled(1, status);
    const int code = real.Test(call.requests(), flag, filled.data());
    if (code == MPI_SUCCESS && !*flag) {
        call.after_empty_poll();
        return call.stall_code();
    }
    if (code == MPI_SUCCESS || call.batch().is_gone(0))
        return call.conclude(0, code, filled.data());
    if (!call.goes_on(code)) return code;
    *flag = call.ends(0, filled.data()) ? 1 : 0;
    return *flag ? call.conclude(0, MPI_SUCCESS, filled.data()) : MPI_SUCCESS;
}

} // namespace

int wait(MPI_Request *request, MPI_Status *status) noexcept {
    if (passes_through(1, request)) return real.Wait(request, status);
    CompletionState call(1, request);
    Statuses filled(1, status);
    const RequestsWait waits = waiting(Function::Wait, call, true);
    const WaitScope scope(waits);
    for (;;) {
        call.before_waiting();
        if (call.stall_code() != MPI_SUCCESS) return call.stall_code();
        int done = 1;
        const int code = call.must_poll() ? real.Test(call.requests(), &done, filled.data())
                                          : real.Wait(call.requests(), filled.data());
        if (code == MPI_SUCCESS && !done) continue;
        if (code == MPI_SUCCESS || call.batch().is_gone(0))
            return call.conclude(0, code, filled.data());
        if (!call.goes_on(code)) return code;
        if (call.ends(0, filled.data())) return call.conclude(0, MPI_SUCCESS, filled.data());
    }
}

int wait_all(int count, MPI_Request requests[], MPI_Status statuses[]) noexcept {
    if (passes_through(count, requests)) return real.Waitall(count, requests, statuses);
    CompletionState call(count, requests);
    Statuses filled(count, statuses);
    call.before_waiting();
    if (call.must_poll()) [[unlikely]]
        return poll_for_all(call, filled);
    int code = MPI_SUCCESS;
    {
        const RequestsWait waits = waiting(Function::Waitall, call, true);
        const WaitScope scope(waits);
        code = real.Waitall(count, call.requests(), filled.data());
    }
    int error_class = MPI_SUCCESS;
    if (code != MPI_SUCCESS && real.Error_class(code, &error_class) == MPI_SUCCESS &&
        error_class != MPI_ERR_IN_STATUS)
        return code; // an error in the arguments: no request has changed
    int pending = 0;
    code = call.conclude_all(filled.data(), &pending);
    if (code != MPI_SUCCESS || pending == 0) [[likely]]
        return code;
    call.restore_unreported();
    return wait_for_all(call, filled);
}

int wait_any(int count, MPI_Request requests[], int *index, MPI_Status *status) noexcept {
    if (passes_through(count, requests)) return real.Waitany(count, requests, index, status);
    CompletionState call(count, requests);
    Statuses filled(1, status);
    const RequestsWait waits = waiting(Function::Waitany, call, false);
    const WaitScope scope(waits);
    for (;;) {
        call.before_waiting();
        if (call.stall_code() != MPI_SUCCESS) return call.stall_code();
        int flag = 0;
        const int code = call.test_any(index, &flag, filled.data());
        if (flag || code != MPI_SUCCESS) return code;
    }
}

int wait_some(int count, MPI_Request requests[], int *outcount, int indices[],
              MPI_Status statuses[]) noexcept {
    if (passes_through(count, requests))
        return real.Waitsome(count, requests, outcount, indices, statuses);
    // MPI_Waitsome is not used, because it may lose a message (Quirk::waitsome_takes_pending).
    CompletionState call(count, requests);
    Statuses filled(count, statuses);
    const RequestsWait waits = waiting(Function::Waitsome, call, false);
    const WaitScope scope(waits);
    for (;;) {
        call.before_waiting();
        if (call.stall_code() != MPI_SUCCESS) return call.stall_code();
        const int code = call.test_some(outcount, indices, filled.data());
        if (code != MPI_SUCCESS || *outcount != 0) return code;
    }
}

int test(MPI_Request *request, int *flag, MPI_Status *status) noexcept {
    if (passes_through(1, request)) return real.Test(request, flag, status);
    CompletionState call(1, request);
    return test_one(call, flag, status);
}

int test_quietly(MPI_Request *request, int *flag, MPI_Status *status) noexcept {
    CompletionState call(1, request, true);
    return test_one(call, flag, status);
}

int test_all(int count, MPI_Request requests[], int *flag, MPI_Status statuses[]) noexcept {
    if (passes_through(count, requests) || flag == nullptr)
        return real.Testall(count, requests, flag, statuses);
    CompletionState call(count, requests);
    Statuses filled(count, statuses);
    *flag = 0;
    const int code = real.Testall(count, call.requests(), flag, filled.data());
    if (*flag) {
        int pending = 0;
        return call.conclude_all(filled.data(), &pending);
    }
    if (code == MPI_SUCCESS) {
        call.after_empty_poll();
        return call.stall_code();
    }
    // Either a wildcard receive waits for an acknowledgement, or the arguments are wrong.
    // (MPI_Testall says the former only in a status, for which the library would have to search.)
    if (!call.goes_on(MPIX_ERR_PROC_FAILED_PENDING)) return code;
    call.restore_unreported();
    return MPI_SUCCESS;
}

int test_any(int count, MPI_Request requests[], int *index, int *flag,
             MPI_Status *status) noexcept {
    if (passes_through(count, requests) || index == nullptr || flag == nullptr)
        return real.Testany(count, requests, index, flag, status);
    CompletionState call(count, requests);
    Statuses filled(1, status);
    const int code = call.test_any(index, flag, filled.data());
    if (code != MPI_SUCCESS || *flag) return code;
    call.after_empty_poll();
    return call.stall_code();
}

int test_some(int count, MPI_Request requests[], int *outcount, int indices[],
              MPI_Status statuses[]) noexcept {
    if (passes_through(count, requests))
        return real.Testsome(count, requests, outcount, indices, statuses);
    CompletionState call(count, requests);
    Statuses filled(count, statuses);
    const int code = call.test_some(outcount, indices, filled.data());
    if (code != MPI_SUCCESS || *outcount != 0) return code;
    call.after_empty_poll();
    return call.stall_code();
}

int free_request(MPI_Request *request) noexcept {
    if (passes_through(1, request)) return real.Request_free(request);
    if (const std::unique_ptr<PersistentRequest> known = take_persistent(*request)) {
        if (known->current != MPI_REQUEST_NULL) static_cast<void>(free_request(&known->current));
        return real.Request_free(request);
    }
    Batch batch(1, request);
    const std::optional<Request> known = batch.take(0);
    if (known && known->polled != nullptr) {
        if (known->polled->is_complete())
            static_cast<void>(known->polled->end());
        else
            known->polled->abandon();
    }
    if (known && !is_complete(*batch.requests(), MPI_STATUS_IGNORE))
        freed_requests_under_way.store(true, std::memory_order_relaxed);
    const int code = real.Request_free(batch.requests());
    if (known && code == MPI_SUCCESS)
        drop(*known);
    else if (known)
        batch.put(0, *known);
    return code;
}

int cancel(MPI_Request *request) noexcept {
    if (passes_through(1, request)) return real.Cancel(request);
    CompletionState call(1, request);
    if (const Request *known = call.batch().find(0);
        known != nullptr && known->peer == MPI_ANY_SOURCE) {
        // Without this, a wildcard receive that has matched a message may be cancelled, and the
        // message would be lost (Quirk::cancel_takes_matched). A receive that is stuck cannot be
        // cancelled.
        static_cast<void>(notice_failures(*known->communicator));
        if (!lost_ranks().empty()) call.restart_stuck();
    }
    return real.Cancel(call.requests());
}

int request_status(MPI_Request request, int *flag, MPI_Status *status) noexcept {
    if (passes_through(1, &request)) return real.Request_get_status(request, flag, status);
    CompletionState call(1, &request);
    if (polled_operations != 0) static_cast<void>(call.drive());
    const int code = real.Request_get_status(*call.requests(), flag, status);
    const Request *known = call.batch().find(0);
    if (code != MPI_SUCCESS || known == nullptr || known->polled != nullptr) return code;
    Communicator &c = *known->communicator;
    if (*flag) {
        translate_source(c, status);
        return code;
    }
    // The MPI does not look for failures in these calls (Quirk::silent_probes).
    constexpr unsigned polls_between_looks = 16;
    {
        const RequestsLock lock;
        if (++request_table().empty_polls % polls_between_looks != 0) return code;
    }
    static_cast<void>(notice_failures(c));
    if (known->peer == MPI_ANY_SOURCE ? is_alone(c) : is_peer_missing(c, known->peer)) {
        *flag = 1;
        make_empty(status);
    }
    return code;
}

} // namespace closeranks
