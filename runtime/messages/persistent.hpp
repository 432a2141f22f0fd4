#pragma once

#include "runtime/messages/point_to_point.hpp"

namespace closeranks {

/// Send_init, Bsend_init, Ssend_init, Rsend_init, Recv_init. The library keeps the arguments, and
/// each start makes the nonblocking message of the same kind. So at every start the policy of the
/// call applies to a missing peer.
///
/// `call` is the real function: it checks the arguments, and makes the handle for the program.
[[nodiscard]] int make_persistent(Communicator &c, const void *buf, MPI_Count count,
                                  MPI_Datatype datatype, int peer, int tag, MPI_Request *request,
                                  StartCall call) noexcept;

} // namespace closeranks
