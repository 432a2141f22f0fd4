#pragma once

#include "runtime/core/communicator.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/run/policy.hpp"

#include <string>

namespace closeranks {

/// The table of `policies` that is in force now.
[[nodiscard]] inline const Policies &in_force(const LossPolicies &policies) noexcept {
    return runtime().recovery.lost_come_back() ? policies.for_now : policies.for_good;
}

/// The policy of `function` on `c` for something missing of that kind; by default, the rank that
/// the call names.
[[nodiscard]] inline Policy policy_of(const Communicator &c, Function function,
                                      PolicyKind kind = PolicyKind::peer) noexcept {
    return in_force(*c.current_policies.load(std::memory_order_acquire)).of(function, kind);
}

/// Carries out the policy of `function` on communicator `c` for the missing application rank
/// `rank` and returns the call's error code. Does not return for Policy::abort.
[[nodiscard]] int apply_policy(Communicator &c, Function function, int rank) noexcept;

/// The same for rank `in_world` of MPI_COMM_WORLD, which need not be a member of `c`.
[[nodiscard]] int apply_policy_in_world(Communicator &c, Function function, int in_world) noexcept;

/// Applies the policies of `c` for `function` to a lost rank of MPI_COMM_WORLD. True: the call
/// does nothing and succeeds. False: the call raises MPIX_ERR_PROC_FAILED through its error
/// handler.
[[nodiscard]] bool ignores(const Communicator &c, Function function, int in_world) noexcept;

/// The options that keep `function` from ending the program when something of `ranks` is missing,
/// and their cost: "to continue without it: --policy Bcast=ignore, or --lenient; ...". Says so if
/// no option helps. `policies`: the ones that end the program.
[[nodiscard]] std::string way_on(const LossPolicies &policies, Function function, PolicyKind kind,
                                 const std::string &ranks);

} // namespace closeranks
