#include "runtime/core/wait.hpp"

#include "runtime/core/communicator.hpp"
#include "runtime/core/runtime.hpp"
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

namespace {

/// Who waits in a local has come to the call of the whole, and says so already.
bool is_in_local(const Wait &wait) noexcept {
    return wait.communicator != nullptr && wait.communicator->whole != nullptr;
}

} // namespace

WaitScope::WaitScope(const Wait &wait) noexcept
    : outer_(this_call.scope.get()),
      published_(!CallState::is_in_task(this_call.word.get()) && !is_in_local(wait)) {
    if (published_) this_call.scope.set(&wait);
}

WaitScope::~WaitScope() {
    if (!published_) return;
    const auto lock = excluding_the_watch();
    this_call.scope.set(outer_);
}

} // namespace closeranks
