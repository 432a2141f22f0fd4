#pragma once

#include "runtime/keeper/message.hpp"

namespace closeranks {

/// Tells the keeper of this process (runtime/keeper) how far it has come. Safe in signal handlers.
/// Returns false where there is no keeper: without the launcher, and in spawned processes.
bool tell_keeper(keeper::Kind kind, int value = 0) noexcept;

} // namespace closeranks
