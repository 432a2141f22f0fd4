#include "generated/replicas/calls.hpp"
#include "runtime/replication/decisions.hpp"
#include "runtime/replication/message_wait.hpp"
#include "runtime/replication/progress.hpp"
#include "runtime/replication/raising.hpp"
#include "runtime/replication/request_table.hpp"
#include "runtime/replication/status.hpp"
#include "runtime/support/real.hpp"

#include <algorithm>
#include <vector>

/// Waits for requests and tests of them. The outcome of a test is a decision; a wait for all
/// requests is none.

namespace closeranks::replication {

namespace {

using Outcome = Decisions::Outcome;

/// True if a request can be waited for: it is no null request, and no persistent one that was not
/// started.
bool is_active(MPI_Request handle) noexcept {
    if (handle == MPI_REQUEST_NULL) return false;
    const Request *const request = request_table().find(handle);
    return request == nullptr || request->is_active;
}

bool is_complete(MPI_Request handle) {
    if (Request *const request = request_table().find(handle); request != nullptr)
        return !request->is_active || request->operation->is_done();
    int flag = 0;
    return real.Request_get_status(handle, &flag, MPI_STATUS_IGNORE) != MPI_SUCCESS || flag != 0;
}

MPI_Status *status_at(MPI_Status statuses[], int i) noexcept {
    return statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[i];
}

/// Waits until the request is complete; then the program has heard of it. Raises nothing.
int complete(MPI_Request *handle, MPI_Status *status) {
    if (*handle == MPI_REQUEST_NULL) {
        set_empty_status(status);
        return MPI_SUCCESS;
    }
    Request *const request = request_table().find(*handle);
    if (request == nullptr) {
        wait_until([&] { return is_complete(*handle); });
        return real.Wait(handle, status);
    }
    if (!request->is_active) {
        set_empty_status(status);
        return MPI_SUCCESS;
    }
    wait_for_message([&] { return request->operation->is_done(); });
    const int code = request->operation->finish(status);
    if (request->is_persistent)
        request->is_active = false;
    else
        request_table().remove(handle);
    return code;
}

MPI_Comm comm_of(MPI_Request handle) noexcept {
    const Request *const request = request_table().find(handle);
    return request != nullptr ? request->comm : MPI_COMM_NULL;
}

int complete_and_raise(MPI_Request *handle, MPI_Status *status) {
    const MPI_Comm comm = comm_of(*handle);
    return raise(comm, complete(handle, status));
}

/// Completes the requests at these places, and writes their statuses one after the other.
template <typename Places>
int complete_several(const Places &places, MPI_Request requests[], MPI_Status statuses[]) {
    int at = 0;
    MPI_Comm failed = MPI_COMM_NULL;
    bool has_failed = false;
    for (const int place : places) {
        const MPI_Comm comm = comm_of(requests[place]);
        MPI_Status *const status = status_at(statuses, at++);
        const int code = complete(&requests[place], status);
        if (status != MPI_STATUS_IGNORE) status->MPI_ERROR = code;
        if (code == MPI_SUCCESS) continue;
        has_failed = true;
        failed = comm;
    }
    return has_failed ? raise(failed, MPI_ERR_IN_STATUS) : MPI_SUCCESS;
}

std::vector<int> all_of(int count) {
    std::vector<int> places(static_cast<std::size_t>(std::max(count, 0)));
    for (int i = 0; i < count; ++i)
        places[static_cast<std::size_t>(i)] = i;
    return places;
}

bool any_active(int count, const MPI_Request requests[]) noexcept {
    return std::any_of(requests, requests + std::max(count, 0), is_active);
}

/// The first complete one of the requests.
Outcome find_one(int count, const MPI_Request requests[]) {
    progress();
    for (int i = 0; i < count; ++i)
        if (is_active(requests[i]) && is_complete(requests[i])) return {i};
    return {};
}

/// Finds the completed requests, but no more of them than one decision can carry.
Outcome find_some(int count, const MPI_Request requests[]) {
    constexpr std::size_t most = 4096;
    progress();
    Outcome found;
    for (int i = 0; i < count && found.size() < most; ++i)
        if (is_active(requests[i]) && is_complete(requests[i])) found.push_back(i);
    return found;
}

template <typename Find> Outcome wait_for_outcome(Find find) {
    Outcome found;
    wait_until([&] {
        found = find();
        return !found.empty();
    });
    return found;
}

int complete_found(const Outcome &found, MPI_Request requests[], int *outcount, int indices[],
                   MPI_Status statuses[]) {
    *outcount = static_cast<int>(found.size());
    std::transform(found.begin(), found.end(), indices,
                   [](std::int64_t i) { return static_cast<int>(i); });
    const std::vector<int> places(indices, indices + *outcount);
    return complete_several(places, requests, statuses);
}

} // namespace

namespace calls {

int wait(MPI_Request *request, MPI_Status *status) {
    request_table().finish_orphans();
    return complete_and_raise(request, status);
}

int waitall(int count, MPI_Request requests[], MPI_Status statuses[]) {
    request_table().finish_orphans();
    return complete_several(all_of(count), requests, statuses);
}

int waitany(int count, MPI_Request requests[], int *index, MPI_Status *status) {
    request_table().finish_orphans();
    if (!any_active(count, requests)) {
        *index = MPI_UNDEFINED;
        set_empty_status(status);
        return MPI_SUCCESS;
    }
    const Outcome found = decisions().decide(
        [&] { return wait_for_outcome([&] { return find_one(count, requests); }); });
    *index = static_cast<int>(found[0]);
    return complete_and_raise(&requests[*index], status);
}

int waitsome(int incount, MPI_Request requests[], int *outcount, int indices[],
             MPI_Status statuses[]) {
    request_table().finish_orphans();
    if (!any_active(incount, requests)) {
        *outcount = MPI_UNDEFINED;
        return MPI_SUCCESS;
    }
    const Outcome found = decisions().decide(
        [&] { return wait_for_outcome([&] { return find_some(incount, requests); }); });
    return complete_found(found, requests, outcount, indices, statuses);
}

int test(MPI_Request *request, int *flag, MPI_Status *status) {
    request_table().finish_orphans();
    *flag = 1;
    if (is_active(*request) && decisions().decide([&] { return find_one(1, request); }).empty()) {
        *flag = 0;
        return MPI_SUCCESS;
    }
    return complete_and_raise(request, status);
}

int testall(int count, MPI_Request requests[], int *flag, MPI_Status statuses[]) {
    request_table().finish_orphans();
    *flag = 1;
    const auto are_all_complete = [&] {
        progress();
        const bool all = std::all_of(requests, requests + std::max(count, 0), [](MPI_Request one) {
            return !is_active(one) || is_complete(one);
        });
        return all ? Outcome{1} : Outcome{};
    };
    if (any_active(count, requests) && decisions().decide(are_all_complete).empty()) {
        *flag = 0;
        return MPI_SUCCESS;
    }
    return complete_several(all_of(count), requests, statuses);
}

int testany(int count, MPI_Request requests[], int *index, int *flag, MPI_Status *status) {
    request_table().finish_orphans();
    *flag = 1;
    *index = MPI_UNDEFINED;
    if (!any_active(count, requests)) {
        set_empty_status(status);
        return MPI_SUCCESS;
    }
    const Outcome found = decisions().decide([&] { return find_one(count, requests); });
    *flag = found.empty() ? 0 : 1;
    if (found.empty()) return MPI_SUCCESS;
    *index = static_cast<int>(found[0]);
    return complete_and_raise(&requests[*index], status);
}

int testsome(int incount, MPI_Request requests[], int *outcount, int indices[],
             MPI_Status statuses[]) {
    request_table().finish_orphans();
    if (!any_active(incount, requests)) {
        *outcount = MPI_UNDEFINED;
        return MPI_SUCCESS;
    }
    const Outcome found = decisions().decide([&] { return find_some(incount, requests); });
    return complete_found(found, requests, outcount, indices, statuses);
}

int request_get_status(MPI_Request handle, int *flag, MPI_Status *status) {
    *flag = 1;
    if (!is_active(handle)) {
        set_empty_status(status);
        return MPI_SUCCESS;
    }
    *flag = decisions().decide([&] { return find_one(1, &handle); }).empty() ? 0 : 1;
    if (*flag == 0) return MPI_SUCCESS;
    wait_until([&] { return is_complete(handle); });
    Request *const request = request_table().find(handle);
    return request != nullptr ? request->operation->finish(status)
                              : real.Request_get_status(handle, flag, status);
}

int request_free(MPI_Request *request) {
    if (request_table().find(*request) == nullptr) return real.Request_free(request);
    request_table().let_go(request);
    return MPI_SUCCESS;
}

int cancel(MPI_Request *handle) {
    Request *const request = request_table().find(*handle);
    if (request == nullptr) return real.Cancel(handle);
    const bool is_cancelled =
        !decisions()
             .decide([&] {
                 progress();
                 return request->operation->may_be_cancelled() ? Outcome{1} : Outcome{};
             })
             .empty();
    if (is_cancelled) request->operation->cancel();
    return MPI_SUCCESS;
}

int start(MPI_Request *handle) {
    Request *const request = request_table().find(*handle);
    if (request == nullptr) return real.Start(handle);
    if (!request->is_persistent || request->is_active) return raise(request->comm, MPI_ERR_REQUEST);
    request->is_active = true;
    return raise(request->comm, request->operation->start());
}

int startall(int count, MPI_Request requests[]) {
    for (int i = 0; i < count; ++i)
        if (const int code = start(&requests[i]); code != MPI_SUCCESS) return code;
    return MPI_SUCCESS;
}

} // namespace calls

} // namespace closeranks::replication
