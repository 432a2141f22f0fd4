#include "runtime/requests/completion_state.hpp"

#include "runtime/core/apply_policy.hpp"
#include "runtime/core/failures.hpp"
#include "runtime/core/nonblocking_tasks.hpp"
#include "runtime/requests/completed_request.hpp"
#include "runtime/requests/missing_peer.hpp"
#include "runtime/requests/polled_operation.hpp"
#include "runtime/requests/request.hpp"
#include "runtime/support/ulfm.hpp"

#include <mpi-ext.h>

#include <chrono>
#include <thread>

namespace closeranks {

namespace {

[[nodiscard]] bool has_class(int code, int expected) noexcept {
    int error_class = code;
    static_cast<void>(real.Error_class(code, &error_class));
    return error_class == expected;
}

/// Lets a receive that no other process can satisfy get a message of this process.
[[nodiscard]] bool gets_own_message(MPI_Request request) noexcept {
    constexpr int polls = 64;
    constexpr std::chrono::seconds other_threads_have{2};
    const auto since = std::chrono::steady_clock::now();
    do {
        if (completes(request, polls)) return true;
        if (runtime().threads) std::this_thread::yield();
    } while (runtime().threads && std::chrono::steady_clock::now() - since < other_threads_have);
    return false;
}

/// Cancels a receive. Returns false when it has a message after all.
[[nodiscard]] bool take_back(Communicator &c, MPI_Request *request) noexcept {
    // Acknowledges first: Quirk::cancel_takes_matched.
    static_cast<void>(notice_failures(c));
    static_cast<void>(real.Cancel(request));
    MPI_Status status;
    if (is_complete(*request, &status)) {
        int cancelled = 0;
        static_cast<void>(real.Test_cancelled(&status, &cancelled));
        if (!cancelled) return false;
    }
    // Neither complete nor cancelled: it has matched a message whose sender failed before all of it
    // was sent. Such a request never completes; it can only be freed.
    return real.Request_free(request) == MPI_SUCCESS;
}

} // namespace

bool CompletionState::drive() noexcept {
    bool any_left = false;
    for (int i = 0; i < batch_.count(); ++i) {
        const Request *request = batch_.find(i);
        if (request == nullptr || request->polled == nullptr) continue;
        PolledOperation &operation = *request->polled; // the record may move meanwhile
        if (!operation.is_complete()) operation.advance();
        any_left |= !operation.is_complete();
    }
    return any_left;
}

int CompletionState::conclude_unusual(int i, int code, MPI_Status *status) noexcept {
    const std::optional<Request> taken = batch_.take(i);
    const Request &request = *taken;
    Communicator &c = *request.communicator;
    if (request.task != nullptr) {
        int result = finish_task(request.task);
        if (result != MPI_SUCCESS && !std::exchange(raised_, true)) result = c.raise(result);
        drop(request);
        return result;
    }
    if (request.polled != nullptr)
        code = request.polled->end();
    else
        translate_source(c, status);
    int result = code;
    if (request.stalled) {
        result = apply_stall_policy(c, request.function);
        make_empty(status);
    } else if (is_failure(code) || request.absent) {
        if (!request.absent && !request.sends) c.abandoned_receives.add(request.peer, request.tag);
        result = apply_policy_once(request);
        if (request.polled == nullptr) { // a polled operation knows its status
            make_empty(status);
            if (result != MPI_SUCCESS) status->MPI_SOURCE = request.peer;
        }
    } else if (code != MPI_SUCCESS && !std::exchange(raised_, true)) {
        result = c.raise(code);
    }
    drop(request);
    return result;
}

int CompletionState::apply_policy_once(const Request &request) noexcept {
    if (raised_ && policy_of(*request.communicator, request.function) == Policy::error)
        return MPIX_ERR_PROC_FAILED;
    const int code = apply_policy(*request.communicator, request.function, request.peer);
    raised_ |= code != MPI_SUCCESS;
    return code;
}

bool CompletionState::ends(int i, MPI_Status *status) noexcept {
    const Request *request = batch_.find(i);
    return request != nullptr && request->peer == MPI_ANY_SOURCE &&
           ends_nevertheless(&batch_.requests()[i], status);
}

bool CompletionState::has_wildcards() noexcept {
    for (int i = 0; i < batch_.count(); ++i)
        if (const Request *request = batch_.find(i);
            request != nullptr && request->peer == MPI_ANY_SOURCE && !request->absent)
            return true;
    return false;
}

bool CompletionState::is_stuck(int i) noexcept {
    const Request *request = batch_.find(i);
    return request != nullptr && request->wildcard != nullptr && !request->absent &&
           closeranks::is_stuck(*request->communicator, batch_.requests()[i]);
}

void CompletionState::restart_stuck() noexcept {
    for (int i = 0; i < batch_.count(); ++i) {
        if (!is_stuck(i)) continue;
        const std::optional<Request> request = batch_.take(i);
        const Wildcard &w = *request->wildcard;
        MPI_Request *const handle = &batch_.requests()[i];
        static_cast<void>(real.Request_free(handle));
        static_cast<void>(real.Irecv(w.buf, w.count, w.datatype.get(), MPI_ANY_SOURCE, w.tag,
                                     request->communicator->messages.get(), handle));
        batch_.put(i, *request);
    }
}

bool CompletionState::is_hopeless(int i) noexcept {
    const Request *request = batch_.find(i);
    return request != nullptr && request->peer == MPI_ANY_SOURCE && !request->absent &&
           is_alone(*request->communicator);
}

void CompletionState::give_up_hopeless() noexcept {
    for (int i = 0; i < batch_.count(); ++i)
        if (is_hopeless(i) && !gets_own_message(batch_.requests()[i])) make_absent(i);
}

void CompletionState::count_hopeless_poll() noexcept {
    constexpr unsigned enough = 1000;
    RoughCount &polls = request_table().hopeless_polls;
    bool gives_up = false;
    for (int i = 0; i < batch_.count(); ++i) {
        if (!is_hopeless(i)) continue;
        if (polls < enough) {
            ++polls;
            return;
        }
        make_absent(i);
        gives_up = true;
    }
    if (gives_up) polls.reset(); // the program may send to itself after its next receive
}

void CompletionState::end_stalled() noexcept {
    if (!has_wildcards() || !activity().take_release()) return;
    for (int i = 0; i < batch_.count(); ++i) {
        const Request *const request = batch_.find(i);
        if (request == nullptr || request->wildcard == nullptr || request->absent) continue;
        Communicator &c = *request->communicator;
        switch (policy_of(c, request->function, PolicyKind::stall)) {
        case Policy::ignore:
            make_absent(i);
            mark_stalled(i);
            break;
        case Policy::error: // the request stays
            if (stall_code_ == MPI_SUCCESS) stall_code_ = apply_stall_policy(c, request->function);
            break;
        case Policy::abort:
            break;
        }
    }
}

void CompletionState::mark_stalled(int i) noexcept {
    std::optional<Request> request = batch_.take(i);
    request->stalled = request->absent;
    batch_.put(i, *request);
}

void CompletionState::make_absent(int i) noexcept {
    std::optional<Request> request = batch_.take(i);
    MPI_Request *const handle = &batch_.requests()[i];
    Communicator &c = *request->communicator;
    if (*handle == MPI_REQUEST_NULL || take_back(c, handle)) {
        *handle = make_completed_request();
        request->absent = true;
    }
    batch_.put(i, *request);
}

bool CompletionState::acknowledge() noexcept {
    bool any = false;
    const Communicator *last = nullptr;
    for (int i = 0; i < batch_.count(); ++i) {
        const Request *request = batch_.find(i);
        if (request == nullptr || request->peer != MPI_ANY_SOURCE) continue;
        any = true;
        if (request->communicator != last)
            static_cast<void>(notice_failures(*request->communicator));
        last = request->communicator;
    }
    return any;
}

bool CompletionState::goes_on(int code) noexcept {
    return is_failure_pending(code) && acknowledge();
}

void CompletionState::restore_unreported() noexcept {
    for (int i = 0; i < batch_.count(); ++i)
        if (batch_.is_gone(i) && batch_.find(i) != nullptr) make_absent(i);
}

int CompletionState::test_some(int *outcount, int indices[], MPI_Status statuses[]) noexcept {
    const int code = real.Testsome(batch_.count(), batch_.requests(), outcount, indices, statuses);
    if (code != MPI_SUCCESS && !has_class(code, MPI_ERR_IN_STATUS)) return code;
    if (*outcount == MPI_UNDEFINED) return MPI_SUCCESS;
    bool failed = false;
    bool pending = false;
    int kept = 0;
    for (int k = 0; k < *outcount; ++k) {
        const int i = indices[k];
        int outcome = code == MPI_SUCCESS ? code : statuses[k].MPI_ERROR;
        if (outcome != MPI_SUCCESS && is_failure_pending(outcome) && batch_.find(i) != nullptr) {
            pending = true;
            if (!ends(i, &statuses[k])) continue;
            outcome = MPI_SUCCESS;
        }
        statuses[kept] = statuses[k];
        statuses[kept].MPI_ERROR = conclude(i, outcome, &statuses[kept]);
        failed |= statuses[kept].MPI_ERROR != MPI_SUCCESS;
        indices[kept++] = i;
    }
    *outcount = kept;
    if (code != MPI_SUCCESS) restore_unreported();
    if (pending) static_cast<void>(acknowledge());
    return failed ? MPI_ERR_IN_STATUS : MPI_SUCCESS;
}

int CompletionState::test_any(int *index, int *flag, MPI_Status *status) noexcept {
    *flag = 0;
    *index = MPI_UNDEFINED;
    int code = real.Testany(batch_.count(), batch_.requests(), index, flag, status);
    const bool reported = *flag && *index != MPI_UNDEFINED;
    if (code == MPI_SUCCESS) [[likely]] {
        return reported ? conclude(*index, code, status) : code;
    }
    int result = MPI_SUCCESS;
    if (reported) {
        // The code belongs to the first failed request in the array, which may be another one.
        const Request *request = batch_.find(*index);
        if (!batch_.is_gone(*index) && ends(*index, status)) {
            code = MPI_SUCCESS;
        } else if (request != nullptr && request->peer != MPI_ANY_SOURCE) {
            static_cast<void>(notice_failures(*request->communicator));
            if (is_peer_missing(*request->communicator, request->peer))
                code = MPIX_ERR_PROC_FAILED;
            else if (is_failure(code))
                code = MPI_ERR_OTHER;
        }
        result = conclude(*index, code, status);
    } else if (!goes_on(code)) {
        return code; // an error in the arguments, or in a request that the library does not know
    }
    restore_unreported();
    return result;
}

int CompletionState::outcome_of(int i, int code, MPI_Status *status) noexcept {
    const bool waits = is_failure_pending(code);
    if (waits && ends(i, status)) return MPI_SUCCESS;
    if (!waits && code != MPI_ERR_PENDING) return code;
    // Open MPI frees a request while it still fails, and then never reports on it again.
    return batch_.is_gone(i) ? MPIX_ERR_PROC_FAILED : MPI_ERR_PENDING;
}

int CompletionState::conclude_all(MPI_Status statuses[], int *pending) noexcept {
    bool failed = false;
    *pending = 0;
    for (int i = 0; i < batch_.count(); ++i) {
        int code = statuses[i].MPI_ERROR;
        if (code != MPI_SUCCESS) [[unlikely]]
            code = outcome_of(i, code, &statuses[i]);
        if (code == MPI_ERR_PENDING) {
            statuses[i].MPI_ERROR = code;
            ++*pending;
            continue;
        }
        statuses[i].MPI_ERROR = conclude(i, code, &statuses[i]);
        failed |= statuses[i].MPI_ERROR != MPI_SUCCESS;
    }
    return failed ? MPI_ERR_IN_STATUS : MPI_SUCCESS;
}

} // namespace closeranks
