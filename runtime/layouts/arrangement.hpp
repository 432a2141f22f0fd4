#pragma once

#include "runtime/core/communicator.hpp"

namespace closeranks {

/// Decides which communicators are hierarchical (config: layout, local_size, layout_threshold;
/// docs/developers/layouts.md). The decision is the same at all members, and local. The first
/// collective that is composed of the parts makes them.

/// Gives MPI_COMM_WORLD, from which all other communicators are made, a hierarchical layout if it
/// is large enough. These inherit it (Hierarchical::inherit). Reports why the layout stays flat
/// although the user asked for another one.
void arrange_world(Communicator &everyone) noexcept;

} // namespace closeranks
