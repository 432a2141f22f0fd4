#pragma once

#include "runtime/commit/operation.hpp"
#include "runtime/support/datatype_copy.hpp"

#include <cstddef>

namespace closeranks {

/// Block number `block` of equal ones that follow each other.
[[nodiscard]] inline LogPlan::Elements block_of(const LogPlan::Elements &first,
                                                int block) noexcept {
    const DatatypeExtent layout = extent_of(first.type);
    return {static_cast<std::byte *>(first.buffer) + layout.extent * first.count * block,
            first.count, first.type};
}

/// Copies contiguous bytes to the place of the elements.
inline void put(const std::byte *packed, const LogPlan::Elements &into) noexcept {
    unpack_elements(packed, into.buffer, into.count, into.type);
}

} // namespace closeranks
