#pragma once

#include "runtime/replication/window.hpp"

namespace closeranks::replication {

/// Requests at their target.

/// The first window is made: requests are served from now on.
void begin_requests() noexcept;

/// Carries out the operations of one MPI_Win_start that wait for MPI_Win_wait, in the order of the
/// origins.
[[nodiscard]] int carry_out_deferred(Window &window);

} // namespace closeranks::replication
