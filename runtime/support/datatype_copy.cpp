#include "runtime/support/datatype_copy.hpp"

#include "runtime/support/device_memory.hpp"
#include "runtime/support/large.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>

namespace closeranks {

namespace {

// MPI_Pack counts bytes in an int.
constexpr MPI_Count longest_pack = std::numeric_limits<int>::max();

const std::byte *bytes_at(const void *buffer, MPI_Aint offset) noexcept {
    return static_cast<const std::byte *>(buffer) + offset;
}
std::byte *bytes_at(void *buffer, MPI_Aint offset) noexcept {
    return static_cast<std::byte *>(buffer) + offset;
}

/// The way in which elements are packed: each takes `bytes`, and one call packs a piece of at most
/// `piece` elements.
struct Packing {
    explicit Packing(const DatatypeExtent &layout) noexcept
        : by_mpi(layout.size <= longest_pack), bytes(by_mpi ? layout.size : layout.true_extent),
          piece(layout.size == 0 ? longest_pack : std::max<MPI_Count>(1, longest_pack / bytes)) {}

    /// False for a single element that is too large for MPI_Pack: it is copied with its gaps.
    bool by_mpi;
    MPI_Count bytes;
    MPI_Count piece;
};

void pack_piece(const void *buffer, int count, MPI_Datatype type, std::byte *packed,
                MPI_Count bytes) noexcept {
    // With a valid type and enough room no error can happen, so the error handler does not matter.
    int position = 0;
    static_cast<void>(
        real.Pack(buffer, count, type, packed, static_cast<int>(bytes), &position, MPI_COMM_SELF));
}

void unpack_piece(const std::byte *packed, void *buffer, int count, MPI_Datatype type,
                  MPI_Count bytes) noexcept {
    int position = 0;
    static_cast<void>(real.Unpack(packed, static_cast<int>(bytes), &position, buffer, count, type,
                                  MPI_COMM_SELF));
}

/// Calls visit(first, count) for each piece of `count` elements.
template <typename Visit> void for_pieces(MPI_Count count, MPI_Count piece, Visit visit) noexcept {
    for (MPI_Count first = 0; first < count; first += piece)
        visit(first, static_cast<int>(std::min(piece, count - first)));
}

/// Copies bytes of the program to memory of the library, and back.
void read_bytes(const std::byte *from, std::byte *to, MPI_Count bytes) noexcept {
    if (is_for_cpu(from)) [[likely]] {
        std::memcpy(to, from, static_cast<std::size_t>(bytes));
        return;
    }
    for_pieces(bytes, longest_pack, [&](MPI_Count first, int n) {
        pack_piece(from + first, n, MPI_BYTE, to + first, n);
    });
}

void write_bytes(const std::byte *from, std::byte *to, MPI_Count bytes) noexcept {
    if (is_for_cpu(to)) [[likely]] {
        std::memcpy(to, from, static_cast<std::size_t>(bytes));
        return;
    }
    for_pieces(bytes, longest_pack, [&](MPI_Count first, int n) {
        unpack_piece(from + first, to + first, n, MPI_BYTE, n);
    });
}

} // namespace

DatatypeExtent extent_of(MPI_Datatype type) noexcept {
    DatatypeExtent layout;
    static_cast<void>(real.Type_get_extent(type, &layout.lower_bound, &layout.extent));
    static_cast<void>(
        real.Type_get_true_extent(type, &layout.true_lower_bound, &layout.true_extent));
    static_cast<void>(real.Type_size_x(type, &layout.size));
    return layout;
}

int check_elements(const void *buffer, MPI_Count count, MPI_Datatype type,
                   MPI_Comm quiet) noexcept {
    // For all elements of many blocks only the sign matters.
    if constexpr (!has_large_forms)
        count = std::clamp<MPI_Count>(count, std::numeric_limits<int>::min(), longest_pack);
    return CLOSERANKS_LARGE(Send)(buffer, count, type, MPI_PROC_NULL, 0, quiet);
}

std::size_t packed_size(MPI_Count count, MPI_Datatype type) noexcept {
    return static_cast<std::size_t>(count * Packing(extent_of(type)).bytes);
}

void pack_elements(const void *buffer, MPI_Count count, MPI_Datatype type,
                   std::byte *packed) noexcept {
    const DatatypeExtent layout = extent_of(type);
    if (count == 0 || layout.size == 0) return;
    if (layout.contiguous(count)) {
        read_bytes(bytes_at(buffer, layout.true_lower_bound), packed, count * layout.size);
        return;
    }
    const Packing packing(layout);
    for_pieces(count, packing.piece, [&](MPI_Count first, int n) {
        const std::byte *element = bytes_at(buffer, first * layout.extent);
        std::byte *place = packed + first * packing.bytes;
        if (packing.by_mpi)
            pack_piece(element, n, type, place, n * packing.bytes);
        else
            read_bytes(element + layout.true_lower_bound, place, packing.bytes);
    });
}

void unpack_elements(const std::byte *packed, void *buffer, MPI_Count count,
                     MPI_Datatype type) noexcept {
    const DatatypeExtent layout = extent_of(type);
    if (count == 0 || layout.size == 0) return;
    if (layout.contiguous(count)) {
        write_bytes(packed, bytes_at(buffer, layout.true_lower_bound), count * layout.size);
        return;
    }
    const Packing packing(layout);
    for_pieces(count, packing.piece, [&](MPI_Count first, int n) {
        std::byte *element = bytes_at(buffer, first * layout.extent);
        const std::byte *place = packed + first * packing.bytes;
        if (packing.by_mpi)
            unpack_piece(place, element, n, type, n * packing.bytes);
        else
            write_bytes(place, element + layout.true_lower_bound, packing.bytes);
    });
}

void copy_elements(const void *from, void *to, MPI_Count count, MPI_Datatype type) noexcept {
    const DatatypeExtent layout = extent_of(type);
    if (count == 0 || layout.size == 0) return;
    const std::byte *const first_from = bytes_at(from, layout.true_lower_bound);
    std::byte *const first_to = bytes_at(to, layout.true_lower_bound);
    if (layout.contiguous(count) && is_for_cpu(first_from) && is_for_cpu(first_to)) {
        std::memcpy(first_to, first_from, static_cast<std::size_t>(count * layout.size));
        return;
    }
    // Small pieces stay in the cache between the two halves.
    constexpr MPI_Count cached = MPI_Count{1} << 16;
    const Packing packing(layout);
    const MPI_Count piece = std::clamp<MPI_Count>(cached / packing.bytes, 1, count);
    const auto room = std::make_unique_for_overwrite<std::byte[]>(
        static_cast<std::size_t>(piece * packing.bytes));
    for_pieces(count, piece, [&](MPI_Count first, int n) {
        pack_elements(bytes_at(from, first * layout.extent), n, type, room.get());
        unpack_elements(room.get(), bytes_at(to, first * layout.extent), n, type);
    });
}

} // namespace closeranks
