#pragma once

#include "runtime/core/entry.hpp"

namespace closeranks {

/// Isendrecv: one request for a send and a receive. Each half is a request of its own, so that a
/// missing peer of one half never costs the message of the other half. As with Sendrecv, an error
/// of the send cancels the receive, if it has no message yet.
[[nodiscard]] int start_exchange(Communicator &c, const void *sendbuf, MPI_Count sendcount,
                                 MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
                                 MPI_Count recvcount, MPI_Datatype recvtype, int source,
                                 int recvtag, MPI_Request *request) noexcept;

/// Isendrecv_replace: the same with a packed copy of the data that is sent.
[[nodiscard]] int start_exchange_replace(Communicator &c, void *buf, MPI_Count count,
                                         MPI_Datatype datatype, int dest, int sendtag, int source,
                                         int recvtag, MPI_Request *request) noexcept;

} // namespace closeranks
