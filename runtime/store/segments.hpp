#pragma once

#include "runtime/store/image.hpp"

#include <algorithm>
#include <cstring>
#include <span>

namespace closeranks::store {

/// Segment `number` of `size` bytes of data that are cut into `parts` equal segments: its begin and
/// its length. The last segments may be shorter, or empty.
struct Segment {
    std::size_t begin;
    std::size_t length;

    Segment(std::size_t size, std::size_t parts, std::size_t number) noexcept {
        const std::size_t most = (size + parts - 1) / parts;
        begin = std::min(size, number * most);
        length = std::min(size - begin, most);
    }
    template <typename Bytes> [[nodiscard]] auto of(Bytes &&bytes) const {
        return std::span(bytes).subspan(begin, length);
    }
};

/// The exclusive or of pieces. Shorter pieces count as if zeros followed.
class Parity {
  public:
    void add(Image::Bytes piece) noexcept {
        if (piece.size() > bytes_.size()) std::swap(piece, bytes_);
        add(std::span<const std::byte>(piece));
    }
    /// The piece must not be longer than the parity.
    void add(std::span<const std::byte> piece) noexcept {
        std::size_t at = 0;
        std::uint64_t word = 0;
        std::uint64_t other = 0;
        for (; at + sizeof word <= piece.size(); at += sizeof word) {
            std::memcpy(&word, bytes_.data() + at, sizeof word);
            std::memcpy(&other, piece.data() + at, sizeof other);
            word ^= other;
            std::memcpy(bytes_.data() + at, &word, sizeof word);
        }
        for (; at < piece.size(); ++at)
            bytes_[at] ^= piece[at];
    }
    [[nodiscard]] const Image::Bytes &bytes() const noexcept { return bytes_; }

  private:
    Image::Bytes bytes_;
};

} // namespace closeranks::store
