#pragma once

#include "runtime/replication/ring.hpp"

#include <string>

namespace closeranks::replication {

/// The ring that this process shares with the other one of its rank, in MPI_Init. A process offers
/// it before the wire is made, and takes it afterwards. All live processes are then known to have
/// offered theirs. There is no ring without another process, when that is on another host, or when
/// it has failed before it offered one.
void offer_shared_ring();
[[nodiscard]] Ring take_shared_ring();

/// The name of its memory, different for each rank of each job.
[[nodiscard]] std::string name_of_shared_memory();

} // namespace closeranks::replication
