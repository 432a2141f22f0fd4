// SPDX-License-Identifier: BSD-3-Clause
/// @file
/// The memory for messages of closeranks/local.hpp. A program includes local.hpp instead of this
/// header.
#ifndef CLOSERANKS_DETAIL_LOCAL_MEMORY_HPP
#define CLOSERANKS_DETAIL_LOCAL_MEMORY_HPP

#include <cstddef>
#include <map>
#include <memory>
#include <memory_resource>
#include <new>

/// @cond
namespace closeranks::local_detail {

/// The memory for messages. Memory that a commit frees is kept for later messages, because fresh
/// pages of the system cost more than the copy.
class Memory {
  public:
    /// @param most  limit of the kept memory, in bytes
    explicit Memory(std::size_t most) : most_(most) {}

    [[nodiscard]] void *allocate(std::size_t size) {
        if (size <= most_of_small) return small_.allocate(size);
        const auto found = kept_.lower_bound(size);
        if (found == kept_.end() || found->first > size + size / 4) return ::operator new(size);
        bytes_ -= found->first;
        return kept_.extract(found).mapped().release();
    }
    void deallocate(void *data, std::size_t size) {
        if (size <= most_of_small) return small_.deallocate(data, size);
        Block block(data);
        if (bytes_ + size > most_) { // kept sizes that are no longer requested
            kept_.clear();
            bytes_ = 0;
        }
        if (size > most_) return;
        kept_.emplace(size, std::move(block));
        bytes_ += size;
    }

  private:
    struct Delete {
        void operator()(void *data) const { ::operator delete(data); }
    };
    using Block = std::unique_ptr<void, Delete>;
    static constexpr std::size_t most_of_small = 4096; // the pool keeps smaller blocks itself

    std::pmr::unsynchronized_pool_resource small_;
    std::multimap<std::size_t, Block> kept_; ///< by size
    std::size_t bytes_ = 0;                  ///< bytes of the kept blocks
    std::size_t most_;
};

struct GiveBack {
    Memory *memory = nullptr;
    std::size_t size = 0;
    void operator()(std::byte *data) const { memory->deallocate(data, size); }
};

/// A message with its head.
class Bytes {
  public:
    Bytes() = default;
    /// The bytes are not initialised: they will be written, and long messages would be written
    /// twice.
    Bytes(std::size_t size, Memory &memory)
        : data_(static_cast<std::byte *>(memory.allocate(size)), {&memory, size}) {}

    [[nodiscard]] std::byte *data() { return data_.get(); }
    [[nodiscard]] const std::byte *data() const { return data_.get(); }
    [[nodiscard]] std::size_t size() const { return data_.get_deleter().size; }

  private:
    std::unique_ptr<std::byte, GiveBack> data_;
};

} // namespace closeranks::local_detail
/// @endcond

#endif
