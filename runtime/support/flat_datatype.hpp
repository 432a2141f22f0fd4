#pragma once

#include <mpi.h>

#include <cstdint>
#include <vector>

namespace closeranks {

/// Bytes that are contiguous.
struct Piece {
    std::int64_t at = 0;
    std::int64_t length = 0;
};

/// The pieces of a datatype in the order of its type map, relative to its address, with neighbours
/// joined; and the distance of its elements.
struct FlatDatatype {
    std::vector<Piece> pieces;
    std::int64_t extent = 0;

    /// Most pieces that are kept of one datatype.
    static constexpr std::size_t most = std::size_t{1} << 20U;

    /// True if there is one piece as long as the extent: then any number of elements is contiguous.
    [[nodiscard]] bool is_solid() const noexcept {
        return pieces.size() == 1 && pieces[0].at == 0 && pieces[0].length == extent;
    }

    /// Adds the pieces of `count` elements of `other`, the first of them at `at`. Returns false,
    /// and adds some of them, when there are too many.
    [[nodiscard]] bool add(const FlatDatatype &other, std::int64_t count, std::int64_t at);
};

/// Takes a datatype apart, if it was made by the constructors of MPI 4.1, 5.1. Other types
/// (MPI_Type_create_darray, pairs with gaps) must be small.
///
/// Returns false for a type that cannot be taken apart. Purely local, any thread.
[[nodiscard]] bool flatten(MPI_Datatype type, FlatDatatype &flat) noexcept;

} // namespace closeranks
