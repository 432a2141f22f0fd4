#pragma once

#include "runtime/core/communicator.hpp"
#include "runtime/core/entry.hpp"

#include <cstdint>
#include <optional>

namespace closeranks {

/// Creation ids of communicators that are made before the resume point: a recovery makes these
/// again (docs/reference/spares.md). `name`: Identity::global_id.

/// The program's call that makes it. MPI_Init, in which spawned processes meet their parents, is
/// not a call that the library enters.
[[nodiscard]] inline Function creating_function() noexcept {
    const std::uint32_t word = this_call.word.get();
    return CallState::has_function(word) ? CallState::function_of(word) : Function::Init;
}

/// The creation id of the next communicator that all members of `parent` make from it. `color`: of
/// a split.
[[nodiscard]] Origin next_origin(Communicator &parent, std::uint64_t name = 0,
                                 std::optional<int> color = {}) noexcept;

/// The creation id of a communicator that some members of `parent` make, or that has no parent. The
/// other members do not know of it, so it is not counted there.
[[nodiscard]] Origin origin_among_some(std::uint64_t name,
                                       const Communicator *parent = nullptr) noexcept;

/// The creation id of the next intercommunicator as the side of `local` knows it. nullptr: a side
/// of this process alone.
[[nodiscard]] Origin next_origin_on_side(Communicator *local) noexcept;

} // namespace closeranks
