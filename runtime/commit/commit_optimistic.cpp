#include "runtime/commit/attempt.hpp"
#include "runtime/commit/catch_up.hpp"
#include "runtime/commit/commit.hpp"
#include "runtime/commit/judge_result.hpp"
#include "runtime/commit/leaving.hpp"
#include "runtime/commit/recovery_server.hpp"
#include "runtime/commit/repair.hpp"
#include "runtime/core/recovery_turn.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/support/ulfm.hpp"

namespace closeranks {

namespace {

/// No member completes an operation that synchronizes before this process has entered it. So while
/// a member is known to have failed, this process need not try, nor ask for a member ahead: it
/// votes at once. The same holds for an operation that ends with an error in any case.
bool is_hopeless(const Communicator &c, const Operation &operation, std::size_t bytes) noexcept {
    if (operation.outcome != Operation::not_attempted) return false;
    if (is_foregone(c, operation)) return true;
    return c.obstacles.has(Obstacles::broken) && synchronizes(operation, bytes) &&
           !c.layout.composes(operation);
}

void do_without_attempt(Operation &operation) noexcept {
    operation.outcome = MPIX_ERR_PROC_FAILED;
    if (runtime().armed) runtime().injector.attempted(operation.function);
}

/// Until the attempt is judged, this process tells no other process how many operations are
/// complete here.
void attempt(Communicator &c, Operation &operation, LiveRank root, bool kept) noexcept {
    const auto &call = call_on(c, operation);
    {
        const RecoveryTurn turn;
        if (c.obstacles.has(Obstacles::frozen)) {
            operation.outcome = MPIX_ERR_REVOKED;
            return;
        }
        c.collectives.begin_attempt();
    }
    operation.composed = c.layout.composes(operation);
    if (operation.composed) return c.layout.compose(operation, kept);
    operation.outcome = attempt_call(c, operation.function, call, root);
    if (!kept && !is_failure(operation.outcome))
        operation.confirmation = confirm(c, operation.kept.what, operation.result_is_shared);
}

/// True when the result of an attempt is final.
bool is_concluded(Communicator &c, const Operation &operation, bool kept) noexcept {
    if (is_failure(operation.outcome)) return false;
    if (operation.composed) return c.layout.is_concluded(operation, kept);
    const int last = kept ? operation.outcome : operation.confirmation.code;
    return last == MPI_SUCCESS ? is_final(c, operation.result_is_shared, kept) : !is_failure(last);
}

/// Judges an attempt. True: the operation is complete and counted. False: the members have to find
/// out together.
bool conclude(Communicator &c, const Operation &operation, std::size_t bytes, bool kept) noexcept {
    const RecoveryTurn turn;
    const bool concluded = is_concluded(c, operation, kept);
    if (!concluded)
        freeze(c);
    else if (kept)
        keep_with_gaps(c, operation, bytes);
    else
        log_confirmed(c, operation.kept.what, operation.confirmation.slowest);
    c.collectives.end_attempt();
    return concluded;
}

} // namespace

int OptimisticCommit::execute(Communicator &c, Operation &operation) noexcept {
    if (c.identity.spans_worlds()) return agreed_.execute(c, operation);
    for (;;) {
        const std::size_t bytes = bytes_for_all(c, operation);
        confirm_if_long(operation, bytes);
        const bool kept = is_logged(c, operation, bytes);
        const LiveRank root = c.working_ranks->live(operation.root);
        if (operation.outcome == Operation::not_attempted && c.layout.has_to_leave(operation.root))
            return leave(c);
        const bool no_root = root == RankMap::missing && operation.root != Operation::no_root;
        if (operation.kept.what == LogPlan::What::agreed || (no_root && !kept))
            return agreed_.execute(c, operation);
        if (no_root) return skip(c, operation, bytes);
        const bool hopeless = is_hopeless(c, operation, bytes);
        if (hopeless)
            do_without_attempt(operation);
        else if (operation.outcome == Operation::not_attempted)
            attempt(c, operation, root, kept);
        if (conclude(c, operation, bytes, kept)) {
            if (operation.composed) c.layout.note_lost_contributions(operation);
            return operation.outcome == MPI_SUCCESS ? MPI_SUCCESS : c.raise(operation.outcome);
        }
        int code = MPI_SUCCESS;
        Breakage breakage{.function = operation.function, .hopeless = hopeless};
        if (catch_up(c, operation, bytes, kept, code, breakage)) {
            recovery_server().serve(); // other members may have waited for this
            return code;
        }
        repair(c, breakage);
        operation.at_loss = AtLoss::redo; // as a member has voted
        if (operation.inputs != nullptr) operation.inputs->restore();
        if (operation.silent != nullptr) operation.silent->clear(); // all of them take part now
        c.collectives.set_contributors(c.size);
        if (!kept) return agreed_.redo(c, operation, operation.outcome == MPI_SUCCESS);
        operation.outcome = Operation::not_attempted;
    }
}

} // namespace closeranks
