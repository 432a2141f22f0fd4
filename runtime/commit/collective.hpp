#pragma once

#include "runtime/commit/attempt.hpp"
#include "runtime/commit/operation.hpp"
#include "runtime/commit/operation_log.hpp"
#include "runtime/commit/repair.hpp"
#include "runtime/core/apply_policy.hpp"
#include "runtime/core/entry.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/run/policy.hpp"
#include "runtime/support/ulfm.hpp"

#include <optional> // the wrappers hold data that an operation overwrites
#include <tuple>
#include <type_traits>

namespace closeranks {

/// True for a receiver of a shared result that needs a copy of its data from before the call. If no
/// member can serve the data, the policy `ignore` has the call do nothing. But the root may have
/// written some of the data before it failed.
[[nodiscard, gnu::always_inline]] inline bool may_be_ignored(const Communicator &c,
                                                             Function function, int root) noexcept {
    return c.rank != root && policy_of(c, function) == Policy::ignore;
}

[[nodiscard, gnu::always_inline]] inline bool needs_copy(const Communicator &c,
                                                         const Operation &operation) noexcept {
    return operation.result_is_shared && may_be_ignored(c, operation.function, operation.root);
}

/// Runs `operation` on `c` until its outcome is final at all survivors, and repairs as needed.
/// Returns the code of the call for the program. A first attempt may have been made already on the
/// fast path, which ends here.
[[nodiscard]] int run_carefully(Communicator &c, Operation &operation) noexcept;

/// The same for the operation that `describe(native, others...)` returns, whose real call is
/// `native`. `others`: the calls that replace it while ranks are missing. On a communicator without
/// failures this is the real call, and a note of it in the log or a confirmation.
///
/// No pointer refers to the variables of the fast path, so that they stay in registers.
template <typename Native, typename Describe, typename... Others>
requires std::is_invocable_r_v<Operation, Describe &, Native &, Others &...>
[[nodiscard, gnu::always_inline]] inline int run_collective(Communicator &c, const Native &native,
                                                            const Describe &describe,
                                                            const Others &...others) noexcept {
    int outcome = Operation::not_attempted;
    Confirmation confirmation;
    c.fast.begin(); // before it looks for obstacles
    if (c.obstacles.none()) [[likely]] {
        std::tuple unused(native, others...);
        Operation operation = std::apply(describe, unused);
        const auto attempt = [&] {
            this_call.communicator.set(&c);
            return attempt_call(c, operation.function, native, LiveRank{operation.root});
        };
        const bool shared = operation.result_is_shared;
        const auto bytes = bytes_for_all<KnownType>(c, operation);
        if (bytes < KnownType::unknown) confirm_if_long(operation, bytes);
        const bool confirmed = operation.kept.what == LogPlan::What::confirmed;
        // Longer operations, and those of unknown size, take the slow path.
        if ((bytes <= Log::longest || confirmed) && !needs_copy(c, operation)) [[likely]] {
            if (is_logged(c, operation, bytes)) [[likely]] {
                outcome = attempt();
                if (outcome == MPI_SUCCESS && is_final(c, shared, true)) [[likely]] {
                    keep<KnownType>(c, operation, bytes);
                    c.fast.end();
                    return MPI_SUCCESS;
                }
            } else {
                outcome = attempt();
                if (!is_failure(outcome)) confirmation = confirm(c, operation.kept.what, shared);
                if (outcome == MPI_SUCCESS && confirmation.code == MPI_SUCCESS &&
                    is_final(c, shared, false)) {
                    log_confirmed(c, operation.kept.what, confirmation.slowest);
                    c.fast.end();
                    return MPI_SUCCESS;
                }
            }
        }
    }
    std::tuple careful(native, others...);
    Operation operation = std::apply(describe, careful);
    operation.outcome = outcome;
    operation.confirmation = confirmation;
    return run_carefully(c, operation);
}

} // namespace closeranks
