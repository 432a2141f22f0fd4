#include "runtime/files/file_pieces.hpp"

#include <algorithm>
#include <limits>

namespace closeranks {

namespace {

/// True if each piece begins where the one before it ends, or later, and so does the next filetype.
bool goes_forward(const FlatDatatype &filetype) noexcept {
    const std::vector<Piece> &pieces = filetype.pieces;
    for (std::size_t i = 1; i < pieces.size(); ++i)
        if (pieces[i].at < pieces[i - 1].at + pieces[i - 1].length) return false;
    return !pieces.empty() &&
           pieces.back().at + pieces.back().length <= pieces.front().at + filetype.extent;
}

} // namespace

FilePieces::FilePieces(std::int64_t displacement, FlatDatatype filetype)
    : filetype_(std::move(filetype)), begin_(displacement) {
    if (!goes_forward(filetype_)) return;
    for (const Piece &piece : filetype_.pieces) {
        before_.push_back(size_);
        size_ += piece.length;
    }
}

std::size_t FilePieces::index_of(std::int64_t within) const noexcept {
    const auto next = std::upper_bound(before_.begin(), before_.end(), within);
    return static_cast<std::size_t>(next - before_.begin()) - 1;
}

Piece FilePieces::from(std::int64_t position) const noexcept {
    if (filetype_.is_solid())
        return {.at = begin_ + position, .length = std::numeric_limits<std::int64_t>::max()};
    const std::int64_t within = position % size_;
    const std::size_t i = index_of(within);
    const Piece &piece = filetype_.pieces[i];
    const std::int64_t gone = within - before_[i];
    return {.at = begin_ + position / size_ * filetype_.extent + piece.at + gone,
            .length = piece.length - gone};
}

std::int64_t FilePieces::position_at(std::int64_t place) const noexcept {
    const std::int64_t first = filetype_.pieces.front().at;
    const std::int64_t far = place - begin_ - first; // the filetypes follow each other at `first`
    if (far <= 0) return 0;
    const std::int64_t within = far % filetype_.extent + first;
    const auto next =
        std::upper_bound(filetype_.pieces.begin(), filetype_.pieces.end(), within,
                         [](std::int64_t at, const Piece &piece) { return at < piece.at; });
    const auto i = static_cast<std::size_t>(next - filetype_.pieces.begin()) - 1;
    const Piece &piece = filetype_.pieces[i];
    return far / filetype_.extent * size_ + before_[i] + std::min(piece.length, within - piece.at);
}

std::int64_t FilePieces::count(std::int64_t position, std::int64_t bytes) const noexcept {
    if (filetype_.is_solid()) return 1;
    const auto number = [&](std::int64_t at) {
        return at / size_ * static_cast<std::int64_t>(filetype_.pieces.size()) +
               static_cast<std::int64_t>(index_of(at % size_));
    };
    return number(position + bytes - 1) - number(position) + 1;
}

} // namespace closeranks
