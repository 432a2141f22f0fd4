#pragma once

#include "runtime/stall/stall_graph.hpp"

namespace closeranks::stall {

/// What this process does just now, as the other survivors are told (docs/explanation/stalls.md).

/// From within a call of the program: the one thread of a program waits for that call. `missing`:
/// the ranks in MPI_COMM_WORLD that have failed.
[[nodiscard]] Survivor view_of_this_call(const std::vector<int> &missing);

/// From a thread of ours, `watcher`, in a program whose threads all may call MPI.
[[nodiscard]] Survivor view_of_all_threads(const std::vector<int> &missing, int watcher);

} // namespace closeranks::stall
