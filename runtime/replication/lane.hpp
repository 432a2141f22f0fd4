#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

namespace closeranks::replication {

/// Short records of words from the leader of a rank to its twin, in memory that both share and that
/// outlives either. For calls that a program may make a million times a second: to write a record
/// takes a few nanoseconds. One writer, one reader.
class Lane {
  public:
    Lane() = default;
    /// A lane in memory that is zero at first and begins at a cache line.
    explicit Lane(std::span<std::byte> memory) noexcept;

    [[nodiscard]] explicit operator bool() const noexcept { return head_ != nullptr; }

    /// False: there is no room until the reader has read more. A record must fit into the lane.
    bool write(std::uint64_t kind, std::span<const std::uint64_t> words) noexcept {
        const std::uint64_t at = head_->written.load(std::memory_order_relaxed);
        const std::uint64_t end = at + 1 + words.size();
        if (end - seen_ > mask_ + 1) {
            seen_ = head_->read.load(std::memory_order_acquire);
            if (end - seen_ > mask_ + 1) return false;
        }
        words_[at & mask_] = kind;
        for (std::size_t i = 0; i < words.size(); ++i)
            words_[(at + 1 + i) & mask_] = words[i];
        head_->written.store(end, std::memory_order_release);
        return true;
    }

    [[nodiscard]] bool has_any() noexcept {
        const std::uint64_t at = head_->read.load(std::memory_order_relaxed);
        if (at == seen_) seen_ = head_->written.load(std::memory_order_acquire);
        return at != seen_;
    }
    /// The kind of the oldest record, which must exist.
    [[nodiscard]] std::uint64_t kind() const noexcept {
        return words_[head_->read.load(std::memory_order_relaxed) & mask_];
    }
    /// Takes the oldest record, which must exist and have as many words.
    void read(std::span<std::uint64_t> words) noexcept {
        const std::uint64_t at = head_->read.load(std::memory_order_relaxed);
        for (std::size_t i = 0; i < words.size(); ++i)
            words[i] = words_[(at + 1 + i) & mask_];
        head_->read.store(at + 1 + words.size(), std::memory_order_release);
    }

    /// Takes all records, of whatever size.
    void drop_all() noexcept {
        seen_ = head_->written.load(std::memory_order_acquire);
        head_->read.store(seen_, std::memory_order_release);
    }

  private:
    struct Head {
        alignas(64) std::atomic<std::uint64_t> written; ///< words
        alignas(64) std::atomic<std::uint64_t> read;
    };

    Head *head_ = nullptr;
    std::uint64_t *words_ = nullptr;
    std::uint64_t mask_ = 0; ///< one less than the number of words, which is a power of two
    std::uint64_t seen_ = 0; ///< the other side's position at the last check
};

} // namespace closeranks::replication
