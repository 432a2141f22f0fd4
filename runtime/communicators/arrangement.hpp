#pragma once

#include "runtime/core/communicator.hpp"

namespace closeranks {

/// Who is hierarchical (config: layout, local_size, layout_threshold; docs/developers/layouts.md).
/// The same at all members, and local: the parts are made by the first collective that is composed
/// of theirs.

/// Gives `c`, which was just made from a hierarchical communicator, a hierarchical layout, too, if
/// it is large enough. `lay_out` makes its parts.
void arrange(Communicator &c, Hierarchy::LayOut lay_out) noexcept;

/// The same for MPI_COMM_WORLD, from which all others are made; says why it stays flat although
/// something else was asked for.
void arrange_world(Communicator &everyone, Hierarchy::LayOut lay_out) noexcept;

} // namespace closeranks
