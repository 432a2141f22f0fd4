#pragma once

#include "runtime/commit/ballot.hpp"
#include "runtime/commit/operation.hpp"
#include "runtime/core/communicator.hpp"
#include "runtime/core/runtime.hpp"

#include <vector>

namespace closeranks {

/// The application ranks of `c`, in ascending order, whose contribution to the result of
/// `operation`, which has completed, is missing.
[[nodiscard]] std::vector<int> missing_from(const Communicator &c, const Operation &operation);

namespace cold {
[[nodiscard, gnu::cold]] int judge_result(Communicator &c, const Operation &operation) noexcept;
[[nodiscard, gnu::cold]] AtLoss at_loss(const Communicator &c, const Operation &operation,
                                        AtLoss wanted) noexcept;
} // namespace cold

/// Reports the missing contributions, and applies the policy of the operation if there are any.
/// Returns the code of the call for the program. Each process decides for itself: the operation has
/// ended at all members, so none waits for one that returns with an error.
[[nodiscard]] inline int judge_result(Communicator &c, const Operation &operation) noexcept {
    const bool complete =
        !c.has_missing() && (operation.silent == nullptr || operation.silent->empty());
    return complete ? MPI_SUCCESS : cold::judge_result(c, operation);
}

/// The action for `operation`, which asks for `wanted`, when a member of `c` is lost. `raise`: the
/// program gets an error at this process, whichever member is lost, and lost ranks are recovered.
[[nodiscard]] inline AtLoss at_loss(const Communicator &c, const Operation &operation,
                                    AtLoss wanted) noexcept {
    const bool is_redo = wanted == AtLoss::redo && !runtime().recovery.goes_back_at_loss();
    return is_redo ? AtLoss::redo : cold::at_loss(c, operation, wanted);
}

/// True when `operation` need not be tried, because a member of `c` was lost before it began.
[[nodiscard]] inline bool is_foregone(const Communicator &c, const Operation &operation) noexcept {
    return operation.at_loss != AtLoss::redo && c.has_missing();
}

/// Ends an operation for which the survivors have decided, by `verdict`, to repair nothing. Returns
/// the code of the call. The error is raised on the program's communicator unless this process is
/// at the resume point. There the code is MPIX_ERR_PROC_FAILED if all members are at the resume
/// point, and MPIX_ERR_PROC_FAILED_PENDING if some are still to come.
[[nodiscard]] int go_without_repair(Communicator &c, Operation &operation,
                                    Verdict verdict) noexcept;

} // namespace closeranks
