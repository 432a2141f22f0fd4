#include "runtime/adoption.hpp"
#include "runtime/commit.hpp"
#include "runtime/repair.hpp"
#include "runtime/vote.hpp"

namespace closeranks {

namespace {

/// A real call that succeeded beside a new failure proves nothing (docs/design.md, rule 5), but for
/// a broadcast, where only sends go unchecked.
bool is_doubtful(Communicator &c, const Operation &operation) noexcept {
    const int failures = world().service.failures();
    if (failures == c.failures_seen) [[likely]]
        return false;
    if (operation.result_is_shared) return false;
    if (is_broken(c.working.get())) return true;
    c.failures_seen = failures; // all of them elsewhere
    return false;
}

/// True when the real call's outcome is final.
bool attempt(Communicator &c, const Operation &operation, int root, int &code) noexcept {
    const bool compact = c.has_missing() && operation.compacted;
    const auto &call = compact ? operation.compacted : operation.native;
    c.attempting = true;
    code = call(c.working.get(), root);
    c.attempting = false;
    world().injector.attempted(operation.function);
    return !is_failure(code) && !(code == MPI_SUCCESS && is_doubtful(c, operation));
}

/// Everything of the size and kind that a member cannot see from itself alone is agreed.
bool is_kept(const Communicator &c, const Operation &operation, std::size_t bytes) noexcept {
    using enum Kept::What;
    if (operation.kept.what == agreed || bytes > Log::longest || c.log.is_full(bytes)) return false;
    // Blocks of the missing are left untouched, so a member's buffer is no result for all.
    return operation.kept.what != result || !operation.kept.blocks || !c.has_missing();
}

} // namespace

int OptimisticCommit::execute(Communicator &c, Operation &operation) noexcept {
    for (;;) {
        const std::size_t bytes = bytes_for_all(c, operation);
        if (!is_kept(c, operation, bytes)) return agreed_.execute(c, operation);
        const int root = c.working_ranks.live(operation.root);
        if (root == RankMap::missing && operation.root != Operation::no_root)
            return skip(c, operation, bytes);
        int code = MPIX_ERR_REVOKED;
        if (!c.frozen && attempt(c, operation, root, code)) [[likely]] {
            keep(c, operation, bytes);
            return code == MPI_SUCCESS ? code : c.raise(code);
        }
        freeze(c);
        if (catch_up(c, operation, bytes, code)) {
            world().service.serve(); // some may have waited for just this
            return code;
        }
        repair(c);
        if (operation.inputs != nullptr) operation.inputs->restore();
    }
}

} // namespace closeranks
