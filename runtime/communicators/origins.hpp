#pragma once

#include "runtime/core/communicator.hpp"
#include "runtime/core/entry.hpp"

#include <cstdint>
#include <optional>

namespace closeranks {

/// Where a communicator comes from, for those that are made before the resume point: they are made
/// again for who comes back later (docs/reference/spares.md). `name`: Communicator::global_id.

/// The program's call that makes it. MPI_Init, in which spawned processes meet their parents, is
/// not among those that are entered.
[[nodiscard]] inline Function creating_function() noexcept {
    const std::uint32_t word = this_call.word.get();
    return CallState::has_function(word) ? CallState::function_of(word) : Function::Init;
}

/// The next one that all members of `parent` make from it. `color`: of a split.
[[nodiscard]] Origin next_origin(Communicator &parent, std::uint64_t name = 0,
                                 std::optional<int> color = {}) noexcept;

/// One that some members of `parent` make, or that has none: the others do not know of it, so that
/// nothing is counted there.
[[nodiscard]] Origin origin_among_some(std::uint64_t name,
                                       const Communicator *parent = nullptr) noexcept;

/// The next intercommunicator as the side of `local` knows it. nullptr: of this process alone.
[[nodiscard]] Origin next_origin_on_side(Communicator *local) noexcept;

} // namespace closeranks
