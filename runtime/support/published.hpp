#pragma once

#include "runtime/support/sanitizers.hpp"

#include <atomic>
#include <forward_list>
#include <utility>

namespace closeranks {

/// A value that one thread writes and others may read at any time. It costs the writer nothing.
/// (With an atomic, the compiler would lose its knowledge of the writer's own stores.) A sanitizer
/// is told of the accesses.
template <typename Value> class Published {
  public:
    constexpr explicit Published(Value value) noexcept : value_(value) {}

    /// For the writing thread.
    [[nodiscard]] Value get() const noexcept { return value_; }
    void set(Value value) noexcept {
#ifdef CLOSERANKS_THREAD_SANITIZER
        __atomic_store_n(&value_, value, __ATOMIC_RELEASE);
#else
        value_ = value;
#endif
    }

    /// For all other threads.
    [[nodiscard]] Value read() const noexcept { return __atomic_load_n(&value_, __ATOMIC_ACQUIRE); }

  private:
    Value value_;
};

/// A condition that every call reads, and that any thread may change at any time. Reading costs as
/// much as a plain variable, because the compiler cannot compare an atomic variable in memory. A
/// caller may see a change late, by one call. A sanitizer is told that this is intended.
class Flag {
  public:
    operator bool() const noexcept {
#ifdef CLOSERANKS_THREAD_SANITIZER
        return __atomic_load_n(&value_, __ATOMIC_RELAXED);
#else
        return value_;
#endif
    }
    Flag &operator=(bool value) noexcept {
        __atomic_store_n(&value_, value, __ATOMIC_RELAXED);
        return *this;
    }

  private:
    bool value_ = false;
};

/// A value that one thread replaces now and then, as a whole, while other threads read it.
///
/// A replaced version stays as long as a thread may be reading it. The end of a read cannot be
/// seen, because a reader only loads a pointer. So where threads read, all versions stay as long as
/// the object. It is meant for values that change only a few times.
///
/// Thread safety: one thread at a time replaces; others may read meanwhile. A reader that needs
/// consistent values reads them from one version: `const Value &now = *versioned`.
template <typename Value> class Versioned {
  public:
    Versioned() = default;
    Versioned(const Versioned &) = delete;
    Versioned &operator=(const Versioned &) = delete;

    [[nodiscard]] const Value &operator*() const noexcept {
        return *newest_.load(std::memory_order_acquire);
    }
    [[nodiscard]] const Value *operator->() const noexcept { return &**this; }

    /// `keeps_older`: other threads may be reading the former version.
    void replace(Value value, bool keeps_older) {
        versions_.push_front(std::move(value));
        newest_.store(&versions_.front(), std::memory_order_release);
        if (!keeps_older) versions_.erase_after(versions_.begin(), versions_.end());
    }

  private:
    std::forward_list<Value> versions_{1}; ///< the newest first
    std::atomic<const Value *> newest_{&versions_.front()};
};

} // namespace closeranks
