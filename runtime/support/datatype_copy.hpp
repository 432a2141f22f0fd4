#pragma once

#include <mpi.h>

#include <cstddef>

namespace closeranks {

/// Copies the data of a count and a datatype, without the gaps in between.
///
/// Counts may exceed an int. Buffers are as for a send: an element's lower bound may be anywhere.
/// The MPI copies memory that the CPU cannot access.

/// The layout of a datatype in memory (MPI 4.1, 5.1.6 to 5.1.8).
struct DatatypeExtent {
    MPI_Aint lower_bound = 0;
    MPI_Aint extent = 0;
    MPI_Aint true_lower_bound = 0;
    MPI_Aint true_extent = 0;
    MPI_Count size = 0;

    /// True when `count` elements are contiguous in memory.
    [[nodiscard]] bool contiguous(MPI_Count count) const noexcept {
        return size == true_extent && (count <= 1 || extent == true_extent);
    }
};

/// The layout of a datatype that check_elements() found valid.
[[nodiscard]] DatatypeExtent extent_of(MPI_Datatype type) noexcept;

/// The error code of MPI for sending `count` elements of `type` from `buffer` (MPI_ERR_COUNT,
/// MPI_ERR_TYPE, MPI_ERR_BUFFER or MPI_SUCCESS). `quiet` must be a communicator with
/// MPI_ERRORS_RETURN, because most functions that take a datatype would raise the program's error
/// handler of MPI_COMM_WORLD.
[[nodiscard]] int check_elements(const void *buffer, MPI_Count count, MPI_Datatype type,
                                 MPI_Comm quiet) noexcept;

/// Bytes that pack_elements() needs.
[[nodiscard]] std::size_t packed_size(MPI_Count count, MPI_Datatype type) noexcept;

/// Copies elements into contiguous memory of packed_size() bytes, and back.
void pack_elements(const void *buffer, MPI_Count count, MPI_Datatype type,
                   std::byte *packed) noexcept;
void unpack_elements(const std::byte *packed, void *buffer, MPI_Count count,
                     MPI_Datatype type) noexcept;

/// Copies elements to another place with the same type. The places must not overlap.
void copy_elements(const void *from, void *to, MPI_Count count, MPI_Datatype type) noexcept;

} // namespace closeranks
