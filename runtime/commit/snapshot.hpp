#pragma once

#include "runtime/support/buffer_cache.hpp"
#include "runtime/support/device_memory.hpp"
#include "runtime/support/known_sizes.hpp"
#include "runtime/support/large.hpp"

#include <mpi.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <new>
#include <vector>

namespace closeranks {

/// A copy of a buffer that an operation both reads and overwrites (MPI_IN_PLACE), so that the
/// operation can be redone with its inputs intact (invariant I4, docs/developers/design.md). Only
/// the bytes that the datatypes name are saved and restored.
///
/// Elements that MPI rejects (a negative count, a datatype not committed, no buffer) are left out:
/// the operation itself is about to raise that error. A process without enough memory for the copy
/// ends, and counts as failed.
class Snapshot {
  public:
    static constexpr int no_block = -1;

    Snapshot() noexcept; ///< a copy of nothing
    ~Snapshot() {
        if (saved_.bytes) [[unlikely]]
            give_back();
    }
    Snapshot(const Snapshot &) = delete;
    Snapshot &operator=(const Snapshot &) = delete;
    Snapshot &operator=(Snapshot &&) = default; // only to an empty snapshot

    /// `count` elements of `type` at `buffer`.
    [[gnu::always_inline]] Snapshot(void *buffer, MPI_Count count, MPI_Datatype type) noexcept {
        if (!take_short(buffer, count, type)) take(buffer, count, type);
    }

    /// `blocks` blocks of `count` elements of `type`, one after the other, without block `own`. A
    /// redo takes that block from the process's own buffer (no_block: it is given in place).
    [[gnu::always_inline]] Snapshot(void *buffer, MPI_Count count, MPI_Datatype type, int blocks,
                                    int own) noexcept {
        if (!take_short(buffer, count * blocks, type))
            take_blocks(buffer, count, type, blocks, own);
    }

    /// `blocks` blocks without block `own`: counts[i] elements of `type` at displs[i] extents of
    /// `type`.
    Snapshot(void *buffer, NumberArray counts, NumberArray displs, MPI_Datatype type, int blocks,
             int own = no_block) noexcept;

    /// `blocks` blocks: counts[i] elements of types[i] at displs[i] bytes (Alltoallw).
    Snapshot(void *buffer, NumberArray counts, NumberArray displs, const MPI_Datatype types[],
             int blocks) noexcept;

    /// Writes the saved elements back to their place.
    void restore() const noexcept;

    /// Copies the saved elements, without gaps, to memory of `size` bytes; does nothing if the size
    /// differs.
    void copy_to(std::byte *place, std::size_t size) const noexcept;

  private:
    struct Piece {
        void *buffer;
        MPI_Count count;
        MPI_Datatype type;
        std::size_t offset; ///< in saved_
    };

    /// Most snapshots are a few elements of MPI's own datatypes: these need no check and no other
    /// memory.
    [[nodiscard, gnu::always_inline]] bool take_short(void *buffer, MPI_Count count,
                                                      MPI_Datatype type) noexcept {
        const auto most = static_cast<MPI_Count>(short_.size());
        if (buffer == nullptr || count <= 0 || count > most) return false;
        const std::size_t size = static_cast<std::size_t>(count) * known_sizes.find(type);
        if (size == 0 || size > short_.size() || !is_for_cpu(buffer)) return false;
        std::memcpy(short_.data(), buffer, size);
        short_buffer_ = buffer;
        size_ = size;
        return true;
    }

    void take(void *buffer, MPI_Count count, MPI_Datatype type) noexcept;
    void take_blocks(void *buffer, MPI_Count count, MPI_Datatype type, int blocks,
                     int own) noexcept;
    void plan(void *buffer, MPI_Count count, MPI_Datatype type);
    void save();
    void give_back() noexcept;

    std::vector<Piece> pieces_;
    std::size_t size_ = 0;
    Memory saved_;
    void *short_buffer_ = nullptr;     ///< the origin of the data in `short_`; nullptr: it is empty
    std::array<std::byte, 512> short_; // uninitialised, because most of it is never used
};

inline Snapshot::Snapshot() noexcept = default; // here, so that `short_` is not set to zero

/// One snapshot, or none yet. std::optional would first set all of its memory to zero, which takes
/// longer than the rest of a short call.
class OptionalSnapshot {
  public:
    OptionalSnapshot() noexcept {}
    ~OptionalSnapshot() {
        if (there_) [[unlikely]]
            snapshot_.~Snapshot();
    }
    OptionalSnapshot(const OptionalSnapshot &) = delete;
    OptionalSnapshot &operator=(const OptionalSnapshot &) = delete;

    /// Takes the snapshot; may be called once.
    template <typename... Arguments>
    [[gnu::always_inline]] void emplace(Arguments... arguments) noexcept {
        new (&snapshot_) Snapshot(arguments...);
        there_ = true;
    }
    /// nullptr: no snapshot was taken.
    [[nodiscard]] Snapshot *get() noexcept { return there_ ? &snapshot_ : nullptr; }

  private:
    union {
        Snapshot snapshot_;
    };
    bool there_ = false;
};

/// The elements of all blocks together (Reduce_scatter); none without the array.
[[nodiscard]] inline MPI_Count sum(NumberArray counts, int blocks) noexcept {
    MPI_Count total = 0;
    for (int i = 0; counts && i < blocks; ++i)
        total += counts[i];
    return total;
}

} // namespace closeranks
