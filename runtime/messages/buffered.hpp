#pragma once

#include "runtime/core/entry.hpp"
#include "runtime/messages/buffered_sends.hpp"

namespace closeranks {

/// Buffered sends (MPI 4.1, 3.6) on protected communicators.
///
/// The library sends the messages itself, so that MPI_Buffer_detach returns even after a buffered
/// message to a failed process (Quirk::buffered_to_dead). It copies a message into its own memory
/// and sends it with its own request; it only accounts for the size of the program's buffer.

/// Bsend. MPI_ERR_BUFFER when no buffer is attached, or no space is left, as without the library.
[[nodiscard]] int buffered_send(Communicator &c, const void *buf, MPI_Count count,
                                MPI_Datatype datatype, int dest, int tag) noexcept;

/// Ibsend: the request is complete at once, as a buffered send is local.
[[nodiscard]] int start_buffered_send(Communicator &c, const void *buf, MPI_Count count,
                                      MPI_Datatype datatype, int dest, int tag,
                                      MPI_Request *request) noexcept;

/// The real call of a buffered send as a request: copies the message and sends it. `*request` is
/// complete already. Returns the MPI's own code.
[[nodiscard]] int start_buffered(const Communicator &c, MPI_Comm messages, const void *buf,
                                 MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                                 MPI_Request *request) noexcept;

/// Buffer_attach, and Buffer_detach, which waits for the messages to live processes.
[[nodiscard]] int attach_buffer(void *buffer, MPI_Count size) noexcept;
[[nodiscard]] int detach_buffer(void *buffer_addr, int *size) noexcept;

/// Notes an attached buffer, and detaches a buffer when its messages have left. `owner`: a
/// communicator or a session of MPI 4.1; nullptr: the process.
void note_attached(BufferedSends::Owner owner, MPI_Count size, bool of_session) noexcept;
void note_detached(BufferedSends::Owner owner) noexcept;
void drain_buffer(BufferedSends::Owner owner) noexcept;

/// Detaches without waiting. True when all messages have left.
[[nodiscard]] bool has_drained(BufferedSends::Owner owner) noexcept;

/// Waits for all buffered messages to live processes.
void drain_buffered_sends() noexcept;

} // namespace closeranks
