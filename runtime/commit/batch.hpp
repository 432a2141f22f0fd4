#pragma once

#include "runtime/core/communicator.hpp"

#include <vector>

namespace closeranks {

/// A batch: communicators with the same members as one that is repaired. They have lost the same
/// members, and all survivors are in that repair. So they are repaired together with it, without
/// votes of their own (docs/developers/commit.md, "Batches").

/// True when this process has several other communicators with the members of `c`. A batch needs
/// that of all survivors, so they agree on it in their vote.
[[nodiscard]] bool can_lead_batch(Communicator &c) noexcept;

/// A communicator of a batch, and its new working communicator.
struct Renewed {
    Communicator *communicator;
    WorkingComm working;
};

/// Makes new working communicators for those that all members of `c` can repair now. Collective
/// over the members of `c`, which has just been repaired. All of them get the same; none if a
/// member has failed meanwhile. Then the working communicator of `c` may be revoked.
[[nodiscard]] std::vector<Renewed> renew_batch(Communicator &c) noexcept;

} // namespace closeranks
