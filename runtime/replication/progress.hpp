#pragma once

#include "runtime/support/function_ref.hpp"

namespace closeranks::replication {

/// Progresses everything: takes messages that have arrived, answers, notices failures. A nested
/// call does nothing.
void progress();

/// Progresses until `is_true()`; lets other processes of this host run meanwhile.
void wait_until(FunctionRef<bool()> is_true);

/// Sets the function that progress() calls.
void set_progress(void (*step)()) noexcept;

/// Sets a function that progress() calls after it, and that may send and wait itself.
void set_after_progress(void (*step)()) noexcept;

} // namespace closeranks::replication
