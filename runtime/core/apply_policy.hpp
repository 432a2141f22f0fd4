#pragma once

#include "runtime/core/communicator.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/run/policy.hpp"

#include <string>

namespace closeranks {

/// The table of `policies` that holds now.
[[nodiscard]] inline const Policies &in_force(const LossPolicies &policies) noexcept {
    return runtime().lost_come_back ? policies.for_now : policies.for_good;
}

/// What `function` does on `c` when something of that kind is missing; by default, the rank that
/// the call is about.
[[nodiscard]] inline Policy policy_of(const Communicator &c, Function function,
                                      PolicyKind kind = PolicyKind::peer) noexcept {
    return in_force(*c.current_policies.load(std::memory_order_acquire)).of(function, kind);
}

/// Carries out the policy of `function` on communicator `c` for the missing application rank
/// `rank` and returns the call's error code. Does not return for Policy::abort.
[[nodiscard]] int apply_policy(Communicator &c, Function function, int rank) noexcept;

/// The same for rank `in_world` of MPI_COMM_WORLD, which need not be a member of `c`.
[[nodiscard]] int apply_policy_in_world(Communicator &c, Function function, int in_world) noexcept;

/// Carries out what the policies of `c` say of `function` for a missing rank of MPI_COMM_WORLD.
/// True: the call does nothing and succeeds; false: it raises MPIX_ERR_PROC_FAILED where its errors
/// go.
[[nodiscard]] bool ignores(const Communicator &c, Function function, int in_world) noexcept;

/// What to do so that `function` does not end the program when something of `ranks` is missing, and
/// what that costs: "to go on without it: --policy Bcast=ignore, or --lenient; ..."; or that
/// nothing helps. `policies`: those that end it.
[[nodiscard]] std::string way_on(const LossPolicies &policies, Function function, PolicyKind kind,
                                 const std::string &ranks);

} // namespace closeranks
