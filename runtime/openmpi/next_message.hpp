#pragma once

#include <mpi.h>

#include <cstddef>
#include <list>
#include <optional>
#include <vector>

namespace closeranks {

/// A message of bytes between processes of ours, while it comes and when it is there.
struct IncomingMessage {
    int source;          ///< rank in its communicator
    MPI_Request request; ///< of the receive; null: it is there
    std::vector<std::byte> bytes;
};

/// Begins to receive the next one with that tag, from anybody; none: no other has begun to come.
///
/// Nobody waits here for a message that is still coming. Its sender may compute meanwhile. And with
/// several threads a wait within the progress engine may be one that nobody wakes
/// (ompi_sync_wait_mt: only the first one turns the engine, and that is the wait around this).
[[nodiscard]] std::optional<IncomingMessage> begin_next_message(MPI_Comm comm, int tag);

/// Begins to receive all that have come, and takes the first of `incoming` if it is there as a
/// whole. So they are taken in the order in which they came: a long one is not overtaken by what
/// its sender has said after it. Those whose sender died within them are left out.
[[nodiscard]] std::optional<IncomingMessage> next_message(MPI_Comm comm, int tag,
                                                          std::list<IncomingMessage> &incoming);

} // namespace closeranks
