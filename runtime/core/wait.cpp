#include "runtime/core/wait.hpp"

#include "runtime/core/communicator.hpp"
#include "runtime/support/mutex.hpp"

namespace closeranks {

Mutex<LockRank::view> &view_mutex() noexcept {
    static constinit Mutex<LockRank::view> mutex;
    return mutex;
}

std::unique_lock<Mutex<LockRank::view>> excluding_the_watch() noexcept {
    if (!runtime().threads || !runtime().armed) return {};
    return std::unique_lock(view_mutex());
}

bool WaitScope::is_part(const Communicator &c) noexcept { return c.layout.is_part(); }

void WaitScope::end_excluding_the_watch() noexcept {
    const auto lock = excluding_the_watch();
    this_call.scope.set(outer_);
}

} // namespace closeranks
