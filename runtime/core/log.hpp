#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace closeranks {

/// What this process keeps of a communicator's latest collectives, for members who may still need
/// it (docs/commit.md): one entry, perhaps empty, for each of the consecutive numbers since the
/// last cut.
///
/// All members count alike: how full the log is follows from the operations' functions and sizes,
/// never from what a member itself keeps. So all of them find it full at the same operation.
class Log {
  public:
    static constexpr std::size_t longest = 4096;    ///< bytes of an operation that is kept
    static constexpr std::size_t capacity = 65'536; ///< bytes of all entries together
    static constexpr std::size_t least = 64; ///< bytes that an entry counts for beside its own
    static constexpr std::size_t most = capacity / least; ///< entries

    struct Entry {
        std::uint32_t offset = 0;
        std::uint32_t size = 0;
        std::uint32_t blocks = 1; ///< equal parts, one for each application rank; or 1
    };

    /// True when one more operation of `bytes` would be too much: it has to be agreed.
    [[nodiscard]] bool is_full(std::size_t bytes) const noexcept {
        return counted_ + least + bytes > capacity;
    }

    /// Forgets everything; the next entry is that of `number`.
    void cut(std::uint64_t number) noexcept {
        first_ = number;
        count_ = 0;
        used_ = 0;
        counted_ = 0;
    }

    /// Adds the next entry: an operation that all members count as `counted` bytes, of which this
    /// one keeps `size`. Returns where they belong.
    [[nodiscard, gnu::always_inline]] std::byte *append(std::size_t counted, std::size_t size,
                                                        std::uint32_t blocks) noexcept {
        if (!memory_) [[unlikely]]
            memory_ = std::make_unique_for_overwrite<Memory>();
        memory_->entries[count_++] = {static_cast<std::uint32_t>(used_),
                                      static_cast<std::uint32_t>(size), blocks};
        std::byte *const place = memory_->bytes + used_;
        used_ += size;
        counted_ += least + counted;
        return place;
    }

    /// What was kept of operation `number`, or its part for application rank `rank`; nothing if it
    /// is not in the log.
    [[nodiscard]] std::span<const std::byte> find(std::uint64_t number, int rank) const noexcept {
        if (number < first_ || number - first_ >= count_) return {};
        const Entry &entry = memory_->entries[number - first_];
        const std::size_t size = entry.size / entry.blocks;
        const std::size_t part = entry.blocks == 1 ? 0 : static_cast<std::size_t>(rank) * size;
        return {memory_->bytes + entry.offset + part, size};
    }

  private:
    struct Memory {
        Entry entries[most];
        std::byte bytes[capacity];
    };

    std::unique_ptr<Memory> memory_; // when first used: many communicators never are
    std::uint64_t first_ = 1;
    std::size_t count_ = 0;
    std::size_t used_ = 0;
    std::size_t counted_ = 0;
};

} // namespace closeranks
