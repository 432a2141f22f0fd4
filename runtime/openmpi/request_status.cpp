#include "runtime/openmpi/request_status.hpp"

#include "runtime/support/real.hpp"

#include <cstdint>
#include <cstring>

namespace closeranks {

namespace {

// Within a receive request of Open MPI, which has over 1000 bytes.
constexpr int searched_bytes = 512;
constexpr int not_found = -1;

[[nodiscard]] MPI_Status read_status(MPI_Request request, int offset) noexcept {
    MPI_Status status;
    std::memcpy(&status, reinterpret_cast<const char *>(request) + offset, sizeof status);
    return status;
}

/// ompi_request_t holds a pointer behind the status (ompi/request/request.h).
constexpr int completion_after_status = sizeof(MPI_Status);
constexpr std::uintptr_t pending = 0;
constexpr std::uintptr_t completed = 1;

[[nodiscard]] std::uintptr_t read_completion(MPI_Request request, int offset) noexcept {
    std::uintptr_t mark = pending;
    std::memcpy(&mark, reinterpret_cast<const char *>(request) + offset, sizeof mark);
    return mark;
}

[[nodiscard]] bool is_same(const MPI_Status &a, const MPI_Status &b) noexcept {
    return a.MPI_SOURCE == b.MPI_SOURCE && a.MPI_TAG == b.MPI_TAG && a._ucount == b._ucount;
}

/// Receives `count` bytes with `tag` from this process. Calls `before(request)` first, and
/// `complete(request, status)` when the message has arrived. False when a step failed.
template <typename Pending, typename Complete>
[[nodiscard]] bool send_to_self(int count, int tag, Pending before, Complete complete) noexcept {
    char sent[16] = {};
    char received[16];
    MPI_Request request = MPI_REQUEST_NULL;
    if (real.Irecv(received, count, MPI_BYTE, MPI_ANY_SOURCE, tag, MPI_COMM_SELF, &request) !=
        MPI_SUCCESS)
        return false;
    bool good = before(request);
    int flag = 0;
    MPI_Status status;
    good &= real.Send(sent, count, MPI_BYTE, 0, tag, MPI_COMM_SELF) == MPI_SUCCESS;
    good &= real.Request_get_status(request, &flag, &status) == MPI_SUCCESS && flag != 0;
    good = good && complete(request, status);
    static_cast<void>(real.Wait(&request, MPI_STATUS_IGNORE));
    return good;
}

/// Finds the one place where a complete request holds its status and verifies it with another one.
[[nodiscard]] int find_status() noexcept {
    // Distinctive values; no other receive has these tags now (only one thread does this).
    constexpr int first_tag = 22371;
    constexpr int second_tag = 19507;
    int offset = not_found;
    int places = 0;
    const auto search = [&](MPI_Request request, const MPI_Status &status) {
        for (int at = 0; at + static_cast<int>(sizeof status) <= searched_bytes; at += 4)
            if (is_same(read_status(request, at), status)) {
                offset = at;
                ++places;
            }
        return places == 1;
    };
    const auto anything = [](MPI_Request) { return true; };
    if (!send_to_self(11, first_tag, anything, search)) return not_found;
    const auto unmatched = [&](MPI_Request request) {
        return read_status(request, offset).MPI_TAG == MPI_ANY_TAG;
    };
    const auto verify = [&](MPI_Request request, const MPI_Status &status) {
        return is_same(read_status(request, offset), status);
    };
    return send_to_self(5, second_tag, unmatched, verify) ? offset : not_found;
}

/// The place of the completion mark in a request, given that of its status.
[[nodiscard]] int find_completion(int status_offset) noexcept {
    if (status_offset == not_found) return not_found;
    const int offset = status_offset + completion_after_status;
    const auto is_pending = [&](MPI_Request request) {
        return read_completion(request, offset) == pending;
    };
    const auto is_completed = [&](MPI_Request request, const MPI_Status &) {
        return read_completion(request, offset) == completed;
    };
    constexpr int tag = 21893;
    return send_to_self(3, tag, is_pending, is_completed) ? offset : not_found;
}

} // namespace

void RequestStatus::learn() noexcept {
    offset_ = find_status();
    completion_ = find_completion(offset_);
}

bool RequestStatus::is_waited_for(MPI_Request request) const noexcept {
    if (completion_ < 0) return false;
    const std::uintptr_t mark = read_completion(request, completion_);
    return mark != pending && mark != completed;
}

int RequestStatus::matched_source(MPI_Request request) const noexcept {
    if (offset_ < 0) return MPI_ANY_SOURCE;
    const MPI_Status status = read_status(request, offset_);
    // Open MPI leaves MPI_ANY_TAG there until the receive is matched.
    return status.MPI_TAG == MPI_ANY_TAG ? MPI_ANY_SOURCE : status.MPI_SOURCE;
}

} // namespace closeranks
