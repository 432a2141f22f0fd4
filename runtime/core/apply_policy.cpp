#include "runtime/core/apply_policy.hpp"

#include "runtime/core/exit_watch.hpp"
#include "runtime/core/failures.hpp"
#include "runtime/core/runtime.hpp"

#include <mpi-ext.h>

namespace closeranks {

int apply_policy(Communicator &c, Function function, int rank) noexcept {
    static_cast<void>(notice_failures(c));
    return apply_policy_in_world(c, function, world_rank_of(c, rank));
}

namespace {

/// Where spares have taken places, and none is left.
std::string way_back() {
    const Runtime &w = runtime();
    if (w.recoveries == 0 || w.config.spares == 0 || w.config.recovers_by_respawn) return {};
    if (w.vain_recoveries != 0) return {}; // more of them would not help
    return "\nto have it come back as others did: more spares than --spares " +
           std::to_string(w.config.spares);
}

} // namespace

std::string way_on(Function function, PolicyKind kind) {
    if (in_force(runtime().policies).of(function, kind) != Policy::abort)
        return "the program has set this policy itself, by closeranks_set_policy";
    std::string item = function_name(function);
    if (item.starts_with("MPI_")) item.erase(0, 4);
    if (kind != PolicyKind::peer)
        item.append("/").append(policy_kinds[static_cast<std::size_t>(kind)]);
    return "--policy " + item + "=ignore, or " +
           (runtime().config.strict ? "--lenient instead of --strict" : "--lenient") + way_back();
}

bool ignores(Policy policy, Function function, int in_world) noexcept {
    Runtime &w = runtime();
    switch (policy) {
    case Policy::ignore:
        w.report.skipped(function, in_world);
        return true;
    case Policy::abort:
        w.report.aborting(function, in_world, way_on(function, PolicyKind::peer));
        end_program(w.config.abort_code);
    case Policy::error:
        break;
    }
    return false;
}

int apply_policy_in_world(Communicator &c, Function function, int in_world) noexcept {
    return ignores(policy_of(c, function), function, in_world) ? MPI_SUCCESS
                                                               : c.raise(MPIX_ERR_PROC_FAILED);
}

} // namespace closeranks
