#pragma once

#include "runtime/creation.hpp"

namespace closeranks {

/// Comm_idup: duplicates at once, because a creation must be committed by agreement before anybody
/// may use its result, and hands out a request that is complete. All members have to call it before
/// any of them goes on; a program that relies on the call not waiting for the others may deadlock.
[[nodiscard]] int start_duplicate(Entry &entry, Communicator &parent, MPI_Comm *newcomm,
                                  MPI_Request *request) noexcept;

} // namespace closeranks
