#pragma once

#include <mpi.h>

#include <cstdint>
#include <vector>

namespace closeranks {

/// Bytes that lie together.
struct Piece {
    std::int64_t at = 0;
    std::int64_t length = 0;
};

/// The pieces of a datatype in the order of its type map, relative to its address, neighbours
/// joined; and how far apart its elements are.
struct FlatDatatype {
    std::vector<Piece> pieces;
    std::int64_t extent = 0;

    static constexpr std::size_t most = std::size_t{1} << 20U; ///< pieces that are kept of one

    /// One piece as long as the extent: so are any number of elements.
    [[nodiscard]] bool is_solid() const noexcept {
        return pieces.size() == 1 && pieces[0].at == 0 && pieces[0].length == extent;
    }

    /// Adds the pieces of `count` elements of `other`, the first of them at `at`. Returns false,
    /// and adds some of them, when they are too many.
    [[nodiscard]] bool add(const FlatDatatype &other, std::int64_t count, std::int64_t at);
};

/// Takes a datatype apart, as far as it was made by the constructors of MPI 4.1, 5.1; what is left
/// (MPI_Type_create_darray, pairs with gaps) is small, or else not taken apart.
///
/// Returns false for what cannot be taken apart. Purely local, any thread.
[[nodiscard]] bool flatten(MPI_Datatype type, FlatDatatype &flat) noexcept;

} // namespace closeranks
