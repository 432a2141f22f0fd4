#pragma once

#include "runtime/core/communicator.hpp"
#include "runtime/layouts/hierarchy.hpp"

namespace closeranks {

/// Makes `parts`, those of the parent `whole`, for its repair epoch. Collective over its survivors,
/// which agree that all have the parts; failures meanwhile are repaired.
void lay_out(Communicator &whole, Hierarchy &parts) noexcept;

} // namespace closeranks
