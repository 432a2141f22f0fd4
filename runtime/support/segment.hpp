#pragma once

#include <cstddef>

namespace closeranks {

/// A part of some memory.
struct Segment {
    std::size_t offset;
    std::size_t length;
};

} // namespace closeranks
