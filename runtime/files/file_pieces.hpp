#pragma once

#include "runtime/support/flat_datatype.hpp"

namespace closeranks {

/// The places of a view's data in the file (MPI 4.1, 14.3): the filetype, repeated. Positions count
/// the bytes of the view, places those of the file.
///
/// Purely local; any number of threads may ask.
class FilePieces {
  public:
    FilePieces() = default;
    /// For the view that begins at `displacement`.
    FilePieces(std::int64_t displacement, FlatDatatype filetype);

    /// False where positions do not go forward in the file, or there are none.
    [[nodiscard]] bool is_usable() const noexcept { return size_ > 0; }

    /// The bytes that lie together from `position` on.
    [[nodiscard]] Piece from(std::int64_t position) const noexcept;

    /// The first position that is not before `place`.
    [[nodiscard]] std::int64_t position_at(std::int64_t place) const noexcept;

    /// How many pieces there are in `bytes` (> 0) from `position` on.
    [[nodiscard]] std::int64_t count(std::int64_t position, std::int64_t bytes) const noexcept;

  private:
    [[nodiscard]] std::size_t index_of(std::int64_t within) const noexcept;

    FlatDatatype filetype_;
    std::vector<std::int64_t> before_; ///< for each piece: the bytes of the pieces before it
    std::int64_t begin_ = 0;           ///< the displacement of the view
    std::int64_t size_ = 0;            ///< bytes of the filetype
};

} // namespace closeranks
