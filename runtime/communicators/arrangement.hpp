#pragma once

#include "runtime/core/communicator.hpp"

namespace closeranks {

/// Decides which communicators are hierarchical (config: layout, local_size, layout_threshold;
/// docs/developers/layouts.md). The decision is the same at all members, and local. The first
/// collective that is composed of the parts makes them.

/// Gives `c` a hierarchical layout if it is large enough. `c` was just made from a hierarchical
/// communicator. `lay_out` makes its parts.
void arrange(Communicator &c, Hierarchy::LayOut lay_out) noexcept;

/// The same for MPI_COMM_WORLD, from which all other communicators are made. Reports why it stays
/// flat although the user asked for another layout.
void arrange_world(Communicator &everyone, Hierarchy::LayOut lay_out) noexcept;

} // namespace closeranks
