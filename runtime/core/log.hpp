#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>

namespace closeranks {

/// The entries that this process keeps of a communicator's latest collectives, for members that may
/// still need them (docs/developers/commit.md). There is one entry, perhaps empty, for each of the
/// consecutive numbers since the last cut.
///
/// All members count the same size: the fill of the log follows from the functions and sizes of the
/// operations, never from the data that a member itself keeps. So all members find the log full at
/// the same operation.
class Log {
  public:
    static constexpr std::size_t longest = 16'384;  ///< bytes of an operation that is kept
    static constexpr std::size_t capacity = 65'536; ///< bytes of all entries together
    /// Bytes that an entry counts for in addition to its data.
    static constexpr std::size_t least = 64;

    /// True when one more operation of `bytes` would exceed the capacity: then the operation has to
    /// be agreed on.
    [[nodiscard]] bool is_full(std::size_t bytes) const noexcept {
        return counted_ + least + bytes > capacity;
    }

    /// True when the entry of operation `number` has been made, and perhaps cut since.
    [[nodiscard]] bool has_reached(std::uint64_t number) const noexcept {
        std::uint64_t next = first_;
        for (const std::byte *at = memory_.get(); at != end_; at = after(at))
            ++next;
        return number < next;
    }

    /// Forgets everything; the next entry is that of `number`.
    void cut(std::uint64_t number) noexcept {
        first_ = number;
        end_ = memory_.get();
        counted_ = 0;
    }

    /// Adds the next entry: an operation that all members count as `counted` bytes, and of which
    /// this member keeps `size` bytes. Returns the address for them.
    [[nodiscard, gnu::always_inline]] std::byte *append(std::size_t counted, std::size_t size,
                                                        std::uint32_t blocks) noexcept {
        if (end_ == nullptr) [[unlikely]]
            allocate();
        std::byte *const place = end_ + sizeof(Header);
        new (end_) Header{static_cast<std::uint32_t>(size), blocks};
        end_ = place + rounded(size);
        counted_ += least + counted;
        return place;
    }

    /// The data kept of operation `number`, or its part for application rank `rank`; empty if it is
    /// not in the log.
    [[nodiscard]] std::span<const std::byte> find(std::uint64_t number, int rank) const noexcept {
        if (number < first_) return {};
        const std::byte *at = memory_.get();
        for (std::uint64_t i = first_; at != end_; ++i, at = after(at)) {
            if (i != number) continue;
            const Header &header = header_at(at);
            const std::size_t size = header.size / header.blocks;
            const auto part = header.blocks == 1 ? 0 : static_cast<std::size_t>(rank);
            return {at + sizeof(Header) + part * size, size};
        }
        return {};
    }

  private:
    /// The header of an entry. Its data follows it, so that both are in one cache line.
    struct Header {
        std::uint32_t size;
        std::uint32_t blocks; ///< equal parts, one for each application rank; or 1
    };

    [[nodiscard]] static constexpr std::size_t rounded(std::size_t size) noexcept {
        return (size + alignof(std::uint64_t) - 1) & ~(alignof(std::uint64_t) - 1);
    }
    [[nodiscard]] static const Header &header_at(const std::byte *at) noexcept {
        return *std::launder(reinterpret_cast<const Header *>(at));
    }
    /// The entry that follows the one at `at`.
    [[nodiscard]] static const std::byte *after(const std::byte *at) noexcept {
        return at + sizeof(Header) + rounded(header_at(at).size);
    }
    static_assert(sizeof(Header) + alignof(std::uint64_t) <= least,
                  "what counts for `capacity` bytes has room in as many");

    [[gnu::cold, gnu::noinline]] void allocate() noexcept {
        memory_ = std::make_unique_for_overwrite<std::byte[]>(capacity);
        end_ = memory_.get();
    }

    std::byte *end_ = nullptr; ///< of the entries
    std::size_t counted_ = 0;
    std::uint64_t first_ = 1; ///< the number of the first entry
    /// Allocated at first use: many communicators never use it.
    std::unique_ptr<std::byte[]> memory_;
};

} // namespace closeranks
