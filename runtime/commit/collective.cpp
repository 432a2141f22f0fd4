#include "runtime/commit/collective.hpp"

#include "runtime/commit/commit.hpp"
#include "runtime/commit/judge_result.hpp"
#include "runtime/commit/repair_callback.hpp"
#include "runtime/core/nonblocking_tasks.hpp"
#include "runtime/core/recovery_turn.hpp"
#include "runtime/core/wait.hpp"
#include "runtime/core/way_back.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace closeranks {

namespace {

/// The member that has to come to a scan before this process can have its result.
int next_below(const Communicator &c) noexcept {
    for (int rank = c.rank - 1; rank >= 0; --rank)
        if (c.working_ranks->live(rank) != RankMap::missing) return rank;
    return CollectiveWait::unknown;
}

/// The member for which `operation` waits in any case. Under the optimistic commit, a member that
/// only gives or only receives may end the call before the others come.
int needed_by(const Communicator &c, const Operation &operation) noexcept {
    using enum LogPlan::What;
    const LogPlan::What what = operation.kept.what;
    if (!runtime().optimistic || c.identity.spans_worlds()) return CollectiveWait::everybody;
    if (!is_logged(c, operation, bytes_for_all(c, operation))) // its confirmation needs all
        return CollectiveWait::everybody;
    if (what == prefix) return next_below(c);
    if (operation.root == Operation::no_root) return CollectiveWait::everybody;
    const bool at_root = c.rank == operation.root;
    if (what == contribution) return at_root ? CollectiveWait::everybody : CollectiveWait::unknown;
    if (what == result || what == parts) return at_root ? CollectiveWait::unknown : operation.root;
    return CollectiveWait::everybody;
}

/// `c` was repaired during `operation`, which has ended now.
[[gnu::cold]] void note_repair(Communicator &c, const Operation &operation) noexcept {
    // A skipped operation has no contributors: its lost root could not be served. It was not
    // redone.
    if (c.collectives.contributors().get() != 0)
        runtime().report.redone(operation.function, c.identity.local_id());
    repair_callback().call(c);
}

/// An attempt that was made there still has to be judged. Until then this process tells no other
/// process how many collectives it has completed.
void leave_fast_path(Communicator &c, const Operation &operation) noexcept {
    if (operation.outcome != Operation::not_attempted) {
        const RecoveryTurn turn;
        c.collectives.begin_attempt();
    }
    c.fast.end();
}

} // namespace

int run_carefully(Communicator &c, Operation &operation) noexcept {
    if (!c.creation.is_all_new()) WayBack::need_others(operation.function);
    leave_fast_path(c, operation);
    finish_tasks(c);
    const InCall in_call(c.collectives);
    c.layout.prepare(operation);
    const CollectiveWait wait{
        {&c, operation.function, Wait::Kind::collective, MPI_PROC_NULL, MPI_ANY_TAG},
        c.sequence.get() + 1,
        needed_by(c, operation)};
    const WaitScope scope(wait);
    const std::uint32_t epoch = c.collectives.epoch().get();
    c.collectives.set_contributors(c.size);
    Snapshot before;
    if (needs_copy(c, operation)) {
        const LogPlan::Elements mine = operation.kept.mine;
        before = Snapshot(mine.buffer, mine.count, mine.type);
        operation.before = &before;
    }
    std::vector<int> silent;
    operation.silent = &silent;
    operation.at_loss = at_loss(c, operation, operation.at_loss);
    const int code = commit().execute(c, operation);
    if (c.has_missing())
        c.collectives.set_contributors(
            std::min(c.collectives.contributors().get(), c.size - c.absent()));
    if (c.collectives.epoch().get() != epoch) note_repair(c, operation);
    return code == MPI_SUCCESS ? judge_result(c, operation) : code;
}

} // namespace closeranks
