#include "runtime/requests/completion_calls.hpp"
#include "runtime/requests/persistent_request.hpp"
#include "runtime/support/large.hpp"

#if CLOSERANKS_MPI_RELEASE >= 6

#include "runtime/core/entry.hpp"
#include "runtime/requests/request.hpp"

#include <algorithm>

namespace closeranks {

// The MPI's own calls about several requests would stop at a request whose peer is missing. So the
// library asks about each request by itself.

namespace {

MPI_Status *status_at(MPI_Status statuses[], int i) noexcept {
    return statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : statuses + i;
}

/// True for a request that MPI_Testany and MPI_Testsome pass over.
bool is_inactive(MPI_Request request) noexcept {
    if (request == MPI_REQUEST_NULL) return true;
    const PersistentRequest *const persistent = find_persistent(request);
    return persistent != nullptr && persistent->current == MPI_REQUEST_NULL;
}

/// True when the library knows none of the requests.
bool are_of_the_mpi(int count, const MPI_Request requests[]) noexcept {
    if (Entry::nested() || requests == nullptr) return true;
    const RequestsLock lock;
    RequestTable &table = request_table();
    return std::none_of(requests, requests + std::max(count, 0), [&](MPI_Request request) {
        return table.pending.find(request) != nullptr || table.persistent.find(request) != nullptr;
    });
}

} // namespace

int request_status_all(int count, const MPI_Request requests[], int *flag,
                       MPI_Status statuses[]) noexcept {
    if (flag == nullptr || are_of_the_mpi(count, requests))
        return real.Request_get_status_all(count, requests, flag, statuses);
    *flag = 1;
    for (int i = 0; i < count && *flag != 0; ++i)
        if (const int code = request_status(requests[i], flag, status_at(statuses, i));
            code != MPI_SUCCESS)
            return code;
    return MPI_SUCCESS;
}

int request_status_any(int count, const MPI_Request requests[], int *index, int *flag,
                       MPI_Status *status) noexcept {
    if (flag == nullptr || index == nullptr || are_of_the_mpi(count, requests))
        return real.Request_get_status_any(count, requests, index, flag, status);
    bool has_active = false;
    for (int i = 0; i < count; ++i) {
        if (is_inactive(requests[i])) continue;
        has_active = true;
        if (const int code = request_status(requests[i], flag, status); code != MPI_SUCCESS)
            return code;
        if (*flag == 0) continue;
        *index = i;
        return MPI_SUCCESS;
    }
    *index = MPI_UNDEFINED;
    *flag = has_active ? 0 : 1;
    if (has_active) return MPI_SUCCESS;
    MPI_Request none = MPI_REQUEST_NULL;
    return request_status(none, flag, status);
}

int request_status_some(int count, const MPI_Request requests[], int *outcount, int indices[],
                        MPI_Status statuses[]) noexcept {
    if (outcount == nullptr || indices == nullptr || are_of_the_mpi(count, requests))
        return real.Request_get_status_some(count, requests, outcount, indices, statuses);
    int done = 0;
    bool has_active = false;
    for (int i = 0; i < count; ++i) {
        if (is_inactive(requests[i])) continue;
        has_active = true;
        int flag = 0;
        if (const int code = request_status(requests[i], &flag, status_at(statuses, done));
            code != MPI_SUCCESS)
            return code;
        if (flag != 0) indices[done++] = i;
    }
    *outcount = has_active ? done : MPI_UNDEFINED;
    return MPI_SUCCESS;
}

} // namespace closeranks

#endif
