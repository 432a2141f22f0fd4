#pragma once

namespace closeranks {

/// How many ranks a local should have in a communicator of `size` ranks whose layout is
/// hierarchical: where the mean cost of a repair is lowest when a repair among x ranks costs log(x)
/// (docs/developers/layouts.md). That is the closest integer solution k of size = k e^(k-1), and
/// never less than 1.
[[nodiscard]] int best_local_size(int size) noexcept;

} // namespace closeranks
