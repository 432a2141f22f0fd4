#pragma once

#include "runtime/commit/operation.hpp"
#include "runtime/core/communicator.hpp"

namespace closeranks {

/// The way in which the outcome of a collective becomes final at all survivors. From that point on
/// any of them may return from it (invariant I3, docs/developers/design.md).
class Commit {
  public:
    Commit() = default;
    Commit(const Commit &) = delete;
    Commit &operator=(const Commit &) = delete;
    virtual ~Commit() = default;

    /// Attempts `operation` until its outcome is final. Returns the code of the call for the
    /// program: MPI_SUCCESS, one of the program's own errors (raised on its communicator), or the
    /// result of the policy for a missing root. Counts the operation (Communicator::sequence). An
    /// attempt may have been made already on a communicator without failures, and is not final
    /// then.
    [[nodiscard]] virtual int execute(Communicator &c, Operation &operation) noexcept = 0;
};

/// The commit of Legio, and the reference against which every other commit is tested: an agreement
/// after each operation (Legio, J. Supercomputing 2021, section 4; MPIX_Comm_agree: ULFM chapter).
class AgreedCommit final : public Commit {
  public:
    [[nodiscard]] int execute(Communicator &c, Operation &operation) noexcept override {
        return redo(c, operation, false);
    }

    /// The same when all survivors have attempted the operation before a repair; this process
    /// `holds` its result, if all members share the result.
    [[nodiscard]] int redo(Communicator &c, Operation &operation, bool holds) noexcept;
};

/// No agreement without failures: an operation is final when its real call succeeds, and the data
/// that others may still need is kept. If nothing can be kept, it is final when a barrier after it
/// succeeds (docs/developers/commit.md).
class OptimisticCommit final : public Commit {
  public:
    [[nodiscard]] int execute(Communicator &c, Operation &operation) noexcept override;

  private:
    AgreedCommit agreed_;
};

/// Counts an operation as completed, as all survivors have decided.
void count_agreed(Communicator &c) noexcept;

/// After a repair that lost the root: the lowest survivor in `comm` that `holds` the root's result
/// and can serve the others. Returns its rank, or RankMap::missing when there is none. Also returns
/// that when another failure broke off the search, with its `code` (the caller's agreement sees
/// it). Collective.
[[nodiscard]] LiveRank find_holder(MPI_Comm comm, bool holds, int &code) noexcept;

/// Ends an operation whose data no member has, with the code that the policy of its missing root
/// gives.
[[nodiscard]] int go_without_root(Communicator &c, const Operation &operation) noexcept;

/// The commit in use, chosen in MPI_Init (config: commit).
[[nodiscard]] Commit &commit() noexcept;
void choose_commit(bool optimistic) noexcept;

} // namespace closeranks
