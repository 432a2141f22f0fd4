#pragma once

#include "runtime/core/communicator.hpp"

namespace closeranks {

/// Makes the parts of `whole`, whose layout is hierarchical, for its epoch (Hierarchy). Collective
/// over its survivors, who agree that all have them; deaths meanwhile are repaired.
void lay_out(Communicator &whole) noexcept;

} // namespace closeranks
