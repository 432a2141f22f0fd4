#pragma once

#include "runtime/core/entry.hpp"

namespace closeranks {

/// Buffered sends (MPI 4.1, 3.6) on protected communicators.
///
/// Done by ourselves, because Open MPI 5.0.7 counts a buffered message to a dead process as under
/// way for ever, and MPI_Buffer_detach then never returns. The message is copied into memory of
/// ours and sent as a request of ours; the size of the program's buffer is only accounted for.

/// Bsend. MPI_ERR_BUFFER as without the library: when no buffer is attached, or no space is left.
[[nodiscard]] int buffered_send(Entry &entry, Communicator &c, const void *buf, int count,
                                MPI_Datatype datatype, int dest, int tag) noexcept;

/// Ibsend: the request is complete at once, as a buffered send is local.
[[nodiscard]] int start_buffered_send(Entry &entry, Communicator &c, const void *buf, int count,
                                      MPI_Datatype datatype, int dest, int tag,
                                      MPI_Request *request) noexcept;

/// The real call of a buffered send as a request: copies the message and sends it. `*request` is
/// complete already. Returns the MPI's own code.
[[nodiscard]] int start_buffered(MPI_Comm messages, const void *buf, int count,
                                 MPI_Datatype datatype, int dest, int tag,
                                 MPI_Request *request) noexcept;

/// Buffer_attach, and Buffer_detach, which waits for the messages to those who are alive.
[[nodiscard]] int attach_buffer(void *buffer, int size) noexcept;
[[nodiscard]] int detach_buffer(void *buffer_addr, int *size) noexcept;

/// Waits for all buffered messages to those who are alive.
void drain_buffered_sends() noexcept;

} // namespace closeranks
