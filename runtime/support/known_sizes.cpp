#include "runtime/support/known_sizes.hpp"

#include "runtime/support/datatype_copy.hpp"
#include "runtime/support/real.hpp"

namespace closeranks {

void KnownSizes::learn(Slot &slot, MPI_Datatype type) noexcept {
    int integers = 0;
    int addresses = 0;
    int types = 0;
    int combiner = 0;
    if (type == nullptr || type == MPI_DATATYPE_NULL ||
        real.Type_get_envelope(type, &integers, &addresses, &types, &combiner) != MPI_SUCCESS ||
        combiner != MPI_COMBINER_NAMED)
        return;
    const DatatypeExtent layout = extent_of(type);
    if (layout.contiguous(2) && layout.true_lower_bound == 0)
        slot = {type, static_cast<std::size_t>(layout.size)};
}

} // namespace closeranks
