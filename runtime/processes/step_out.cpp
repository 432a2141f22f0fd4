// closeranks/step_out.h: error handlers that call MPI or jump.

#include "runtime/core/entry.hpp"

#include <closeranks/step_out.h>

using namespace closeranks;

extern "C" {

#pragma GCC visibility push(default)

unsigned closeranks_step_out(void) { return Entry::exchange_state(CallState::outside); }

void closeranks_step_in(unsigned inside) { static_cast<void>(Entry::exchange_state(inside)); }

#pragma GCC visibility pop
}
