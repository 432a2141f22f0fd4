#pragma once

#include "runtime/support/mutex.hpp"

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

namespace closeranks {

/// An open-addressing hash table from MPI handles (pointers in Open MPI) to objects of the library.
///
/// A successful find costs one multiplication and usually one comparison: it is the first action of
/// every protected call. Zero bytes are a valid empty table.
///
/// Thread safety: find() takes no lock and sees the table from before or after a change; all other
/// functions exclude each other. The caller owns the objects.
template <typename Handle, typename Object> class HandleTable {
  public:
    constexpr HandleTable() = default;
    HandleTable(const HandleTable &) = delete;
    HandleTable &operator=(const HandleTable &) = delete;
    ~HandleTable() {
        for (Array *array = newest_.load(); array != nullptr;)
            delete std::exchange(array, array->older);
    }

    /// Remembers the latest find from now on, so that the same find again costs one comparison.
    /// Only if one thread at a time uses the table.
    void remember_latest() noexcept { remembers_ = true; }

    [[nodiscard]] Object *find(Handle handle) noexcept {
        if (handle == latest_) [[likely]]
            return latest_object_;
        Object *const object = search(handle);
        if (remembers_ && object != nullptr) {
            latest_ = handle;
            latest_object_ = object;
        }
        return object;
    }

    /// Finds without remembering.
    [[nodiscard]] Object *search(Handle handle) const noexcept {
        // Reads under an even version that did not change (a sequence lock), because erase() moves
        // entries, which a reader must not miss meanwhile.
        for (;;) {
            const std::uint32_t version = version_.load(std::memory_order_acquire);
            Object *object = look_up(handle);
            std::atomic_thread_fence(std::memory_order_acquire);
            if ((version & 1U) == 0 && version == version_.load(std::memory_order_relaxed))
                return object;
        }
    }

    /// Adds `handle`, or gives it another object when it exists already.
    void insert(Handle handle, Object *object) {
        const std::scoped_lock lock(mutex_);
        Array *array = newest_.load(std::memory_order_relaxed);
        if (array == nullptr || (count_ + 1) * 2 > array->size()) array = grow(array);
        if (remembers_) forget_latest();
        const Change change(*this);
        if (array->place(handle, object)) ++count_;
    }

    /// Removes `handle`; does nothing if it is not in the table.
    void erase(Handle handle) noexcept {
        const std::scoped_lock lock(mutex_);
        Array *array = newest_.load(std::memory_order_relaxed);
        if (array == nullptr || handle == Handle{}) return;
        if (remembers_) forget_latest();
        const Change change(*this);
        if (array->remove(handle)) --count_;
    }

    [[nodiscard]] std::size_t size() const noexcept {
        const std::scoped_lock lock(mutex_);
        return count_;
    }

    /// Calls `visit(object)` for every object; `visit` must not change the table.
    template <typename Visit> void for_each(Visit visit) const {
        const std::scoped_lock lock(mutex_);
        const Array *array = newest_.load(std::memory_order_acquire);
        for (std::size_t i = 0; array != nullptr && i < array->size(); ++i)
            if (array->slots[i].handle.load(std::memory_order_relaxed) != Handle{})
                visit(*array->slots[i].object.load(std::memory_order_relaxed));
    }

  private:
    struct Slot {
        std::atomic<Handle> handle{};
        std::atomic<Object *> object{};
    };

    /// A power of two of slots, at most half of them used. An array that became too small stays
    /// until the end, because a find may still be reading it. All old arrays together are no larger
    /// than the newest.
    struct Array {
        Array(unsigned bits, Array *older)
            : bits(bits), slots(std::make_unique<Slot[]>(std::size_t{1} << bits)), older(older) {}

        [[nodiscard]] std::size_t size() const noexcept { return std::size_t{1} << bits; }
        [[nodiscard]] std::size_t next(std::size_t i) const noexcept {
            return (i + 1) & (size() - 1);
        }

        /// The home slot of `handle`. Multiplying by 2^64 / golden ratio spreads the bits of
        /// pointers, which differ only in the middle, over the upper bits (Knuth, TAOCP 3, 6.4).
        [[nodiscard]] std::size_t home(Handle handle) const noexcept {
            const auto key = std::uint64_t{std::bit_cast<std::uintptr_t>(handle)};
            return static_cast<std::size_t>((key * 0x9E3779B97F4A7C15U) >> (64U - bits));
        }

        [[nodiscard]] bool place(Handle handle, Object *object) noexcept;
        [[nodiscard]] bool remove(Handle handle) noexcept;

        unsigned bits;
        std::unique_ptr<Slot[]> slots;
        Array *older;
    };

    /// While it lives, every find repeats its search.
    class Change {
      public:
        explicit Change(HandleTable &table) noexcept : version_(table.version_) { // becomes odd
            version_.store(version_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
            std::atomic_thread_fence(std::memory_order_release);
        }
        ~Change() {
            version_.store(version_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
        }
        Change(const Change &) = delete;
        Change &operator=(const Change &) = delete;

      private:
        std::atomic<std::uint32_t> &version_;
    };

    [[nodiscard]] Object *look_up(Handle handle) const noexcept {
        const Array *array = newest_.load(std::memory_order_acquire);
        if (array == nullptr) return nullptr;
        for (std::size_t i = array->home(handle);; i = array->next(i)) {
            const Handle found = array->slots[i].handle.load(std::memory_order_relaxed);
            if (found == handle) return array->slots[i].object.load(std::memory_order_relaxed);
            if (found == Handle{}) return nullptr;
        }
    }

    Array *grow(Array *old);

    void forget_latest() noexcept {
        latest_ = Handle{};
        latest_object_ = nullptr;
    }

    static constexpr unsigned first_bits = 4;

    Handle latest_{};
    Object *latest_object_ = nullptr;
    bool remembers_ = false;
    std::atomic<Array *> newest_{nullptr};
    std::atomic<std::uint32_t> version_{0};
    std::size_t count_ = 0;
    mutable Mutex<LockRank::tables> mutex_;
};

/// Returns true when `handle` is new.
template <typename Handle, typename Object>
bool HandleTable<Handle, Object>::Array::place(Handle handle, Object *object) noexcept {
    std::size_t i = home(handle);
    Handle found = slots[i].handle.load(std::memory_order_relaxed);
    while (found != handle && found != Handle{}) {
        i = next(i);
        found = slots[i].handle.load(std::memory_order_relaxed);
    }
    slots[i].object.store(object, std::memory_order_relaxed);
    slots[i].handle.store(handle, std::memory_order_relaxed);
    return found != handle;
}

/// Returns true when `handle` was there.
template <typename Handle, typename Object>
bool HandleTable<Handle, Object>::Array::remove(Handle handle) noexcept {
    std::size_t hole = home(handle);
    while (slots[hole].handle.load(std::memory_order_relaxed) != handle) {
        if (slots[hole].handle.load(std::memory_order_relaxed) == Handle{}) return false;
        hole = next(hole);
    }
    // Entries behind the hole move up so that no search stops at it too early. An entry may move
    // only if the hole is not before its home.
    for (std::size_t i = next(hole);; i = next(i)) {
        const Handle candidate = slots[i].handle.load(std::memory_order_relaxed);
        if (candidate == Handle{}) break;
        const std::size_t from_home = (i - home(candidate)) & (size() - 1);
        const std::size_t from_hole = (i - hole) & (size() - 1);
        if (from_home < from_hole) continue;
        slots[hole].object.store(slots[i].object.load(std::memory_order_relaxed),
                                 std::memory_order_relaxed);
        slots[hole].handle.store(candidate, std::memory_order_relaxed);
        hole = i;
    }
    slots[hole].object.store(nullptr, std::memory_order_relaxed);
    slots[hole].handle.store(Handle{}, std::memory_order_relaxed);
    return true;
}

/// Makes an array of twice the size with the same entries the newest and returns it. Readers of the
/// old one still find all entries.
template <typename Handle, typename Object>
typename HandleTable<Handle, Object>::Array *HandleTable<Handle, Object>::grow(Array *old) {
    Array *array = new Array(old == nullptr ? first_bits : old->bits + 1, old);
    for (std::size_t i = 0; old != nullptr && i < old->size(); ++i) {
        const Handle handle = old->slots[i].handle.load(std::memory_order_relaxed);
        if (handle != Handle{})
            static_cast<void>(
                array->place(handle, old->slots[i].object.load(std::memory_order_relaxed)));
    }
    newest_.store(array, std::memory_order_release);
    return array;
}

} // namespace closeranks
