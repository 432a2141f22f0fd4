#pragma once

#include "runtime/commit/operation_log.hpp"
#include "runtime/commit/repair.hpp"

#include <cstddef>

namespace closeranks {

/// Completes an operation without the real call, from the data that other members have kept of it
/// (docs/developers/commit.md).

/// Counts the operation as completed although it did not take place, because its root is missing
/// from the working communicator. Returns the code that the policy gives.
[[nodiscard]] int skip(Communicator &c, const Operation &operation, std::size_t bytes) noexcept;

/// For a member whose real call failed: completes the operation if any survivor has completed it.
/// Then returns true, and `code` is the code that the call returns to the program. False: all
/// survivors are in this same operation, and it has to be redone after the repair of `breakage`.
[[nodiscard]] bool catch_up(Communicator &c, Operation &operation, std::size_t bytes, bool kept,
                            int &code, Breakage &breakage) noexcept;

} // namespace closeranks
