#pragma once

#include "runtime/keeper/message.hpp"

#include <string>
#include <string_view>

namespace closeranks {

/// Tells the keeper of this process (runtime/keeper) how far the process has come. Safe in signal
/// handlers. Returns false where there is no keeper: without the launcher, and in processes that
/// the program spawns.
bool tell_keeper(keeper::Kind kind, int value = 0) noexcept;

/// The same for a text, in messages of `kind` with four characters each.
bool tell_keeper(keeper::Kind kind, std::string_view text) noexcept;

/// The keeper's program; empty where there is none.
[[nodiscard]] std::string own_keeper();

/// MPI_INFO_ENV names the command that mpirun has started. If that is a keeper, this changes it to
/// the program.
void name_program() noexcept;

} // namespace closeranks
