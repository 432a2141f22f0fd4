#pragma once

#include "runtime/stall/stall_graph.hpp"

namespace closeranks::stall {

/// The present state of this process, as it is reported to the other survivors
/// (docs/explanation/stalls.md).

/// Called from within a call of the program: the one thread of a program waits for that call.
/// `missing`: the ranks in MPI_COMM_WORLD that have failed.
[[nodiscard]] Survivor view_of_this_call(const std::vector<int> &missing);

/// Called from a thread of the library, `watcher`, in a program whose threads all may call MPI.
[[nodiscard]] Survivor view_of_all_threads(const std::vector<int> &missing, int watcher);

} // namespace closeranks::stall
