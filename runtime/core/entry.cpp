#include "runtime/core/entry.hpp"

#include "runtime/core/activity.hpp"
#include "runtime/core/raising.hpp"
#include "runtime/core/threads.hpp"
#include "runtime/run/last_call.hpp"

namespace closeranks {

constinit thread_local CallState this_call;

namespace {

void count_leaving(Function function) noexcept {
    runtime().injector.leaving(function);
    activity().left(function);
}

} // namespace

bool Entry::is_first_of_thread() noexcept {
    const std::uint32_t state = this_call.word.get();
    if (state == CallState::unknown) {
        remember_this_thread();
        return true;
    }
    this_call.word.set(state + 1);
    return false;
}

void Entry::leave_unusually() {
    if (nested()) {
        this_call.word.set(this_call.word.get() - 1);
        return;
    }
    const Function called = function();
    const bool armed = runtime().armed;
    if (armed) count_leaving(called);
    this_call.word.set(CallState::outside);
    call_noted_errhandler();             // the handler need not return,
    if (armed) last_call().left(called); // and a process that the handler ends was in the call
}

void Entry::entering(Function function) noexcept {
    last_call().entered(function);
    runtime().injector.entering(function);
}

void Entry::leaving() noexcept {
    count_leaving(function());
    last_call().left(function());
}

} // namespace closeranks
