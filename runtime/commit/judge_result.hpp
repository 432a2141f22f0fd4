#pragma once

#include "runtime/commit/ballot.hpp"
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

/// What becomes of `operation`, which wants `wanted`, when a member of `c` is lost. `raise`: the
/// program would get an error at this process, whoever that is, and lost ranks come back.
[[nodiscard]] AtLoss at_loss(const Communicator &c, const Operation &operation,
                             AtLoss wanted) noexcept;

/// True when `operation` need not be tried: a member of `c` was lost before it began.
[[nodiscard]] inline bool is_foregone(const Communicator &c, const Operation &operation) noexcept {
    return operation.at_loss != AtLoss::redo && c.has_missing();
}

/// Ends an operation of which all survivors have decided, by `verdict`, that nothing is repaired
/// for it. Returns what the call returns: an error, which is raised on the program's communicator
/// unless this process is at the resume point. There it is MPIX_ERR_PROC_FAILED if all are, and
/// MPIX_ERR_PROC_FAILED_PENDING if others are still to come.
[[nodiscard]] int go_without_repair(Communicator &c, Operation &operation,
                                    Verdict verdict) noexcept;

} // namespace closeranks
