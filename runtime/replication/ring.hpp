#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace closeranks::replication {

/// Records from the leader of a rank to its twin, in memory that both share and that outlives
/// either. The twin knows a record that was written before a call returned, even if the leader is
/// killed at once. One writer, one reader.
class Ring {
  public:
    struct Record {
        std::uint64_t key = 0;
        std::uint32_t kind = 0;
        std::span<const std::byte> data;
    };

    Ring() = default;
    /// A ring in memory that is zero at first, of `bytes` bytes, aligned like std::max_align_t.
    Ring(void *memory, std::size_t bytes) noexcept;

    [[nodiscard]] explicit operator bool() const noexcept { return head_ != nullptr; }

    /// Gives the last bytes of its memory to another use, before anything is written.
    [[nodiscard]] std::span<std::byte> cut_off(std::size_t bytes) noexcept {
        size_ -= bytes;
        return {data_ + size_, bytes};
    }

    /// False: there is no room until the reader has read more.
    [[nodiscard]] bool write(const Record &record) noexcept;
    /// True if a record with that much data can ever be written.
    [[nodiscard]] bool has_room_for(std::size_t data) const noexcept;

    /// Hands the oldest record to `use`, if there is one.
    bool read(const std::function<void(const Record &)> &use);

    /// A number beside the records, which only rises.
    void set_count(std::uint64_t count) noexcept {
        head_->count.store(count, std::memory_order_release);
    }
    [[nodiscard]] std::uint64_t count() const noexcept {
        return head_->count.load(std::memory_order_acquire);
    }

    /// The other way round: how far the reader has come, by its own count.
    void set_reached(std::uint64_t reached) noexcept {
        head_->reached.store(reached, std::memory_order_release);
    }
    [[nodiscard]] std::uint64_t reached() const noexcept {
        return head_->reached.load(std::memory_order_acquire);
    }

  private:
    struct Head {
        alignas(64) std::atomic<std::uint64_t> written; ///< bytes
        alignas(64) std::atomic<std::uint64_t> read;
        alignas(64) std::atomic<std::uint64_t> count;
        alignas(64) std::atomic<std::uint64_t> reached;
    };
    struct Mark { ///< before the data of a record
        std::uint64_t key;
        std::uint32_t kind;
        std::uint32_t size;
    };
    void copy_in(std::uint64_t at, const void *from, std::size_t bytes) noexcept;
    void copy_out(std::uint64_t at, void *to, std::size_t bytes) const noexcept;

    Head *head_ = nullptr;
    std::byte *data_ = nullptr;
    std::size_t size_ = 0;
};

} // namespace closeranks::replication
