#pragma once

#include "runtime/core/nonblocking_tasks.hpp"

namespace closeranks {

/// Nonblocking and persistent collectives: blocking ones that go on beside the program
/// (docs/developers/nonblocking.md).

/// Starts the collective `run` of `c`, which the program called as `function`. `request` becomes
/// the program's.
[[nodiscard]] int start_nonblocking(Function function, Communicator &c, MPI_Request *request,
                                    std::function<int()> run) noexcept;

/// Makes a persistent request: each start of it starts `run` like that.
[[nodiscard]] int make_persistent_collective(Function function, Communicator &c,
                                             MPI_Request *request,
                                             std::function<int()> run) noexcept;

} // namespace closeranks
