#pragma once

#include "runtime/support/function_ref.hpp"

namespace closeranks::replication {

/// As wait_until, for a message of another rank. A twin may wait for a message that its leader has
/// not waited for. Its leader is in MPI_Finalize then, and waits for its twin. Such a twin differs,
/// and is given up.
///
/// Twins get their messages from other twins. If one of them differs, each may wait for another. So
/// a twin whose leader has ended gets what it lacks from the leaders.
void wait_for_message(FunctionRef<bool()> has_come);

} // namespace closeranks::replication
