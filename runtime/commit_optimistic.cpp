#include "runtime/adoption.hpp"
#include "runtime/commit.hpp"
#include "runtime/repair.hpp"
#include "runtime/vote.hpp"

namespace closeranks {

namespace {

int attempt(Communicator &c, const Operation &operation, int root) noexcept {
    const bool compact = c.has_missing() && operation.compacted;
    const auto &call = compact ? operation.compacted : operation.native;
    c.attempting = true;
    const int code = call(c.working.get(), root);
    c.attempting = false;
    world().injector.attempted(operation.function);
    return code;
}

/// True when `code`, of the real call, is final.
bool is_outcome(Communicator &c, const Operation &operation, int code) noexcept {
    return code == MPI_SUCCESS ? is_final(c, operation) : !is_failure(code);
}

/// After an attempt that is not final: true when the operation is completed nevertheless, by what
/// others have of it. False: it is to be done again, and everything is ready for that.
bool is_adopted(Communicator &c, Operation &operation, std::size_t bytes, int &code) noexcept {
    freeze(c);
    if (catch_up(c, operation, bytes, code)) {
        world().service.serve(); // some may have waited for just this
        return true;
    }
    repair(c);
    if (operation.inputs != nullptr) operation.inputs->restore();
    return false;
}

/// The end of an operation with an outcome that the MPI gave.
int conclude(Communicator &c, const Operation &operation, std::size_t bytes, int code) noexcept {
    keep(c, operation, bytes);
    return code == MPI_SUCCESS ? code : c.raise(code);
}

} // namespace

int OptimisticCommit::execute(Communicator &c, Operation &operation, int code) noexcept {
    for (bool attempted = code != not_attempted;; attempted = false) {
        const std::size_t bytes = bytes_for_all(c, operation);
        if (!attempted) {
            if (!is_kept(c, operation, bytes)) return agreed_.execute(c, operation, code);
            const int root = c.working_ranks.live(operation.root);
            if (root == RankMap::missing && operation.root != Operation::no_root)
                return skip(c, operation, bytes);
            code = c.frozen ? MPIX_ERR_REVOKED : attempt(c, operation, root);
        }
        if (is_outcome(c, operation, code)) return conclude(c, operation, bytes, code);
        if (is_adopted(c, operation, bytes, code)) return code;
    }
}

} // namespace closeranks
