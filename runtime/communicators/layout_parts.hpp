#pragma once

#include "runtime/core/communicator.hpp"

namespace closeranks {

/// Makes the parts of the parent `whole`, whose layout is hierarchical, for its repair epoch
/// (Hierarchy). Collective over its survivors, which agree that all have the parts; failures
/// meanwhile are repaired.
void lay_out(Communicator &whole) noexcept;

} // namespace closeranks
