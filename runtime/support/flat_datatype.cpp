#include "runtime/support/flat_datatype.hpp"

#include "runtime/support/datatype_contents.hpp"
#include "runtime/support/handles.hpp"
#include "runtime/support/typed_data.hpp"

#include <algorithm>

namespace closeranks {

namespace {

/// `count` blocks: `length(i)` elements at byte `place(i)`.
template <typename Length, typename Place>
bool add_blocks(FlatDatatype &flat, const FlatDatatype &element, std::int64_t count, Length length,
                Place place) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
        if (!flat.add(element, length(i), place(i))) return false;
    return true;
}

/// An array within an array, from the dimension that varies fastest to the slowest.
bool add_subarray(FlatDatatype &flat, FlatDatatype element,
                  const std::vector<std::int64_t> &integers) {
    const auto dimensions = static_cast<std::size_t>(integers[0]);
    const std::int64_t *const sizes = &integers[1];
    const std::int64_t *const parts = sizes + dimensions;
    const std::int64_t *const starts = parts + dimensions;
    const bool last_first = integers.back() == MPI_ORDER_C;
    for (std::size_t i = 0; i < dimensions; ++i) {
        const std::size_t d = last_first ? dimensions - 1 - i : i;
        FlatDatatype row;
        row.extent = element.extent * sizes[d];
        if (!row.add(element, parts[d], element.extent * starts[d])) return false;
        element = std::move(row);
    }
    return flat.add(element, 1, 0);
}

bool add_struct(FlatDatatype &flat, const DatatypeContents &made) {
    for (std::size_t i = 0; i < made.types.size(); ++i) {
        FlatDatatype element;
        if (made.integers[i + 1] == 0) continue;
        if (!flatten(made.types[i], element) ||
            !flat.add(element, made.integers[i + 1], made.places[i]))
            return false;
    }
    return true;
}

bool add_made(FlatDatatype &flat, const DatatypeContents &made) {
    if (made.combiner == MPI_COMBINER_STRUCT) return add_struct(flat, made);
    FlatDatatype element;
    if (!flatten(made.types[0], element)) return false;
    const auto integer = [&](std::size_t i) { return made.integers[i]; };
    const auto place = [&](std::size_t i) { return made.places[i]; };
    const std::int64_t count = made.integers.empty() ? 0 : made.integers[0];
    const auto each = [&](std::size_t) { return integer(1); };
    const auto own = [&](std::size_t i) { return integer(1 + i); };
    const auto after_all = static_cast<std::size_t>(count) + 1;
    const auto step = [&](std::size_t i) { return static_cast<std::int64_t>(i); };
    switch (made.combiner) {
    case MPI_COMBINER_DUP:
    case MPI_COMBINER_RESIZED:
        return flat.add(element, 1, 0);
    case MPI_COMBINER_CONTIGUOUS:
        return flat.add(element, count, 0);
    case MPI_COMBINER_VECTOR:
        return add_blocks(flat, element, count, each,
                          [&](std::size_t i) { return step(i) * integer(2) * element.extent; });
    case MPI_COMBINER_HVECTOR:
        return add_blocks(flat, element, count, each,
                          [&](std::size_t i) { return step(i) * place(0); });
    case MPI_COMBINER_INDEXED:
        return add_blocks(flat, element, count, own,
                          [&](std::size_t i) { return integer(after_all + i) * element.extent; });
    case MPI_COMBINER_HINDEXED:
        return add_blocks(flat, element, count, own, place);
    case MPI_COMBINER_INDEXED_BLOCK:
        return add_blocks(flat, element, count, each,
                          [&](std::size_t i) { return integer(2 + i) * element.extent; });
    case MPI_COMBINER_HINDEXED_BLOCK:
        return add_blocks(flat, element, count, each, place);
    default:
        return add_subarray(flat, std::move(element), made.integers);
    }
}

bool can_be_taken_apart(int combiner) noexcept {
    constexpr int known[] = {
        MPI_COMBINER_DUP,      MPI_COMBINER_RESIZED,       MPI_COMBINER_CONTIGUOUS,
        MPI_COMBINER_VECTOR,   MPI_COMBINER_HVECTOR,       MPI_COMBINER_INDEXED,
        MPI_COMBINER_HINDEXED, MPI_COMBINER_INDEXED_BLOCK, MPI_COMBINER_HINDEXED_BLOCK,
        MPI_COMBINER_STRUCT,   MPI_COMBINER_SUBARRAY,
    };
    return std::find(std::begin(known), std::end(known), combiner) != std::end(known);
}

/// Finds the pieces by unpacking it: for a type with a small extent.
bool add_unpacked(FlatDatatype &flat, MPI_Datatype type) {
    constexpr std::ptrdiff_t farthest = std::ptrdiff_t{1} << 20U;
    Type copy; // a part of another type need not be committed
    MPI_Datatype committed = MPI_DATATYPE_NULL;
    if (real.Type_dup(type, copy.out()) != MPI_SUCCESS) return false;
    committed = copy.get();
    if (real.Type_commit(&committed) != MPI_SUCCESS) return false;
    const DataLayout layout(1, committed);
    if (layout.end() - layout.begin() > farthest) return false;
    for (const Segment &segment : segments_of(layout, {nullptr, 1, committed}, layout.bytes()))
        flat.pieces.push_back({.at = layout.begin() + static_cast<std::ptrdiff_t>(segment.offset),
                               .length = static_cast<std::int64_t>(segment.length)});
    return true;
}

} // namespace

bool FlatDatatype::add(const FlatDatatype &other, std::int64_t count, std::int64_t at) {
    const bool solid = other.is_solid();
    for (std::int64_t i = 0; i < (solid ? std::min<std::int64_t>(count, 1) : count); ++i) {
        for (const Piece &piece : other.pieces) {
            const std::int64_t begin = at + i * other.extent + piece.at;
            const std::int64_t length = solid ? count * piece.length : piece.length;
            if (!pieces.empty() && pieces.back().at + pieces.back().length == begin)
                pieces.back().length += length;
            else if (pieces.size() == most)
                return false;
            else
                pieces.push_back({.at = begin, .length = length});
        }
    }
    return true;
}

bool flatten(MPI_Datatype type, FlatDatatype &flat) noexcept {
    if (const std::size_t size = plain_size(type); size != 0) {
        flat.extent = static_cast<std::int64_t>(size);
        return flat.add({.pieces = {{.at = 0, .length = flat.extent}}, .extent = flat.extent}, 1,
                        0);
    }
    MPI_Aint lower = 0;
    MPI_Aint extent = 0;
    if (real.Type_get_extent(type, &lower, &extent) != MPI_SUCCESS) return false;
    flat.extent = extent;
    const DatatypeContents made(type);
    return can_be_taken_apart(made.combiner) ? add_made(flat, made) : add_unpacked(flat, type);
}

} // namespace closeranks
