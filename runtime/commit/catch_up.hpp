#pragma once

#include "runtime/commit/operation_log.hpp"
#include "runtime/commit/repair.hpp"

#include <cstddef>

namespace closeranks {

/// Completing an operation without the real call: from what others have kept of it
/// (docs/developers/commit.md).

/// Counts the operation as completed without having taken place, because its root is missing from
/// the working communicator. Returns what the policy says.
[[nodiscard]] int skip(Communicator &c, const Operation &operation, std::size_t bytes) noexcept;

/// For a member whose real call failed: completes the operation if any survivor has completed it.
/// Then returns true, and `code` is what the call returns to the program. False: all survivors are
/// in this same operation, and it is to be done again after the repair of `breakage`.
[[nodiscard]] bool catch_up(Communicator &c, Operation &operation, std::size_t bytes, bool kept,
                            int &code, Breakage &breakage) noexcept;

} // namespace closeranks
