#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace closeranks {

/// An open-addressing hash table from MPI handles (pointers in Open MPI) to small records kept in
/// the table itself. Adding and removing cost a few nanoseconds and allocate only when the table
/// grows, so that every nonblocking message can have a record. Zero bytes are a valid empty table.
///
/// Thread safety: none; the caller locks.
template <typename Handle, typename Record> class FlatTable {
    static_assert(std::is_trivially_copyable_v<Record> && sizeof(Handle) == sizeof(std::uintptr_t));

  public:
    /// The record of `handle`, or nullptr. Valid until the table is changed.
    [[nodiscard]] Record *find(Handle handle) noexcept {
        if (count_ == 0) return nullptr;
        for (std::size_t i = home(handle);; i = next(i)) {
            if (slots_[i].handle == handle) return &slots_[i].record;
            if (slots_[i].handle == Handle{}) return nullptr;
        }
    }

    /// Adds a record unless `handle` has one. Returns the record of `handle`, and whether it is
    /// new.
    std::pair<Record *, bool> try_insert(Handle handle, const Record &record) {
        if ((count_ + 1) * 2 > size()) [[unlikely]]
            grow();
        std::size_t i = home(handle);
        for (; slots_[i].handle != Handle{}; i = next(i))
            if (slots_[i].handle == handle) return {&slots_[i].record, false};
        slots_[i] = {handle, record};
        ++count_;
        return {&slots_[i].record, true};
    }

    /// Adds a record. Returns the one that `handle` had before, if any.
    std::optional<Record> insert(Handle handle, const Record &record) {
        const auto [found, added] = try_insert(handle, record);
        if (added) return std::nullopt;
        return std::exchange(*found, record);
    }

    /// Removes and returns the record of `handle`, if any.
    std::optional<Record> take(Handle handle) noexcept {
        // The object that the caller receives, so that a record is copied once.
        std::optional<Record> taken;
        if (count_ == 0 || handle == Handle{}) return taken;
        std::size_t hole = home(handle);
        for (; slots_[hole].handle != handle; hole = next(hole))
            if (slots_[hole].handle == Handle{}) return taken;
        taken.emplace(slots_[hole].record);
        close(hole);
        --count_;
        return taken;
    }

    /// Removes a record that find() has returned.
    void erase(const Record *record) noexcept {
        const auto *const slot = reinterpret_cast<const Slot *>(
            reinterpret_cast<const char *>(record) - offsetof(Slot, record));
        close(static_cast<std::size_t>(slot - slots_.get()));
        --count_;
    }

    [[nodiscard]] std::size_t count() const noexcept { return count_; }

    /// Calls `visit(handle, record)` for every record; `visit` must not change the table.
    template <typename Visit> void for_each(Visit visit) const {
        for (std::size_t i = 0; i < size(); ++i)
            if (slots_[i].handle != Handle{}) visit(slots_[i].handle, slots_[i].record);
    }

  private:
    struct Slot {
        Handle handle{};
        Record record{};
    };

    [[nodiscard]] std::size_t size() const noexcept { return slots_ ? std::size_t{1} << bits_ : 0; }
    [[nodiscard]] std::size_t next(std::size_t i) const noexcept { return (i + 1) & (size() - 1); }

    /// Multiplying by 2^64 / golden ratio spreads the bits of pointers, which differ only in the
    /// middle, over the upper bits (Knuth, TAOCP 3, 6.4).
    [[nodiscard]] std::size_t home(Handle handle) const noexcept {
        const auto key = std::uint64_t{std::bit_cast<std::uintptr_t>(handle)};
        return static_cast<std::size_t>((key * 0x9E3779B97F4A7C15U) >> (64U - bits_));
    }

    /// Empties slot `hole` without tombstones: entries behind it move up unless that would put
    /// them before their home.
    void close(std::size_t hole) noexcept {
        for (std::size_t i = next(hole); slots_[i].handle != Handle{}; i = next(i)) {
            const std::size_t from_home = (i - home(slots_[i].handle)) & (size() - 1);
            const std::size_t from_hole = (i - hole) & (size() - 1);
            if (from_home < from_hole) continue;
            slots_[hole] = slots_[i];
            hole = i;
        }
        slots_[hole].handle = Handle{};
    }

    [[gnu::noinline]] void grow() {
        const std::size_t old_size = size();
        const std::unique_ptr<Slot[]> old = std::move(slots_);
        bits_ = old_size == 0 ? first_bits : bits_ + 1;
        slots_ = std::make_unique<Slot[]>(std::size_t{1} << bits_);
        for (std::size_t i = 0; i < old_size; ++i) {
            if (old[i].handle == Handle{}) continue;
            std::size_t to = home(old[i].handle);
            while (slots_[to].handle != Handle{})
                to = next(to);
            slots_[to] = old[i];
        }
    }

    static constexpr unsigned first_bits = 6;

    std::unique_ptr<Slot[]> slots_;
    std::size_t count_ = 0;
    unsigned bits_ = 0;
};

} // namespace closeranks
