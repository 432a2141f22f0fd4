#pragma once

#include <mpi.h>

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace closeranks {

/// The sizes of MPI's own datatypes without gaps, which can neither be freed nor change. Looking
/// one up costs a nanosecond, asking the MPI ten.
///
/// Thread safety: all functions. A slot is one word, so no thread sees half of it.
class KnownSizes {
  public:
    /// The size in bytes; `otherwise` for all other types.
    [[nodiscard, gnu::always_inline]] std::size_t find(MPI_Datatype type,
                                                       std::size_t otherwise = 0) noexcept {
        const auto address = std::bit_cast<std::uintptr_t>(type);
        Slot &slot = slots_[(address >> alignment_bits) % slots_.size()];
        const std::uint64_t known = slot.load(std::memory_order_relaxed);
        if (known >> size_bits == address) [[likely]]
            return known & ((1U << size_bits) - 1);
        const std::size_t size = learn(slot, type);
        return size != 0 ? size : otherwise;
    }

  private:
    /// The address of a type, and its size in the lowest bits; 0: empty. An address has 48 bits,
    /// and MPI's own datatypes are small. A type that does not fit is not stored.
    using Slot = std::atomic<std::uint64_t>;
    static constexpr unsigned size_bits = 16;
    static constexpr unsigned alignment_bits = 6; // handles are addresses of large objects

    /// The size of a type that is not in `slot`; 0 for all other types.
    [[nodiscard, gnu::cold]] static std::size_t learn(Slot &slot, MPI_Datatype type) noexcept;

    std::array<Slot, 64> slots_{};
};

inline constinit KnownSizes known_sizes;

} // namespace closeranks
