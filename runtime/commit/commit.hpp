#pragma once

#include "runtime/commit/operation.hpp"
#include "runtime/core/communicator.hpp"

namespace closeranks {

/// How the outcome of a collective becomes final at all survivors: the point after which any of
/// them may return from it (invariant I3).
class Commit {
  public:
    Commit() = default;
    Commit(const Commit &) = delete;
    Commit &operator=(const Commit &) = delete;
    virtual ~Commit() = default;

    /// Attempts `operation` until its outcome is final. Returns what the call returns to the
    /// program: MPI_SUCCESS, one of the program's own errors (raised on its communicator), or what
    /// the policy of a missing root says. Counts the operation (Communicator::sequence).
    /// An attempt on a calm communicator may have been made already, and is not final then.
    [[nodiscard]] virtual int execute(Communicator &c, Operation &operation) noexcept = 0;
};

/// The seeds' way, and the reference that every other commit is tested against: an agreement after
/// each operation (Legio, J. Supercomputing 2021, section 4; MPIX_Comm_agree: ULFM chapter).
///
/// Only the agreed flag decides, never an error code of this rank alone, so all survivors take the
/// same branch whatever each of them saw.
class AgreedCommit final : public Commit {
  public:
    [[nodiscard]] int execute(Communicator &c, Operation &operation) noexcept override {
        return redo(c, operation, false);
    }

    /// The same when all survivors have attempted the operation before a repair; this process
    /// `holds` the result of one whose result everybody shares.
    [[nodiscard]] int redo(Communicator &c, Operation &operation, bool holds) noexcept;
};

/// No agreement without failures: an operation is final when its real call succeeds, and what
/// others may still need of it is kept; or, when nothing can be kept, when a barrier after it
/// succeeds (docs/developers/commit.md).
class OptimisticCommit final : public Commit {
  public:
    [[nodiscard]] int execute(Communicator &c, Operation &operation) noexcept override;

  private:
    AgreedCommit agreed_;
};

/// Counts an operation as completed of which all survivors have decided so.
void count_agreed(Communicator &c) noexcept;

/// After a repair that lost the root: a survivor in `comm` that `holds` the root's result and can
/// serve the others, the lowest of them. Returns its rank, or RankMap::missing when there is none,
/// or when yet another failure kept us from finding out, with its `code` (the caller's agreement
/// sees it). Collective.
[[nodiscard]] LiveRank find_holder(MPI_Comm comm, bool holds, int &code) noexcept;

/// Ends an operation that nobody can serve, with what the policy of its missing root says.
[[nodiscard]] int go_without_root(Communicator &c, const Operation &operation) noexcept;

/// The one in use, chosen in MPI_Init (config: commit).
[[nodiscard]] Commit &commit() noexcept;
void choose_commit(bool optimistic) noexcept;

} // namespace closeranks
