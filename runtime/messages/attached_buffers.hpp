#pragma once

#include "runtime/core/entry.hpp"
#include "runtime/support/large.hpp"

namespace closeranks {

/// The buffers for buffered sends that MPI 4.1 (3.6) lets a program attach to communicators and
/// sessions. Also the calls that wait for the messages in a buffer. As with the buffer of the
/// process, the library copies the messages itself and accounts for the size
/// (runtime/messages/buffered.hpp).
///
/// Each function takes the arguments of its MPI function, which Open MPI has since version 6. The
/// request of MPI_Buffer_iflush and its like is complete when all messages to live processes have
/// left.

#if CLOSERANKS_MPI_RELEASE >= 6
[[nodiscard]] int detach_buffer(void *buffer_addr, MPI_Count *size) noexcept;
[[nodiscard]] int flush_buffer() noexcept;
[[nodiscard]] int start_flush_buffer(MPI_Request *request) noexcept;

[[nodiscard]] int attach_comm_buffer(MPI_Comm comm, void *buffer, MPI_Count size) noexcept;
[[nodiscard]] int detach_comm_buffer(MPI_Comm comm, void *buffer_addr, int *size) noexcept;
[[nodiscard]] int detach_comm_buffer(MPI_Comm comm, void *buffer_addr, MPI_Count *size) noexcept;
[[nodiscard]] int flush_comm_buffer(MPI_Comm comm) noexcept;
[[nodiscard]] int start_flush_comm_buffer(MPI_Comm comm, MPI_Request *request) noexcept;

[[nodiscard]] int attach_session_buffer(MPI_Session session, void *buffer, MPI_Count size) noexcept;
[[nodiscard]] int detach_session_buffer(MPI_Session session, void *buffer_addr, int *size) noexcept;
[[nodiscard]] int detach_session_buffer(MPI_Session session, void *buffer_addr,
                                        MPI_Count *size) noexcept;
[[nodiscard]] int flush_session_buffer(MPI_Session session) noexcept;
[[nodiscard]] int start_flush_session_buffer(MPI_Session session, MPI_Request *request) noexcept;
#endif

} // namespace closeranks
