#include "runtime/run/injector.hpp"

#include "runtime/run/config.hpp"
#include "runtime/run/keeper_link.hpp"
#include "runtime/run/kill_plan.hpp"
#include "runtime/run/replica_map.hpp"
#include "runtime/run/report.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <functional>
#include <limits>
#include <vector>

#include <unistd.h>

namespace closeranks {

namespace {

/// A death that is due when this thread leaves the call: other threads may enter the same function
/// meanwhile, so the number of calls says nothing then.
constinit thread_local const Kill *due_on_leaving = nullptr;

[[noreturn]] void die() noexcept {
    kill(getpid(), SIGKILL);
    while (true)
        pause(); // the signal may take a moment
}

timespec as_timespec(double seconds) noexcept {
    timespec time{};
    time.tv_sec = static_cast<time_t>(seconds);
    time.tv_nsec = static_cast<long>((seconds - static_cast<double>(time.tv_sec)) * 1e9);
    if (time.tv_sec == 0 && time.tv_nsec == 0) time.tv_nsec = 1; // zero would disarm a timer
    return time;
}

/// Asks the kernel to kill this process after `seconds`; no thread of the library takes part.
bool die_in(double seconds) noexcept {
    sigevent event{};
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGKILL;
    timer_t timer{}; // lives as long as the process
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) return false;
    const itimerspec when{.it_interval = {}, .it_value = as_timespec(seconds)};
    return timer_settime(timer, 0, &when, nullptr) == 0;
}

/// Tells the keeper, which sees the death, that it is on purpose: "--kill 2@500ms".
void tell_of(const Kill &planned, double seconds) noexcept {
    const std::string by = (planned.is_drawn ? "--kill-random " : "--kill ") + planned.item;
    constexpr double hundredths = 100;
    constexpr double latest = std::numeric_limits<std::int32_t>::max();
    const double due = keeper::clock_now() + seconds * hundredths;
    tell_keeper(keeper::Kind::planned, static_cast<std::int32_t>(std::min(due, latest)));
    tell_keeper(keeper::Kind::planned_by, by);
}

void add_problem(std::string &all, const std::string &one) {
    if (!all.empty()) all += "\n";
    all += one;
}

} // namespace

struct Injector::Plan {
    explicit Plan(Report &told) noexcept : report(told) {}

    [[noreturn]] void die_of(const Kill &planned) noexcept {
        report.injected(planned.item);
        tell_of(planned, 0);
        die();
    }

    Report &report;
    std::vector<Kill> kills; ///< of this rank, tied to calls and repairs
    std::array<std::atomic<std::uint64_t>, function_count> calls{};
    std::atomic<std::uint64_t> repairs{0};
    std::atomic<bool> inside{false}; ///< a timer of `inside` is running: die before the commit

    /// The death planned for call number `count` of `function`, or nullptr.
    [[nodiscard]] const Kill *find(Kill::When when, Function function,
                                   std::uint64_t count) const noexcept {
        for (const Kill &planned : kills)
            if (planned.when == when && planned.function == function && planned.count == count)
                return &planned;
        return nullptr;
    }
    [[nodiscard]] std::atomic<std::uint64_t> &calls_of(Function function) noexcept {
        return calls[static_cast<std::size_t>(function)];
    }
};

namespace {

/// The deaths that the options plan; errors in the options are added to `problems`.
std::vector<Kill> planned_kills(const Config &config, int size, const ReplicaMap *replicas,
                                std::string &problems) {
    std::vector<Kill> all;
    for (std::string_view item : split(config.kill, ',')) {
        Kill planned;
        if (const std::string problem = parse_kill(item, size, planned, replicas); problem.empty())
            all.push_back(planned);
        else
            add_problem(problems, problem);
    }
    if (config.kill_random.empty()) return all;
    KillLaw law;
    if (const std::string problem = parse_kill_law(config.kill_random, law); !problem.empty()) {
        add_problem(problems, problem);
        return all;
    }
    for (const Kill &drawn :
         replicas != nullptr ? draw_kills(law, *replicas) : draw_kills(law, size))
        all.push_back(drawn);
    return all;
}

} // namespace

std::string Injector::arm(const Config &config, Report &report, int rank, int size,
                          const ReplicaMap *replicas, int plane) {
    if (config.is_restart && !config.kill_again) return {};
    std::string problems;
    for (const Kill &planned : planned_kills(config, size, replicas, problems)) {
        if (planned.rank != rank || planned.plane != plane) continue;
        if (planned.when != Kill::When::time) {
            if (plan_ == nullptr) plan_ = new Plan(report);
            plan_->kills.push_back(planned);
            continue;
        }
        report.planned(planned.item);
        tell_of(planned, planned.seconds);
        if (!die_in(planned.seconds))
            add_problem(problems, "The kill (" + planned.item + ") has got no timer.");
    }
    return problems;
}

bool Injector::counts_calls() const noexcept { return plan_ != nullptr; }

void Injector::entering(Function function) noexcept {
    if (plan_ == nullptr) return;
    const std::uint64_t count = ++plan_->calls_of(function);
    if (const Kill *planned = plan_->find(Kill::When::before, function, count))
        plan_->die_of(*planned);
    if (const Kill *planned = plan_->find(Kill::When::after, function, count))
        due_on_leaving = planned;
    if (const Kill *planned = plan_->find(Kill::When::inside, function, count)) {
        plan_->report.injected(planned->item);
        tell_of(*planned, 0);
        // A different place in the call for each plan, but the same when a plan is repeated.
        constexpr double longest = 300e-6;
        const std::size_t seed = std::hash<std::string>{}(planned->item);
        plan_->inside = true;
        if (!die_in(longest * uniform(seed, count))) die();
    }
}

void Injector::attempted(Function) noexcept {
    if (plan_ != nullptr && plan_->inside) die();
}

void Injector::leaving(Function function) noexcept {
    if (plan_ == nullptr) return;
    if (plan_->inside) die();
    if (due_on_leaving != nullptr && due_on_leaving->function == function)
        plan_->die_of(*due_on_leaving);
}

void Injector::repairing() noexcept {
    if (plan_ == nullptr) return;
    const std::uint64_t count = ++plan_->repairs;
    for (const Kill &planned : plan_->kills)
        if (planned.when == Kill::When::repair && planned.count == count) plan_->die_of(planned);
}

} // namespace closeranks
