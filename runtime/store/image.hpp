#pragma once

#include "runtime/store/crc32c.hpp"

#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace closeranks::store {

/// Memory that is written before it is read. A vector of it is not filled with zeros first, which
/// would take as long as copying it.
template <typename T> struct Uninitialized : std::allocator<T> {
    template <typename U> struct rebind { using other = Uninitialized<U>; };
    template <typename U> void construct(U *place) noexcept { ::new (place) U; }
    template <typename U, typename... Arguments>
    void construct(U *place, Arguments &&...arguments) {
        ::new (place) U(std::forward<Arguments>(arguments)...);
    }
};

/// The length and checksum by which an image is recognised.
struct Seal {
    std::uint64_t size = 0;
    std::uint32_t checksum = 0;
};

/// The data that one rank has stored in one checkpoint: its members, packed one after another, and
/// a checksum over all. Each member is its number, its length in bytes and its bytes.
class Image {
  public:
    using Bytes = std::vector<std::byte, Uninitialized<std::byte>>;

    Image() = default;
    explicit Image(Bytes bytes) : bytes_(std::move(bytes)), checksum_(crc32c(bytes_)) {}
    /// An image as it was sent or written: `is_whole` checks that it is unchanged.
    Image(Bytes bytes, std::uint32_t checksum) : bytes_(std::move(bytes)), checksum_(checksum) {}

    /// Replaces an image that is damaged: it is never whole.
    [[nodiscard]] static Image spoilt() noexcept { return {Bytes(), crc32c({}) + 1}; }

    [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return bytes_; }
    [[nodiscard]] std::uint32_t checksum() const noexcept { return checksum_; }
    [[nodiscard]] Seal seal() const noexcept { return {bytes_.size(), checksum_}; }
    [[nodiscard]] bool is_whole() const noexcept { return crc32c(bytes_) == checksum_; }

    struct Member {
        int id;
        std::span<const std::byte> bytes;
    };

    /// Makes room for a member; the caller fills it.
    static std::span<std::byte> append(Bytes &bytes, int id, std::size_t size);

    /// The bytes in an image for a member of `size` bytes.
    [[nodiscard]] static constexpr std::size_t space_for(std::size_t size) noexcept {
        return head + size;
    }

    /// All members of an image, which must be whole.
    [[nodiscard]] std::vector<Member> members() const {
        std::vector<Member> all;
        std::span<const std::byte> rest(bytes_);
        while (rest.size() >= head) {
            Member member{};
            std::uint64_t length = 0;
            std::memcpy(&member.id, rest.data(), sizeof member.id);
            std::memcpy(&length, rest.data() + sizeof member.id, sizeof length);
            if (length > rest.size() - head) break;
            member.bytes = rest.subspan(head, length);
            rest = rest.subspan(head + length);
            all.push_back(member);
        }
        return all;
    }

    /// False: there is no memory for that many bytes.
    [[nodiscard]] static bool make_room(Bytes &bytes, std::size_t size) noexcept {
        try {
            bytes.resize(size);
        } catch (const std::bad_alloc &) {
            return false;
        }
        return true;
    }

    [[nodiscard]] std::optional<std::span<const std::byte>> find(int id) const {
        for (const Member &member : members())
            if (member.id == id) return member.bytes;
        return std::nullopt;
    }

  private:
    static constexpr std::size_t head = sizeof(int) + sizeof(std::uint64_t);

    Bytes bytes_;
    std::uint32_t checksum_ = crc32c({});
};

} // namespace closeranks::store
