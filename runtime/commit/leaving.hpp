#pragma once

#include "runtime/core/communicator.hpp"

namespace closeranks {

/// This process ends an operation that cannot continue in `part` (Layout::has_to_leave), and no
/// member waits for it there. Returns the code that the operation returns to the parent: that of a
/// failure.
[[nodiscard]] int leave(Communicator &part) noexcept;

} // namespace closeranks
