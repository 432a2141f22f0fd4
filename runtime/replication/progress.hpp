#pragma once

#include "runtime/support/function_ref.hpp"

namespace closeranks::replication {

/// Goes on with everything: takes what has arrived, answers, hears of deaths. Within itself it does
/// nothing.
void progress();

/// Progresses until `is_true()`; lets other processes of this host run meanwhile.
void wait_until(FunctionRef<bool()> is_true);

/// What progress() does.
void set_progress(void (*step)()) noexcept;

} // namespace closeranks::replication
