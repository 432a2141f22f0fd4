#pragma once

#include "runtime/core/communicator.hpp"
#include "runtime/layouts/hierarchy.hpp"

namespace closeranks {

/// Makes the parts of `parent` for its repair epoch. Collective over its survivors,
/// which agree that all have the parts; failures meanwhile are repaired.
void lay_out(Communicator &parent, Hierarchy &parts) noexcept;

} // namespace closeranks
