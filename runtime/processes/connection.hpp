#pragma once

#include "runtime/support/handles.hpp"

#include <mpi.h>

#include <optional>

namespace closeranks {

/// Protects `intercomm`, with which one side has just spawned the other, or connected to it; this
/// process is on side `number`, 0: the parents or servers, 1: the children or clients. `able`: this
/// process can. `intercomm` is then the program's, and the MPI's own is kept. If somebody cannot,
/// it stays the MPI's own, and that is said. Collective over both sides, real calls only. Returns
/// MPI_SUCCESS or an error that has been raised; nothing when somebody dies so early that the sides
/// cannot be merged: `intercomm` is of no use then. Both sides get the same answer.
[[nodiscard]] std::optional<int> try_to_protect_connection(MPI_Comm *intercomm, int number,
                                                           bool able) noexcept;

/// The same for who cannot connect again: without an answer, `intercomm` stays the MPI's own.
[[nodiscard]] int protect_connection(MPI_Comm *intercomm, int number, bool able) noexcept;

/// An intracommunicator of both sides of `intercomm`, side 0 first, between whose processes
/// messages go; nothing when somebody has died. Collective over both sides, who get the same
/// answer.
[[nodiscard]] Comm join_sides(MPI_Comm intercomm, int number) noexcept;

} // namespace closeranks
