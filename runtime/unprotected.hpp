#pragma once

#include "runtime/entry.hpp"

namespace closeranks {

/// What the wrappers of functions that are not protected yet call.

/// Says once for each function that it passes through, when a failure has already happened.
inline void passing(const Entry &entry) noexcept {
    World &w = world();
    if (!w.missing.empty() && !Entry::nested()) [[unlikely]]
        w.report.passes_through(entry.function());
}

/// The peer to name on the messages communicator: a missing one counts as MPI_PROC_NULL.
[[nodiscard]] inline int reachable(const Communicator &c, int rank) noexcept {
    const int live = c.message_ranks.live(rank);
    return live == RankMap::missing && rank >= 0 ? MPI_PROC_NULL : live;
}

} // namespace closeranks
