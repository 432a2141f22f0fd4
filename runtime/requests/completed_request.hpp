#pragma once

#include "runtime/requests/pending.hpp"

namespace closeranks {

/// A request that stands in for one whose peer is missing: complete, with an empty status. Whoever
/// completes it applies the policy (Request::absent).
[[nodiscard]] MPI_Request make_completed_request() noexcept;

} // namespace closeranks
