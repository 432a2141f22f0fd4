#pragma once

#include "runtime/run/config.hpp"

namespace closeranks {

/// Programs that handle failures themselves (option failures): they use ULFM (revoke, shrink,
/// agree, ...) and set error handlers. The library leaves all calls to the MPI, as without
/// closeranks. Its working communicators would not follow the changes that such a program makes to
/// its own communicators.

/// True when this process's program handles failures itself, or the option says so. False when the
/// program asks closeranks for something, or lost ranks recover.
[[nodiscard]] bool handles_failures(const Config &config) noexcept;

/// True when handles_failures() holds for a process of MPI_COMM_WORLD: the answer is the same at
/// all processes. Reports it once, and makes spawned processes do the same. Collective.
[[nodiscard]] bool is_left_to_program() noexcept;

/// Prints one line about it; for one process.
void say_that_it_is_left_to_program(const Config &config);

} // namespace closeranks
