#include "runtime/commit/attempt.hpp"
#include "runtime/commit/commit.hpp"
#include "runtime/commit/judge_result.hpp"
#include "runtime/commit/leaving.hpp"
#include "runtime/commit/recovery_server.hpp"
#include "runtime/commit/repair.hpp"
#include "runtime/commit/vote.hpp"
#include "runtime/core/apply_policy.hpp"
#include "runtime/core/recovery_turn.hpp"
#include "runtime/core/runtime.hpp"
#include "runtime/support/ulfm.hpp"

namespace closeranks {

namespace {

/// The outcome of one attempt on this rank.
struct Attempt {
    int code = MPI_SUCCESS;
    bool served = false; ///< another member stood in for a missing root
    [[nodiscard]] bool completed() const noexcept { return !is_failure(code); }
};

Attempt attempt(Communicator &c, Operation &operation, bool holds) noexcept {
    const auto &call = call_on(c, operation);
    LiveRank root = c.working_ranks->live(operation.root);
    Attempt result;
    if (root == RankMap::missing && operation.root != Operation::no_root) {
        if (operation.result_is_shared)
            root = c.working.run([&](MPI_Comm on) { return find_holder(on, holds, result.code); });
        if (root == RankMap::missing) return result;
    }
    result.served = true;
    result.code = attempt_call(c, operation.function, call, root);
    // Success after a failure proves nothing (Quirk::success_without_result, ompi/mca/coll/base:
    // the broadcast in allgatherv_intra_basic_default, the waits in the sparbit algorithms). A
    // broadcast that succeeds has its result (only its sends are not checked), and must keep it:
    // this member may be the only one that can still serve the others.
    if (result.code == MPI_SUCCESS && !operation.result_is_shared && c.working.is_broken())
        result.code = MPIX_ERR_REVOKED;
    return result;
}

} // namespace

void count_agreed(Communicator &c) noexcept {
    const RecoveryTurn turn;
    c.log.cut(c.count() + 1); // all have got here: no member needs earlier data
}

LiveRank find_holder(MPI_Comm comm, bool holds, int &code) noexcept {
    int rank = 0;
    int size = 0;
    static_cast<void>(real.Comm_rank(comm, &rank));
    static_cast<void>(real.Comm_size(comm, &size));
    const int mine = holds ? rank : size;
    int holder = size;
    code = real.Allreduce(&mine, &holder, 1, MPI_INT, MPI_MIN, comm);
    if (code != MPI_SUCCESS) code = as_failure(code, comm);
    return code == MPI_SUCCESS && holder < size ? LiveRank{holder} : RankMap::missing;
}

int go_without_root(Communicator &c, const Operation &operation) noexcept {
    c.collectives.set_contributors(0);
    if (operation.before != nullptr) operation.before->restore();
    return apply_policy(c, operation.function, operation.root);
}

int AgreedCommit::redo(Communicator &c, Operation &operation, bool holds) noexcept {
    if (c.layout.has_to_leave(operation.root)) return leave(c);
    Attempt result = is_foregone(c, operation) ? Attempt{.code = MPIX_ERR_PROC_FAILED}
                                               : attempt(c, operation, holds);
    for (;;) {
        // Revokes the communicator, so that each process that waits inside the operation gets out
        // of it.
        double voted = 0;
        if (!result.completed()) {
            freeze(c);
            voted = real.Wtime();
        }
        const Verdict verdict = vote(c, result.completed(), operation.at_loss);
        if (verdict == Verdict::commit) break;
        if (verdict == Verdict::raise || verdict == Verdict::recover)
            return go_without_repair(c, operation, verdict);
        if (verdict == Verdict::again) {
            if (c.layout.is_given_up()) return leave(c);
            continue;
        }
        holds = holds || (result.served && result.code == MPI_SUCCESS);
        repair(c, {.function = operation.function, .voted = voted});
        operation.at_loss = AtLoss::redo; // as a member has voted
        if (operation.inputs != nullptr) operation.inputs->restore();
        if (c.layout.has_to_leave(operation.root)) return leave(c);
        result = attempt(c, operation, holds);
    }
    count_agreed(c);
    // No member could serve. The members are the same everywhere, so all take this branch.
    if (!result.served) return go_without_root(c, operation);
    return result.code == MPI_SUCCESS ? MPI_SUCCESS : c.raise(result.code);
}

} // namespace closeranks
