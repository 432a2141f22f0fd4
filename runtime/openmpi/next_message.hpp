#pragma once

#include <mpi.h>

#include <cstddef>
#include <list>
#include <optional>
#include <vector>

namespace closeranks {

/// A message of bytes between processes of the library, while it arrives and afterwards.
struct IncomingMessage {
    int source;          ///< rank in its communicator
    MPI_Request request; ///< of the receive; null: the message has arrived
    std::vector<std::byte> bytes;
};

/// Begins to receive the next message with that tag, from any process; nothing: no further message
/// has begun to arrive.
///
/// The caller does not wait for a message that is still arriving, because its sender may compute
/// meanwhile. Besides, with several threads a wait within the progress engine may never be woken
/// (ompi_sync_wait_mt: only the first wait turns the engine, and that is the wait around this one).
[[nodiscard]] std::optional<IncomingMessage> begin_next_message(MPI_Comm comm, int tag);

/// Begins to receive all messages that have come, and takes the first of `incoming` if it has
/// arrived completely. So messages are taken in the order in which they came: no later message of a
/// sender overtakes a long one. Messages whose sender failed before they arrived completely are
/// left out.
[[nodiscard]] std::optional<IncomingMessage> next_message(MPI_Comm comm, int tag,
                                                          std::list<IncomingMessage> &incoming);

} // namespace closeranks
