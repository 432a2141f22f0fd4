#pragma once

#include "runtime/support/flat_datatype.hpp"

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace closeranks::replication {

/// An operation on the memory of a target, as it travels: this head, then the pieces of the
/// target's memory, relative to its beginning, then the data. MPI_Put, MPI_Get and the accumulating
/// calls have one form: the target's data is changed by `op` (MPI_REPLACE, MPI_NO_OP and others),
/// and the former data may be fetched.
///
/// All processes run on one kind of machine, so numbers travel as they are in memory. The MPI's own
/// datatypes and operators travel as their Fortran integers.
struct OperationHead {
    std::uint64_t pieces = 0;
    std::uint64_t data = 0;    ///< bytes; of MPI_Compare_and_swap: of both values
    MPI_Fint type = 0;         ///< of which all of the data consists; used if `op` combines
    MPI_Fint op = 0;           ///<
    std::uint32_t fetches = 0; ///< 1: the former data is wanted
    std::uint32_t swaps = 0;   ///< 1: the data is the expected value, and the one that replaces it
};

/// Adds an operation behind others.
void append(std::vector<std::byte> &operations, OperationHead head, std::span<const Piece> pieces,
            std::span<const std::byte> data);

/// Carries out the operations in their order on the memory at `base`, and adds the data that they
/// fetch to `fetched`. Returns the first error code.
[[nodiscard]] int carry_out(std::span<const std::byte> operations, std::byte *base,
                            std::vector<std::byte> &fetched);

/// True if one of the operations fetches data.
[[nodiscard]] bool fetches_data(std::span<const std::byte> operations);

} // namespace closeranks::replication
