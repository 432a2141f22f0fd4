#pragma once

#include "runtime/core/call_state.hpp"

#include <span>
#include <vector>

namespace closeranks {

/// The threads of this process, for the stall watch.

/// Called by a thread in its first MPI call. The thread is forgotten when it ends.
void remember_this_thread() noexcept;

/// Notes the existing threads. Called before and after the MPI is initialised: threads that started
/// in between are the MPI's own.
void before_mpi_starts() noexcept;
void after_mpi_started() noexcept;

/// Calls `visit(state)` for each thread that has called MPI and still runs. No thread ends
/// meanwhile.
void for_each_thread(void (*visit)(const CallState &state, void *context), void *context) noexcept;

/// True when some thread may call MPI of its own accord. Such a thread has not called MPI yet, and
/// belongs neither to the MPI nor to the watch (`watcher`). Nor does it sleep until another thread
/// of this process wakes it (in a futex without a time limit: condition variables, mutexes and
/// joins).
[[nodiscard]] bool has_free_threads(int watcher) noexcept;

} // namespace closeranks
