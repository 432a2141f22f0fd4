#pragma once

#include "runtime/support/buffer_cache.hpp"

#include <mpi.h>

#include <cstddef>
#include <vector>

namespace closeranks {

/// A copy of a buffer that an operation both reads and overwrites (MPI_IN_PLACE), so that the
/// operation can be redone with its inputs intact (I4). Only the bytes that the datatypes name are
/// saved and restored.
///
/// Elements that MPI rejects (a negative count, a datatype not committed, no buffer) are left out:
/// the operation itself is about to raise that error. A process without the memory for the copy
/// ends, and is one more failed process to the others.
class Snapshot {
  public:
    Snapshot() = default;
    ~Snapshot() {
        if (saved_.bytes) [[unlikely]]
            give_back();
    }
    Snapshot(const Snapshot &) = delete;
    Snapshot &operator=(const Snapshot &) = delete;
    Snapshot &operator=(Snapshot &&) = default; // to one that is empty

    /// `count` elements of `type` at `buffer`.
    Snapshot(void *buffer, MPI_Count count, MPI_Datatype type) noexcept;

    /// `blocks` blocks: counts[i] elements of `type` at displs[i] extents of `type`.
    Snapshot(void *buffer, const int counts[], const int displs[], MPI_Datatype type,
             int blocks) noexcept;

    /// `blocks` blocks: counts[i] elements of types[i] at displs[i] bytes (Alltoallw).
    Snapshot(void *buffer, const int counts[], const int displs[], const MPI_Datatype types[],
             int blocks) noexcept;

    /// Writes the saved elements back to where they were.
    void restore() const noexcept;

    /// Copies the saved elements, without gaps, to memory of `size` bytes; nothing if it has not
    /// that many.
    void copy_to(std::byte *place, std::size_t size) const noexcept;

  private:
    struct Piece {
        void *buffer;
        MPI_Count count;
        MPI_Datatype type;
        std::size_t offset; ///< in saved_
    };

    void plan(void *buffer, MPI_Count count, MPI_Datatype type);
    void save();
    void give_back() noexcept;

    std::vector<Piece> pieces_;
    std::size_t size_ = 0;
    Memory saved_;
};

/// The elements of all blocks together (Reduce_scatter).
[[nodiscard]] inline MPI_Count sum(const int counts[], int blocks) noexcept {
    MPI_Count total = 0;
    for (int i = 0; i < blocks; ++i)
        total += counts[i];
    return total;
}

} // namespace closeranks
