#pragma once

#include <atomic>

namespace closeranks {

/// True if this process has freed a request for a message still on its way (MPI_Request_free). No
/// table has the request any more, so the arrival of the message cannot be seen.
inline constinit std::atomic<bool> freed_requests_under_way{false};

} // namespace closeranks
