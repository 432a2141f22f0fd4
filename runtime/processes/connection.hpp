#pragma once

#include "runtime/support/handles.hpp"

#include <mpi.h>

#include <optional>

namespace closeranks {

/// Protects `intercomm`, by which one side has just spawned the other side, or connected to it.
/// This process is on side `number`: 0 for parents or servers, 1 for children or clients. `able`:
/// this process can protect it. `intercomm` then becomes the program's handle, and the MPI's own is
/// kept. If a process cannot, it stays the MPI's own, and this is reported.
///
/// Collective over both sides, real calls only. Returns MPI_SUCCESS or an error that has been
/// raised. Returns nothing when a process fails so early that the sides cannot be merged: then
/// `intercomm` is of no use. Both sides get the same answer.
[[nodiscard]] std::optional<int> try_to_protect_connection(MPI_Comm *intercomm, int number,
                                                           bool able) noexcept;

/// The same for callers that cannot connect again: without an answer, `intercomm` stays the MPI's
/// own.
[[nodiscard]] int protect_connection(MPI_Comm *intercomm, int number, bool able) noexcept;

/// An intracommunicator of both sides of `intercomm`, side 0 first, whose processes can send to
/// each other; nothing when a process has failed. Collective over both sides, which get the same
/// answer.
[[nodiscard]] Comm join_sides(MPI_Comm intercomm, int number) noexcept;

} // namespace closeranks
