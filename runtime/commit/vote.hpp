#pragma once

#include "runtime/commit/ballot.hpp"
#include "runtime/core/communicator.hpp"
#include "runtime/core/runtime.hpp"

namespace closeranks {

/// True when votes on `c` tell more than whether all members have completed the operation.
[[nodiscard]] inline bool votes_have_numbers(const Communicator &c) noexcept {
    // Members of a communicator that spans worlds may have threads, and an Open MPI without the
    // fix.
    return !c.identity.spans_worlds() && (runtime().optimistic || !runtime().threads);
}

/// Agrees with all survivors of `c` on the outcome of the operation in which this process is; it
/// has `completed` its own attempt. Waits for all of them (docs/developers/commit.md, step 3;
/// MPIX_Comm_agree: ULFM chapter). Works on revoked communicators and with failed members. Under
/// the agreed commit with MPI_THREAD_MULTIPLE the verdict is `redo` as soon as any member knows of
/// a failure, even when all have completed. After `raise` this process knows of a failure itself.
///
/// A member `ahead` does not come by itself, so it is told of the vote by messages. All other
/// members have to call the operation.
[[nodiscard]] Verdict vote(Communicator &c, bool completed, AtLoss at_loss = AtLoss::redo,
                           MemberAhead ahead = MemberAhead::impossible) noexcept;

} // namespace closeranks
