#pragma once

#include "runtime/run/config.hpp"

namespace closeranks {

/// Programs that handle failures themselves (option failures): they use ULFM (revoke, shrink,
/// agree, ...) and set error handlers. All calls are left to the MPI, as without closeranks. The
/// working communicators of closeranks would not follow what such a program does to its own ones.

/// True when this process's program handles failures itself, or the option says so. False when the
/// program asks closeranks for something, or lost ranks recover.
[[nodiscard]] bool handles_failures(const Config &config) noexcept;

/// True when handles_failures() holds for a process of MPI_COMM_WORLD: the answer is the same at
/// all processes. Says so once, and has spawned processes do the same. Collective.
[[nodiscard]] bool is_left_to_program() noexcept;

/// One line about it, for one process.
void say_that_it_is_left_to_program(const Config &config);

} // namespace closeranks
