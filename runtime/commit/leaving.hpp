#pragma once

#include "runtime/core/communicator.hpp"

namespace closeranks {

/// This process leaves an operation of `local` (runtime/commit/local.hpp), and nobody waits for it
/// there. Returns what the operation returns to the whole: the code of a failure.
[[nodiscard]] int leave(Communicator &local) noexcept;

} // namespace closeranks
