#pragma once

#include "runtime/fenix/group.hpp"

namespace closeranks::fenix {

/// The group of that number, or nullptr. That of all ranks is there from the beginning.
[[nodiscard]] Group *find_group(int id);

/// Ends all of them. Collective.
void free_groups();

} // namespace closeranks::fenix
