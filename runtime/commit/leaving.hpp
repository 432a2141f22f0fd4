#pragma once

#include "runtime/core/communicator.hpp"

namespace closeranks {

/// This process ends an operation of the subcommunicator `local` (runtime/commit/local.hpp), and no
/// member waits for it there. Returns the code that the operation returns to the parent: that of a
/// failure.
[[nodiscard]] int leave(Communicator &local) noexcept;

} // namespace closeranks
