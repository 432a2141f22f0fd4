#pragma once

#include "runtime/core/communicator.hpp"

namespace closeranks {

/// Gives `c`, which was just made, the layout that the options ask for (config: layout, local_size,
/// layout_threshold; docs/layouts.md). The same at all members; local. The parts of a hierarchical
/// one are made by the first collective that is composed of theirs, and again after each repair of
/// the whole.
void arrange(Communicator &c) noexcept;

} // namespace closeranks
