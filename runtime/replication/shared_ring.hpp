#pragma once

#include "runtime/replication/ring.hpp"

namespace closeranks::replication {

/// The ring that this process shares with the other one of its rank, in MPI_Init. It is offered
/// before and taken after a moment at which all living processes are known to have offered theirs:
/// the making of the wire. No ring is there without another process, when that is on another host,
/// or when it has died before it offered one.
void offer_shared_ring();
[[nodiscard]] Ring take_shared_ring();

} // namespace closeranks::replication
