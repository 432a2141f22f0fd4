#pragma once

#include "runtime/core/entry.hpp"
#include "runtime/messages/buffered_sends.hpp"

namespace closeranks {

/// Buffered sends (MPI 4.1, 3.6) on protected communicators.
///
/// The library sends them itself, so that MPI_Buffer_detach returns also after a buffered message
/// to a failed process (Quirk::buffered_to_dead). The message is copied into memory of ours and
/// sent as a request of ours; the size of the program's buffer is only accounted for.

/// Bsend. MPI_ERR_BUFFER as without the library: when no buffer is attached, or no space is left.
[[nodiscard]] int buffered_send(Entry &entry, Communicator &c, const void *buf, MPI_Count count,
                                MPI_Datatype datatype, int dest, int tag) noexcept;

/// Ibsend: the request is complete at once, as a buffered send is local.
[[nodiscard]] int start_buffered_send(Entry &entry, Communicator &c, const void *buf,
                                      MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                                      MPI_Request *request) noexcept;

/// The real call of a buffered send as a request: copies the message and sends it. `*request` is
/// complete already. Returns the MPI's own code.
[[nodiscard]] int start_buffered(const Communicator &c, MPI_Comm messages, const void *buf,
                                 MPI_Count count, MPI_Datatype datatype, int dest, int tag,
                                 MPI_Request *request) noexcept;

/// Buffer_attach, and Buffer_detach, which waits for the messages to those who are alive.
[[nodiscard]] int attach_buffer(void *buffer, MPI_Count size) noexcept;
[[nodiscard]] int detach_buffer(void *buffer_addr, int *size) noexcept;

/// What is attached now, and what is detached when its messages have left: `owner` is a
/// communicator or a session of MPI 4.1, and nullptr of the process.
void note_attached(BufferedSends::Owner owner, MPI_Count size, bool of_session) noexcept;
void note_detached(BufferedSends::Owner owner) noexcept;
void drain_buffer(BufferedSends::Owner owner) noexcept;

/// Does the same without waiting. True when all messages have left.
[[nodiscard]] bool has_drained(BufferedSends::Owner owner) noexcept;

/// Waits for all buffered messages to those who are alive.
void drain_buffered_sends() noexcept;

} // namespace closeranks
