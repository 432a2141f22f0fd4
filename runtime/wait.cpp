#include "runtime/wait.hpp"

#include "runtime/mutex.hpp"
#include "runtime/stall_view.hpp"
#include "runtime/world.hpp"

namespace closeranks {

std::unique_lock<Mutex<LockRank::view>> excluding_the_watch() noexcept {
    if (!world().threads || !world().armed) return {};
    return std::unique_lock(stall::view_mutex());
}

WaitScope::WaitScope(const Wait &wait) noexcept
    : outer_(this_call.scope.get()), published_(this_call.word.get() != CallState::in_task) {
    if (published_) this_call.scope.set(&wait);
}

WaitScope::~WaitScope() {
    if (!published_) return;
    const auto lock = excluding_the_watch();
    this_call.scope.set(outer_);
}

} // namespace closeranks
