#pragma once

#include "runtime/support/mutex.hpp"
#include "runtime/support/never_destroyed.hpp"

#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>

namespace closeranks {

/// Bytes that belong to one owner.
struct Memory {
    std::unique_ptr<std::byte[]> bytes;
    std::size_t size = 0;
};

/// Keeps the largest memory that was given back, for the next large request. The system provides
/// large memory page by page at the first access, which takes as long as filling it.
///
/// Thread safety: all functions exclude each other.
class BufferCache {
  public:
    /// Memory of at least `size` bytes, with any content.
    [[nodiscard]] Memory take(std::size_t size) {
        if (size >= worth_keeping) {
            const std::scoped_lock lock(mutex_);
            if (spare_.size >= size) return std::exchange(spare_, {});
        }
        return {std::make_unique_for_overwrite<std::byte[]>(size), size};
    }

    void give_back(Memory memory) noexcept {
        if (memory.size < worth_keeping || memory.size > too_much) return;
        const std::scoped_lock lock(mutex_);
        if (memory.size > spare_.size) std::swap(spare_, memory);
    }

  private:
    static constexpr std::size_t worth_keeping = std::size_t{64} << 10U;
    static constexpr std::size_t too_much = std::size_t{64} << 20U;

    Memory spare_;
    Mutex<LockRank::leaf> mutex_;
};

[[nodiscard]] inline BufferCache &buffer_cache() noexcept {
    static constinit NeverDestroyed<BufferCache> cache;
    return cache.value;
}

} // namespace closeranks
