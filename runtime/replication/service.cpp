#include "runtime/replication/service.hpp"

#include "runtime/replication/decisions.hpp"
#include "runtime/replication/progress.hpp"
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
    std::uint64_t calls = 0;
    std::deque<Told> told; ///< that this process has not repeated yet
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

/// True if this process decides now: nothing that its leader has decided is left.
bool decides() { return i_lead() && service().told.empty() && decisions().is_behind_none(); }

/// True if this process has repeated all decisions for this call.
bool has_served() {
    serve();
    return service().told.empty() || service().told.front().call > service().calls;
}

} // namespace

void tell_service(std::uint64_t window, int origin) {
    decisions().tell_service(service().calls, window, origin);
}

void prepare_service() noexcept {
    decisions().on_service([](std::uint64_t call, std::uint64_t window, int origin) {
        service().told.push_back({call, window, origin});
    });
    set_after_progress([] {
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
    progress();
    static_cast<void>(decisions().decide([] {
        wait_until([] { return has_served(); });
        return Decisions::Outcome{};
    }));
    wait_until([] { return has_served(); }); // what the leader has told until then
    service_is_open = false;
}

void serve() {
    Service &s = service();
    if (s.is_serving) return;
    s.is_serving = true;
    if (repeat_told() && decides()) s.requests.serve_all();
    s.is_serving = false;
}

} // namespace closeranks::replication
