#pragma once

namespace closeranks {

/// The best number of ranks of a subcommunicator, in a communicator of `size` ranks whose layout is
/// hierarchical. There the mean cost of a repair is lowest, when a repair among x ranks costs
/// log(x) (docs/developers/layouts.md). It is the closest integer solution k of size = k e^(k-1),
/// and at least 1.
[[nodiscard]] int best_local_size(int size) noexcept;

} // namespace closeranks
