#pragma once

#include "runtime/core/communicator.hpp"

#include <cstdint>

namespace closeranks {

/// Where a communicator comes from, for those that are made before the resume point: they are made
/// again for who comes back later (docs/spares.md). `name`: Communicator::global_id.

/// The next one that all members of `parent` make from it.
[[nodiscard]] Origin next_origin(Communicator &parent, std::uint64_t name = 0) noexcept;

/// One that some members of a communicator make, or that has no parent: the others do not know of
/// it, so that nothing is counted there.
[[nodiscard]] Origin origin_among_some(std::uint64_t name) noexcept;

/// The next intercommunicator as the side of `local` knows it. nullptr: of this process alone.
[[nodiscard]] Origin next_origin_on_side(Communicator *local) noexcept;

} // namespace closeranks
