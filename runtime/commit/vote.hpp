#pragma once

#include "runtime/core/communicator.hpp"

namespace closeranks {

/// What the survivors of a communicator have decided; the same at all of them.
enum class Verdict {
    commit, ///< all completed the operation
    redo,   ///< all are in the same operation and nobody has a result of it that is final
    again,  ///< they are not in the same operation, or not all in one: they have to catch up first
};

/// Agrees with all survivors of `c` on the outcome of the operation in which this process is; it
/// has `completed` its own attempt. Waits for all of them (docs/commit.md, step 3; MPIX_Comm_agree:
/// ULFM chapter). Works on revoked communicators and beside failed members. Under
/// MPI_THREAD_MULTIPLE the verdict is `redo` as soon as anybody knows of a failure, even when all
/// have completed.
[[nodiscard]] Verdict vote(Communicator &c, bool completed) noexcept;

} // namespace closeranks
