#pragma once

#include "runtime/core/communicator.hpp"

namespace closeranks {

/// Takes MPI_COMM_WORLD into protection, and starts the service if it is to be `serving`;
/// collective, in MPI_Init. Returns nullptr when that failed.
[[nodiscard]] Communicator *protect_world(bool serving) noexcept;

} // namespace closeranks
