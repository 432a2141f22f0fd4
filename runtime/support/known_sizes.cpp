#include "runtime/support/known_sizes.hpp"

#include "runtime/support/datatype_contents.hpp"
#include "runtime/support/datatype_copy.hpp"

namespace closeranks {

std::size_t KnownSizes::learn(Slot &slot, MPI_Datatype type) noexcept {
    if (type == nullptr || type == MPI_DATATYPE_NULL || combiner_of(type) != MPI_COMBINER_NAMED)
        return 0;
    const DatatypeExtent layout = extent_of(type);
    if (!layout.contiguous(2) || layout.true_lower_bound != 0) return 0;
    const auto size = static_cast<std::uint64_t>(layout.size);
    const std::uint64_t entry = std::bit_cast<std::uintptr_t>(type) << size_bits | size;
    if (size >> size_bits == 0 && entry >> size_bits == std::bit_cast<std::uintptr_t>(type))
        slot.store(entry, std::memory_order_relaxed);
    return size;
}

} // namespace closeranks
