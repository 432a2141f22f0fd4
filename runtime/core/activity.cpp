#include "runtime/core/activity.hpp"

#include "runtime/core/runtime.hpp"

#include <utility>

namespace closeranks {

namespace {

constinit thread_local bool poll_was_empty = false;

[[nodiscard]] bool is_poll(Function function) noexcept {
    switch (function) {
    case Function::Test:
    case Function::Testall:
    case Function::Testany:
    case Function::Testsome:
    case Function::Iprobe:
    case Function::Improbe:
    case Function::Request_get_status:
        return true;
    default:
        return false;
    }
}

} // namespace

void Activity::left(Function function) noexcept {
    calls_.fetch_add(1, std::memory_order_relaxed);
    const bool in_vain = std::exchange(poll_was_empty, false) && is_poll(function);
    if (is_sampling()) {
        progressed();
        if (ends_by_itself_.load(std::memory_order_relaxed)) end_sampling();
        return;
    }
    if (!in_vain && class_of(function) == FunctionClass::local_only) return;
    polled_.store(in_vain ? static_cast<int>(function) : no_poll, std::memory_order_relaxed);
    if (!in_vain) progressed();
}

void Activity::begin_sampling(bool ends_by_itself) noexcept {
    ends_by_itself_.store(ends_by_itself, std::memory_order_relaxed);
    sampling_.store(true, std::memory_order_relaxed);
    runtime().armed = true;
}

void Activity::end_sampling() noexcept {
    sampling_.store(false, std::memory_order_relaxed);
    runtime().armed = false;
}

void Activity::count_all() noexcept {
    sampling_.store(false, std::memory_order_relaxed);
    runtime().armed = true;
}

void Activity::polled_in_vain() noexcept { poll_was_empty = true; }

} // namespace closeranks
