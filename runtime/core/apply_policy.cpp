#include "runtime/core/apply_policy.hpp"

#include "runtime/core/end_scope.hpp"
#include "runtime/core/failures.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/membership/lost_ranks.hpp"

#include <mpi-ext.h>

namespace closeranks {

int apply_policy(Communicator &c, Function function, int rank) noexcept {
    static_cast<void>(notice_failures(c));
    return apply_policy_in_world(c, function, world_rank_of(c, rank));
}

namespace {

/// The hint for a job whose spares have taken places, while none is left.
std::string way_back() {
    const Runtime &w = runtime();
    if (lost_ranks().recoveries() == 0 || w.config.spares == 0 || w.config.recovers_by_respawn)
        return {};
    if (w.recovery.in_vain() != 0) return {}; // more spares would not help
    return "\nto recover this rank, too: more spares than --spares " +
           std::to_string(w.config.spares);
}

} // namespace

namespace {

/// The results that the program lacks when it continues without the rank.
std::string cost_of(Function function, PolicyKind kind, const std::string &ranks) {
    if (kind == PolicyKind::contribution)
        return "; its results then lack what " + ranks + " would contribute";
    if (!brings_data(function)) return "";
    return "; the result then lacks, or repeats, what " + ranks + " should have brought";
}

} // namespace

std::string way_on(const LossPolicies &policies, Function function, PolicyKind kind,
                   const std::string &ranks) {
    if (policies.is_own(function, kind))
        return "no option changes that: the program, or a library that it uses, has set this "
               "policy "
               "itself (closeranks_set_policy)" +
               way_back();
    std::string item = function_name(function);
    if (item.starts_with("MPI_")) item.erase(0, 4);
    if (kind != PolicyKind::peer)
        item.append("/").append(policy_kinds[static_cast<std::size_t>(kind)]);
    return "to continue without it: --policy " + item + "=ignore, or " +
           (runtime().config.strict ? "--lenient instead of --strict" : "--lenient") +
           cost_of(function, kind, ranks) + way_back();
}

namespace {

/// Why members of `scope` are lost: "ended with rank 2: MPI_Bcast on image 1 needs it".
std::string cause_of(const EndScope &scope, Function function, int in_world) {
    const std::string call = std::string(function_name(function)) + " on " + scope.name;
    if (in_world < 0 || in_world >= runtime().size)
        return "ended: " + call + " needs any rank, and all ranks that it may be are lost";
    return "ended with rank " + std::to_string(in_world) + ": " + call + " needs it";
}

} // namespace

bool ignores(const Communicator &c, Function function, int in_world) noexcept {
    Runtime &w = runtime();
    const LossPolicies &policies = *c.current_policies.load(std::memory_order_acquire);
    switch (in_force(policies).of(function, PolicyKind::peer)) {
    case Policy::ignore:
        w.report.skipped(function, in_world);
        return true;
    case Policy::abort: {
        const EndScope scope = scope_of(c);
        w.report.aborting(function, in_world, scope.told, [&](const std::string &rank) {
            return way_on(policies, function, PolicyKind::peer, rank);
        });
        const std::string cause = cause_of(scope, function, in_world);
        end(scope, w.config.abort_code, {.own = cause, .others = cause});
    }
    case Policy::error:
        break;
    }
    return false;
}

int apply_policy_in_world(Communicator &c, Function function, int in_world) noexcept {
    return ignores(c, function, in_world) ? MPI_SUCCESS : c.raise(MPIX_ERR_PROC_FAILED);
}

} // namespace closeranks
