#pragma once

#include <mpi.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace closeranks {

/// The sizes of MPI's own datatypes without gaps, which can neither be freed nor change: looking
/// one up costs a nanosecond, asking the MPI ten.
class KnownSizes {
  public:
    /// The size in bytes; 0: not of this kind.
    [[nodiscard, gnu::always_inline]] std::size_t find(MPI_Datatype type) noexcept {
        Slot &slot =
            slots_[(std::bit_cast<std::uintptr_t>(type) >> alignment_bits) % slots_.size()];
        if (slot.type != type) [[unlikely]]
            learn(slot, type);
        return slot.type == type ? slot.size : 0;
    }

  private:
    struct Slot {
        MPI_Datatype type = nullptr;
        std::size_t size = 0;
    };

    static void learn(Slot &slot, MPI_Datatype type) noexcept;

    static constexpr unsigned alignment_bits = 6; // handles are addresses of large objects
    std::array<Slot, 64> slots_{};
};

/// Each thread has its own: no lock is taken, and nothing is shared.
inline constinit thread_local KnownSizes known_sizes;

} // namespace closeranks
