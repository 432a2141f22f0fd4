#include "runtime/processes/spawn_limits.hpp"

#include "runtime/core/exit_watch.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/openmpi/job_control.hpp"
#include "runtime/openmpi/launch.hpp"
#include "runtime/openmpi/own_messages.hpp"
#include "runtime/windows/node_id.hpp"
#include "runtime/windows/shared_memory.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <unistd.h>

namespace closeranks {

using namespace std::chrono_literals;

bool is_expected_by_parents() noexcept {
    const char *const meet = getenv(parents_meet);
    return meet != nullptr && std::string_view(meet) == "1";
}

void name_starting_parent() noexcept {
    const std::string parent =
        std::to_string(place_of_processes()) + " " + std::to_string(::getpid());
    setenv(starting_parent, parent.c_str(), 1);
}

namespace {

/// The pid of the parent that has started this process; 0: the parent runs on another host, or its
/// pid is not known.
pid_t starting_parent_here() {
    const char *const text = getenv(starting_parent);
    std::istringstream parent(text != nullptr ? text : "");
    std::int64_t place = 0;
    pid_t pid = 0;
    return parent >> place >> pid && place == place_of_processes() ? pid : 0;
}

} // namespace

void RepeatedLook::begin(std::chrono::milliseconds between, std::function<bool()> look) {
    thread_ = std::thread([this, between, look = std::move(look)] {
        std::unique_lock lock(mutex_);
        while (!ended_.wait_for(lock, between, [this] { return over_; })) {
            lock.unlock();
            if (look()) return;
            lock.lock();
        }
    });
}

RepeatedLook::~RepeatedLook() {
    if (!thread_.joinable()) return;
    {
        const std::scoped_lock lock(mutex_);
        over_ = true;
    }
    ended_.notify_all();
    thread_.join();
}

WaitingForParents::WaitingForParents() noexcept {
    if (!is_spawned()) return;
    std::vector<std::string> unused; // reported when the configuration is really read
    const Config config = Config::read(unused);
    if (config.disable) return;
    excuse_abort(is_expected_by_parents());
    quieten_waiting_for_parents(is_expected_by_parents() && !config.verbose);
    const std::chrono::seconds limit(config.spawn_patience);
    constexpr auto between = 200ms;
    const auto begin = std::chrono::steady_clock::now();
    const pid_t parent = is_expected_by_parents() ? starting_parent_here() : 0;
    look_.begin(between, [this, limit, begin, parent]() -> bool {
        if (parent != 0 && !met_ && has_ended(parent)) _exit(EXIT_SUCCESS);
        if (std::chrono::steady_clock::now() - begin < limit) return false;
        std::fprintf(
            stderr,
            "closeranks: the parents of a spawned process have not come for %lld s: it ends\n",
            static_cast<long long>(limit.count()));
        _exit(EXIT_SUCCESS); // the parents' job has not failed because of it
    });
}

WaitingForParents::~WaitingForParents() {
    excuse_abort(false);
    quieten_waiting_for_parents(false);
}

WaitingForChildren::WaitingForChildren(const char *call) noexcept
    : call_(call), known_(count_failures_told()) {
    constexpr auto between = 200ms;
    look_.begin(between, [this] { return look(); });
}

void WaitingForChildren::begin_attempt() noexcept {
    known_ = count_failures_told();
    ++attempt_;
}

bool WaitingForChildren::look() noexcept {
    if (const int attempt = attempt_; attempt != std::exchange(seen_attempt_, attempt))
        since_.reset();
    if (count_failures_told() == known_) return false;
    const auto now = Clock::now();
    if (!since_) since_ = now;
    // The children end first: the parents may hear of it, and continue. The parents end one by one,
    // so that only one reports it.
    constexpr auto to_hear_of_children = 5s;
    const std::chrono::seconds patience(runtime().config.spawn_patience);
    const auto turn = own_turn() * 1s; // many checks apart
    if (now - *since_ < patience + to_hear_of_children + turn) return false;
    runtime().report.stalled(
        std::string(call_) + " has not ended for " + std::to_string(patience.count()) +
        " s after a death within it (--spawn-patience): Open MPI waits for a dead process, and "
        "cannot be interrupted, so the program ends.");
    end_program(runtime().config.abort_code);
}

} // namespace closeranks
