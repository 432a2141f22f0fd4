#pragma once

#include <atomic>

namespace closeranks {

/// This process has given up a request for a message that was still under way (MPI_Request_free):
/// no table has it any more, so nobody can tell when it has arrived.
inline constinit std::atomic<bool> freed_requests_under_way{false};

} // namespace closeranks
