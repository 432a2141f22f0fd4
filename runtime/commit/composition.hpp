#pragma once

#include "runtime/commit/operation.hpp"
#include "runtime/core/communicator.hpp"

namespace closeranks {

/// Collectives of a communicator whose layout is hierarchical, as operations of its parts
/// (docs/developers/layouts.md): to all, the root's local, the masters and the other locals; to
/// one, the reverse; among all, to collect the blocks of all, and to share out a vector, both. What
/// an operation keeps says which one it is.

/// True when the next attempt is made on the parts. One that the MPI will refuse is not.
[[nodiscard]] bool will_compose(const Communicator &c, const Operation &operation) noexcept;

/// One attempt, in place of the real call on the working communicator, and with the same meaning.
/// Returns the code of that; any failure that a local does not repair by itself is one.
[[nodiscard]] int compose(Communicator &c, const Operation &operation) noexcept;

/// The confirmation of an attempt that `has_succeeded` (operation_log.hpp, confirm()), as far as
/// the parts are concerned.
[[nodiscard]] Confirmation confirm_composed(Communicator &c, const Operation &operation) noexcept;

/// True when what the parts have brought is final: nobody has given the whole up meanwhile.
[[nodiscard]] bool is_composition_final(const Communicator &c) noexcept;

/// Notes who is not in the result although the working communicator has them: those that locals
/// have lost, as far as this process has heard of it, or as collected blocks show.
void note_lost_contributions(Communicator &c, Operation &operation) noexcept;

} // namespace closeranks
