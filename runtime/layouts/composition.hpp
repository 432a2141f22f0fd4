#pragma once

#include "runtime/commit/operation.hpp"
#include "runtime/core/communicator.hpp"
#include "runtime/layouts/hierarchy.hpp"

namespace closeranks {

/// Collectives of a communicator whose layout is hierarchical, as operations of its parts
/// (docs/developers/layouts.md). From one to all: the root's subcommunicator, the leaders, and the
/// other subcommunicators. From all to one: the reverse. To collect the blocks of all, or to share
/// out a vector: both. The data that an operation keeps decides which of these applies.

/// True for an operation that the parts can run, and not more slowly. False for a call that the MPI
/// will refuse.
[[nodiscard]] bool can_compose(const Communicator &c, const Operation &operation) noexcept;

/// One attempt, in place of the real call on the working communicator, and with the same meaning.
/// Returns the code of the call. A failure that a subcommunicator does not repair by itself makes
/// it an error.
[[nodiscard]] int compose(Communicator &c, const Hierarchy &parts,
                          const Operation &operation) noexcept;

/// The confirmation of an attempt that `has_succeeded` (operation_log.hpp, confirm()), as far as
/// the parts are concerned.
[[nodiscard]] Confirmation confirm_composed(Communicator &c, const Hierarchy &parts,
                                            const Operation &operation) noexcept;

/// Notes the members of the working communicator that are not in the result. They are the members
/// that subcommunicators have lost, as far as this process has heard of it, or as collected blocks
/// show.
void note_lost_contributions(Communicator &c, const Hierarchy &parts,
                             Operation &operation) noexcept;

} // namespace closeranks
