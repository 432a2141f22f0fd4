#pragma once

#include "runtime/core/nonblocking_tasks.hpp"

namespace closeranks {

/// Nonblocking and persistent collectives: blocking ones that run beside the program
/// (docs/developers/nonblocking.md).

/// Starts the collective `run` of `c`, which the program called as `function`. `request` becomes
/// the program's request.
[[nodiscard]] int start_nonblocking(Function function, Communicator &c, MPI_Request *request,
                                    std::function<int()> run) noexcept;

/// Makes a persistent request: each of its starts runs `run` in the same way.
[[nodiscard]] int make_persistent_collective(Function function, Communicator &c,
                                             MPI_Request *request,
                                             std::function<int()> run) noexcept;

} // namespace closeranks
