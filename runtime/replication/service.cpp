#include "runtime/replication/service.hpp"

#include "runtime/replication/decisions.hpp"
#include "runtime/replication/matching.hpp"
#include "runtime/replication/progress.hpp"
#include "runtime/replication/run_ahead.hpp"
#include "runtime/replication/world.hpp"
#include "runtime/support/never_destroyed.hpp"

#include <deque>

namespace closeranks::replication {

constinit bool requests_are_served = false;
constinit bool service_is_open = false;

namespace {

/// A decision of the leader: in that call of the program it has served the next request of the
/// origin.
struct Told {
    std::uint64_t call;
    std::uint64_t window; ///< its context
    int origin;
};

struct Service {
    std::uint64_t calls = 0; ///< that have begun
    std::deque<Told> told;   ///< that this process has not repeated yet
    Requests requests = {};
    bool is_serving = false;
};

Service &service() noexcept {
    static NeverDestroyed<Service> one;
    return one.value;
}

/// Repeats the leader's decisions for this call and those before. False: requests have not arrived.
bool repeat_told() {
    Service &s = service();
    while (!s.told.empty() && s.told.front().call <= s.calls) {
        const Told next = s.told.front();
        if (!s.requests.has(next.window, next.origin)) return false;
        s.told.pop_front();
        s.requests.serve(next.window, next.origin);
    }
    return true;
}

/// True if this process decides now: nothing that its leader has decided is left, and no call that
/// its leader has ended without it.
bool decides() {
    return i_lead() && service().told.empty() && service().calls > run_ahead().ended_by_leader() &&
           decisions().is_behind_none();
}

/// True if this process has repeated all decisions for this call.
bool has_served() {
    serve();
    return service().told.empty() || service().told.front().call > service().calls;
}

} // namespace

bool tell_service(std::uint64_t window, int origin) {
    if (!run_ahead().may_serve(service().calls)) return false;
    decisions().tell_service(service().calls, window, origin);
    return true;
}

void prepare_service() {
    run_ahead().begin();
    decisions().on_service([](std::uint64_t call, std::uint64_t window, int origin) {
        service().told.push_back({call, window, origin});
    });
    set_after_progress([] {
        run_ahead().progress();
        if (service_is_open) serve();
    });
}

void begin_service(const Requests &requests) noexcept {
    service().requests = requests;
    requests_are_served = true;
}

void end_service() noexcept { requests_are_served = service_is_open = false; }

void open_service() noexcept {
    ++service().calls;
    service_is_open = true;
}

void close_service() {
    const std::uint64_t call = service().calls;
    progress();
    wait_until([&] { return i_lead() || run_ahead().twin_ends(call); });
    decisions().progress(); // takes all that the leader has told of the call
    wait_until([] { return has_served() && decisions().is_flushed(); });
    if (i_lead()) run_ahead().leader_ends(call);
    service_is_open = false;
}

void serve() {
    Service &s = service();
    if (s.is_serving) return;
    s.is_serving = true;
    if (repeat_told() && matching().has_requests() && decides()) s.requests.serve_all();
    s.is_serving = false;
}

} // namespace closeranks::replication
