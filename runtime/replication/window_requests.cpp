#include "runtime/replication/window_requests.hpp"

#include "runtime/replication/message_data.hpp"
#include "runtime/replication/rma_operations.hpp"
#include "runtime/replication/service.hpp"

namespace closeranks::replication {

namespace {

Pattern requests_of(const Window &window, int origin) noexcept {
    return {window.communicator->context, Talk::request, origin, any};
}

void answer(const Window &window, int origin, const std::vector<std::byte> &fetched) {
    const Outbound message{fetched.data(), static_cast<int>(fetched.size()), MPI_BYTE, origin,
                           tag_of_answer};
    // It cannot fail: the origin has bounded the answer.
    static_cast<void>(send_packed(message, *window.communicator, Talk::answer));
}

void carry_out_and_answer(Window &window, int origin, const Arrived &request) {
    std::vector<std::byte> fetched;
    static_cast<void>(carry_out(data_of(request), window.base, fetched)); // the origin has checked
    answer(window, origin, fetched);
}

void unlock(Exposure &exposure, int origin) noexcept {
    if (exposure.exclusive == origin)
        exposure.exclusive = any;
    else
        --exposure.shared;
}

/// Operations that fetch nothing wait for MPI_Win_wait, so that sums of floating-point numbers do
/// not depend on times of arrival. Those that fetch cannot: their origin may have to come on before
/// the target calls MPI_Win_wait.
void serve_started(Window &window, int origin, const Arrived &request) {
    Exposure &exposure = window.exposure;
    exposure.deferred[origin].push_back(request);
    if (fetches_data(data_of(request))) {
        const std::vector<Arrived> earlier = std::move(exposure.deferred[origin]);
        exposure.deferred.erase(origin);
        std::vector<std::byte> fetched;
        for (const Arrived &one : earlier)
            static_cast<void>(carry_out(data_of(one), window.base, fetched));
        answer(window, origin, fetched);
    }
    if (request.envelope.tag == tag_of_completion) exposure.posted.erase(origin);
}

/// True if a request of that origin (`any`: of one) has arrived. Requests of one origin are served
/// in the order of its calls.
bool has_request(const Window &window, int origin) {
    return matching().find(requests_of(window, origin)) != nullptr;
}

/// True if the next request of that origin has arrived, and waits neither for a lock nor for
/// MPI_Win_post.
bool can_serve(const Window &window, int origin) {
    const Arrived *const request = matching().find(requests_of(window, origin));
    if (request == nullptr) return false;
    const Exposure &exposure = window.exposure;
    switch (request->envelope.tag) {
    case tag_of_shared_lock:
        return exposure.exclusive == any;
    case tag_of_exclusive_lock:
        return exposure.exclusive == any && exposure.shared == 0;
    case tag_of_started_operations:
    case tag_of_completion:
        return exposure.posted.contains(origin);
    default:
        return true;
    }
}

/// Serves the next request of that origin, which has arrived, and answers.
void serve_request(Window &window, int origin) {
    const Pattern pattern = requests_of(window, origin);
    const std::optional<Arrived> request =
        matching().extract(pattern, matching().find(pattern)->id);
    switch (request->envelope.tag) {
    case tag_of_shared_lock:
        ++window.exposure.shared;
        return answer(window, origin, {});
    case tag_of_exclusive_lock:
        window.exposure.exclusive = origin;
        return answer(window, origin, {});
    case tag_of_unlock:
        carry_out_and_answer(window, origin, *request);
        return unlock(window.exposure, origin);
    case tag_of_started_operations:
    case tag_of_completion:
        return serve_started(window, origin, *request);
    default:
        carry_out_and_answer(window, origin, *request);
    }
}

/// Serves the origins in turn, so that each of them gets a lock in the end.
void serve_window(Window &window) {
    if (!has_request(window, any)) return;
    const int members = window.communicator->size();
    for (int waiting = 0; waiting < members; ++waiting) {
        const int origin = window.next_origin;
        window.next_origin = (origin + 1) % members;
        if (!can_serve(window, origin)) continue;
        if (!tell_service(window.communicator->context, origin)) {
            window.next_origin = origin;
            return;
        }
        serve_request(window, origin);
        waiting = -1;
    }
}

} // namespace

void begin_requests() noexcept {
    begin_service({.has =
                       [](std::uint64_t context, int origin) {
                           const Window *const window = find_by_context(context);
                           return window != nullptr && has_request(*window, origin);
                       },
                   .serve = [](std::uint64_t context,
                               int origin) { serve_request(*find_by_context(context), origin); },
                   .serve_all = [] { for_each_window(serve_window); }});
}

int carry_out_deferred(Window &window) {
    int code = MPI_SUCCESS;
    std::vector<std::byte> nothing;
    for (const auto &[origin, requests] : window.exposure.deferred)
        for (const Arrived &request : requests) {
            const int own = carry_out(data_of(request), window.base, nothing);
            if (code == MPI_SUCCESS) code = own;
        }
    window.exposure.deferred.clear();
    return code;
}

} // namespace closeranks::replication
