#pragma once

#include "runtime/requests/pending.hpp"

namespace closeranks {

/// A request that stands in for a request whose peer is missing: complete, with an empty status.
/// The call that completes it applies the policy (Request::absent).
[[nodiscard]] MPI_Request make_completed_request() noexcept;

} // namespace closeranks
