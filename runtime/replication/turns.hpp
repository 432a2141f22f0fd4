#pragma once

#include "generated/tables/functions.hpp"

namespace closeranks::replication {

/// Threads of the program take turns in calling MPI, because calls at the same time have another
/// order in each process of a rank. A program that got MPI_THREAD_SERIALIZED may call from several
/// threads; if two do so at once, the program ends with a message.

/// True if the program may call from several threads.
extern constinit bool turns_are_watched;

/// Watches the turns from now on.
void watch_turns() noexcept;

/// A call of the program begins in this thread. False: the function needs no turn.
[[nodiscard]] bool take_turn(Function function) noexcept;
void give_turn() noexcept;

} // namespace closeranks::replication
