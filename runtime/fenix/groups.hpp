#pragma once

#include "runtime/fenix/group.hpp"

namespace closeranks::fenix {

/// The group of that number, or nullptr. The group of all ranks exists from the beginning.
[[nodiscard]] Group *find_group(int id);

/// Ends all groups. Collective.
void free_groups();

} // namespace closeranks::fenix
