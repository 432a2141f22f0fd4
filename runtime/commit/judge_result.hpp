#pragma once

#include "runtime/commit/operation.hpp"
#include "runtime/core/communicator.hpp"

#include <vector>

namespace closeranks {

/// The application ranks of `c`, in ascending order, whose contribution to the result of
/// `operation`, which has completed, is missing.
[[nodiscard]] std::vector<int> missing_from(const Communicator &c, const Operation &operation);

/// Tells the report about them, and carries out the policy of the operation if there are some.
/// Returns what the call returns to the program. Decided by each process for itself: the operation
/// is over for all, so nobody waits for one that returns with an error.
[[nodiscard]] int judge_result(Communicator &c, const Operation &operation) noexcept;

} // namespace closeranks
